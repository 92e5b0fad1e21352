import { fork } from 'node:child_process';
import { join } from 'node:path';
import { type Crop, type DrawnPicture, PictureRefused } from './draw-picture.ts';

/** The largest pictures that are taken need some ten seconds of one core. */
const longestMs = 120_000;

type Answer = { drawn: DrawnPicture } | { refused: boolean; message: string };

/**
 * Draws a picture, or a part of it, in a process of its own, which has none of our settings and ends with it: neither its memory nor its end is this one's.
 * @throws PictureRefused, also where that process does not survive it; the reason of `signal` where that ended it
 */
export function drawApart(
  bytes: Uint8Array,
  signal: AbortSignal,
  deadlineMs = longestMs,
  crop?: Crop,
): Promise<DrawnPicture> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = fork(join(import.meta.dirname, 'picture-process.ts'), [], {
      serialization: 'advanced',
      execArgv: ['--max-old-space-size=128'],
      // Nothing but what it takes to keep its memory together.
      env: { MALLOC_ARENA_MAX: '1' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const end = () => child.kill('SIGKILL');
    const timer = setTimeout(end, deadlineMs);
    signal.addEventListener('abort', end);
    let answer: Answer | undefined;
    child.once('message', (given: Answer) => {
      answer = given;
    });
    child.once('error', (error) => reject(error));
    child.once('close', () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      if (answer && 'drawn' in answer) return resolve(answer.drawn);
      if (signal.aborted) return reject(signal.reason);
      if (answer && !answer.refused) return reject(new Error(answer.message));
      reject(new PictureRefused(answer?.message ?? 'it cannot be drawn'));
    });
    child.send({ bytes, crop });
  });
}
