export const buildSources: readonly string[];
export function stampOf(root: string, sources?: readonly string[]): string;
export function isStamped(file: string, stamp: string): boolean;
export function stamped(file: string, stamp: string, build: () => Promise<void>): Promise<void>;
