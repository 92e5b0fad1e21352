import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';

// A listing that its advertiser ended is shown nowhere; one that a partner hid is not shown at that place. Each is looked for by
// its name in whatever is answered to anybody who may not see it.

let world: World;
let place: number;
let code: string;
let ids: { shown: number; ended: number; hidden: number };
const names = { shown: 'Zephyr Reef Walk', ended: 'Zephyr Cave Dive', hidden: 'Zephyr Sunset Sail' };
beforeAll(async () => {
  world = await createWorld();
  ids = {
    shown: await world.aListing({ name: names.shown }),
    ended: await world.aListing({ name: names.ended, is_active: false }),
    hidden: await world.aListing({ name: names.hidden }),
  };
  place = await world.aPlace({ listings: [ids.ended, ids.hidden, ids.shown] });
  await world.db
    .updateTable('curated_listings')
    .set({ is_hidden: true })
    .where('listing_id', '=', ids.hidden)
    .where('location_id', '=', place)
    .execute();
  ({ code } = await world.aCode({ location_id: place }));
});
afterAll(() => world.close());

/** Which of the three an answer names. */
const named = (raw: string) => Object.values(names).filter((name) => raw.includes(name));
/** As a guest and as each role, since what guests see is kept and what others see is made anew. */
async function askAll(request: `${string} ${string}`, body?: unknown): Promise<string[]> {
  const roles = ['traveler', 'partner', 'advertiser', 'admin'] as const;
  const cookies = [undefined, ...(await Promise.all(roles.map(async (role) => (await world.aUser({ role })).cookie)))];
  const replies = await Promise.all(cookies.map((cookie) => world.call(request, { cookie, body })));
  for (const { status, raw } of replies) expect(status, raw).toBe(200);
  return replies.map(({ raw }) => raw);
}

describe('at its place', () => {
  test.each<[string, () => Promise<string[]>]>([
    ['the list of the place', () => askAll(`GET /api/locations/${place}`)],
    ['the answer to a scan', () => askAll('POST /api/qr/scan', { qr_code_id: code })],
  ])('%s shows neither the ended nor the hidden one', async (_what, ask) => {
    for (const raw of await ask()) expect(named(raw)).toEqual([names.shown]);
  });

  test('another place still shows what only this one hides', async () => {
    const other = await world.aPlace({ listings: [ids.ended, ids.hidden] });
    for (const raw of await askAll(`GET /api/locations/${other}`)) expect(named(raw)).toEqual([names.hidden]);
  });
});

describe('in the guide', () => {
  test.each([
    'GET /api/business-listings?limit=100',
    'GET /api/business-listings?search=zephyr',
    'GET /api/business-listings?search=zephir',
    'GET /api/business-listings?search=zephyr&category=Activities%20%26%20Tours',
    'GET /api/business-listings/map',
    'GET /api/business-listings/map?search=zephyr',
  ] as const)('%s shows no ended one', async (request) => {
    for (const raw of await askAll(request)) expect(named(raw).sort()).toEqual([names.shown, names.hidden].sort());
  });

  test('figures do not count it', async () => {
    for (const raw of await askAll('GET /api/business-listings/summary?search=zephyr'))
      expect(JSON.parse(raw).count).toBe(2);
  });

  test('it cannot be opened, booked, asked about or reviewed', async () => {
    const { cookie } = await world.aUser();
    const { ended } = ids;
    const bodies = { business_listing_id: ended, booking_platform: 'viator' };
    for (const [request, body] of [
      [`GET /api/business-listings/${ended}`],
      [`GET /api/business-listings/${ended}/reviews`],
      ['POST /api/qr/booking-conversion', { business_listing_id: ended }],
      ['POST /api/bookings/inquiries', bodies],
    ] as const) {
      const reply = await world.call(request, { cookie, body });
      expect([reply.status, named(reply.raw)], request).toEqual([404, []]);
    }
  });

  test('it is not recommended', async () => {
    const user = await world.aUser();
    const { status, raw } = await world.call('POST /api/platform-ai/recommendations', {
      cookie: user.cookie,
      body: { user_id: user.id, completed_booking: { business_listing_id: ids.shown } },
    });
    expect([status, named(raw)]).toEqual([200, [names.hidden]]);
  });
});

test('once it is ended, it is gone from what was kept before', async () => {
  const listing = await world.aListing({ name: names.ended });
  const shows = async (request: `${string} ${string}`) => named((await world.call(request)).raw).includes(names.ended);
  const requests = ['GET /api/business-listings?search=zephyr', `GET /api/business-listings/${listing}`] as const;
  for (const request of [...requests, ...requests]) expect(await shows(request), request).toBe(true);
  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', listing).execute();
  for (const request of requests) await expect.poll(() => shows(request), { message: request }).toBe(false);
});
