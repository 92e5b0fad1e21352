import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  aFollowedLink,
  bookingOf,
  bookingsOfClick,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';

let world: World;
let user: TestUser;
beforeAll(async () => {
  const environment = {
    FAREHARBOR_WEBHOOK_SECRETS: webhookSecret,
    FAREHARBOR_AFFILIATE: 'holo',
    FAREHARBOR_AFFILIATE_REFERENCE: 'Holo-Guide',
  };
  world = await createWorld({ environment });
});
afterAll(() => world.close());

/** Somebody follows a link. */
async function aClick() {
  user = await world.aUser();
  return await aClickOut(world, { user_id: user.id });
}
const proposed = { state: 'proposed', match_kind: 'evidence', confidence: 50 };

describe('a claim that anybody can make is proposed, and moves nothing', () => {
  test.each([
    ['of a reference that the platform has told of already', {}],
    ['of one that it has told of for another address', { contact: { email: 'maya@elsewhere.example' } }],
  ])('%s', async (_, given) => {
    const id = await aClick();
    const booking = aFareharborBooking(given);
    await tellOf(world, booking);
    world.clock.advance(1);
    expect((await claim(world, user, id, String(booking.pk))).body.status).toBe('pending');
    expect(await toldOf(world, booking.pk)).toMatchObject({ ...proposed, booking_id: id });
    // News that comes after it makes it no better.
    await tellOf(world, { ...booking, customer_count: 3 });
    expect(await bookingOf(world, id)).toMatchObject({ status: 'pending', reference: null, amount_cents: 4_500 });
    const entries = world.db.selectFrom('ledger_entries').select('id').where('booking_id', '=', id);
    expect(await entries.execute()).toEqual([]);
  });

  const travel = (day: string) => ({ availability: { start_at: `${day}T08:30:00-1000` } });
  test.each([
    ['that was booked for another address', { contact: { email: 'maya@elsewhere.example' } }],
    ['that was travelled the day before the link was followed', travel('2026-11-20')],
    ['of another affiliate', { affiliate_company: { shortname: 'rival' } }],
    ['of another affiliate, misspelt', { affiliate_company: { short_name: 'Rival' } }],
  ])('%s, though it was made before', async (_, given) => {
    const id = await aClick();
    const booking = aFareharborBooking(given);
    await claim(world, user, id, String(booking.pk));
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ ...proposed, booking_id: id });
    expect((await bookingOf(world, id)).status).toBe('pending');
  });

  test('until a person has decided that it is theirs', async () => {
    const id = await aClick();
    const booking = aFareharborBooking({ contact: { email: 'maya@elsewhere.example' } });
    await claim(world, user, id, String(booking.pk));
    await tellOf(world, booking);
    const { cookie } = await world.aUser({ role: 'admin' });
    const body = { booking_id: id, reason: 'The guest has shown the confirmation' };
    const { id: row } = await toldOf(world, booking.pk);
    expect((await world.call(`POST /api/admin/platform-bookings/${row}/match`, { cookie, body })).status).toBe(200);
    expect((await bookingOf(world, id)).status).toBe('confirmed');
  });
});

test.each([
  ['made before the news, without an address in it', () => ({})],
  ['of whom it was booked for', ({ email }: TestUser) => ({ contact: { email } })],
  ['of our own affiliate', () => ({ affiliate_company: { shortname: 'HOLO' } })],
  ['of ours in a network', () => ({ affiliate_company: { shortname: 'holo-guide' } })],
  ['of no affiliate that is named', () => ({ affiliate_company: null })],
  ['travelled on the day of the link', () => ({ availability: { start_at: '2026-11-21T23:30:00-1000' } })],
])('a claim %s matches by itself', async (_, given) => {
  const id = await aClick();
  const booking = aFareharborBooking(given(user));
  await claim(world, user, id, String(booking.pk));
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'claim', booking_id: id });
});

