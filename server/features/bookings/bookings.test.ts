import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { startSession } from '../../platform/sessions/sessions.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** A traveler whose phone has scanned a code, with the browser's two cookies. */
async function aScanner() {
  const user = await world.aUser();
  const code = await world.aCode();
  const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code }, cookie: user.cookie });
  const cookie = `${user.cookie}; visit=${scanned.cookies.visit}`;
  return { user, code, cookie, visit: `visit=${scanned.cookies.visit}` };
}
const linkOf = async (listingId: number, cookie: string): Promise<string> => {
  const list = await world.call('GET /api/business-listings', { cookie });
  return list.body.find((one: { id: number }) => one.id === listingId).booking_url;
};
const convert = (cookie: string | undefined, body: object) =>
  world.call('POST /api/qr/booking-conversion', { cookie, body });
const bookingsOf = async (user: TestUser, query = '') =>
  (await world.call(`GET /api/bookings${query}`, { cookie: user.cookie })).body;

describe('a booking link', () => {
  test.each([
    ['https://fareharbor.com/embeds/book/reef/items/1/?full-items=yes', 'ref'],
    ['https://www.viator.com/tours/Maui/Sail/d671-5010', 'campaign'],
    ['https://www.getyourguide.com/oahu-l42/-t68157/', 'cmp'],
    ['https://lanai.example/book', 'ref'],
  ])('to %s names the click of a traveler in %s', async (booking_url, parameter) => {
    const listing = await world.aListing({ booking_url });
    const { cookie } = await aScanner();
    const link = new URL(await linkOf(listing, cookie));
    expect(link.searchParams.get(parameter)).toMatch(/^[0-9a-z]{32}$/);
    expect(link.origin + link.pathname).toBe(booking_url.split('?')[0]);
  });

  test('is plain for guests and for other roles', async () => {
    const listing = await world.aListing();
    for (const role of ['partner', 'advertiser', 'admin'] as const) {
      expect(await linkOf(listing, (await world.aUser({ role })).cookie)).not.toContain('ref=');
    }
    expect(await linkOf(listing, '')).not.toContain('ref=');
  });

  test.each([
    'http://fareharbor.com/x',
    'javascript:alert(1)',
    'ftp://a.example/',
    'https://user@evil.example/',
    'https://localhost',
    '//evil.example/',
  ])('that is %s is refused when stored', async (booking_url) => {
    await expect(world.aListing({ booking_url })).rejects.toThrow(/check constraint/);
  });
});

