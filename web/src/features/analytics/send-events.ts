import type { AnalyticsEvent } from '../../../../contract/analytics.ts';
import { isFinal } from '../../api.ts';
import { createSendLoop, type Later } from '../../device/send-loop.ts';
import type { Batch, Kept } from './kept-events.ts';

const mostPerBatch = 50;
/** Events of so many milliseconds travel together. */
const gatherMs = 3_000;
const firstRetryMs = 5_000;
/** The server knows keys for 30 days; what is older could be counted twice. */
const longestWaitMs = 29 * 86_400_000;

interface Surroundings {
  read: () => Kept;
  write: (kept: Kept) => void;
  /** Sends a batch with its key: the status of the answer, 0 where none came. */
  send: (batch: Batch) => Promise<number>;
  /** Adds what became known of an event since it was noted. */
  complete: (event: AnalyticsEvent) => AnalyticsEvent;
  /** Whether more of an event may become known any moment: it waits for that, unless the page goes away. */
  isAwaited: (event: AnalyticsEvent, now: number) => boolean;
  /** Whether nothing may be sent of this visitor any more. */
  isPrivate: () => boolean;
  now: () => number;
  newKey: () => string;
  /** Runs a task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>;
  later: Later;
}

interface Sender {
  /** Something waits: it is sent soon, or at once where it fills a batch. */
  wake(): void;
  /** The network is back, or the page goes out of sight: sends now. */
  flush(): void;
  /** The page goes away: sends one batch without waiting for anybody. Unanswered, it is repeated with its key. */
  leave(): void;
}

/**
 * Sends events in batches of at most 50, each until the server has answered it for good. A batch gets its key when it is put
 * together and keeps it on the device, so that a lost answer, a reload or a second tab never makes the server count it twice.
 */
export function createEventSender(around: Surroundings): Sender {
  const nextBatch = (isLeaving = false): Batch | undefined => {
    const kept = around.read();
    if (around.isPrivate()) {
      around.write({ waiting: [] });
      return undefined;
    }
    if (kept.batch && around.now() - kept.batch.at < longestWaitMs) return kept.batch;
    const now = around.now();
    const ready = kept.waiting.filter((event) => isLeaving || !around.isAwaited(event, now)).slice(0, mostPerBatch);
    const batch = ready.length > 0 ? { key: around.newKey(), at: now, events: ready.map(around.complete) } : undefined;
    if (batch || kept.batch) around.write({ waiting: kept.waiting.filter((event) => !ready.includes(event)), batch });
    return batch;
  };
  const drop = ({ key }: Batch) => {
    const kept = around.read();
    if (kept.batch?.key === key) around.write({ waiting: kept.waiting });
  };
  const deliver = async (batch: Batch): Promise<boolean> => {
    const status = await around.send(batch).catch(() => 0);
    if (isFinal(status)) drop(batch);
    return isFinal(status);
  };
  const loop = createSendLoop({
    waits() {
      const { batch, waiting } = around.read();
      return Boolean(batch) || waiting.length > 0;
    },
    async sendNext() {
      const batch = nextBatch();
      if (!batch) return 'none';
      return (await deliver(batch)) ? 'answered' : 'failed';
    },
    withLock: around.withLock,
    later: around.later,
    firstRetryMs,
    restMs: gatherMs,
  });

  return {
    wake() {
      if (around.read().waiting.length >= mostPerBatch) void loop.run();
      else loop.runWithin(gatherMs);
    },
    flush: () => void loop.runAfresh(),
    leave() {
      const batch = loop.isSending() ? undefined : nextBatch(true);
      if (batch) void deliver(batch);
    },
  };
}