describe('a sale that is credited to another affiliate is none of the link that it names', () => {
  const rival = { affiliate_company: { shortname: 'rival' } };

  test('neither its first booking nor a further one, until a person has decided', async () => {
    const link = await aFollowedLink(world, (await world.aUser()).cookie);
    const credited = aFareharborBooking({ voucher_number: link.clickId, ...rival });
    await tellOf(world, credited);
    expect(await toldOf(world, credited.pk)).toMatchObject({ ...proposed, booking_id: link.id });
    expect(await bookingOf(world, link.id)).toMatchObject({ status: 'pending', reference: null });
    const own = aFareharborBooking({ voucher_number: link.clickId });
    await tellOf(world, own);
    expect(await toldOf(world, own.pk)).toMatchObject({ match_kind: 'click', booking_id: link.id });
    const further = aFareharborBooking({ voucher_number: link.clickId, ...rival, receipt_total: 500_000 });
    await tellOf(world, further);
    expect(await toldOf(world, further.pk)).toMatchObject({ ...proposed, booking_id: link.id });
    expect(await bookingsOfClick(world, link.clickId)).toHaveLength(1);
  });

  test('nor one that a booking of the link was moved to', async () => {
    const link = await aFollowedLink(world, (await world.aUser()).cookie);
    const before = aFareharborBooking({ voucher_number: link.clickId });
    await tellOf(world, before);
    const after = aFareharborBooking({ ...rival, rebooked_from: before.uuid });
    await tellOf(world, after);
    expect(await toldOf(world, after.pk)).toMatchObject({ ...proposed, booking_id: link.id });
    expect(await bookingsOfClick(world, link.clickId)).toHaveLength(1);
  });
});

describe('of claims ahead of their news that tells no address', () => {
  test('a traveler who has more than ten of them open is taken for a guesser, and a person decides', async () => {
    const first = await aClick();
    const ids = [
      first,
      ...(await Promise.all(Array.from({ length: 10 }, () => aClickOut(world, { user_id: user.id })))),
    ];
    const bookings = ids.map(() => aFareharborBooking());
    const claimed = async (at: number) =>
      expect((await claim(world, user, ids[at]!, String(bookings[at]!.pk))).status).toBe(200);
    for (const at of ids.keys()) await claimed(at);
    await tellOf(world, bookings[0]!);
    expect(await toldOf(world, bookings[0]!.pk)).toMatchObject({ ...proposed, booking_id: ids[0] });
    expect((await bookingOf(world, ids[0]!)).status).toBe('pending');
    // Who knows for whom it was booked guesses nothing; and with that there are ten.
    const known = { ...bookings[5]!, contact: { email: user.email } };
    await tellOf(world, known);
    expect(await toldOf(world, bookings[5]!.pk)).toMatchObject({
      state: 'matched',
      match_kind: 'claim',
      booking_id: ids[5],
    });
    await tellOf(world, bookings[1]!);
    expect(await toldOf(world, bookings[1]!.pk)).toMatchObject({ state: 'matched', booking_id: ids[1] });
  });

  test('those of other travelers count nothing against theirs', async () => {
    const id = await aClick();
    const own = user;
    const booking = aFareharborBooking();
    await claim(world, own, id, String(booking.pk));
    const stranger = await world.aUser();
    for (let at = 0; at < 12; at++)
      await claim(world, stranger, await aClickOut(world, { user_id: stranger.id }), `FH-of-another-${at}`);
    await tellOf(world, booking);
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'claim', booking_id: id });
  });
});

test('somebody else’s claim of the same reference stands in nobody’s way who it was booked for', async () => {
  const stranger = await world.aUser();
  const guessed = await aClickOut(world, { user_id: stranger.id });
  const id = await aClick();
  const booking = aFareharborBooking({ contact: { email: user.email } });
  await claim(world, stranger, guessed, String(booking.pk));
  await claim(world, user, id, String(booking.pk));
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'claim', booking_id: id });
  expect((await bookingOf(world, guessed)).status).toBe('pending');
  // Where no address is told, nobody knows whose it is.
  const other = aFareharborBooking();
  const [one, two] = [await aClickOut(world, { user_id: stranger.id }), await aClickOut(world, { user_id: user.id })];
  await claim(world, stranger, one, String(other.pk));
  await claim(world, user, two, String(other.pk));
  await tellOf(world, other);
  expect(await toldOf(world, other.pk)).toMatchObject(proposed);
});

