import type { Clock } from '../../../server/platform/context.ts';
import { say } from '../../../server/platform/say.ts';
import { passHistory } from './history.ts';
import type { Present } from './past.ts';

/** After a failure the rest is tried once more; then it waits for the next start. */
const tries = 2;

/**
 * Lets the demo's ninety days pass beside all else, where they are still to pass, and says so on standard output.
 * @param onEnd told once nothing of them passes here any more, unless they were broken off by what is returned
 * @returns breaks it off; the next start goes on from there.
 */
export function beginHistory(present: Present, clock: Clock, onEnd: () => void): () => Promise<void> {
  const stopping = new AbortController();
  const passing = (async () => {
    for (let left = tries; left > 0 && !stopping.signal.aborted; left--) {
      try {
        if (await passHistory(present, clock.now(), stopping.signal, sayNow))
          say('Ninety days of visitors have passed; every screen has something to show.');
        return;
      } catch (error) {
        if (!stopping.signal.aborted) present.logger.error({ err: error }, "the demo's visitors were interrupted");
      }
    }
  })().then(() => stopping.signal.aborted || onEnd());
  return async () => {
    stopping.abort();
    await passing;
  };
}

const sayNow = () =>
  say('Ninety days of invented visitors pass through it now; until they have, its lists are shorter.');
