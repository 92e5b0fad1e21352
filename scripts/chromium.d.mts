export const chromiumArgs: string[];
export function ensureChromium(ownNode: string): Record<string, string> | undefined;
