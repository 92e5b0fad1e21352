import { type ChildProcess, fork } from 'node:child_process';
import { searchListings } from '../../server/features/search/lists.store.ts';
import { queryOf } from '../../server/features/search/search.ts';
import { type Connection, openDatabase } from '../../server/platform/database/database.ts';
import { drawPaths } from './search-traffic.ts';

interface Order {
  seconds: number;
  warmupSeconds: number;
}

/**
 * The yardstick of a list that is read from the database each time: a process of its own that runs the statements of the
 * searches, drawn as the traffic draws them, over 16 connections and does nothing else.
 */
export async function startListReader(database: Connection, seed: number) {
  const child = fork(import.meta.filename, [], { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send({ database, seed });
  await answerOf(child);
  return {
    /** @returns lists read a second */
    run: async (order: Order): Promise<number> => {
      child.send(order);
      return (await answerOf(child)) as number;
    },
    stop: () => child.kill(),
  };
}

const answerOf = (child: ChildProcess) =>
  new Promise<unknown>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`the reader of lists ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message);
    });
  });

function serve(database: Connection, seed: number): void {
  const { db } = openDatabase(database, { max: 16, onError: () => {} });
  const draw = drawPaths(seed);
  const read = async () => {
    const { category, search, limit } = Object.fromEntries(new URLSearchParams(draw().split('?')[1]));
    await searchListings(db, queryOf({ category, search, limit: Number(limit) }));
  };
  process.on('message', async ({ seconds, warmupSeconds }: Order) => {
    const from = performance.now() + warmupSeconds * 1000;
    const until = from + seconds * 1000;
    let lists = 0;
    const work = async () => {
      while (performance.now() < until) {
        await read();
        if (performance.now() >= from) lists += 1;
      }
    };
    await Promise.all(Array.from({ length: 16 }, work));
    process.send?.(lists / seconds);
  });
  process.send?.('ready');
}

if (process.argv[1] === import.meta.filename) {
  process.once('message', ({ database, seed }: { database: Connection; seed: number }) => serve(database, seed));
  // With whoever measures.
  process.once('disconnect', () => process.exit());
}