describe('wrong claims', () => {
  const strangers = async (count: number) => {
    const bookings = Array.from({ length: count }, () => aFareharborBooking());
    for (const booking of bookings) await tellOf(world, booking);
    world.clock.advance(60);
    return bookings.map(({ pk }) => String(pk));
  };

  test('are ten an hour for one account, whichever of its bookings they are made of; each is recorded', async () => {
    const references = await strangers(12);
    const ids = [await aClick(), await aClickOut(world, { user_id: user.id })];
    for (const [at, reference] of references.slice(0, 10).entries()) {
      world.clock.advance(60);
      expect((await claim(world, user, ids[at % 2]!, reference)).status).toBe(200);
    }
    const known = aFareharborBooking({ contact: { email: user.email } });
    for (const reference of [references[10]!, String(known.pk)]) {
      const refused = await claim(world, user, ids[0]!, reference);
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    }
    expect((await claim(world, await world.aUser(), ids[0]!, references[11]!)).status).toBe(404);
    await flushSecurityEvents(world.db);
    const events = world.db.selectFrom('security_events').select(['event_type', 'occurrences', 'description']);
    const recorded = await events.where('user_id', '=', user.id).where('event_type', '=', 'wrong_claim').execute();
    expect(recorded).toHaveLength(10);
    for (const { description } of recorded) for (const one of references) expect(description).not.toContain(one);
    world.clock.advance(3_600);
    await tellOf(world, known);
    expect((await claim(world, user, ids[0]!, String(known.pk))).body.status).toBe('confirmed');
  });

  test('are those taken back for another one, too, and not the same once more, nor one of which nothing is told', async () => {
    const id = await aClick();
    for (let times = 0; times < 12; times++) expect((await claim(world, user, id, 'FH-1')).status).toBe(200);
    for (let mistyped = 2; mistyped <= 11; mistyped++)
      expect((await claim(world, user, id, `FH-${mistyped}`)).status).toBe(200);
    expect((await claim(world, user, id, 'FH-12')).status).toBe(429);
    const listing_id = await world.aListing();
    await world.aBooking({ user_id: user.id, listing_id, supplier: 'reefwalk' });
    const fareharbor_data = { booking_reference: 'FH-13' };
    const body = { business_listing_id: listing_id, fareharbor_data };
    expect((await world.call('POST /api/revenue/fareharbor/booking', { cookie: user.cookie, body })).status).toBe(429);
    // What claims nothing is told as before.
    const untold = { business_listing_id: listing_id };
    const reply = await world.call('POST /api/revenue/fareharbor/booking', { cookie: user.cookie, body: untold });
    expect(reply.status).toBe(200);
  });

  test('are one where the same booking is called by another of its names', async () => {
    const [one, other] = (await strangers(2)) as [string, string];
    const id = await aClick();
    const names = [`FH-${one}`, one, `fh${one}`, `#${one}`];
    for (const name of [...names, ...names, ...names]) expect((await claim(world, user, id, name)).status).toBe(200);
    const recorded = async () => {
      await flushSecurityEvents(world.db);
      const events = world.db.selectFrom('security_events').select('id').where('user_id', '=', user.id);
      return await events.where('event_type', '=', 'wrong_claim').execute();
    };
    expect(await recorded()).toHaveLength(1);
    expect((await claim(world, user, id, `FH-${other}`)).status).toBe(200);
    expect(await recorded()).toHaveLength(2);
  });

  test('are ten an hour also where many come at once', async () => {
    const references = await strangers(20);
    const first = await aClick();
    const ids = [first];
    while (ids.length < references.length) ids.push(await aClickOut(world, { user_id: user.id }));
    const replies = await Promise.all(references.map((reference, at) => claim(world, user, ids[at]!, reference)));
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(429)]);
  });
});
