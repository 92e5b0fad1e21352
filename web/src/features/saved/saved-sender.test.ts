import { beforeEach, describe, expect, it } from 'vitest';
import { createWebStorage, type WebStorage } from '../../../../tests/web-storage.ts';
import { createSavedQueue, queueKey, type Wish } from './saved-queue.ts';
import { createSavedSender, type Outcome } from './saved-sender.ts';

let storage: WebStorage;
let sent: [number, boolean, string | null | undefined][];
let answers: Outcome[];
let timers: { callback: () => void; milliseconds: number }[];
let refused: string[];
/** One lock for all tabs of a browser. */
let lock: Promise<void>;
let ids = 0;

const inTurn = (task: () => Promise<void>) => {
  lock = lock.then(task);
  return lock;
};

const aTab = (withLock = inTurn) => {
  const queue = createSavedQueue(() => storage as unknown as Storage);
  const sender = createSavedSender({
    queue,
    send: async ({ listingId, saved, note }) => {
      sent.push([listingId, saved, note]);
      await Promise.resolve();
      return answers.shift() ?? { status: 200 };
    },
    withLock,
    later: (callback, milliseconds) => {
      const timer = { callback, milliseconds };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
    onRefused: (wish, words) => refused.push(`${wish.listingId} ${words}`),
  });
  return { queue, ...sender };
};
const aWish = (listingId: number, given: Partial<Wish> = {}): Wish => ({
  id: String(ids++),
  userId: 'u1',
  listingId,
  saved: true,
  savedAt: '2026-11-20T10:00:00Z',
  ...given,
});

beforeEach(() => {
  storage = createWebStorage();
  sent = [];
  answers = [];
  timers = [];
  refused = [];
  lock = Promise.resolve();
});

describe('what a traveler wants of a place', () => {
  it('is sent once, and forgotten when the server has it', async () => {
    const tab = aTab();
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    await tab.flush();
    await tab.flush();
    expect(sent).toEqual([[1, true, undefined]]);
    expect(storage.getItem(queueKey)).toBeNull();
  });

  it('is one wish per place, the last one: a heart tapped to and fro sends one call', () => {
    const { queue } = aTab();
    queue.put(aWish(1, { note: 'first' }));
    queue.put(aWish(2));
    queue.put(aWish(1, { saved: false }));
    queue.put(aWish(1, { savedAt: '2026-11-21T10:00:00Z' }));
    expect(queue.of('u1').map(({ listingId, saved }) => [listingId, saved])).toEqual([
      [2, true],
      [1, true],
    ]);
  });

  it('keeps the note and the time of a save that was not sent yet', () => {
    const { queue } = aTab();
    queue.put(aWish(1, { note: 'dusk' }));
    queue.put(aWish(1, { savedAt: '2026-11-21T10:00:00Z' }));
    expect(queue.of('u1')).toMatchObject([{ note: 'dusk', savedAt: '2026-11-20T10:00:00Z' }]);
    queue.put(aWish(1, { note: null }));
    expect(queue.of('u1')).toMatchObject([{ note: null }]);
  });

  it.each([0, 401, 408, 425, 429, 500, 503])('waits after %d, and is tried again later', async (status) => {
    answers = [{ status }];
    const tab = aTab();
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    tab.queue.put(aWish(2));
    await tab.flush();
    expect(sent).toHaveLength(1);
    expect(tab.queue.of('u1')).toHaveLength(2);
    expect(timers.map((timer) => timer.milliseconds)).toEqual([10_000]);
    await tab.flush();
    expect(sent.map(([listing]) => listing)).toEqual([1, 1, 2]);
    expect(tab.queue.of('u1')).toEqual([]);
  });

  it('waits longer after each failure, ten minutes at most, and ten seconds again once something was answered', async () => {
    answers = Array(8).fill({ status: 503 });
    const tab = aTab();
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 8; failure++) {
      await tab.flush();
      waits.push(timers.at(-1)?.milliseconds);
    }
    expect(waits).toEqual([10_000, 20_000, 40_000, 80_000, 160_000, 320_000, 600_000, 600_000]);
    // One is answered, the next is not.
    answers = [{ status: 200 }, { status: 503 }];
    tab.queue.put(aWish(2));
    await tab.flush();
    expect(timers.at(-1)?.milliseconds).toBe(10_000);
    expect(sent.slice(-2).map(([listing]) => listing)).toEqual([1, 2]);
  });

  it('is tried again at once where the network comes back while a failed attempt is just ending', async () => {
    answers = [{ status: 503 }];
    let again: Promise<void> | undefined;
    // The lock is given back: the attempt has failed, and its end is not heard of yet.
    const tab = aTab(async (task) => {
      await task();
      again ??= tab.flush();
    });
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    await tab.flush();
    await again;
    expect(sent).toHaveLength(2);
    expect(tab.queue.of('u1')).toEqual([]);
  });

  it.each([400, 403, 404, 409])('is given up after %d, and whoever wanted it is told', async (status) => {
    answers = [{ status, words: 'No.' }];
    const tab = aTab();
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    tab.queue.put(aWish(2));
    await tab.flush();
    expect(refused).toEqual(['1 No.']);
    expect(sent).toHaveLength(2);
    expect(timers).toEqual([]);
  });

  it('that changes while it is on its way is sent as it is then', async () => {
    const tab = aTab();
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    const first = tab.flush();
    tab.queue.put(aWish(1, { saved: false }));
    await Promise.all([first, tab.flush()]);
    expect(sent.at(-1)).toEqual([1, false, undefined]);
    expect(tab.queue.of('u1')).toEqual([]);
  });
});

describe('what waits on the device', () => {
  it('is sent by one of two tabs, and only while its own user is signed in', async () => {
    aTab().queue.put(aWish(1));
    const [one, other, stranger] = [aTab(), aTab(), aTab()];
    stranger.signedIn('u2');
    await stranger.flush();
    expect(sent).toEqual([]);
    one.signedIn('u1');
    other.signedIn('u1');
    await Promise.all([one.flush(), other.flush()]);
    expect(sent).toHaveLength(1);
  });

  it('waits in the page where the storage refuses, which is told', async () => {
    storage.broken = true;
    const tab = aTab();
    tab.signedIn('u1');
    expect(tab.queue.put(aWish(1))).toBe(false);
    await tab.flush();
    expect(sent).toHaveLength(1);
    storage.broken = false;
    expect(tab.queue.put(aWish(2))).toBe(true);
  });

  it.each(['nonsense', '{}', 'null', '[null, 1, {"id": 3}]'])('may be spoilt (%s) without harm', async (value) => {
    storage.setItem(queueKey, value);
    const tab = aTab();
    tab.signedIn('u1');
    tab.queue.put(aWish(1));
    await tab.flush();
    expect(sent).toHaveLength(1);
  });
});
