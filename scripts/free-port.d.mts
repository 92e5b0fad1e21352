export function freePort(): Promise<number>;
export function isPortTaken(port: number, host: string): Promise<boolean>;
