import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { day, readFigures } from '../../../tests/figures-scene.ts';
import { aCommission, follow } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { again } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { findChangedDays, findSatisfaction, rollUpClosedHours } from './analytics.ts';

let world: World;
let scene: PartnerScene;
let admin: TestUser;
const booked: { booking: string; guest: TestUser }[] = [];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
  // Of a day each, with five stars but for the last.
  for (let at = 0; at < 7; at++) {
    booked.push(await aReviewed(scene.organisation, at === 6 ? 1 : 5));
    world.clock.advance(day);
  }
  await aReviewed((await aPartner(world)).organisation, 3);
  world.clock.advance(2 * day);
}, 60_000);
afterAll(() => world.close());

async function aReviewed(organisation: string, rating: number) {
  const guest = await world.aUser();
  const booking = await aCommission(world, organisation, 'Reef walk', { user_id: guest.id });
  await review({ booking, guest }, rating);
  return { booking, guest };
}
async function review({ booking, guest }: { booking: string; guest: TestUser }, rating: number) {
  const body = { booking_id: booking, rating };
  const { status, raw } = await world.call('POST /api/reviews', { cookie: await again(world, guest), body });
  expect(status, raw).toBeLessThan(300);
}
const rollUp = () => rollUpClosedHours(world.db, world.clock.now());

/** What the partner and administrators are told of a month, which is what all reviews say. */
async function told() {
  const of = async (by: TestUser) =>
    (await readFigures(world, by, 'business-intelligence', '?time_range=30d')).stakeholder_insights
      .tourist_satisfaction;
  const [own, all] = [await of(scene.owner), await of(admin)];
  const { rows } = await sql<{ rating: number; own: boolean }>`
    select rating, exists (select from commissions c where c.booking_id = r.booking_id and organisation_id = ${scene.organisation}) as own
    from reviews r where not hidden`.execute(world.db);
  const ratings = (some: typeof rows) => some.map(({ rating }) => rating);
  const mean = (stars: number[]) => Math.round((stars.reduce((so, one) => so + one, 0) / stars.length) * 100) / 100;
  const [ofOwn, ofAll] = [ratings(rows.filter((row) => row.own)), ratings(rows)];
  expect([own.reviews, own.average, all.reviews, all.average]).toEqual([
    ...[ofOwn.length, ofOwn.length < 5 ? null : mean(ofOwn), ofAll.length, mean(ofAll)],
  ]);
  expect(all.stars).toEqual([1, 2, 3, 4, 5].map((stars) => ofAll.filter((rating) => rating === stars).length));
  const { average_before: _, ...ofNow } = own;
  return ofNow;
}

test('what reviews of closed days say is told from what was added up, as it was from the reviews', async () => {
  const before = await told();
  // Of a single guest who gave one star it is not told.
  expect(before).toEqual({ average: 4.43, reviews: 7, stars: null });
  await rollUp();
  expect(await findChangedDays(world.db)).toEqual([]);
  expect(await told()).toEqual(before);
});

test('a review of a closed day that changes, is hidden or deleted, or is of a booking credited later, is told at once', async () => {
  const expectTold = async (expected: object) => {
    expect(await findChangedDays(world.db)).toHaveLength(1);
    expect(await told()).toEqual(expected);
    await rollUp();
    expect(await findChangedDays(world.db)).toEqual([]);
    expect(await told()).toEqual(expected);
  };
  await review(booked[6]!, 5);
  await expectTold({ average: 5, reviews: 7, stars: [0, 0, 0, 0, 7] });
  const reviews = (at: number) =>
    world.db.selectFrom('reviews').select('id').where('booking_id', '=', booked[at]!.booking);
  const { id } = await reviews(5).executeTakeFirstOrThrow();
  const hidden = await world.call(`PATCH /api/reviews/${id}`, {
    ...{ cookie: await again(world, admin), body: { hidden: true, reason: 'Abuse' } },
  });
  expect(hidden.status, hidden.raw).toBe(200);
  await expectTold({ average: 5, reviews: 6, stars: [0, 0, 0, 0, 6] });
  await onServer(await ownerOf(world), `delete from reviews where booking_id = '${booked[4]!.booking}'`);
  await expectTold({ average: 5, reviews: 5, stars: [0, 0, 0, 0, 5] });

  const guest = await world.aUser();
  const late = await world.aBooking({ user_id: guest.id, status: 'completed', partner_id: scene.owner.id });
  await review({ booking: late, guest }, 5);
  world.clock.advance(2 * day);
  await rollUp();
  await follow(world, late);
  await expectTold({ average: 5, reviews: 6, stars: [0, 0, 0, 0, 6] });
});

