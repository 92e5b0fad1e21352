import { describe, expect, test } from 'vitest';
import { mostSeen } from '../../../../contract/saved-limits.ts';
import { createWebStorage } from '../../../../tests/web-storage.ts';
import { createSavedQueue, queueKey, type Wish } from './saved-queue.ts';

const sevenDaysMs = 7 * 86_400_000;
const madeAt = Date.parse('2026-11-21T20:00:00Z');

/** A browser's storage, as much of it as the queue uses. */
function createStorage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

/** A queue with a wish of the owner's, made at `madeAt`. */
function queueOf(...owners: string[]) {
  const storage = createStorage();
  const queue = createSavedQueue(() => storage);
  for (const [index, userId] of owners.entries()) {
    const wish: Wish = {
      id: `${madeAt}-${index}`,
      userId,
      listingId: index + 1,
      saved: true,
      note: 'With Grandma, in secret',
      savedAt: new Date(madeAt).toISOString(),
    };
    expect(queue.put(wish)).toBe(true);
  }
  return { storage, queue };
}

// To the millisecond: a private note that outlives this is one too many, and one that goes before it is somebody's work.
test.each([
  [sevenDaysMs - 1, true],
  [sevenDaysMs, false],
  [sevenDaysMs + 1, false],
])('what another person left is kept for less than seven days: %i ms after it was made', (passedMs, isKept) => {
  const { storage, queue } = queueOf('other');
  queue.forgetOthers('own', madeAt + passedMs);
  expect(queue.of('other')).toHaveLength(isKept ? 1 : 0);
  // Nothing of it is left on the device either.
  const left = storage.getItem(queueKey);
  if (isKept) expect(left).toContain('in secret');
  else expect(left).toBeNull();
});

test.each([sevenDaysMs - 1, sevenDaysMs + 1, 100 * sevenDaysMs])(
  'of the person who is here nothing goes, %i ms after it was made',
  (passedMs) => {
    const { queue } = queueOf('own', 'other');
    queue.forgetOthers('own', madeAt + passedMs);
    expect(queue.of('own')).toMatchObject([{ note: 'With Grandma, in secret' }]);
    expect(queue.of('other')).toHaveLength(passedMs < sevenDaysMs ? 1 : 0);
  },
);

test('where nobody is here, everybody is another person', () => {
  const { queue } = queueOf('one', 'other');
  queue.forgetOthers(null, madeAt + sevenDaysMs - 1);
  expect([queue.of('one'), queue.of('other')].flat()).toHaveLength(2);
  queue.forgetOthers(null, madeAt + sevenDaysMs);
  expect([queue.of('one'), queue.of('other')].flat()).toEqual([]);
});

test('500 wishes wait on the device; of more than that the oldest go', () => {
  const { queue } = queueOf(...Array(500).fill('own'));
  expect(queue.of('own').map(({ listingId }) => listingId)).toEqual(Array.from({ length: 500 }, (_, at) => at + 1));
  const [wish] = queue.of('own');
  queue.put({ ...wish!, id: `${madeAt}-501`, listingId: 501 });
  const kept = queue.of('own').map(({ listingId }) => listingId);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([500, 2, 501]);
});

test('on a shared device what two people want of one place waits for each of them', () => {
  const { queue } = queueOf('own', 'other');
  const [wish] = queue.of('own');
  queue.put({ ...wish!, id: `${madeAt}-2`, userId: 'other', note: 'Mine', saved: false });
  expect(queue.of('own')).toEqual([wish]);
  queue.put({ ...wish!, id: `${madeAt}-3`, note: 'Changed' });
  expect(queue.of('own').map(({ note }) => note)).toEqual(['Changed']);
  expect(queue.of('other').map(({ listingId, note }) => [listingId, note])).toEqual([
    [2, 'With Grandma, in secret'],
    [1, 'Mine'],
  ]);
});

test('what the device had no room for is put on it once there is, in place of an older wish for the same place', () => {
  const storage = createWebStorage();
  const queue = createSavedQueue(() => storage as unknown as Storage);
  const wish: Wish = { id: `${madeAt}-0`, userId: 'own', listingId: 1, saved: true, savedAt: '2026-11-21T20:00:00Z' };
  expect([queue.put(wish), queue.keepUnsaved()]).toEqual([true, true]);
  storage.broken = true;
  const written = { ...wish, id: `${madeAt}-1`, note: 'At dawn' };
  expect([queue.put(written), queue.keepUnsaved()]).toEqual([false, false]);
  expect(storage.getItem(queueKey)).not.toContain('At dawn');
  storage.broken = false;
  expect(queue.keepUnsaved()).toBe(true);
  expect(JSON.parse(storage.getItem(queueKey)!)).toEqual([written]);
  expect(queue.of('own')).toEqual([written]);
});

describe('of two tabs', () => {
  const aWish = (at: number, given: Partial<Wish>): Wish => ({
    ...{ id: `${madeAt}-${at}`, userId: 'own', listingId: 1, saved: true, savedAt: '2026-11-21T20:00:00Z' },
    ...given,
  });
  const queueWith = (...wishes: Wish[]) => {
    const storage = createStorage();
    const queue = createSavedQueue(() => storage);
    for (const wish of wishes) queue.put(wish);
    return queue.of('own').map(({ saved, note, seen }) => ({ saved, note, seen }));
  };

  test('a note takes the stead of one that its writer saw, and may take away what that one might', () => {
    const written = [aWish(0, { note: 'One', seen: ['Old'] }), aWish(1, { note: 'Two', seen: ['One'] })];
    expect(queueWith(...written)).toEqual([{ saved: true, note: 'Two', seen: ['Old', 'One'] }]);
    const removed = aWish(2, { saved: false, seen: ['Two'] });
    expect(queueWith(...written, removed)).toMatchObject([{ saved: false, seen: ['Old', 'One', 'Two'] }]);
    const again = aWish(3, { note: 'Two', seen: ['Two'] });
    expect(queueWith(...written, removed, again)).toEqual([{ saved: true, note: 'Two', seen: ['Old', 'One', 'Two'] }]);
  });

  test.each<Partial<Wish>>([
    { note: 'Two', seen: ['Old'] },
    { note: null, seen: ['Old'] },
    { saved: false, seen: [null] },
  ])('one that was not seen is sent before (%j)', (later) => {
    expect(queueWith(aWish(0, { note: 'One', seen: ['Old'] }), aWish(1, later))).toMatchObject([
      { saved: true, note: 'One', seen: ['Old'] },
      { saved: true, ...later },
    ]);
  });

  test('the same note, none, and one of an earlier page wait for nothing', () => {
    const seen = ['Old'];
    expect(queueWith(aWish(0, { note: 'One', seen }), aWish(1, { note: 'One', seen }))).toHaveLength(1);
    expect(queueWith(aWish(0, { note: null, seen }), aWish(1, { note: 'Two', seen }))).toHaveLength(1);
    expect(queueWith(aWish(0, { note: 'One' }), aWish(1, { note: 'Two' }))).toHaveLength(1);
    expect(queueWith(aWish(0, { note: 'One' }), aWish(1, { saved: false }))).toHaveLength(1);
  });

  test(`no more than ${mostSeen} that were seen are told, the newest`, () => {
    const many = Array.from({ length: mostSeen + 2 }, (_, at) => aWish(at, { note: `${at + 1}`, seen: [`${at}`] }));
    expect(queueWith(...many)[0]!.seen).toEqual(Array.from({ length: mostSeen }, (_, at) => `${at + 2}`));
  });
});
