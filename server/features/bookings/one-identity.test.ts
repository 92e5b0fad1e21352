import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aFareharborBooking,
  aFollowedLink,
  bookingOf,
  bookingsOfClick,
  takeUp,
  tellOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { aViatorEvent, ViatorServer } from '../../../tests/viator-server.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { readViatorFeed } from '../platforms/viator-feed.ts';

let viator: ViatorServer;
let world: World;
let user: TestUser;
beforeAll(async () => {
  viator = await ViatorServer.start();
  const feed = { VIATOR_API_URL: viator.url, VIATOR_API_KEY: 'key-of-ours' };
  const environment = { ...feed, FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' };
  world = await createWorld({ environment });
  user = await world.aUser();
});
afterAll(async () => {
  await world.close();
  await viator.stop();
});

const named = (key: unknown) =>
  world.db
    .selectFrom('platform_bookings')
    .select(['id', 'supplier', 'reference', 'status', 'booking_id'])
    .where(sql<boolean>`reference_keys @> array[${String(key).replaceAll('-', '').toUpperCase()}]`)
    .orderBy('id')
    .execute();
const basisOf = async (booking: string) =>
  (await world.db.selectFrom('commissions').select('basis').where('booking_id', '=', booking).execute()).map(
    ({ basis }) => basis,
  );

describe('a booking of FareHarbor is one, whatever of it a message leaves out', () => {
  const withoutCompany = { company: null, confirmation_url: null };
  test.each([
    ['its company', withoutCompany],
    ['its company and number', { ...withoutCompany, display_id: undefined, pk: undefined }],
    ['its number alone', { display_id: undefined, pk: undefined }],
  ])('%s: the cancellation reaches it, and there is one commission', async (_, left) => {
    const { clickId, id } = await aFollowedLink(world, user.cookie);
    const booking = aFareharborBooking({ voucher_number: clickId });
    await tellOf(world, booking);
    expect(await basisOf(id)).toEqual(['pending']);
    world.clock.advance(1);
    await tellOf(world, { ...booking, status: 'cancelled', ...left });
    expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, status: 'cancelled' }]);
    expect(await basisOf(id)).toEqual(['none']);
    const row = { supplier: 'reefwalk', reference: String(booking.pk), status: 'cancelled', booking_id: id };
    expect(await named(booking.uuid)).toMatchObject([row]);
  });

  test.each([
    ['without its company', withoutCompany],
    ['without its number', { display_id: undefined, pk: undefined }],
  ])('told %s first, it takes both from what comes later', async (_, left) => {
    const { clickId, id } = await aFollowedLink(world, user.cookie);
    const booking = aFareharborBooking({ voucher_number: clickId });
    await tellOf(world, { ...booking, ...left });
    world.clock.advance(1);
    await tellOf(world, booking);
    expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, reference: String(booking.pk) }]);
    expect(await named(booking.uuid)).toMatchObject([{ supplier: 'reefwalk', reference: String(booking.pk) }]);
  });

  test.each([0, 1])(
    'what stood there twice by its two names is one once a message has both, cancelled by %s',
    async (at) => {
      const booking = aFareharborBooking({ availability: null });
      const halves = [
        { ...booking, display_id: undefined, pk: undefined },
        { ...booking, uuid: undefined },
      ];
      for (const [index, half] of halves.entries())
        await tellOf(world, { ...half, status: index === at ? 'cancelled' : 'booked' });
      world.clock.advance(1);
      await tellOf(world, booking);
      const [row, ...others] = await named(booking.pk);
      const known = { supplier: 'reefwalk', reference: String(booking.pk), status: 'cancelled' };
      expect([row, others]).toMatchObject([known, []]);
      expect(await named(booking.uuid)).toHaveLength(1);
    },
  );

  test('what was cancelled by the one name cancels what was booked by the other, once a message has both', async () => {
    const { clickId, id } = await aFollowedLink(world, user.cookie);
    const booking = aFareharborBooking({ voucher_number: clickId });
    await tellOf(world, { ...booking, display_id: undefined, pk: undefined });
    await tellOf(world, { ...booking, uuid: undefined, voucher_number: undefined, status: 'cancelled' });
    expect((await bookingOf(world, id)).status).toBe('confirmed');
    world.clock.advance(1);
    await tellOf(world, booking);
    expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, status: 'cancelled' }]);
    expect(await named(booking.pk)).toMatchObject([{ reference: String(booking.pk), booking_id: id }]);
    expect(await basisOf(id)).toEqual(['none']);
  });

  test('with another identity it is another one, though the number is the same', async () => {
    const one = aFareharborBooking();
    const other = aFareharborBooking({ pk: one.pk, company: { shortname: 'konaboats', currency: 'usd' } });
    const third = aFareharborBooking({ pk: one.pk, ...withoutCompany });
    for (const booking of [one, other, third]) await tellOf(world, booking);
    expect((await named(one.pk)).map(({ supplier }) => supplier).sort()).toEqual(['', 'konaboats', 'reefwalk']);
  });

  test.each(['cancelled', 'booked'])(
    'nor does a statement, which has neither identity, make one of two: the other one is %s',
    async (status) => {
      const { clickId, id } = await aFollowedLink(world, user.cookie);
      const booking = aFareharborBooking({ voucher_number: clickId });
      await tellOf(world, booking);
      const strangers = aFareharborBooking({ pk: booking.pk, ...withoutCompany, status, receipt_total: 90_000 });
      world.clock.advance(60);
      await tellOf(world, strangers);
      world.clock.advance(60);
      const importer = new Importer(world, await world.aUser({ role: 'admin' }));
      const file = await importer.preview(aTable([fareharborHeader, aRow({ id: booking.pk, total: '100.00' })]));
      await importer.apply(file);
      expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 10_000 });
      expect(await named(strangers.uuid)).toMatchObject([{ booking_id: null }]);
      expect(await named(booking.uuid)).toMatchObject([{ booking_id: id }]);
      expect(await named(booking.pk)).toHaveLength(2);
      // Told once more, each is its own.
      world.clock.advance(60);
      await tellOf(world, { ...strangers, status: 'cancelled', customer_count: 5 });
      expect((await bookingOf(world, id)).status).toBe('confirmed');
    },
  );
});

test('a booking of Viator is one, with its first letters in the feed and without them in a statement', async () => {
  const listing_id = await world.aListing({ booking_url: 'https://www.viator.com/tours/Oahu/Reef/d672-5010SYDNEY' });
  const { clickId, id } = await aFollowedLink(world, user.cookie, { listing_id, parameter: 'campaign' });
  viator.events.push(aViatorEvent({ bookingRef: 'BR-123456789', campaignValue: clickId }));
  await readViatorFeed(world, pino({ level: 'silent' }));
  await takeUp(world);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', reference: 'BR-123456789', estimated: true });
  const importer = new Importer(world, await world.aUser({ role: 'admin' }));
  const row = ['123456789', clickId, 'Confirmed', '2026-12-24', '5010SYDNEY', '100.00', 'USD', '8.00'];
  const statement = await importer.preview(aTable([viatorHeader, row]));
  expect((await importer.apply(statement)).status).toBe(201);
  expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, amount_cents: 10_000, status: 'confirmed' }]);
  expect(await named('123456789')).toMatchObject([{ reference: 'BR-123456789', booking_id: id }]);
  expect(await basisOf(id)).toEqual(['pending']);
});
