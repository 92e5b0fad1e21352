export const serverArguments: string[];
export const serverEnvironment: (environment?: NodeJS.ProcessEnv) => NodeJS.ProcessEnv;
