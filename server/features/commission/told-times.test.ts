import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartnersCode, holdsOf, scan } from '../../../tests/held-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { startSession } from '../../platform/sessions/sessions.ts';
import { deriveKey } from '../../platform/settings.ts';
import { newClickId } from '../links/links.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const hour = 3_600;
/** A link of a listing's that stands on a page of this moment; it may be followed at once, and told of later. */
async function aLink(listing_id?: number) {
  const listing = listing_id ?? (await world.aListing());
  const key = deriveKey(world.settings.secretKeys[0], 'click');
  const clickId = newClickId(key, { visitId: 7, listingId: listing, madeAt: world.clock.now() });
  return { listing, booking_url: `https://booked.example/?ref=${clickId}` };
}
type Link = Awaited<ReturnType<typeof aLink>>;

/** Tells that a link was followed. @returns the booking */
async function report(cookie: string, { listing, booking_url }: Link, followed: Date): Promise<string> {
  world.clock.advance(1);
  const body = { business_listing_id: listing, booking_url, conversion_timestamp: followed.toISOString() };
  const reply = await world.call('POST /api/qr/booking-conversion', { cookie, body });
  expect(reply.status).toBe(201);
  return reply.body.booking_id;
}
/** The same browser, signed in anew. */
async function again({ id: userId }: TestUser, cookie: string): Promise<string> {
  const given = { userId, role: 'traveler', userAgent: 'test', previous: undefined } as const;
  const { token } = await startSession(world.db, { ...given, now: world.clock.now() });
  return cookie.replace(/session=[^;]+/, `session=${token}`);
}
const bookedAt = async (id: string) =>
  (await world.db.selectFrom('bookings').select('booked_at').where('id', '=', id).executeTakeFirstOrThrow()).booked_at;
/** So many moments, of which each is that much after the one before. */
const spread = (count: number, seconds: number) => {
  const begin = world.clock.now().getTime();
  return Array.from({ length: count }, (_, at) => new Date(begin + (at * seconds + 1) * 1_000));
};

test('a dozen links that are told of at once are a burst, whenever they are said to have been followed', async () => {
  const { code } = await aPartnersCode(world);
  const traveler = await world.aUser();
  const cookie = await scan(world, traveler, code);
  const links: Link[] = [];
  for (let count = 0; count < 12; count++) links.push(await aLink());
  const moments = spread(12, 2 * hour);
  world.clock.advance(24 * hour);
  const later = await again(traveler, cookie);
  const made: string[] = [];
  for (const [at, link] of links.entries()) {
    for (const id of made) expect(await holdsOf(world, id)).toEqual({});
    made.push(await report(later, link, moments[at]!));
  }
  expect(await Promise.all(made.map(bookedAt))).toEqual(moments);
  const burst = { of: 'traveler', conversions: 12, minutes: 60 };
  for (const id of made) expect(await holdsOf(world, id)).toEqual({ burst });
});

test('so are thirty of one code', async () => {
  const { code } = await aPartnersCode(world);
  const listing = await world.aListing();
  const travelers = await Promise.all(Array.from({ length: 30 }, () => world.aUser()));
  const cookies: string[] = [];
  for (const traveler of travelers) cookies.push(await scan(world, traveler, code));
  const links = await Promise.all(travelers.map(() => aLink(listing)));
  const moments = spread(30, 600);
  world.clock.advance(5 * hour);
  const made: string[] = [];
  for (const [at, link] of links.entries()) made.push(await report(cookies[at]!, link, moments[at]!));
  const burst = { of: 'code', conversions: 30, minutes: 10 };
  for (const id of made) expect(await holdsOf(world, id)).toEqual({ burst });
});

test('so is one experience for the fourth time, told of within a week', async () => {
  const { code } = await aPartnersCode(world);
  const traveler = await world.aUser();
  const cookie = await scan(world, traveler, code);
  const listing = await world.aListing();
  const links: Link[] = [];
  for (let count = 0; count < 4; count++) {
    // Of one listing and moment there is one link.
    world.clock.advance(60);
    links.push(await aLink(listing));
  }
  const moments = spread(4, 8 * 24 * hour);
  world.clock.advance(25 * 24 * hour);
  const later = await again(traveler, cookie);
  const made: string[] = [];
  for (const [at, link] of links.entries()) made.push(await report(later, link, moments[at]!));
  expect(await Promise.all(made.map(bookedAt))).toEqual(moments);
  for (const id of made) expect(await holdsOf(world, id)).toEqual({ repeated_experience: { conversions: 4, days: 7 } });
});

test('what was followed at once and told of over days is a burst as before', async () => {
  const { code } = await aPartnersCode(world);
  const traveler = await world.aUser();
  const cookie = await scan(world, traveler, code);
  const links: Link[] = [];
  for (let count = 0; count < 12; count++) links.push(await aLink());
  const moments = spread(12, 10);
  const made: string[] = [];
  for (const [at, link] of links.entries()) {
    world.clock.advance(24 * hour);
    made.push(await report(await again(traveler, cookie), link, moments[at]!));
  }
  const burst = { of: 'traveler', conversions: 12, minutes: 60 };
  for (const id of made) expect(await holdsOf(world, id)).toEqual({ burst });
});