test('guests are told apart over all days: one who writes often is one', async () => {
  const other = await aPartner(world);
  const guest = await world.aUser();
  const own = async () => {
    const until = nextHawaiiDay(world.clock.now());
    const span = { from: new Date(until.getTime() - 30 * day * 1000), until, grain: 'day' } as const;
    return await findSatisfaction(world.db, span, other.organisation);
  };
  for (let at = 0; at < 6; at++) {
    const by = at < 3 ? guest : await world.aUser();
    const booking = await aCommission(world, other.organisation, 'Reef walk', { user_id: by.id });
    await review({ booking, guest: by }, at % 2 ? 4 : 5);
    world.clock.advance(day);
  }
  const before = await own();
  expect([before.stars, before.guests, before.guests_in_all]).toEqual([[0, 0, 0, 3, 3], [0, 0, 0, 3, 2], 4]);
  await rollUp();
  expect(await own()).toEqual(before);
});

test('however many reviews closed days have, none of them is read', async () => {
  await onServer(
    await ownerOf(world),
    `with more as (insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, partner_id)
         select 'more-' || n, b.user_id, b.listing_id, b.platform, 4000, false, b.status, b.booked_at - n * interval '1 minute', b.partner_id
         from bookings b, generate_series(1, 4000) n where b.id = '${booked[0]!.booking}' returning *),
       credited as (insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at)
         select m.id, c.organisation_id, c.rate_card_id, c.partner_share, c.platform_rate, c.listing_id, m.booked_at
         from more m, commissions c where c.booking_id = '${booked[0]!.booking}')
     insert into reviews (booking_id, listing_id, user_id, rating, created_at, updated_at)
       select id, listing_id, user_id, 5, booked_at, booked_at from more`,
  );
  await rollUp();
  // A day that has changed since has one of them.
  await onServer(
    await ownerOf(world),
    `insert into rollup_marks select date_trunc('hour', max(created_at)), false from reviews`,
  );
  await onServer(await ownerOf(world), 'vacuum analyze');
  for (const organisation of [scene.organisation, null]) {
    const explaining = new Explaining({ analyze: true });
    const until = nextHawaiiDay(world.clock.now());
    const span = { from: new Date(until.getTime() - 60 * day * 1000), until, grain: 'day' } as const;
    await findSatisfaction(world.db.withPlugin(explaining), span, organisation);
    const { reviews = 0, commissions = 0, review_days = 0 } = rowsReadBy(explaining.plans.map(({ plan }) => plan));
    expect(review_days).toBeGreaterThan(1);
    expect(reviews + commissions).toBeLessThan(20);
    expect(review_days).toBeLessThan(40);
  }
  expect((await told()).reviews).toBe(4_006);
});

test('a review of the last second of a Hawaiian day is of that day, and one of the next second of the next', async () => {
  const other = await aPartner(world);
  const midnight = nextHawaiiDay(world.clock.now());
  world.clock.advance((midnight.getTime() - world.clock.now().getTime()) / 1_000 - 1);
  await aReviewed(other.organisation, 2);
  world.clock.advance(1);
  await aReviewed(other.organisation, 4);
  world.clock.advance(2 * day);
  await rollUp();
  const { rows } = await sql<{ day: Date; rating: number }>`
    select day, rating from review_days where organisation_id = ${other.organisation} order by day`.execute(world.db);
  const dayMs = day * 1_000;
  expect(rows).toEqual([
    { day: new Date(midnight.getTime() - dayMs), rating: 2 },
    { day: midnight, rating: 4 },
  ]);
  const starsOf = async (from: number, until: number) =>
    (await findSatisfaction(world.db, { from: new Date(from), until: new Date(until), grain: 'day' }, null)).stars;
  const at = midnight.getTime();
  expect([await starsOf(at - dayMs, at), await starsOf(at, at + dayMs)]).toEqual([
    [0, 1, 0, 0, 0],
    [0, 0, 0, 1, 0],
  ]);
});
