export const supervise: (
  command: string,
  args: readonly string[],
  options?: {
    env?: NodeJS.ProcessEnv;
    say?: (line: string) => void;
    pauses?: readonly number[];
    healthyAfter?: number;
    stopLimit?: number;
  },
) => Promise<number>;
