import { exchange, isFinal, requestOf, statusOf } from '../../api.ts';
import { createSendLoop, type Later, laterHere } from '../../device/send-loop.ts';
import { withLock } from '../../device/with-lock.ts';
import { claimOf } from './browser-claim.ts';
import type { ConversionBody, createConversionQueue } from './conversion-queue.ts';

const firstRetryMs = 5_000;

type Queue = ReturnType<typeof createConversionQueue>;

interface Sender {
  /** Says who is signed in, and that something of theirs may wait: it is sent now. Null stops the sending. Never throws. */
  signedIn(userId: string | null): void;
}

interface Surroundings {
  /** What waits on the device. */
  queue: Queue;
  /** Sends one report: the status of the answer, 0 where none came. */
  send: (body: ConversionBody) => Promise<number>;
  /** Runs a task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>;
  later: Later;
  /** Calls back whenever sending is worth another try: the network is back, the page is seen again. */
  onWake: (callback: () => void) => void;
}

/**
 * Reports the followed booking links that wait, each until the server has answered it for good. A report is kept on the device
 * before it is sent, so that a closed page, a dead spot or a second tab neither loses nor doubles it.
 */
export function createConversionSender({ queue, send, onWake, ...around }: Surroundings): Sender {
  let user: string | null = null;
  const next = () => (user ? queue.next(user) : undefined);
  const loop = createSendLoop({
    waits: () => next() !== undefined,
    async sendNext() {
      const waiting = next();
      if (!waiting) return 'none';
      if (!isFinal(await send(waiting.body).catch(() => 0))) return 'failed';
      queue.remove(waiting.id);
      return 'answered';
    },
    firstRetryMs,
    ...around,
  });
  onWake(() => void loop.runAfresh());

  return {
    signedIn(userId) {
      user = userId;
      void loop.run();
    },
  };
}

/** Told which transaction the server made of a link that was followed at an instant. */
export type Recorded = (transaction: { listingId: number; since: string; id: string }) => void;

/**
 * Tells the server of a followed link, and after that what it claims of a booking. Where the claim gets no answer that is for good,
 * both are told again, which the server takes for the same click.
 */
async function report(body: ConversionBody, onRecorded: Recorded): Promise<number> {
  const [address, init] = requestOf('POST /api/qr/booking-conversion', { body });
  const { business_listing_id: listingId, conversion_timestamp: since = '' } = body;
  const [{ ok, status }, { transaction_id: id, amount }] = await exchange(address, { ...init, keepalive: true });
  if (!ok) return status;
  onRecorded({ listingId, since, id });
  const claim = claimOf(body, amount);
  if (!claim) return status;
  const answered = await statusOf(claim[0], { ...claim[1], keepalive: true });
  return isFinal(answered) ? status : answered;
}

/** The sender of this page. `keepalive` lets a report arrive even where the page goes away. */
export const browserSender = (queue: Queue, onRecorded: Recorded): Sender =>
  createConversionSender({
    queue,
    send: (body) => report(body, onRecorded).catch(() => 0),
    withLock: (task) => withLock('holoholo.conversions', task),
    later: laterHere,
    onWake: (callback) => {
      addEventListener('online', callback);
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && callback());
    },
  });
