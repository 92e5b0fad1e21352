import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../../server/platform/context.ts';
import { firstLineOf, isUnavailable } from '../../../server/platform/database/database-errors.ts';
import { say } from '../../../server/platform/say.ts';
import { passHistory } from './history.ts';
import type { Present } from './past.ts';
import { AnswerFault } from './person.ts';

/** After a failure the rest is tried once more; then it waits for the next start. */
const mostFaults = 2;
/** As long as the database is away, or the server has too much to do, it is tried so often: half an hour or so. */
const mostTries = 32;
const [firstWaitMs, longestWaitMs] = [2_000, 60_000];

/** What may well go better a little later. */
const isForNow = (error: unknown) =>
  isUnavailable(error) || (error instanceof AnswerFault && error.status === unavailable);
const unavailable = 503;

/**
 * Lets the demo's ninety days pass beside all else, where they are still to pass, and says so on standard output.
 * @param onEnd told once nothing of them passes here any more, unless they were broken off by what is returned
 * @param wait between two tries
 * @returns breaks it off; the next start goes on from there.
 */
export function beginHistory(
  present: Present,
  clock: Clock,
  onEnd: () => void,
  wait: (ms: number, signal: AbortSignal) => Promise<unknown> = (ms, signal) =>
    sleep(ms, undefined, { signal }).catch(() => {}),
): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let hasSaid = false;
  const sayOnce = () => {
    if (!hasSaid) say('Ninety days of invented visitors pass through it now; until they have, its lists are shorter.');
    hasSaid = true;
  };
  const passing = (async () => {
    let faults = 0;
    for (let tries = 1; !signal.aborted; tries++) {
      try {
        if (await passHistory(present, clock.now(), signal, sayOnce))
          say('Ninety days of visitors have passed; every screen has something to show.');
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (isForNow(error)) present.logger.warn({ problem: firstLineOf(error) }, "the demo's visitors wait");
        else {
          faults++;
          present.logger.error({ err: error }, "the demo's visitors were interrupted");
        }
        if (faults === mostFaults || tries === mostTries) {
          say("The demo's visitors stopped; the next start goes on with them.");
          return;
        }
        await wait(Math.min(firstWaitMs * 2 ** (tries - 1), longestWaitMs), signal);
      }
    }
  })().then(() => signal.aborted || onEnd());
  return async () => {
    stopping.abort();
    await passing;
  };
}
