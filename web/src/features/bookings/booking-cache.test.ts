import { beforeEach, describe, expect, it } from 'vitest';
import type { Booking } from '../../../../contract/bookings.ts';
import { findKeptBookings, keepBookings } from './booking-cache.ts';

const key = 'holoholo.bookings';
const now = new Date('2026-11-21T20:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3_600_000);

let held: Map<string, string>;
let broken: boolean;
const storage = () => {
  if (broken) throw new DOMException('denied', 'SecurityError');
  return {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => held.set(name, value),
  } as unknown as Storage;
};
beforeEach(() => {
  held = new Map();
  broken = false;
});

let count = 0;
const aBooking = (given: Partial<Booking> = {}): Booking => ({
  id: `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}`,
  transaction_id: `txn_${count}`,
  business_listing_id: 1,
  business_listing_name: `Reef Walk ${count}`,
  business_listing_category: 'Activities & Tours',
  booking_platform: 'fareharbor',
  booking_reference: null,
  amount: 45,
  estimated: true,
  status: 'pending',
  booking_date: '2026-11-20T20:00:00.000Z',
  check_in_date: null,
  check_in_time: null,
  check_out_date: null,
  guest_count: null,
  location_name: 'Hale Kai',
  location_address: null,
  contact_info: null,
  review: null,
  ...given,
});
const keep = (bookings: Booking[], at = now) => keepBookings(storage, 'u1', bookings, { now: at, userAgent: 'Phone' });
const stored = () => JSON.parse(held.get(key)!);
const found = (at = now, user = 'u1') => findKeptBookings(storage, user, at)?.bookings.map((one) => one.id);

describe('a kept booking', () => {
  it('is sanitised, with its code, address and contact for offline', () => {
    const review = { rating: 5, words: 'secret', hidden: false };
    const traveler = { name: 'Maya', email: 'maya@example.com' };
    const full = aBooking({
      booking_reference: 'FH-1',
      location_address: '1 Ala Moana',
      contact_info: '808-555-0100',
      review,
      traveler,
      commission_amount: 5,
      qr_code_id: 'ABCD',
    });
    const bare = aBooking();
    expect(keep([full, bare])).toBe(true);
    const cache = stored();
    expect(Object.keys(cache).sort()).toEqual(['bookings', 'deviceInfo', 'lastSync', 'userId', 'version']);
    expect(cache).toMatchObject({
      version: '1.0',
      lastSync: now.toISOString(),
      deviceInfo: { userAgent: 'Phone' },
      bookings: [
        { offline_qr_code: 'FH-1', offline_address: '1 Ala Moana', offline_contact: '808-555-0100' },
        {
          offline_qr_code: bare.transaction_id,
          offline_address: 'Address available online',
          offline_contact: 'Contact info available online',
          cached_at: now.toISOString(),
        },
      ],
    });
    expect(held.get(key)).not.toMatch(/secret|maya|commission|ABCD|location_address|contact_info/);
    expect(findKeptBookings(storage, 'u1', now)!.bookings[1]).toEqual({
      ...bare,
      location_address: 'Address available online',
      contact_info: 'Contact info available online',
    });
  });

  it.each([
    ['confirmed', null, true],
    ['pending', null, true],
    ['completed', null, false],
    ['cancelled', null, false],
    ['confirmed', '2026-01-01', true],
    // 20:00 UTC on the 21st is still the 21st in Hawaiʻi.
    ['completed', '2026-11-21', true],
    ['completed', '2026-11-20', false],
    ['cancelled', '2026-11-22', true],
  ] as const)('that is %s with check-in %s: %s', (status, check_in_date, isKept) => {
    const booking = aBooking({ status, check_in_date });
    keep([booking]);
    expect(found()).toEqual(isKept ? [booking.id] : []);
  });

  it('is one of ten at most: journeys ahead first, the nearest before, then confirmed, then the newest', () => {
    const pending = Array.from({ length: 12 }, (_, at) =>
      aBooking({ booking_date: new Date(now.getTime() - at * 60_000).toISOString() }),
    );
    const confirmed = aBooking({ status: 'confirmed', booking_date: '2026-01-01T00:00:00.000Z' });
    const [later, sooner] = ['2026-12-24', '2026-11-25'].map((check_in_date) => aBooking({ check_in_date }));
    keep([...pending, confirmed, later!, sooner!]);
    expect(found()).toEqual([sooner!.id, later!.id, confirmed.id, ...pending.slice(0, 7).map((one) => one.id)]);
  });

  it('holds for 168 hours', () => {
    const booking = aBooking();
    keep([booking]);
    expect(found(new Date(hours(168).getTime() - 1))).toEqual([booking.id]);
    expect(found(hours(168))).toBeUndefined();
  });

  it('is for its own user alone, and gone when another one is kept', () => {
    const booking = aBooking();
    keep([booking]);
    expect(found(now, 'u2')).toBeUndefined();
    keepBookings(storage, 'u2', [], { now, userAgent: 'Phone' });
    expect(found()).toBeUndefined();
    expect(found(now, 'u2')).toEqual([]);
  });
});

describe('a device that', () => {
  it('forbids its storage keeps nothing, and says so', () => {
    broken = true;
    expect(keep([aBooking()])).toBe(false);
    expect(found()).toBeUndefined();
  });

  it.each([
    'nonsense',
    'null',
    '[]',
    '{"version":"0.9","userId":"u1","lastSync":"2026-11-21T19:00:00Z","bookings":[]}',
    '{"version":"1.0","userId":"u1","bookings":[]}',
    '{"version":"1.0","userId":"u1","lastSync":"soon","bookings":[{}]}',
    '{"version":"1.0","userId":"u1","lastSync":"2026-11-21T19:00:00Z","bookings":[null]}',
  ])('holds %s has nothing to show', (value) => {
    held.set(key, value);
    expect(found()).toBeUndefined();
  });
});
