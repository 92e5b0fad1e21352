import { isFinal } from '../../api.ts';
import type { createSavedQueue, Wish } from './saved-queue.ts';

const firstRetryMs = 10_000;
const longestRetryMs = 10 * 60_000;

/** An answer of the server: its status, and its words where it refused. 0: none came. */
export interface Outcome {
  status: number;
  words?: string;
}

interface Surroundings {
  queue: ReturnType<typeof createSavedQueue>;
  send: (wish: Wish) => Promise<Outcome>;
  /** Runs a task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>;
  later: (callback: () => void, milliseconds: number) => void;
  /** Told of a wish that the server will not fulfil. */
  onRefused: (wish: Wish, words: string) => void;
}

/** Sends what waits, one after the other, each until the server has answered it for good. */
export function createSavedSender({ queue, send, withLock, later, onRefused }: Surroundings) {
  let user: string | null = null;
  let retryMs = firstRetryMs;
  let sending: Promise<void> | undefined;

  const sendWaiting = async () => {
    for (let wish = user && queue.of(user)[0]; wish; wish = user && queue.of(user)[0]) {
      const { status, words = '' } = await send(wish);
      if (!isFinal(status)) {
        later(() => void flush(), retryMs);
        retryMs = Math.min(retryMs * 2, longestRetryMs);
        return;
      }
      retryMs = firstRetryMs;
      queue.remove(wish.id);
      if (status >= 400) onRefused(wish, words);
    }
  };
  /** Resolves when everything is sent, or sending has to wait. */
  async function flush(): Promise<void> {
    // What was added while a round came to its end is the next round's.
    if (sending) await sending;
    if (!user || queue.of(user).length === 0) return;
    sending ??= withLock(sendWaiting)
      .catch(() => {})
      .finally(() => {
        sending = undefined;
      });
    await sending;
  }
  return {
    flush,
    signedIn(userId: string | null): void {
      user = userId;
    },
  };
}
