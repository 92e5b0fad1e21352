import { beforeEach, describe, expect, it } from 'vitest';
import type { AnalyticsEvent } from '../../../../contract/analytics.ts';
import type { Batch, Kept } from './kept-events.ts';
import { createEventSender } from './send-events.ts';

const anEvent = (at: number): AnalyticsEvent => ({ event_type: 'map_pin_clicked', event_data: { zoom_level: at } });
const zooms = (batch: Batch) => batch.events.map((event) => event.event_data?.zoom_level);

let kept: Kept;
let sent: Batch[];
let answers: (number | Error)[];
let timers: { callback: () => void; milliseconds: number }[];
let isPrivate: boolean;
/** Events of which more is about to be known. */
let awaited: number[];
let now: number;
let keys: number;
/** One lock for all senders of a test: the tabs of one browser. */
let lock: Promise<void>;

const inTurn = (task: () => Promise<void>) => {
  lock = lock.then(task);
  return lock;
};

const aSender = (withLock = inTurn) =>
  createEventSender({
    read: () => structuredClone(kept),
    write: (next) => {
      kept = structuredClone(next);
    },
    send: async (batch) => {
      sent.push(structuredClone(batch));
      await Promise.resolve();
      const answer = answers.shift() ?? 202;
      if (answer instanceof Error) throw answer;
      return answer;
    },
    complete: (event) => event,
    isAwaited: (event) => awaited.includes(event.event_data?.zoom_level ?? 0),
    isPrivate: () => isPrivate,
    now: () => now,
    newKey: () => `key-${keys++}`,
    withLock,
    later: (callback, milliseconds) => {
      const timer = { callback, milliseconds };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  });
const settle = async () => {
  for (let turn = 0; turn < 100; turn++) await Promise.resolve();
};
const ring = async () => {
  const [timer] = timers.splice(0, 1);
  timer?.callback();
  await settle();
  return timer?.milliseconds;
};
const note = (...ats: number[]) => {
  kept.waiting.push(...ats.map(anEvent));
};

beforeEach(() => {
  kept = { waiting: [] };
  sent = [];
  answers = [];
  timers = [];
  isPrivate = false;
  awaited = [];
  now = 1_000_000_000_000;
  keys = 0;
  lock = Promise.resolve();
});

describe('events', () => {
  it('of a few seconds travel together, and are gone once the server has them', async () => {
    const sender = aSender();
    note(1);
    sender.wake();
    note(2);
    sender.wake();
    expect(sent).toEqual([]);
    expect(await ring()).toBe(3_000);
    expect(sent.map(zooms)).toEqual([[1, 2]]);
    expect(kept).toEqual({ waiting: [] });
    expect(timers).toEqual([]);
  });

  it('are at most 50 in a batch, which then goes at once', async () => {
    const sender = aSender();
    note(...Array(120).keys());
    sender.wake();
    await settle();
    expect(sent.map((batch) => batch.events.length)).toEqual([50, 50, 20]);
    expect(new Set(sent.map((batch) => batch.key)).size).toBe(3);
    expect(kept.waiting).toEqual([]);
  });

  it('that come while others are sent follow them', async () => {
    const sender = aSender();
    note(1);
    sender.flush();
    note(2);
    sender.wake();
    await settle();
    expect(sent.flatMap(zooms)).toEqual([1, 2]);
  });
});

describe('a batch', () => {
  it.each([0, 401, 408, 425, 429, 500, 503, new Error('offline')])(
    'keeps its key and is repeated after %s',
    async (answer) => {
      answers = [answer];
      const sender = aSender();
      note(1);
      sender.wake();
      await ring();
      note(2);
      sender.wake();
      expect(kept.batch?.key).toBe('key-0');
      expect(await ring()).toBe(5_000);
      expect(sent.map((batch) => [batch.key, zooms(batch)])).toEqual([
        ['key-0', [1]],
        ['key-0', [1]],
        ['key-1', [2]],
      ]);
    },
  );

  it.each([400, 403, 413, 422])('is given up when the server refuses it for good (%d)', async (status) => {
    answers = [status];
    const sender = aSender();
    note(1);
    sender.wake();
    await ring();
    expect(kept).toEqual({ waiting: [] });
    expect(timers).toEqual([]);
  });

  it('waits longer after each failure, and not at all when the network is back', async () => {
    answers = [0, 0, 0, 0];
    const sender = aSender();
    note(1);
    sender.wake();
    expect([await ring(), await ring(), await ring()]).toEqual([3_000, 5_000, 10_000]);
    sender.flush();
    await settle();
    expect(timers.map((timer) => timer.milliseconds)).toEqual([5_000]);
  });

  it('waits ten minutes at most, and five seconds again once something was answered', async () => {
    answers = Array(10).fill(503);
    const sender = aSender();
    note(1);
    sender.wake();
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 10; failure++) waits.push(await ring());
    expect(waits.slice(-4)).toEqual([160_000, 320_000, 600_000, 600_000]);
    // This one is answered, the next is not.
    answers = [202, 503];
    note(2);
    expect(await ring()).toBe(600_000);
    expect(sent.slice(-2).map(zooms)).toEqual([[1], [2]]);
    expect(timers.map((timer) => timer.milliseconds)).toEqual([5_000]);
  });

  it('that another tab has put together meanwhile is not dropped with the one that is answered', async () => {
    const sender = aSender();
    note(1);
    sender.leave();
    const others: Batch = { key: 'other', at: now, events: [anEvent(2)] };
    kept = { waiting: [anEvent(3)], batch: others };
    await settle();
    expect(kept).toEqual({ waiting: [anEvent(3)], batch: others });
  });

  it('is repeated where the network comes back while a failed attempt is just ending', async () => {
    answers = [503];
    // The lock is given back: the attempt has failed, and its end is not heard of yet.
    const sender = aSender(async (task) => {
      await task();
      sender.flush();
    });
    note(1);
    sender.flush();
    await settle();
    expect(await ring()).toBe(5_000);
    expect(sent.map((batch) => batch.key)).toEqual(['key-0', 'key-0']);
    expect(kept).toEqual({ waiting: [] });
  });

  it('is repeated where its timer rings while a failed attempt is just ending', async () => {
    answers = [503];
    const sender = aSender(async (task) => {
      await task();
      timers.shift()?.callback();
    });
    note(1);
    sender.flush();
    await settle();
    expect(await ring()).toBe(3_000);
    expect(sent.map((batch) => batch.key)).toEqual(['key-0', 'key-0']);
  });

  it('is repeated by the next page under the same key, before what was noted since', async () => {
    answers = [0];
    const before = aSender();
    note(1);
    before.wake();
    await ring();
    timers = [];
    note(2);
    aSender().wake();
    await ring();
    expect(sent.slice(1).map((batch) => [batch.key, zooms(batch)])).toEqual([
      ['key-0', [1]],
      ['key-1', [2]],
    ]);
  });

  it('is sent as the page goes away, kept until it is answered, and answered once', async () => {
    answers = [0];
    const sender = aSender();
    note(1);
    sender.leave();
    expect(sent.map((batch) => batch.key)).toEqual(['key-0']);
    await settle();
    expect(kept.batch?.key).toBe('key-0');
    sender.leave();
    await settle();
    expect(kept).toEqual({ waiting: [] });
    sender.leave();
    expect(sent.map((batch) => batch.key)).toEqual(['key-0', 'key-0']);
  });

  // The server knows keys for 30 days.
  it.each([
    [29 * 86_400_000 - 1, ['old', 'key-0']],
    [29 * 86_400_000, ['key-0']],
  ])('is repeated for less than 29 days: %i ms after it was put together', async (passedMs, expected) => {
    kept = { waiting: [anEvent(2)], batch: { key: 'old', at: now - passedMs, events: [anEvent(1)] } };
    aSender().flush();
    await settle();
    expect(sent.map((batch) => batch.key)).toEqual(expected);
  });

  it('is sent by one tab only', async () => {
    const tabs = [aSender(), aSender()];
    note(1, 2);
    for (const tab of tabs) tab.flush();
    await settle();
    expect(sent.map(zooms)).toEqual([[1, 2]]);
  });
});

it('an event of which more may come waits for that, out of sight too, and holds up no other', async () => {
  const sender = aSender();
  awaited = [1, 3];
  note(1, 2, 3);
  sender.flush();
  await settle();
  expect(sent.map(zooms)).toEqual([[2]]);
  awaited = [3];
  expect(await ring()).toBe(3_000);
  expect(sent.map(zooms)).toEqual([[2], [1]]);
  // A page that goes away has no time to wait.
  sender.leave();
  await settle();
  expect(sent.map(zooms)).toEqual([[2], [1], [3]]);
  expect(kept).toEqual({ waiting: [] });
});

it('nothing that waits is sent of somebody who meanwhile asks for privacy', async () => {
  const sender = aSender();
  note(1);
  kept.batch = { key: 'k', at: now, events: [anEvent(0)] };
  isPrivate = true;
  sender.flush();
  sender.leave();
  await settle();
  expect(sent).toEqual([]);
  expect(kept).toEqual({ waiting: [] });
});
