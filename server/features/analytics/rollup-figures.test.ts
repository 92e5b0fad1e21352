import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { readRollup, rollUpClosedHours } from './analytics.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
// Each test has hours of its own.
beforeEach(() => world.clock.advance(3 * 3_600));

const hourMs = 3_600_000;
const thisHour = () => new Date(Math.floor(world.clock.now().getTime() / hourMs) * hourMs);
/** The figures of the hour that is now, counted from its rows and, an hour later, rolled up. */
async function figures() {
  const from = thisHour();
  const read = () =>
    readRollup(world.db, { dimension: 'total', grain: 'hour', from, to: new Date(from.getTime() + hourMs) });
  const [live] = await read();
  world.clock.advance(3_700);
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await read()).toEqual([live]);
  return live!;
}

test('what a pending booking is worth stays an estimate, whatever its platform has told of it', async () => {
  await world.aBooking({ status: 'pending', estimated: true, amount_cents: 1_000 });
  await world.aBooking({ status: 'pending', estimated: false, amount_cents: 200 });
  await world.aBooking({ status: 'confirmed', estimated: true, amount_cents: 30 });
  await world.aBooking({ status: 'confirmed', estimated: false, amount_cents: 4 });
  expect(await figures()).toMatchObject({ estimatedCents: 1_230, confirmedCents: 4 });
});

test('a cancelled booking is worth nothing, estimated or told', async () => {
  for (const estimated of [true, false]) await world.aBooking({ status: 'cancelled', estimated, amount_cents: 700 });
  expect(await figures()).toMatchObject({ estimatedCents: 0, confirmedCents: 0, bookings: { cancelled: 2 } });
});

test('of programs what names no listing is no look at one', async () => {
  const send = (event: object) =>
    world.call('POST /api/analytics/events', {
      body: { event_type: 'map_pin_clicked', ...event },
      headers: { 'user-agent': 'Googlebot/2.1' },
    });
  expect((await send({})).status).toBe(202);
  expect((await send({ business_listing_id: await world.aListing() })).status).toBe(202);
  expect(await figures()).toMatchObject({ botViews: 1, events: 0 });
});

test('a span ends before the hour that begins with its end', async () => {
  const before = thisHour();
  await world.aBooking();
  world.clock.advance(3_600);
  await world.aBooking();
  const span = { from: before, to: thisHour() };
  const rows = await readRollup(world.db, { dimension: 'total', grain: 'hour', ...span });
  expect(rows.map(({ startsAt }) => startsAt)).toEqual([before]);
});

test('hours that are closed stay closed, also for a process whose clock is behind', async () => {
  const closed = async () =>
    (await sql<{ closed_until: Date }>`select closed_until from rollup_state`.execute(world.db)).rows[0]!.closed_until;
  await rollUpClosedHours(world.db, world.clock.now());
  const before = await closed();
  await rollUpClosedHours(world.db, new Date(world.clock.now().getTime() - 2 * hourMs));
  expect(await closed()).toEqual(before);
});
