export const repeatedFolders: string[];
export const notRepeated: Record<string, string[]>;
