const longestRetryMs = 10 * 60_000;

/** What became of the piece that was next: answered for good, to be sent again later, or there was none. */
export type Sent = 'answered' | 'failed' | 'none';

/** Calls back after so many milliseconds; gives the way to call it off. */
export type Later = (callback: () => void, milliseconds: number) => () => void;

interface Surroundings {
  /** Whether anything is left. */
  waits: () => boolean;
  /** Sends the piece that is next. */
  sendNext: () => Promise<Sent>;
  /** Runs a task while no other tab sends. */
  withLock: (task: () => Promise<void>) => Promise<void>;
  later: Later;
  /** After the first failure; each further one doubles it, up to ten minutes. */
  firstRetryMs: number;
  /** What is left after a round without a failure is looked at after so many milliseconds; at once where it is 0. */
  restMs?: number;
}

interface SendLoop {
  /** Sends what waits, now. Resolves when all of it is sent or has to wait. */
  run(): Promise<void>;
  /** The same, and what fails waits no longer than after a first failure: the network is back, the page is seen again. */
  runAfresh(): Promise<void>;
  /** Sends what waits after so many milliseconds, unless a time is set already or sending is under way. */
  runWithin(milliseconds: number): void;
  isSending(): boolean;
}

/**
 * Sends what waits on the device, one piece after the other, each until the server has answered it for good; after a failure again,
 * ever later. What a piece is, and what keeps it from being counted twice, is its sender's.
 */
export function createSendLoop({ waits, sendNext, withLock, later, firstRetryMs, restMs = 0 }: Surroundings): SendLoop {
  let retryMs = firstRetryMs;
  let callOff: (() => void) | undefined;
  let sending: Promise<void> | undefined;

  const schedule = (milliseconds: number) => {
    callOff = later(() => {
      callOff = undefined;
      void run();
    }, milliseconds);
  };
  const retryLater = () => {
    schedule(retryMs);
    retryMs = Math.min(retryMs * 2, longestRetryMs);
  };
  const sendAll = async () => {
    while (waits()) {
      const sent = await sendNext();
      if (sent === 'failed') return retryLater();
      if (sent === 'none') return;
      retryMs = firstRetryMs;
    }
  };
  /** What was added while a round came to its end is the next round's. */
  const lookAgain = (): Promise<void> | undefined => {
    sending = undefined;
    if (callOff || !waits()) return undefined;
    if (restMs === 0) return run();
    schedule(restMs);
    return undefined;
  };
  function run(): Promise<void> {
    // A round under way sets the timer that counts, or looks again at its end.
    if (sending) return sending;
    callOff?.();
    callOff = undefined;
    if (!waits()) return Promise.resolve();
    sending = withLock(sendAll).catch(retryLater).then(lookAgain);
    return sending;
  }

  return {
    run,
    runAfresh() {
      retryMs = firstRetryMs;
      return run();
    },
    runWithin(milliseconds) {
      if (!callOff && !sending) schedule(milliseconds);
    },
    isSending: () => sending !== undefined,
  };
}

/** Of this page. */
export const laterHere: Later = (callback, milliseconds) => {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
};
