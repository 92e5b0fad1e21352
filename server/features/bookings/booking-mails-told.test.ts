import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { type MailTrap, openMailTrap } from '../../../tests/e2e/mail-trap.ts';
import { aClickOut, bookingOf, claim, takeUp } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { aViatorEvent, ViatorServer } from '../../../tests/viator-server.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { deriveKey } from '../../platform/settings.ts';
import { newClickId } from '../links/links.ts';
import { readViatorFeed } from '../platforms/viator-feed.ts';

const hour = 3_600;
let viator: ViatorServer;
let trap: MailTrap;
let world: World;
let by: Importer;
let stop = async () => {};
beforeAll(async () => {
  viator = await ViatorServer.start();
  trap = await openMailTrap();
  const feed = { VIATOR_API_URL: `${viator.url}/`, VIATOR_API_KEY: 'key-of-ours' };
  world = await createWorld({ environment: { ...feed, SMTP_URL: trap.url, RATE_LIMITS: 'off' } });
  stop = await startWork(world);
});
afterAll(async () => {
  await stop();
  await world.close();
  await trap.close();
  await viator.stop();
});

const sentTo = ({ email }: TestUser) => trap.messages.filter(({ recipients }) => recipients.includes(email));
let count = 61_000_000;
const anId = () => String(++count);

/** A traveler's pending booking, whose reference they claim. */
async function claimed(traveler: TestUser, reference: string): Promise<string> {
  const listing_id = await world.aListing({ name: 'Reef walk' });
  const id = await aClickOut(world, { user_id: traveler.id, listing_id });
  await claim(world, traveler, id, reference);
  return id;
}
/** Until a worker has done long work. */
const untilDone = (id: string) =>
  expect.poll(async () => (await by.call(`GET /api/long-work/${id}`)).body.state, { timeout: 20_000 }).toBe('done');
/** Sends a statement of these rows and has it read. @returns its number */
async function preview(...rows: unknown[][]): Promise<number> {
  world.clock.advance(60);
  // One session does not last for all of these hours.
  by = new Importer(world, await world.aUser({ role: 'admin' }));
  const { status, body } = await by.start(aTable([fareharborHeader, ...rows]));
  expect(status).toBe(201);
  await untilDone(body.work_id);
  return body.id;
}
async function apply(...rows: unknown[][]): Promise<void> {
  const id = await preview(...rows);
  const given = { reason: 'The statement of the month' };
  const { status, body } = await by.call(`POST /api/admin/statement-imports/${id}/apply`, given);
  expect(status).toBe(201);
  await untilDone(body.id);
}
/** Whatever was owed before is sent: mail leaves in the order in which it is owed. */
async function untilSent(): Promise<void> {
  const [other, reference] = [await world.aUser(), anId()];
  await claimed(other, reference);
  await apply(aRow({ id: reference }));
  await trap.waitFor(other.email);
}

test('a statement that confirms a booking, and one that cancels it, mail its traveler once each', async () => {
  const [traveler, quiet, reference, known] = [await world.aUser(), await world.aUser(), anId(), anId()];
  const id = await claimed(traveler, reference);
  const done = await claimed(quiet, known);
  const body = { status: 'confirmed', amount: 123.42, booking_reference: known, reason: 'Seen' };
  // A preview changes nothing, and says nothing.
  await preview(aRow({ id: reference, total: '99.00' }));
  expect((await by.call(`PATCH /api/bookings/${done}`, body)).status).toBe(200);
  await untilSent();
  expect(sentTo(traveler)).toEqual([]);
  await apply(aRow({ id: reference }), aRow({ id: known }));
  const confirmed = await trap.waitFor(traveler.email);
  expect(confirmed.subject).toBe('Confirmed: Reef walk');
  expect(confirmed.text).toContain(`Reference: ${reference}`);
  expect(confirmed.text).toContain(`/bookings?ticket=${id}`);
  // The same rows in another file, and another amount: it is confirmed already.
  await apply(aRow({ id: reference }), aRow({ id: anId() }));
  await apply(aRow({ id: reference, total: '150.00' }));
  await untilSent();
  expect((await bookingOf(world, id)).amount_cents).toBe(15_000);
  expect(sentTo(traveler)).toHaveLength(1);
  await apply(aRow({ id: reference, status: 'Cancelled' }));
  const cancelled = await trap.waitFor(traveler.email, 0, /cancelled/);
  expect(cancelled.text).toContain('your booking has been cancelled:');
  await apply(aRow({ id: reference, status: 'Cancelled' }), aRow({ id: anId() }));
  await untilSent();
  expect(sentTo(traveler)).toHaveLength(2);
  // What an administrator had confirmed before is told by the statement as it was.
  expect(sentTo(quiet)).toEqual([]);
}, 120_000);

test("Viator's feed mails the traveler of a booking once for each thing that it makes of it", async () => {
  const traveler = await world.aUser();
  const listing = await world.aListing({
    name: 'Sunset sail',
    booking_url: 'https://www.viator.com/tours/Oahu/Sail/d672-5010SYDNEY',
  });
  const key = deriveKey(world.settings.secretKeys[0], 'click');
  const campaignValue = newClickId(key, { visitId: 1, listingId: listing, madeAt: world.clock.now() });
  const { body } = await world.call('POST /api/qr/booking-conversion', {
    cookie: traveler.cookie,
    body: { business_listing_id: listing, booking_url: `https://www.viator.com/tours/x?campaign=${campaignValue}` },
  });
  const read = async () => {
    world.clock.advance(hour);
    await readViatorFeed(world, pino({ level: 'silent' }));
    await takeUp(world);
  };
  const event = aViatorEvent({ campaignValue });
  viator.events.push(event);
  await read();
  const confirmed = await trap.waitFor(traveler.email);
  expect(confirmed.subject).toBe('Confirmed: Sunset sail');
  expect(confirmed.text).toContain(`Reference: ${event.bookingRef}`);
  expect(confirmed.text).toContain(`/bookings?ticket=${body.booking_id}`);
  // The same again, and a later time of the tour.
  const bookedItem = { travelDate: '2026-12-26' };
  viator.events.push(event, { ...event, eventType: 'AMENDMENT', lastUpdated: '2026-11-21T19:10:00Z', bookedItem });
  await read();
  await untilSent();
  expect((await bookingOf(world, body.booking_id)).check_in_date).toBe('2026-12-26');
  expect(sentTo(traveler)).toHaveLength(1);
  const gone = { ...event, eventType: 'CUSTOMER_CANCELLATION', lastUpdated: '2026-11-21T19:30:00Z' };
  viator.events.push(gone, gone);
  await read();
  expect((await trap.waitFor(traveler.email, 0, /cancelled/)).subject).toBe('Cancelled: Sunset sail');
  await untilSent();
  expect(sentTo(traveler)).toHaveLength(2);
}, 120_000);
