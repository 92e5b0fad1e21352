export const serverArguments: (checkout?: string) => string[];
export const serverEnvironment: (environment?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
