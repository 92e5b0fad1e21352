import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres.ts';

/** How long starting it again is tried, in milliseconds; after that a person or a supervisor has to look. */
const restartLimit = 60_000;
const longestPause = 5_000;

/**
 * Starts the embedded PostgreSQL and, whenever it ends by itself, starts it again in the same place: connections to it are
 * made anew and need to know nothing.
 * @param options.note told, in one line each, what a person should know.
 * @param options.giveUp told why it cannot be started again; not called once it was told to stop.
 * @throws PostgresStartError when the first start fails.
 */
export async function keepEmbeddedPostgres(options: {
  dataDir: string;
  note(line: string): void;
  giveUp(error: Error): void;
}): Promise<Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'database' | 'stop'>> {
  const { dataDir, note, giveUp } = options;
  let running = await startEmbeddedPostgres({ dataDir, note });
  let isStopping = false;
  let restart = Promise.resolve();

  const watch = () =>
    void running.exited.then((code) => {
      if (!isStopping) restart = startAgain(code);
    });

  const startAgain = async (code: number | null): Promise<void> => {
    const log = join(dataDir, 'postgres.log');
    note(`The database stopped unexpectedly (exit ${code ?? 'by a signal'}) and is started again; see ${log}.`);
    const begun = performance.now();
    await running.stop(); // frees its folder
    for (let pause = 250; !isStopping; pause = Math.min(pause * 2, longestPause)) {
      try {
        running = await startEmbeddedPostgres({ dataDir, note });
        return watch();
      } catch (error) {
        if (isStopping) return;
        if (performance.now() - begun > restartLimit) return giveUp(error as Error);
        note(`The database did not start; it is tried again. ${(error as Error).message}`);
      }
      await sleep(pause);
    }
  };

  watch();
  const { socketDir, port, database } = running;
  return {
    socketDir,
    port,
    database,
    stop: async () => {
      isStopping = true;
      await restart;
      await running.stop();
    },
  };
}
