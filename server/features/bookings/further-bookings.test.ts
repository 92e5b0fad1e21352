import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPartnersCode, type HeldScene, holdsOf, scan } from '../../../tests/held-scene.ts';
import {
  aFareharborBooking,
  aFollowedLink,
  bookingOf,
  bookingsOfClick,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aTable } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { releasePayable } from '../commission/commission.ts';
import { completeTravelled } from './complete-travelled.ts';

const day = 86_400;
let world: World;
let at: HeldScene;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  at = await aPartnersCode(world);
});
afterAll(() => world.close());

/** Somebody scans the partner's code, follows a link and books by it. */
async function aBookedClick() {
  const link = await aFollowedLink(world, await scan(world, await world.aUser(), at.code));
  await tellOf(world, aFareharborBooking({ voucher_number: link.clickId }));
  return link;
}
const travelling = (start: string) => ({ availability: { start_at: `${start}T08:30:00-1000` } });
const match = async (reference: unknown, booking_id: string) =>
  await world.call(`POST /api/admin/platform-bookings/${(await toldOf(world, reference)).id}/match`, {
    // Their session has ended in so many days.
    cookie: (await world.aUser({ role: 'admin' })).cookie,
    body: { booking_id, reason: 'The guest has shown it' },
  });
const shareOf = async (id: string) =>
  (
    await world.db
      .selectFrom('commissions')
      .select('partner_share')
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow()
  ).partner_share;

