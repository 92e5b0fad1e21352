import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { aCommission, follow } from '../../../tests/ledger-rows.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { again } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { findEarned } from '../performance/performance.store.ts';
import { findChangedDays, rollUpClosedHours } from './analytics.ts';

let world: World;
let scene: PartnerScene;
let admin: TestUser;
let booking: string;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
  await aCommission(world, (await aPartner(world)).organisation);
  booking = await aCommission(world, scene.organisation);
  await aCommission(world, scene.organisation, 'Canoe ride', { amount_cents: 20_000 });
  world.clock.advance(3 * 86_400);
});
afterAll(() => world.close());

/** What the partner is told of a week, and what administrators are told of the partner. */
async function told() {
  const performance = await world.call('GET /api/partner-portal/performance?range=7d', {
    cookie: await again(world, scene.owner),
  });
  const revenue = await world.call('GET /api/analytics/revenue?time_range=7d', {
    cookie: await again(world, scene.owner),
  });
  const overview = await world.call('GET /api/admin/commission-overview', { cookie: await again(world, admin) });
  expect([performance.status, revenue.status, overview.status], performance.raw).toEqual([200, 200, 200]);
  const {
    id,
    organization_name: _,
    ...best
  } = overview.body.top_partners.find((partner: { id: string }) => partner.id === scene.organisation);
  const { commission_earned, earning_bookings, average_booking } = performance.body;
  return { ...best, commission_earned, earning_bookings, average_booking, of_revenue: revenue.body.commission };
}
const rollUp = () => rollUpClosedHours(world.db, world.clock.now());

test('what a partner earned on closed days is told from what was added up, as it was from the bookings', async () => {
  const before = await told();
  expect(before).toEqual({
    ...{
      bookings: 2,
      commission: 90,
      commission_earned: 90,
      earning_bookings: 2,
      average_booking: 300,
      of_revenue: 90,
    },
  });
  await rollUp();
  expect(await told()).toEqual(before);
});

test('a booking of a closed day that changes is told at once, and once', async () => {
  await onServer(await ownerOf(world), `update bookings set amount_cents = 60000 where id = '${booking}'`);
  await follow(world, booking);
  const changed = await findChangedDays(world.db);
  expect(changed).toHaveLength(1);
  const now = { commission: 120, commission_earned: 120, of_revenue: 120, average_booking: 400 };
  expect(await told()).toMatchObject(now);
  await rollUp();
  expect(await findChangedDays(world.db)).toEqual([]);
  expect(await told()).toMatchObject({ ...now, bookings: 2, earning_bookings: 2 });
});

test('however many bookings closed days have, none of them is read', async () => {
  await onServer(
    await ownerOf(world),
    `with more as (insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, estimated, status, booked_at, partner_id)
         select 'more-' || n, b.user_id, b.listing_id, b.platform, 4000, false, b.status, b.booked_at - n * interval '1 minute', b.partner_id
         from bookings b, generate_series(1, 4000) n where b.id = '${booking}' returning id, booked_at)
       insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
         amount_cents, partner_cents, platform_cents)
       select m.id, c.organisation_id, c.rate_card_id, c.partner_share, c.platform_rate, c.listing_id, m.booked_at, 'pending', 'pending',
         4000, 600, 1000 from more m, commissions c where c.booking_id = '${booking}'`,
  );
  await rollUp();
  await onServer(await ownerOf(world), 'vacuum analyze');
  const explaining = new Explaining({ analyze: true });
  const until = nextHawaiiDay(world.clock.now());
  const span = { from: new Date(until.getTime() - 7 * 86_400_000), until, changed: [] };
  await findEarned(world.db.withPlugin(explaining), scene.organisation, span);
  const {
    commissions = 0,
    bookings = 0,
    partner_earned_days = 0,
  } = rowsReadBy(explaining.plans.map(({ plan }) => plan));
  expect(partner_earned_days).toBeGreaterThan(1);
  expect(commissions + bookings + partner_earned_days).toBeLessThan(20);
  expect((await told()).commission_earned).toBe(120 + 4_000 * 6);
});