describe('a conversion', () => {
  test('is credited to the last scan of several, not to the first', async () => {
    const listing = await world.aListing();
    const { user, cookie } = await aScanner();
    world.clock.advance(60);
    const last = await world.aCode();
    await world.call('POST /api/qr/scan', { body: { qr_code_id: last.code }, cookie });
    world.clock.advance(60);
    expect((await convert(cookie, { business_listing_id: listing })).status).toBe(201);
    const stored = world.db.selectFrom('bookings').select(['qr_code_id', 'location_id']).where('user_id', '=', user.id);
    expect(await stored.execute()).toEqual([{ qr_code_id: last.id, location_id: last.locationId }]);
  });

  test('is one pending booking with the amount of its price range, credited to the last scan', async () => {
    const listing = await world.aListing({ price_range: '$$$' });
    const { user, code, cookie } = await aScanner();
    const booking_url = await linkOf(listing, cookie);
    const body = {
      business_listing_id: listing,
      booking_url,
      qr_code_id: 'somebody-elses',
      conversion_timestamp: world.clock.now().toISOString(),
    };
    const replies = await Promise.all(Array.from({ length: 10 }, () => convert(cookie, body)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(replies.map((reply) => reply.body.transaction_id)).size).toBe(1);
    const bookings = await bookingsOf(user);
    expect(bookings).toHaveLength(1);
    expect(bookings[0]).toMatchObject({
      business_listing_id: listing,
      status: 'pending',
      amount: 75,
      estimated: true,
      booking_platform: 'fareharbor',
    });
    const stored = await world.db
      .selectFrom('bookings')
      .selectAll()
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ qr_code_id: code.id, location_id: code.locationId, amount_cents: 7_500 });
  });

  test.each([
    ['$', 25],
    ['$$', 45],
    ['$$$', 75],
    ['$$$$', 150],
  ])('of %s assumes %d dollars, whatever the payload says', async (price_range, amount) => {
    const listing = await world.aListing({ price_range });
    const { cookie } = await aScanner();
    const reply = await convert(cookie, { business_listing_id: listing, booking_details: { price_range: '$$$$' } });
    expect(reply.body).toMatchObject({ amount, estimated: true });
  });

  test('credits a scan within 30 days, and nobody after', async () => {
    const listing = await world.aListing();
    const { user, cookie } = await aScanner();
    world.clock.advance(30 * 86_400 - 1);
    const late = await world.aUser({ email: `late-${user.email}` });
    await world.db.updateTable('visits').set({ user_id: late.id }).where('user_id', '=', user.id).execute();
    const visit = cookie.split('; ')[1];
    await convert(`${late.cookie}; ${visit}`, { business_listing_id: listing });
    world.clock.advance(1);
    const fresh = await world.aUser();
    await world.db.updateTable('visits').set({ user_id: fresh.id }).where('user_id', '=', late.id).execute();
    await convert(`${fresh.cookie}; ${visit}`, { business_listing_id: listing });
    const credited = async (id: string) =>
      (await world.db.selectFrom('bookings').select('qr_code_id').where('user_id', '=', id).executeTakeFirstOrThrow())
        .qr_code_id;
    expect(await credited(late.id)).not.toBeNull();
    expect(await credited(fresh.id)).toBeNull();
  });

  test('told late counts from its click, if the link was made before it', async () => {
    const listing = await world.aListing();
    const { user, cookie } = await aScanner();
    const booking_url = await linkOf(listing, cookie);
    world.clock.advance(60);
    const clicked = world.clock.now().toISOString();
    world.clock.advance(3 * 86_400);
    await convert(cookie, { business_listing_id: listing, booking_url, conversion_timestamp: clicked });
    expect((await bookingsOf(user))[0].booking_date).toBe(clicked);
  });

  test.each([
    [30 * 86_400, true],
    [30 * 86_400 + 1, false],
  ])('told %i seconds late counts from its click: %s', async (late, isBelieved) => {
    const listing = await world.aListing();
    const { user, cookie } = await aScanner();
    const booking_url = await linkOf(listing, cookie);
    world.clock.advance(60);
    const clicked = world.clock.now().toISOString();
    world.clock.advance(late);
    // A session is not so old: another sign-in of the same person, in the same browser.
    const again = (
      await startSession(world.db, {
        ...{ userId: user.id, role: 'traveler', now: world.clock.now() },
        ...{ userAgent: 'test', previous: undefined },
      })
    ).token;
    const visit = cookie.split('; ')[1];
    await convert(`session=${again}; ${visit}`, {
      business_listing_id: listing,
      booking_url,
      conversion_timestamp: clicked,
    });
    const [booking] = await bookingsOf({ ...user, cookie: `session=${again}` });
    expect(booking.booking_date).toBe(isBelieved ? clicked : world.clock.now().toISOString());
  });

  test('is for travelers only', async () => {
    const listing = await world.aListing();
    expect((await convert(undefined, { business_listing_id: listing })).status).toBe(401);
    for (const role of ['partner', 'advertiser', 'admin'] as const) {
      expect((await convert((await world.aUser({ role })).cookie, { business_listing_id: listing })).status).toBe(403);
    }
  });

  test('of a missing, inactive or linkless listing is refused', async () => {
    const { cookie } = await aScanner();
    const inactive = await world.aListing({ is_active: false });
    const linkless = await world.aListing({ booking_url: null });
    expect((await convert(cookie, { business_listing_id: 2_147_483_647 })).status).toBe(404);
    expect((await convert(cookie, { business_listing_id: inactive })).status).toBe(404);
    expect((await convert(cookie, { business_listing_id: linkless })).body.code).toBe('no_booking_link');
  });

  test("cannot use another listing's click id", async () => {
    const [one, other] = [await world.aListing(), await world.aListing()];
    const { user, cookie } = await aScanner();
    const booking_url = await linkOf(one, cookie);
    await convert(cookie, { business_listing_id: one, booking_url });
    expect((await convert(cookie, { business_listing_id: other, booking_url })).status).toBe(201);
    expect(await bookingsOf(user)).toHaveLength(2);
  });
});

describe('the list of bookings', () => {
  test("holds one's own only, newest first, by status where asked", async () => {
    const listings = [await world.aListing({ name: 'Older' }), await world.aListing({ name: 'Newer' })];
    const { user, cookie } = await aScanner();
    for (const business_listing_id of listings) {
      await convert(cookie, { business_listing_id });
      world.clock.advance(60);
    }
    expect((await bookingsOf(user)).map((one: { business_listing_name: string }) => one.business_listing_name)).toEqual(
      ['Newer', 'Older'],
    );
    expect(await bookingsOf(user, '?status=pending')).toHaveLength(2);
    expect(await bookingsOf(user, '?status=confirmed')).toEqual([]);
    expect(await bookingsOf(await world.aUser())).toEqual([]);
    expect((await world.call('GET /api/bookings?status=paid', { cookie: user.cookie })).status).toBe(400);
    expect((await world.call('GET /api/bookings')).status).toBe(401);
    expect(JSON.stringify(await bookingsOf(user))).not.toContain('commission');
  });

  test('tells where one meets and what is asked of who comes, where the listing does', async () => {
    const listings = [await world.aListing(), await world.aListing()];
    const told = { steps: 'few', meeting_point: 'At the blue boat' };
    await world.db.updateTable('listings').set(told).where('id', '=', listings[0]!).execute();
    const { user, cookie } = await aScanner();
    for (const business_listing_id of listings) {
      await convert(cookie, { business_listing_id });
      world.clock.advance(60);
    }
    const [without, one] = await bookingsOf(user);
    expect(one.facts).toMatchObject({ ...told, open_months: null });
    expect(without).not.toHaveProperty('facts');
  });
});
