import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { deriveKey } from '../../platform/settings.ts';
import { newClickId } from '../links/links.ts';

let world: World;
let user: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  user = await world.aUser();
});
afterAll(() => world.close());

const told = {
  status: 'confirmed',
  amount_cents: 12_342,
  estimated: false,
  check_in_date: '2026-12-24',
  check_in_time: '08:30',
  guest_count: 2,
};

/** A click of a link that somebody followed, with the booking that its report made. */
async function aClick(by: TestUser) {
  const listing_id = await world.aListing();
  const madeAt = world.clock.now();
  const key = deriveKey(world.settings.secretKeys[0], 'click');
  const clickId = newClickId(key, { visitId: 7, listingId: listing_id, madeAt });
  const report = () =>
    world.call('POST /api/qr/booking-conversion', {
      cookie: by.cookie,
      body: {
        business_listing_id: listing_id,
        booking_url: `https://fareharbor.com/embeds/book/reefwalk/?ref=${clickId}`,
      },
    });
  return { clickId, report };
}
const bookingsOf = async (clickId: string) =>
  await world.db
    .selectFrom('bookings as b')
    .innerJoin('clicks as c', 'c.id', 'b.click_id')
    .select(['b.id', 'b.reference', 'b.status', 'b.click_ordinal', 'b.user_id', 'b.estimated'])
    .where('c.click_id', '=', clickId)
    .orderBy('b.click_ordinal')
    .execute();

describe('by the reference that a traveler claims', () => {
  test.each([
    ['as it is printed', (pk: unknown) => `#${pk}`.slice(1)],
    ['with letters of their own', (pk: unknown) => `fh ${pk}`],
  ])('claimed %s, then told', async (_, spell) => {
    const booking = aFareharborBooking();
    const id = await aClickOut(world, { user_id: user.id });
    const claimed = await claim(world, user, id, spell(booking.pk));
    expect([claimed.status, claimed.body.status]).toEqual([200, 'pending']);
    await tellOf(world, booking);
    expect(await bookingOf(world, id)).toEqual({ ...told, reference: String(booking.pk) });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'claim', booking_id: id });
  });

  test.each([
    ['#4567', (pk: unknown) => `#${pk}`],
    ['fh 4567', (pk: unknown) => `fh ${pk}`],
    ['FH-4567', (pk: unknown) => `FH-${pk}`],
  ])('claimed as %s, confirmed by an administrator, then told and cancelled', async (_, spell) => {
    const booking = aFareharborBooking();
    const id = await aClickOut(world, { user_id: user.id });
    await claim(world, user, id, spell(booking.pk));
    const { cookie } = await world.aUser({ role: 'admin' });
    const body = { status: 'confirmed', amount: 90, reason: 'Seen on the phone' };
    expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ match_kind: 'reference', booking_id: id });
    world.clock.advance(60);
    await tellOf(world, { ...booking, status: 'cancelled' });
    expect((await bookingOf(world, id)).status).toBe('cancelled');
  });

  test('one reference in two spellings is confirmed once', async () => {
    const { pk } = aFareharborBooking();
    const { cookie } = await world.aUser({ role: 'admin' });
    const statuses: number[] = [];
    for (const booking_reference of [`#${pk}`, String(pk)]) {
      const id = await aClickOut(world, { user_id: user.id });
      const body = { status: 'confirmed', booking_reference, reason: 'Seen on the phone' };
      statuses.push((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status);
    }
    expect(statuses).toEqual([200, 409]);
  });

  test('told, then claimed by whom it was booked for: the answer to the claim is the confirmed booking', async () => {
    const booking = aFareharborBooking({ contact: { email: ` ${user.email.toUpperCase()}` } });
    const id = await aClickOut(world, { user_id: user.id });
    world.clock.advance(60);
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', booking_id: expect.anything() });
    world.clock.advance(60);
    const { body } = await claim(world, user, id, String(booking.uuid));
    expect(body).toMatchObject({ status: 'confirmed', amount: 123.42, estimated: false, check_in_date: '2026-12-24' });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'claim', booking_id: id });
    const entries = await world.db
      .selectFrom('audit_entries')
      .select(['action', 'actor_id'])
      .where('subject_id', '=', id)
      .orderBy('sequence')
      .execute();
    expect(entries).toEqual([
      { action: 'booking_details_added', actor_id: user.id },
      { action: 'booking_told_of', actor_id: null },
    ]);
  });

  test('of another company it is another reference', async () => {
    const booking = aFareharborBooking({ company: { shortname: 'konaboats', currency: 'usd' } });
    const id = await aClickOut(world, { user_id: user.id });
    await claim(world, user, id, String(booking.pk));
    await tellOf(world, booking);
    expect((await bookingOf(world, id)).status).toBe('pending');
  });

  test('of two who claim one reference a person decides', async () => {
    const booking = aFareharborBooking();
    const other = await world.aUser();
    for (const by of [user, other])
      await claim(world, by, await aClickOut(world, { user_id: by.id }), String(booking.pk));
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({
      state: 'proposed',
      match_kind: 'evidence',
      confidence: 50,
    });
  });

  test('a link that was followed after the platform told of the booking did not lead to it', async () => {
    const booking = aFareharborBooking({ contact: null, availability: null });
    await tellOf(world, booking);
    world.clock.advance(1);
    const late = await aClickOut(world, { user_id: user.id, booked_at: world.clock.now() });
    const { body } = await claim(world, user, late, String(booking.pk));
    expect(body.status).toBe('pending');
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', confidence: 50, booking_id: late });
  });

  test('a stay that ended before the day of the platform has no end', async () => {
    const booking = aFareharborBooking();
    const id = await aClickOut(world, { user_id: user.id });
    await claim(world, user, id, String(booking.pk));
    await tellOf(world, booking);
    const { body } = await world.call('GET /api/bookings', { cookie: user.cookie });
    const shown = body.find((one: { id: string }) => one.id === id);
    expect([shown.check_in_date, shown.check_out_date]).toEqual(['2026-12-24', null]);
  });
});

