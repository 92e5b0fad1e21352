export const aboutTheServer: RegExp;
export const notRepeated: Record<string, string[]>;
export const repeatedWhereProved: string[];
export function repeatableFiles(): string[];
export function repeatedFiles(): string[];