describe('a further booking of a click', () => {
  test('more than thirty days after it is proposed, and made when a person decides so', async () => {
    const { clickId, id } = await aBookedClick();
    world.clock.advance(30 * day - 60);
    await tellOf(world, aFareharborBooking({ voucher_number: clickId, ...travelling('2027-03-01') }));
    expect(await bookingsOfClick(world, clickId)).toHaveLength(2);
    world.clock.advance(120);
    const late = aFareharborBooking({ voucher_number: clickId, ...travelling('2027-03-01') });
    await tellOf(world, late);
    expect(await bookingsOfClick(world, clickId)).toHaveLength(2);
    expect(await toldOf(world, late.pk)).toMatchObject({ state: 'proposed', match_kind: 'evidence', booking_id: id });
    const { status, body } = await match(late.pk, id);
    expect([status, body.state, body.match_kind]).toEqual([200, 'matched', 'decision']);
    const bookings = await bookingsOfClick(world, clickId);
    expect(bookings.map((one) => one.status)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(bookings[2]).toMatchObject({ reference: String(late.pk), booked_at: bookings[0]!.booked_at });
    expect(body.booking.id).toBe(bookings[2]!.id);
  });

  test('of which a statement tells only later is one still, where it was travelled within thirty days', async () => {
    const { clickId } = await aBookedClick();
    const start = new Date(world.clock.now().getTime() + 20 * day * 1_000).toISOString().slice(0, 10);
    world.clock.advance(40 * day);
    await tellOf(world, aFareharborBooking({ voucher_number: clickId, ...travelling(start) }));
    expect(await bookingsOfClick(world, clickId)).toHaveLength(2);
  });

  test('which was put off later than that cancels the other as before', async () => {
    const { clickId, id } = await aBookedClick();
    const [{ reference } = { reference: '' }] = await bookingsOfClick(world, clickId);
    world.clock.advance(31 * day);
    const after = aFareharborBooking({
      voucher_number: clickId,
      rebooked_from: reference,
      ...travelling('2027-06-01'),
    });
    await tellOf(world, after);
    const [first, moved] = await bookingsOfClick(world, clickId);
    expect(moved).toMatchObject({ reference: String(after.pk), status: 'confirmed', booked_at: first!.booked_at });
    // Though its platform never said so of the other itself.
    expect(first).toMatchObject({ id, status: 'cancelled' });
  });

  test('is none of it where another company has a booking of the number that it was rebooked from', async () => {
    const { clickId } = await aBookedClick();
    const [{ reference } = { reference: '' }] = await bookingsOfClick(world, clickId);
    const elsewhere = { company: { shortname: 'otherwalk', name: 'Other Walk', currency: 'usd' } };
    const stranger = aFareharborBooking({ rebooked_from: reference, ...elsewhere });
    await tellOf(world, stranger);
    expect(await toldOf(world, stranger.pk)).toMatchObject({ state: 'unmatched', booking_id: null });
    expect((await bookingsOfClick(world, clickId)).map(({ status }) => status)).toEqual(['confirmed']);

    // Nor where that company's was told of first.
    const link = await aFollowedLink(world, await scan(world, await world.aUser(), at.code));
    const own = aFareharborBooking({ voucher_number: link.clickId });
    const before = aFareharborBooking({ rebooked_from: String(own.pk), ...elsewhere });
    await tellOf(world, before);
    await tellOf(world, own);
    expect(await toldOf(world, before.pk)).toMatchObject({ state: 'unmatched', booking_id: null });
    expect((await bookingsOfClick(world, link.clickId)).map(({ status }) => status)).toEqual(['confirmed']);
  });

  test('earns by the card of the day on which it was booked, as its platform says, else of that of the link', async () => {
    const { clickId, id } = await aBookedClick();
    const cards = [10, 20].map((days) => new Date(world.clock.now().getTime() + days * day * 1_000));
    for (const [n, from] of cards.entries())
      await world.db
        .insertInto('rate_cards')
        .values({
          ...{ tier: 'standard', partner_share: 0.05 + n / 100, effective_from: from.toISOString().slice(0, 10) },
          ...{ created_at: world.clock.now(), created_by: null, reason: 'A test' },
        })
        .execute();
    world.clock.advance(25 * day);
    const payments = [{ pk: 1, type: 'affiliate', created_at: new Date(cards[0]!.getTime() + 3 * day * 1_000) }];
    for (const given of [{ payments }, {}])
      await tellOf(world, aFareharborBooking({ voucher_number: clickId, ...travelling('2027-08-01'), ...given }));
    const [first, told, untold] = await bookingsOfClick(world, clickId);
    expect(first!.id).toBe(id);
    const ofLink = await shareOf(id);
    expect([await shareOf(told!.id), await shareOf(untold!.id)]).toEqual([0.05, ofLink]);
    expect(ofLink).toBeGreaterThan(0.06);
  });

  describe('of which only a statement tells, after travel', () => {
    const header = [
      ...['Booking Reference', 'Campaign', 'Status', 'Activity Date', 'Activity ID', 'Booking Value', 'Currency'],
      'Commission',
    ];
    /** Somebody follows a link to GetYourGuide; a statement tells nine days later of so many sales of it, travelled on the third. */
    async function told(references: readonly string[], travelled = 3) {
      const listing_id = await world.aListing({ booking_url: 'https://www.getyourguide.com/oahu-l42/-t68157/' });
      const cookie = await scan(world, await world.aUser(), at.code);
      const { clickId } = await aFollowedLink(world, cookie, { listing_id, parameter: 'cmp' });
      const dayIn = (days: number) =>
        new Date(world.clock.now().getTime() + days * day * 1_000).toISOString().slice(0, 10);
      const start = dayIn(travelled);
      const card = { tier: 'standard', partner_share: 0.02, effective_from: dayIn(5), reason: 'A test' } as const;
      const made = { created_at: world.clock.now(), created_by: null };
      await world.db
        .insertInto('rate_cards')
        .values({ ...card, ...made })
        .onConflict((same) => same.doNothing())
        .execute();
      world.clock.advance(9 * day);
      const by = new Importer(world, await world.aUser({ role: 'admin' }));
      const rows = references.map((one) => [one, clickId, 'Confirmed', start, 't68157', '90.00', 'USD', '9.00']);
      const file = await by.preview(aTable([header, ...rows]));
      await by.apply(file);
      return {
        start,
        bookings: await bookingsOfClick(world, clickId),
        outcomes: Object.values(await by.outcomes(file)),
      };
    }

    test('has its day and the card of the link, and becomes payable with the other', async () => {
      const { start, bookings, outcomes } = await told(['GYGFUR11', 'GYGFUR22']);
      expect(outcomes).toEqual(['matched', 'matched']);
      world.clock.advance(30 * day);
      await completeTravelled(world, world.clock.now());
      await releasePayable(world, world.clock.now());
      const commissions = world.db
        .selectFrom('commissions')
        .select(['state', 'travel_day', 'partner_share', 'payable_on']);
      const ids = bookings.map(({ id }) => id);
      const [one, other, ...more] = await commissions.where('booking_id', 'in', ids).execute();
      expect(more).toEqual([]);
      expect(one).toMatchObject({ state: 'payable', travel_day: start });
      expect(other).toEqual(one);
      expect(one!.partner_share).not.toBe(0.02);
    });

    test('counts among bursts by when it was told: with twelve on one statement all are held', async () => {
      const many = Array.from({ length: 13 }, (_, n) => `GYGMANY${n + 10}`);
      const { bookings } = await told(many);
      expect(bookings).toHaveLength(13);
      for (const { id } of bookings.slice(1)) expect(Object.keys(await holdsOf(world, id))).toContain('burst');
    });

    test('is doubted still where it was travelled before its link was followed', async () => {
      const { outcomes, bookings } = await told(['GYGOLD11', 'GYGOLD22'], -2);
      expect(outcomes).toEqual(['in_doubt', 'in_doubt']);
      expect(bookings).toHaveLength(2);
    });
  });

  test('counts among repetitions: with the fourth of one experience all four are held', async () => {
    const { clickId } = await aBookedClick();
    for (let further = 0; further < 2; further++) {
      await tellOf(world, aFareharborBooking({ voucher_number: clickId }));
      for (const { id } of await bookingsOfClick(world, clickId)) expect(await holdsOf(world, id)).toEqual({});
    }
    await tellOf(world, aFareharborBooking({ voucher_number: clickId }));
    const all = await bookingsOfClick(world, clickId);
    expect(all).toHaveLength(4);
    const held = { repeated_experience: { conversions: 4, days: 7 } };
    for (const { id } of all) expect(await holdsOf(world, id)).toEqual(held);
  });

  test('counts among bursts: with the twelfth within an hour all are held', async () => {
    const { clickId } = await aBookedClick();
    for (let further = 0; further < 11; further++) await tellOf(world, aFareharborBooking({ voucher_number: clickId }));
    const all = await bookingsOfClick(world, clickId);
    for (const { id } of all) expect(Object.keys(await holdsOf(world, id))).toContain('burst');
  });

  test('that was only put off, again and again, counts for none', async () => {
    const { clickId } = await aFollowedLink(world, await scan(world, await world.aUser(), at.code));
    let booking = aFareharborBooking({ voucher_number: clickId });
    await tellOf(world, booking);
    for (let times = 0; times < 5; times++) {
      const next = aFareharborBooking({ voucher_number: clickId, rebooked_from: booking.uuid });
      world.clock.advance(1);
      await tellOf(world, { ...booking, status: 'rebooked', rebooked_to: next.uuid });
      await tellOf(world, next);
      booking = next;
    }
    const all = await bookingsOfClick(world, clickId);
    expect(all.map(({ status }) => status)).toEqual([...Array(5).fill('cancelled'), 'confirmed']);
    for (const { id } of all) expect(await holdsOf(world, id)).toEqual({});
  });
});

describe('news with a click of a link that led elsewhere is proposed', () => {
  test.each([
    ['to another company', 'https://fareharbor.com/embeds/book/konaboats/items/9/'],
    ['to another platform', 'https://www.viator.com/tours/Oahu/Reef/d672-5010SYDNEY'],
    ['to an operator’s own site', 'https://reefwalk.example/book'],
  ])('%s', async (_, booking_url) => {
    const listing_id = await world.aListing({ booking_url });
    const { clickId, id } = await aFollowedLink(world, (await world.aUser()).cookie, { listing_id });
    const booking = aFareharborBooking({ voucher_number: clickId });
    await tellOf(world, booking);
    const proposed = { state: 'proposed', match_kind: 'evidence', confidence: 50, booking_id: id };
    expect(await toldOf(world, booking.pk)).toMatchObject(proposed);
    expect(await bookingOf(world, id)).toMatchObject({ status: 'pending', reference: null });
  });

  test('and of a link or news that names no company it is certain', async () => {
    const listing_id = await world.aListing({ booking_url: 'https://fareharbor.com/reefwalk/' });
    const links = [
      [await aFollowedLink(world, (await world.aUser()).cookie, { listing_id }), {}],
      [await aFollowedLink(world, (await world.aUser()).cookie), { company: null, confirmation_url: null }],
    ] as const;
    for (const [{ clickId, id }, given] of links) {
      await tellOf(world, aFareharborBooking({ voucher_number: clickId, ...given }));
      expect((await bookingOf(world, id)).status).toBe('confirmed');
    }
  });
});
