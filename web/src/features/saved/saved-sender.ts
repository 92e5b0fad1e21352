import { isFinal } from '../../api.ts';
import { createSendLoop, type Later } from '../../device/send-loop.ts';
import type { createSavedQueue, Wish } from './saved-queue.ts';

const firstRetryMs = 10_000;

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
  later: Later;
  /** Told of a wish that the server will not fulfil. */
  onRefused: (wish: Wish, words: string) => void;
}

/** Sends what waits, one after the other, each until the server has answered it for good. */
export function createSavedSender({ queue, send, onRefused, ...around }: Surroundings) {
  let user: string | null = null;
  const next = () => (user ? queue.of(user)[0] : undefined);
  const loop = createSendLoop({
    waits: () => next() !== undefined,
    async sendNext() {
      const wish = next();
      if (!wish) return 'none';
      const { status, words = '' } = await send(wish);
      if (!isFinal(status)) return 'failed';
      queue.remove(wish.id);
      if (status >= 400) onRefused(wish, words);
      return 'answered';
    },
    firstRetryMs,
    ...around,
  });
  return {
    /** Resolves when everything is sent, or sending has to wait. An attempt under way may have begun without what is there now. */
    async flush(): Promise<void> {
      if (loop.isSending()) await loop.run();
      await loop.run();
    },
    signedIn(userId: string | null): void {
      user = userId;
    },
  };
}
