import { beforeEach, describe, expect, it } from 'vitest';
import { createWebStorage } from '../../../../tests/web-storage.ts';
import { type ConversionBody, createConversionQueue } from './conversion-queue.ts';
import { createConversionSender } from './conversion-sender.ts';

const key = 'holoholo.conversions';
const start = Date.parse('2026-11-20T10:00:00Z');

/** A storage, and what waits in it. */
function aStorage() {
  const storage = createWebStorage();
  return Object.assign(storage, {
    waiting: () => JSON.parse(storage.getItem(key) ?? '[]') as { userId: string; body: ConversionBody }[],
    put: (value: string) => storage.held.set(key, value),
  });
}

let storage: ReturnType<typeof aStorage>;
let sent: number[];
let answers: (number | Error)[];
let timers: { callback: () => void; milliseconds: number }[];
let wakes: (() => void)[];
let ids = 0;
/** One lock for all recorders of a test: the tabs of one browser. */
let lock: Promise<void>;

const inTurn = (task: () => Promise<void>) => {
  lock = lock.then(task);
  return lock;
};

/** A page: it keeps what is followed and has it sent. */
const aRecorder = (withLock = inTurn) => {
  const queue = createConversionQueue(
    () => storage as unknown as Storage,
    () => start,
  );
  const sender = createConversionSender({
    queue,
    send: async (body) => {
      sent.push(body.business_listing_id);
      await Promise.resolve();
      const answer = answers.shift() ?? 201;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    withLock,
    later: (callback, milliseconds) => {
      const timer = { callback, milliseconds };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    onWake: (callback) => wakes.push(callback),
  });
  let here: string | null = null;
  const record = (userId: string, body: ConversionBody) => {
    queue.add({ id: String(ids++), userId, body });
    sender.signedIn(here);
  };
  const signedIn = (userId: string | null) => {
    here = userId;
    sender.signedIn(userId);
  };
  return { record, signedIn, queue };
};

const aBody = (listing: number, at = start): ConversionBody => ({
  business_listing_id: listing,
  booking_url: 'https://fareharbor.com/x',
  conversion_timestamp: new Date(at).toISOString(),
});
const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

beforeEach(() => {
  storage = aStorage();
  sent = [];
  answers = [];
  timers = [];
  wakes = [];
  lock = Promise.resolve();
});

describe('a followed booking link', () => {
  it('is kept before it is sent, and forgotten once the server has it', async () => {
    const recorder = aRecorder();
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    expect(storage.waiting()).toHaveLength(1);
    expect(sent).toEqual([]);
    await settle();
    expect(sent).toEqual([1]);
    expect(storage.waiting()).toEqual([]);
  });

  it.each([400, 403, 404, 409, 410])('is given up when the server refuses it for good (%d)', async (status) => {
    answers = [status];
    const recorder = aRecorder();
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect(storage.waiting()).toEqual([]);
    expect(timers).toEqual([]);
  });

  it.each([0, 401, 408, 425, 429, 500, 503, new Error('offline')])(
    'is kept and tried again after %s',
    async (answer) => {
      answers = [answer];
      const recorder = aRecorder();
      recorder.signedIn('u1');
      recorder.record('u1', aBody(1));
      await settle();
      expect(storage.waiting()).toHaveLength(1);
      timers[0]!.callback();
      await settle();
      expect(sent).toEqual([1, 1]);
      expect(storage.waiting()).toEqual([]);
    },
  );

  it('waits longer after each failure, and starts afresh when the network is back', async () => {
    answers = [0, 0, 0, 0];
    aRecorder();
    const recorder = aRecorder();
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    const waits: number[] = [];
    for (let failure = 0; failure < 3; failure++) {
      const [timer] = timers;
      waits.push(timer!.milliseconds);
      timers = [];
      timer!.callback();
      await settle();
    }
    expect(waits).toEqual([5_000, 10_000, 20_000]);
    for (const wake of wakes) wake();
    await settle();
    expect(storage.waiting()).toEqual([]);
  });

  /** Fails so often, each time its timer rings; gives what it waited for. */
  async function failTimes(times: number): Promise<number[]> {
    const waits: number[] = [];
    for (let failure = 0; failure < times; failure++) {
      const [timer] = timers.splice(0);
      waits.push(timer!.milliseconds);
      answers = [0];
      timer!.callback();
      await settle();
    }
    return waits;
  }

  it('waits ten minutes at most, and five seconds again once something was answered or the network is back', async () => {
    answers = [0];
    const recorder = aRecorder();
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect((await failTimes(9)).slice(-3)).toEqual([320_000, 600_000, 600_000]);
    // The network is back, and fails again.
    answers = [0];
    for (const wake of wakes) wake();
    await settle();
    expect(await failTimes(3)).toEqual([5_000, 10_000, 20_000]);
    // One is answered, the next is not.
    answers = [201, 0];
    recorder.record('u1', aBody(2));
    await settle();
    expect(timers.map(({ milliseconds }) => milliseconds)).toEqual([5_000]);
  });

  it('sends nothing while it waits for its next attempt', async () => {
    answers = [0];
    const recorder = aRecorder();
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    await settle();
    expect([sent, timers.length]).toEqual([[1], 1]);
  });

  it('is tried again when the network comes back while a failed attempt is just ending', async () => {
    answers = [503];
    // The lock is given back: the attempt has failed, and its end is not heard of yet.
    const recorder = aRecorder(async (task) => {
      await task();
      for (const wake of wakes) wake();
    });
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect(timers).toHaveLength(1);
    timers[0]!.callback();
    await settle();
    expect(sent).toEqual([1, 1]);
    expect(storage.waiting()).toEqual([]);
  });

  it('is tried again where its timer rings while a failed attempt is just ending', async () => {
    answers = [503];
    const recorder = aRecorder(async (task) => {
      await task();
      timers[0]?.callback();
    });
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect(sent).toEqual([1, 1]);
    expect(storage.waiting()).toEqual([]);
  });

  it('is reported where it is followed while the one before has just been answered', async () => {
    let followed = false;
    const recorder = aRecorder(async (task) => {
      await task();
      if (!followed) recorder.record('u1', aBody(2));
      followed = true;
    });
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect(sent).toEqual([1, 2]);
    expect(timers).toEqual([]);
  });

  it('is tried later where the turn among the tabs cannot be had', async () => {
    let isRefused = true;
    const recorder = aRecorder(async (task) => {
      if (isRefused) throw new DOMException('', 'InvalidStateError');
      await task();
    });
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect([sent, timers.map(({ milliseconds }) => milliseconds)]).toEqual([[], [5_000]]);
    isRefused = false;
    timers[0]!.callback();
    await settle();
    expect(sent).toEqual([1]);
  });

  it('never throws, and is still reported, where the storage is full or forbidden', async () => {
    storage.broken = true;
    answers = [0];
    const recorder = aRecorder();
    recorder.signedIn('u1');
    expect(() => recorder.record('u1', aBody(1))).not.toThrow();
    await settle();
    for (const wake of wakes) wake();
    await settle();
    expect(sent).toEqual([1, 1]);
  });
});

describe('what waits on the device', () => {
  it('is sent after a reload, the oldest first', async () => {
    answers = [0];
    const before = aRecorder();
    before.signedIn('u1');
    before.record('u1', aBody(1));
    before.record('u1', aBody(2));
    await settle();
    sent = [];
    aRecorder().signedIn('u1');
    await settle();
    expect(sent).toEqual([1, 2]);
  });

  it('is sent only while its own user is signed in', async () => {
    aRecorder().record('u1', aBody(1));
    const recorder = aRecorder();
    recorder.signedIn('u2');
    await settle();
    expect(sent).toEqual([]);
    recorder.signedIn('u1');
    await settle();
    expect(sent).toEqual([1]);
  });

  it('outlives the page once there is room for what the device refused', async () => {
    const { record, queue } = aRecorder();
    record('u1', aBody(1));
    storage.broken = true;
    record('u1', aBody(2));
    expect([queue.keepUnsaved(), storage.waiting().length]).toEqual([false, 1]);
    storage.broken = false;
    expect([queue.keepUnsaved(), storage.waiting().length]).toEqual([true, 2]);
    aRecorder().signedIn('u1');
    await settle();
    expect(sent).toEqual([1, 2]);
  });

  it('is sent by one tab only', async () => {
    aRecorder().record('u1', aBody(1));
    const tabs = [aRecorder(), aRecorder()];
    for (const tab of tabs) tab.signedIn('u1');
    await settle();
    expect(sent).toEqual([1]);
  });

  it.each([
    [30 * 86_400_000 - 1, [999, 1]],
    [30 * 86_400_000, [1]],
  ])('is sent for less than 30 days: %i ms after it was followed', async (passedMs, expected) => {
    const recorder = aRecorder();
    recorder.record('u1', aBody(999, start - passedMs));
    recorder.record('u1', aBody(1));
    recorder.signedIn('u1');
    await settle();
    expect(sent).toEqual(expected);
  });

  it('is at most 50 reports, the newest', async () => {
    const recorder = aRecorder();
    for (let listing = 1; listing <= 60; listing++) recorder.record('u1', aBody(listing));
    expect(storage.waiting()).toHaveLength(50);
    expect(storage.waiting()[0]!.body.business_listing_id).toBe(11);
  });

  it.each(['nonsense', '{}', 'null', '[null, 1, {"id": 3}]'])('may be spoilt (%s) without harm', async (value) => {
    storage.put(value);
    const recorder = aRecorder();
    recorder.signedIn('u1');
    recorder.record('u1', aBody(1));
    await settle();
    expect(sent).toEqual([1]);
  });
});
