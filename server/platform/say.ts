/** Says something to whoever started the process: one line on standard output. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);
