import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let admin: { cookie: string };
beforeAll(async () => {
  world = await createWorld();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

/** A traveler who has scanned a code of a partner's place and followed the link of a listing. */
async function aClick(listing: Parameters<World['aListing']>[0] = {}) {
  const partner = await world.aUser({ role: 'partner' });
  const location_id = await world.aPlace({ partner_id: partner.id });
  const { code } = await world.aCode({ location_id });
  const listingId = await world.aListing(listing);
  const traveler = await world.aUser();
  const scanned = await world.call('POST /api/qr/scan', { body: { qr_code_id: code }, cookie: traveler.cookie });
  const cookie = `${traveler.cookie}; visit=${scanned.cookies.visit}`;
  const list = await world.call('GET /api/business-listings', { cookie });
  const { booking_url } = list.body.find((one: { id: number }) => one.id === listingId);
  const follow = () =>
    world.call('POST /api/qr/booking-conversion', { cookie, body: { business_listing_id: listingId, booking_url } });
  return { partner, location_id, code, listingId, booking_url, traveler, cookie, follow };
}
const clickOf = (userId: string) =>
  world.db.selectFrom('clicks').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow();
const bookingOf = async (id: string) => {
  const all = await world.call('GET /api/bookings?limit=500', { cookie: admin.cookie });
  return all.body.find((one: { id: string }) => one.id === id);
};
const confirm = (id: string, booking_reference: string) =>
  world.call(`PATCH /api/bookings/${id}`, {
    cookie: admin.cookie,
    body: { status: 'confirmed', booking_reference, reason: 'On the statement' },
  });

test('a click keeps the rate and price of its moment, and the partner of the scan that is credited', async () => {
  const { partner, location_id, listingId, traveler, follow } = await aClick({
    commission_rate: 0.2,
    price_range: '$$$',
  });
  // The place changed hands between the scan and the click.
  const other = await world.aUser({ role: 'partner' });
  await world.db.updateTable('locations').set({ partner_id: other.id }).where('id', '=', location_id).execute();
  const { booking_id } = (await follow()).body;
  const frozen = { commission_rate: 0.2, price_range: '$$$', partner_id: partner.id };
  expect(await clickOf(traveler.id)).toMatchObject(frozen);
  // 7,500 cents at the rate of the click.
  expect((await bookingOf(booking_id)).commission_amount).toBe(15);
  const changed = { commission_rate: 0.1, price_range: '$' };
  await world.db.updateTable('listings').set(changed).where('id', '=', listingId).execute();
  expect((await follow()).body).toMatchObject({ booking_id, repeated: true });
  expect(await clickOf(traveler.id)).toMatchObject(frozen);
  expect((await bookingOf(booking_id)).commission_amount).toBe(15);
  const stored = await world.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', booking_id)
    .executeTakeFirstOrThrow();
  expect(stored).toMatchObject({ partner_id: partner.id, click_ordinal: 1 });
});

test.each([
  ['before its link was made', -0.001, 'now'],
  ['when its link was made', 0, 'told'],
  ['until now', 60, 'told'],
  ['after now', 60.001, 'now'],
])('a browser that says it followed a link %s is believed where that can be', async (_, seconds, kept) => {
  // A click id tells the minute.
  world.clock.advance((60_000 - (world.clock.now().getTime() % 60_000)) / 1_000);
  const { traveler, cookie, listingId, booking_url } = await aClick();
  const told = new Date(world.clock.now().getTime() + seconds * 1_000);
  world.clock.advance(60);
  const body = { business_listing_id: listingId, booking_url, conversion_timestamp: told.toISOString() };
  expect((await world.call('POST /api/qr/booking-conversion', { cookie, body })).status).toBe(201);
  expect((await clickOf(traveler.id)).clicked_at).toEqual(kept === 'told' ? told : world.clock.now());
});

test('of a click that no link carried no time is believed', async () => {
  const listingId = await world.aListing();
  const traveler = await world.aUser();
  const conversion_timestamp = new Date(world.clock.now().getTime() - 1_000).toISOString();
  const body = { business_listing_id: listingId, conversion_timestamp };
  await world.call('POST /api/qr/booking-conversion', { cookie: traveler.cookie, body });
  expect((await clickOf(traveler.id)).clicked_at).toEqual(world.clock.now());
});

test('a click that no scan is credited for is of no partner', async () => {
  const listingId = await world.aListing({ commission_rate: 0.11 });
  const traveler = await world.aUser();
  await world.call('POST /api/qr/booking-conversion', {
    cookie: traveler.cookie,
    body: { business_listing_id: listingId },
  });
  expect(await clickOf(traveler.id)).toMatchObject({ scan_id: null, partner_id: null, commission_rate: 0.11 });
});

test('a click may lead to several bookings, and its report to one of them, however often it comes', async () => {
  const { traveler, listingId, follow } = await aClick();
  const first = (await follow()).body;
  const click = await clickOf(traveler.id);
  const more = { click_id: click.id, user_id: traveler.id, listing_id: listingId };
  // As a platform tells of a second party that came by the same link, at an earlier hour of its own clock.
  const earlier = new Date(world.clock.now().getTime() - 3_600_000);
  await world.aBooking({ ...more, click_ordinal: 2, booked_at: earlier, transaction_id: 'a-second' });
  for (let times = 0; times < 3; times++)
    expect((await follow()).body).toMatchObject({ transaction_id: first.transaction_id, repeated: true });
  const mine = await world.call('GET /api/bookings', { cookie: traveler.cookie });
  expect(mine.body).toHaveLength(2);
  await expect(world.aBooking({ ...more, click_ordinal: 2 })).rejects.toThrow(/bookings_click_id_key/);
  // Its number says which one is the report's, not its place in the table.
  for (const [transaction, click_ordinal] of [
    [first.transaction_id, 3],
    ['a-second', 1],
  ] as const)
    await world.db.updateTable('bookings').set({ click_ordinal }).where('transaction_id', '=', transaction).execute();
  expect((await follow()).body).toMatchObject({ transaction_id: 'a-second', repeated: true });
});

test.each([
  ['https://fareharbor.com/embeds/book/reefone/items/1/', 'https://fareharbor.com/embeds/book/reeftwo/items/1/', 200],
  [
    'https://fareharbor.com/embeds/book/ReefSix/items/1/',
    'https://www.fareharbor.com/embeds/book/reefsix/items/2/',
    409,
  ],
  ['https://lanai.example/book', 'https://molokai.example/book', 200],
  ['https://kona.example/book', 'https://www.kona.example/other', 409],
  ['https://www.viator.com/tours/Maui/d671-1', 'https://www.viator.com/tours/Oahu/d672-2', 409],
  ['https://fareharbor.com/embeds/book/reefsame/items/1/', 'https://reefsame.example/', 200],
])('of %s and %s the second with one reference is answered with %d', async (one, other, status) => {
  const [first, second] = [await aClick({ booking_url: one }), await aClick({ booking_url: other })];
  const reference = `R-${first.listingId}`;
  expect((await confirm((await first.follow()).body.booking_id, reference)).status).toBe(200);
  const answered = await confirm((await second.follow()).body.booking_id, reference);
  expect([answered.status, answered.body.code]).toEqual([status, status === 409 ? 'reference_taken' : undefined]);
});
