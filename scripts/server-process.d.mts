export const heapMegabytes: (total?: number, constrained?: number) => number;
export const serverArguments: (checkout?: string, heap?: number) => string[];
export const serverEnvironment: (environment?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
