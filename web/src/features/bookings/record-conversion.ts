import { exchange, isFinal, requestOf } from '../../api.ts';
import { withLock } from '../../device/with-lock.ts';
import { type ConversionBody, createConversionQueue } from './conversion-queue.ts';

const firstRetryMs = 5_000;
const longestRetryMs = 10 * 60_000;

interface Recorder {
  /** Notes that a link was followed and begins to report it. Returns at once and never throws: the link comes first. */
  record(userId: string, body: ConversionBody): void;
  /** Says who is signed in; null stops the sending. */
  signedIn(userId: string | null): void;
}

interface Surroundings {
  /** Sends one report: the status of the answer, 0 where none came. */
  send: (body: ConversionBody) => Promise<number>;
  /** The device's storage; asking for it may throw where it is forbidden. */
  storage: () => Storage;
  now: () => number;
  newId: () => string;
  /** Runs a task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>;
  /** Calls back after so many milliseconds; gives the way to call it off. */
  later: (callback: () => void, milliseconds: number) => () => void;
  /** Calls back whenever sending is worth another try: the network is back, the page is seen again. */
  onWake: (callback: () => void) => void;
}

/**
 * Reports followed booking links, each until the server has answered it for good. A report is kept on the device before it is
 * sent, so that a closed page, a dead spot or a second tab neither loses nor doubles it.
 */
export function createConversionRecorder(around: Surroundings): Recorder {
  const queue = createConversionQueue(around.storage, around.now);
  let user: string | null = null;
  let retryMs = firstRetryMs;
  let callOff: (() => void) | undefined;
  let sending: Promise<void> | undefined;

  const retryLater = () => {
    callOff = around.later(() => {
      callOff = undefined;
      wake();
    }, retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  };
  const sendWaiting = async () => {
    for (let report = user && queue.next(user); report; report = user && queue.next(user)) {
      const status = await around.send(report.body).catch(() => 0);
      if (!isFinal(status)) return retryLater();
      retryMs = firstRetryMs;
      queue.remove(report.id);
    }
  };
  function wake(): void {
    // An attempt under way sets the timer that counts, or looks again at its end.
    if (sending) return;
    callOff?.();
    callOff = undefined;
    if (!user || !queue.next(user)) return;
    sending = around
      .withLock(sendWaiting)
      .catch(retryLater)
      .finally(() => {
        sending = undefined;
        if (!callOff) wake();
      });
  }
  around.onWake(() => {
    retryMs = firstRetryMs;
    wake();
  });

  return {
    record(userId, body) {
      queue.add({ id: around.newId(), userId, body });
      if (userId === user) wake();
    },
    signedIn(userId) {
      user = userId;
      wake();
    },
  };
}

/** Told which transaction the server made of a link that was followed at an instant. */
export type Recorded = (transaction: { listingId: number; since: string; id: string }) => void;

/** The recorder of this page. `keepalive` lets a report arrive even where the page goes away. */
export const browserRecorder = (onRecorded: Recorded): Recorder =>
  createConversionRecorder({
    send: async (body) => {
      const [address, init] = requestOf('POST /api/qr/booking-conversion', { body });
      const { business_listing_id: listingId, conversion_timestamp: since = '' } = body;
      return await exchange(address, { ...init, keepalive: true }).then(
        ([{ ok, status }, { transaction_id: id }]) => {
          if (ok) onRecorded({ listingId, since, id });
          return status;
        },
        () => 0,
      );
    },
    storage: () => localStorage,
    now: Date.now,
    newId: () => `${Date.now()}-${Math.random()}`,
    withLock: (task) => withLock('holoholo.conversions', task),
    later: (callback, milliseconds) => {
      const timer = setTimeout(callback, milliseconds);
      return () => clearTimeout(timer);
    },
    onWake: (callback) => {
      addEventListener('online', callback);
      document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && callback());
    },
  });
