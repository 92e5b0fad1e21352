import { beforeEach, describe, expect, it } from 'vitest';
import type { SavedItem } from '../../../../contract/saved.ts';
import { mostMerged } from '../../../../contract/saved-limits.ts';
import { accountKey, createKeptPlaces, guestKey, leftKey } from './kept-places.ts';

let held: Map<string, string>;
let broken: boolean;
const storage = () =>
  ({
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => {
      if (broken) throw new DOMException('full', 'QuotaExceededError');
      held.set(name, value);
    },
    removeItem: (name: string) => void held.delete(name),
  }) as unknown as Storage;
const kept = createKeptPlaces(storage);

const anItem = (listing_id: number, minute = listing_id): SavedItem => ({
  listing_id,
  note: null,
  saved_at: new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString(),
  experience: {
    id: listing_id,
    name: `Place ${listing_id}`,
    booking_url: 'https://fareharbor.com/x?ref=secret',
    commission_rate: 0.12,
  } as SavedItem['experience'],
});
const now = Date.UTC(2026, 11, 24);
const week = 7 * 86_400_000;
const idsOf = (items: readonly SavedItem[] | undefined) => items?.map((one) => one.listing_id);

beforeEach(() => {
  held = new Map();
  broken = false;
});

describe('what a guest keeps', () => {
  it('is newest first, once per place, and gone without a trace when the last one is', () => {
    for (const id of [1, 3, 2, 3]) expect(kept.putGuest(anItem(id))).toBe(true);
    expect(idsOf(kept.readGuest())).toEqual([3, 2, 1]);
    kept.removeGuest([3, 1]);
    expect(idsOf(kept.readGuest())).toEqual([2]);
    kept.removeGuest([2]);
    expect(held.size).toBe(0);
  });

  it('says when it is full, and when the storage refuses', () => {
    for (let id = 1; id < mostMerged; id++) kept.putGuest(anItem(id));
    expect(kept.isGuestFull()).toBe(false);
    kept.putGuest(anItem(999));
    expect(kept.isGuestFull()).toBe(true);
    broken = true;
    expect(kept.putGuest(anItem(5))).toBe(false);
    expect(kept.readGuest()).toHaveLength(mostMerged);
  });

  it.each(['nonsense', 'null', '[]', '{"version":2,"items":[]}', '{"version":1,"items":[null,{"listing_id":"1"}]}'])(
    'may be spoilt (%s) without harm',
    (value) => {
      held.set(guestKey, value);
      expect(kept.readGuest()).toEqual([]);
      expect(kept.putGuest(anItem(1))).toBe(true);
    },
  );

  it('holds no commission, and the account copy no links of whoever was signed in', () => {
    kept.putGuest(anItem(1));
    kept.keepAccount('u1', [anItem(1)], '2026-11-20T10:00:00Z');
    expect([...held.values()].join()).not.toContain('commission');
    expect(held.get(guestKey)).toContain('fareharbor');
    expect(held.get(accountKey)).not.toContain('secret');
  });
});

describe('the copy of an account', () => {
  it('follows changes made here, and keeps the time at which the server told it', () => {
    kept.keepAccount('u1', [anItem(1), anItem(2)], '2026-11-20T10:00:00Z');
    kept.changeAccount('u1', 3, anItem(3));
    kept.changeAccount('u1', 1, null);
    expect(idsOf(kept.readAccount()?.items)).toEqual([3, 2]);
    expect(kept.readAccount()?.readAt).toBe('2026-11-20T10:00:00Z');
  });

  it('goes when somebody else is here, or nobody', () => {
    for (const other of ['u2', null]) {
      kept.keepAccount('u1', [anItem(1)], '2026-11-20T10:00:00Z');
      kept.clearOthers('u1', now);
      expect(kept.readAccount()?.userId).toBe('u1');
      kept.clearOthers(other, now);
      expect(held.has(accountKey)).toBe(false);
    }
    kept.keepAccount('u1', [anItem(1)], '2026-11-20T10:00:00Z');
    kept.changeAccount('u2', 2, anItem(2));
    expect(kept.readAccount()).toMatchObject({ userId: 'u2', readAt: null });
    expect(idsOf(kept.readAccount()?.items)).toEqual([2]);
  });

  it('what the account had no room for is its own user’s, also after a while as a guest', () => {
    kept.keepLeft('u1', [anItem(1), anItem(2)], now);
    expect(held.get(leftKey)).not.toMatch(/commission_rate/);
    kept.clearOthers(null, now);
    kept.clearOthers('u1', now);
    expect(idsOf(kept.readLeft('u1'))).toEqual([2, 1]);
    expect(kept.readLeft('u2')).toEqual([]);
    kept.clearOthers('u2', now);
    expect(held.has(leftKey)).toBe(false);
    kept.keepLeft('u1', [anItem(1)], now);
    kept.keepLeft('u1', [], now);
    expect(held.has(leftKey)).toBe(false);
  });

  it('and goes after a week in which they were not here, however old the places are', () => {
    for (const [age, isKept] of [
      [week - 1, true],
      [week, false],
    ] as const) {
      kept.keepLeft('u1', [anItem(1)], now);
      kept.clearOthers(null, now + age);
      expect(held.has(leftKey)).toBe(isKept);
    }
    kept.keepLeft('u1', [anItem(1)], now);
    kept.clearOthers('u1', now + 10 * week);
    expect(idsOf(kept.readLeft('u1'))).toEqual([1]);
    // An earlier version did not note when.
    const before = JSON.parse(held.get(leftKey)!);
    held.set(leftKey, JSON.stringify({ ...before, keptAt: undefined }));
    const savedAt = Date.parse(anItem(1).saved_at);
    kept.clearOthers(null, savedAt + week - 1);
    expect(held.has(leftKey)).toBe(true);
    kept.clearOthers(null, savedAt + week);
    expect(held.has(leftKey)).toBe(false);
  });

  it('what nobody can tell the age of is not kept for who has left', () => {
    for (const spoilt of [{ keptAt: undefined }, { keptAt: 'yesterday' }]) {
      kept.keepLeft('u1', [anItem(1)], now);
      const { items, ...before } = JSON.parse(held.get(leftKey)!);
      held.set(leftKey, JSON.stringify({ ...before, ...spoilt, items: [{ ...items[0], saved_at: 'long ago' }] }));
      kept.clearOthers('u1', now);
      expect(idsOf(kept.readLeft('u1'))).toEqual([1]);
      kept.clearOthers(null, now);
      expect(held.has(leftKey)).toBe(false);
    }
  });

  it('leaves no older list behind that looks like the newest', () => {
    kept.keepAccount('u1', [anItem(1)], '2026-11-20T10:00:00Z');
    broken = true;
    kept.keepAccount('u1', [anItem(2)], '2026-11-21T10:00:00Z');
    expect(kept.readAccount()).toBeNull();
  });
});
