type Left = Readonly<Record<string, readonly string[]>>;
export const leftOfUnit: Left;
export const beyondMain: readonly string[];
export const leftOfBrowser: Left;
export const firstInBrowser: readonly string[];
export function filesOf(left: Left): string[];