test('the booking that an administrator has given the reference is the one', async () => {
  const booking = aFareharborBooking();
  const id = await aClickOut(world, { reference: String(booking.pk), status: 'confirmed' });
  await tellOf(world, booking);
  expect(await bookingOf(world, id)).toEqual({ ...told, reference: String(booking.pk) });
  expect(await toldOf(world, booking.pk)).toMatchObject({ match_kind: 'reference', booking_id: id });
});

describe('by our click id, where it comes back', () => {
  test('a click may lead to several bookings, each told once', async () => {
    const { clickId, report } = await aClick(user);
    await report();
    const [one, other] = [
      aFareharborBooking({ voucher_number: clickId }),
      aFareharborBooking({ external_id: clickId }),
    ];
    for (const booking of [one, other, one, other]) await tellOf(world, booking);
    const bookings = await bookingsOf(clickId);
    expect(bookings.map(({ reference, status, estimated }) => [reference, status, estimated])).toEqual([
      [String(one.pk), 'confirmed', false],
      [String(other.pk), 'confirmed', false],
    ]);
    expect(new Set(bookings.map(({ user_id }) => user_id))).toEqual(new Set([user.id]));
    expect(await toldOf(world, other.pk)).toMatchObject({ match_kind: 'click', confidence: 100 });
  });

  test('a further booking of a click is estimated before it is certain, as the first was', async () => {
    const { clickId, report } = await aClick(user);
    await report();
    for (let told = 0; told < 2; told++) await tellOf(world, aFareharborBooking({ voucher_number: clickId }));
    const kinds = (await bookingsOf(clickId)).map(async ({ id }) => {
      const entries = world.db.selectFrom('ledger_entries').select('kind').where('booking_id', '=', id).orderBy('id');
      return (await entries.execute()).map(({ kind }) => kind);
    });
    const [first, further] = await Promise.all(kinds);
    expect(first).toContain('estimate');
    expect(further).toEqual(first);
  });

  test('news that came before the click was reported matches when it is', async () => {
    const { clickId, report } = await aClick(user);
    const booking = aFareharborBooking({ voucher_number: clickId, contact: null, availability: null });
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'unmatched', booking_id: null });
    const { body } = await report();
    expect(body).toMatchObject({ status: 'confirmed', amount: 123.42, estimated: false, repeated: false });
    expect((await report()).body).toMatchObject({ status: 'confirmed', repeated: true });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'click' });
  });

  test('of two people who followed one link a person decides', async () => {
    const { clickId, report } = await aClick(user);
    await report();
    const other = await world.aUser();
    await world.call('POST /api/qr/booking-conversion', {
      cookie: other.cookie,
      body: {
        business_listing_id: (
          await world.db
            .selectFrom('clicks')
            .select('listing_id')
            .where('click_id', '=', clickId)
            .executeTakeFirstOrThrow()
        ).listing_id,
        booking_url: `https://fareharbor.com/embeds/book/reefwalk/?ref=${clickId}`,
      },
    });
    const booking = aFareharborBooking({ voucher_number: clickId });
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({
      state: 'proposed',
      match_kind: 'evidence',
      confidence: 50,
    });
  });

  test('what stands for a click that no link carried is none', async () => {
    await world.call('POST /api/qr/booking-conversion', {
      cookie: user.cookie,
      body: { business_listing_id: await world.aListing() },
    });
    const { click_id } = await world.db
      .selectFrom('clicks')
      .select('click_id')
      .where('click_id', 'like', 'u-%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    const booking = aFareharborBooking({ voucher_number: click_id, contact: null, availability: null });
    await tellOf(world, booking);
    expect((await toldOf(world, booking.pk)).state).toBe('unmatched');
  });

  test('one that we did not make is none', async () => {
    const { clickId, report } = await aClick(user);
    await report();
    const forged = clickId.slice(0, -1) + (clickId.endsWith('0') ? '1' : '0');
    const booking = aFareharborBooking({ voucher_number: forged, contact: null, availability: null });
    await tellOf(world, booking);
    expect((await toldOf(world, booking.pk)).state).toBe('unmatched');
  });
});

