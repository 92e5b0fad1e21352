import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { RunOrder, RunReport } from './generator.ts';

/** A load generator in a process of its own, ready to run any number of times. */
export interface Driver {
  run(order: RunOrder): Promise<RunReport>;
  close(): Promise<void>;
}

/** @param traffic file of this folder, as `scan-traffic`; `options` are what it is made with. */
export async function startDriver(traffic: string, options: unknown): Promise<Driver> {
  const child = fork(join(import.meta.dirname, 'generator.ts'), [`./${traffic}.ts`, JSON.stringify(options)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  await answer(child);
  return {
    run: (order) => {
      const report = answer(child) as Promise<RunReport>;
      child.send(order);
      return report;
    },
    close: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.send('end');
      await ended;
    },
  };
}

function answer(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`the load generator ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });
}
