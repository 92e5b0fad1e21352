import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const activityOf = async (user: TestUser, query = '') =>
  (await world.call(`GET /api/activity${query}`, { cookie: user.cookie })).body;

/** A traveler with a browser that has scanned: the cookies of both. */
async function aScanner() {
  const user = await world.aUser();
  const code = await world.aCode();
  const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, cookie: user.cookie });
  return { user, code, cookie: `${user.cookie}; visit=${scanned.cookies.visit}` };
}

describe('the activity of a traveler', () => {
  test('begins with nothing', async () => {
    expect(await activityOf(await world.aUser())).toEqual({
      counts: { scanned: 0, booked: 0, saved: 0 },
      timeline: [],
      next: null,
    });
  });

  test('counts each thing by its own action, newest first, and says where to see it', async () => {
    const { user, code, cookie } = await aScanner();
    expect((await activityOf(user)).counts).toEqual({ scanned: 1, booked: 0, saved: 0 });
    // A repeat within ten minutes is no scan.
    await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, cookie });
    expect((await activityOf(user)).counts.scanned).toBe(1);

    world.clock.advance(60);
    const listing = await world.aListing({ name: 'Reef swim' });
    await world.call(`PUT /api/saved/${listing}`, { cookie, body: { note: 'Early' } });
    expect((await activityOf(user)).counts).toEqual({ scanned: 1, booked: 0, saved: 1 });

    world.clock.advance(60);
    await world.call('POST /api/qr/booking-conversion', { cookie, body: { business_listing_id: listing } });
    const all = await activityOf(user);
    expect(all.counts).toEqual({ scanned: 1, booked: 1, saved: 1 });
    expect(all.timeline).toEqual([
      { kind: 'booking', at: expect.any(String), title: 'Reef swim', detail: 'pending', href: '/bookings' },
      {
        kind: 'saved',
        at: expect.any(String),
        title: 'Reef swim',
        detail: 'Early',
        href: `/saved#experience-${listing}`,
      },
      {
        kind: 'scan',
        at: expect.any(String),
        title: expect.stringMatching(/^Hale/),
        detail: '1 Ala Moana, Honolulu',
        href: `/location/${code.locationId}`,
      },
    ]);
    expect(all.timeline[0].at).toBe(world.clock.now().toISOString());

    await world.call(`DELETE /api/saved/${listing}`, { cookie });
    expect((await activityOf(user)).counts).toEqual({ scanned: 1, booked: 1, saved: 0 });
  });

  test("is nobody else's", async () => {
    const { user } = await aScanner();
    const other = await world.aUser();
    expect((await activityOf(other)).counts).toEqual({ scanned: 0, booked: 0, saved: 0 });
    expect((await activityOf(user)).counts.scanned).toBe(1);
  });

  test('comes page by page without gap or repeat, also where many things share an instant', async () => {
    const user = await world.aUser();
    const wanted: string[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const listings = await Promise.all(Array.from({ length: 5 }, () => world.aListing()));
      for (const listing of listings) {
        await world.call(`PUT /api/saved/${listing}`, { cookie: user.cookie, body: {} });
        wanted.push(`/saved#experience-${listing}`);
      }
      world.clock.advance(1);
    }
    const seen: string[] = [];
    let before = '';
    for (let page = 0; page < 20; page++) {
      const { timeline, next, counts } = await activityOf(user, `?limit=2${before}`);
      expect(counts.saved).toBe(15);
      expect(timeline.length).toBeLessThanOrEqual(2);
      seen.push(...timeline.map((one: { href: string }) => one.href));
      if (!next) break;
      before = `&before=${encodeURIComponent(next)}`;
    }
    expect(seen).toHaveLength(15);
    expect([...seen].sort()).toEqual(wanted.sort());
  });

  test('is in one order, whatever its pages hold, and the last page says that it is', async () => {
    const { user, cookie } = await aScanner();
    // Of one instant: a scan, three bookings and two saved places.
    for (let turn = 0; turn < 3; turn++) {
      const listing_id = await world.aListing();
      await world.db
        .insertInto('bookings')
        .values({
          ...{ transaction_id: randomUUID(), user_id: user.id, listing_id, platform: 'external', amount_cents: 4_500 },
          booked_at: world.clock.now(),
        })
        .execute();
      if (turn > 0) await world.call(`PUT /api/saved/${listing_id}`, { cookie, body: {} });
    }
    const all = await activityOf(user, '?limit=50');
    const kinds = all.timeline.map((one: { kind: string }) => one.kind);
    expect(kinds).toEqual(['scan', 'saved', 'saved', 'booking', 'booking', 'booking']);
    expect(all.next).toBeNull();
    for (const limit of [1, 2, 3, 4]) {
      const pages = [];
      let before = '';
      do {
        const page = await activityOf(user, `?limit=${limit}${before}`);
        pages.push(page.timeline);
        before = page.next && `&before=${encodeURIComponent(page.next)}`;
      } while (before);
      expect(pages.flat()).toEqual(all.timeline);
      expect(pages).toHaveLength(Math.ceil(6 / limit));
    }
  });

  test.each(['limit=0', 'limit=51', 'limit=x', 'before=now', 'before=2026-02-30T10:00:00.000000Z~scan~1'])(
    'refuses %s',
    async (query) => {
      const user = await world.aUser();
      expect((await world.call(`GET /api/activity?${query}`, { cookie: user.cookie })).status).toBe(400);
    },
  );
});