describe('by what speaks for it, which proposes and changes nothing', () => {
  const supplier = 'quietcove';
  const company = { shortname: supplier, currency: 'usd' };
  const booking_url = `https://fareharbor.com/embeds/book/${supplier}/items/99/`;
  const item = (pk: number) => ({ availability: { item: { pk, name: 'Cove' } } });

  test.each([
    [
      'address, item and time',
      100,
      (email: string) => ({ contact: { email: ` ${email.toUpperCase()}` }, ...item(99) }),
    ],
    ['address and time', 70, (email: string) => ({ contact: { email }, ...item(7) })],
    ['item and time', 40, () => item(99)],
    ['nothing but time', null, () => item(7)],
  ])('%s', async (_, confidence, what) => {
    const guest = await world.aUser();
    const listing_id = await world.aListing({ booking_url });
    const id = await aClickOut(world, { supplier, user_id: guest.id, listing_id });
    world.clock.advance(60);
    const none = { company, contact: null, availability: null };
    const booking = aFareharborBooking(Object.assign(none, what(guest.email)));
    await tellOf(world, booking);
    const row = await toldOf(world, booking.pk);
    expect([row.state, row.confidence]).toEqual(confidence === null ? ['unmatched', null] : ['proposed', confidence]);
    if (confidence !== null) expect(row.booking_id).toBe(id);
    expect((await bookingOf(world, id)).status).toBe('pending');
    await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', id).execute();
  });

  test('is looked for again by what else tells of it, and not by the same message', async () => {
    const guest = await world.aUser();
    const listing_id = await world.aListing({ booking_url });
    const aClicked = () => aClickOut(world, { supplier, listing_id, booked_at: world.clock.now() });
    const first = await aClicked();
    const booked_at = world.clock.now();
    world.clock.advance(60);
    const booking = aFareharborBooking({ company, contact: { email: guest.email }, ...item(99) });
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ booking_id: first, confidence: 40 });
    // Reported late: their phone was offline.
    const theirs = await aClickOut(world, { supplier, user_id: guest.id, listing_id, booked_at });
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ booking_id: first, confidence: 40 });
    await tellOf(world, { ...booking, note: 'They come by bus' });
    expect(await toldOf(world, booking.pk)).toMatchObject({ booking_id: theirs, confidence: 100 });
    await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', 'in', [first, theirs]).execute();
  });

  test('no address is kept of it', async () => {
    const address = 'someone.private@elsewhere.example';
    await tellOf(world, aFareharborBooking({ contact: { email: address } }));
    const { rows } = await world.database.pool.query('select p::text as row from platform_bookings p');
    expect(rows.map(({ row }) => row).join()).not.toContain('someone.private');
  });
});

describe('an amount that cannot be believed waits for a person', () => {
  test.each([
    ['negative', { receipt_total: -500 }, 'amount'],
    ['huge', { receipt_total: 100_000_001 }, 'amount'],
    ['fractional', { receipt_total: 123.5 }, 'amount'],
    ['beyond every number', { receipt_total: 1e300 }, 'amount'],
    ['a word', { receipt_total: 'many' }, 'amount'],
    ['in euros', { company: { shortname: 'reefwalk', currency: 'eur' } }, 'currency'],
    ['in no currency that is told', { company: { shortname: 'reefwalk' } }, 'currency'],
  ])('%s', async (_, wrong, doubt) => {
    const booking = aFareharborBooking(wrong);
    const id = await aClickOut(world, { user_id: user.id });
    await claim(world, user, id, String(booking.pk));
    await tellOf(world, booking);
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 4_500, estimated: true });
    expect(await toldOf(world, booking.pk)).toMatchObject({
      state: 'proposed',
      doubt,
      amount_cents: null,
      booking_id: id,
    });
    // Once the platform has mended it, nobody has to look.
    world.clock.advance(1);
    await tellOf(world, {
      ...booking,
      ...aFareharborBooking(),
      uuid: booking.uuid,
      pk: booking.pk,
      display_id: booking.display_id,
    });
    expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 12_342, estimated: false });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  });

  test('of a cancelled booking nobody has to look at it', async () => {
    const booking = aFareharborBooking({ status: 'cancelled', receipt_total: -1 });
    const id = await aClickOut(world, { user_id: user.id });
    await claim(world, user, id, String(booking.pk));
    await tellOf(world, booking);
    expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled', amount_cents: 4_500 });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  });
});

test('whoever it was booked for is proposed, however many others have followed links of the company since', async () => {
  const other = await world.aUser();
  const traveler = await world.aUser();
  const id = await world.aBooking({ user_id: traveler.id, supplier: 'crowded' });
  world.clock.advance(60);
  for (let more = 0; more < 501; more++) await world.aBooking({ user_id: other.id, supplier: 'crowded' });
  world.clock.advance(60);
  const booking = aFareharborBooking({
    contact: { email: traveler.email },
    company: { shortname: 'crowded', currency: 'usd' },
  });
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', match_kind: 'evidence', booking_id: id });
});
