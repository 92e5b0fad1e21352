import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay, hawaiiDayStart, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { recountFigures } from '../../../tests/figures-recount.ts';
import { aSale, day, readFigures } from '../../../tests/figures-scene.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { findChangedDays, rollUpClosedHours } from './analytics.ts';
import { definition } from './changed-days.store.ts';
import { countRows, dimensions } from './rollup-figures.store.ts';
import { lockRollups, measures } from './rollups.store.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
let sold: string;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
  const listing = await world.aListing({ booking_url: 'https://www.viator.com/tours/1', commission_rate: 0.2 });
  sold = await aSale(world, admin, scene.code, { dollars: 100, listing });
  world.clock.advance(day);
  await aSale(world, admin, scene.code, { dollars: 60, listing });
  world.clock.advance(2 * day);
});
afterAll(() => world.close());

/** The days that such a process finds changed. */
async function oldDays() {
  const { rows } = await sql<{ day: Date }>`select distinct date_trunc('day', hour, 'Pacific/Honolulu') as day
    from rollup_marks where hour < ${world.clock.now()} order by day`.execute(world.db);
  return rows.map((row) => row.day);
}
/**
 * A turn of a process of the version before bookings' earnings and partners' platforms were added up.
 * @param given.days that it has found before
 * @param given.inHand awaited after its marks are taken
 * @returns how many days it has added up
 */
async function oldTurn(given: { days?: Date[]; inHand?: () => Promise<void> } = {}) {
  const old = dimensions.filter((dimension) => dimension !== 'partner_platform');
  let addedUp = 0;
  for (const from of given.days ?? (await oldDays()))
    await withTransaction(world.db, async (tx) => {
      const to = nextHawaiiDay(from);
      await lockRollups(tx);
      const { rows } = await sql<{
        events: boolean | null;
      }>`with taken as (delete from rollup_marks where hour >= ${from} and hour < ${to} returning events)
        select bool_or(events) as events from taken`.execute(tx);
      if (rows[0]!.events === null) return;
      addedUp += 1;
      await given.inHand?.();
      await sql`delete from rollups where starts_at >= ${from} and starts_at < ${to}`.execute(tx);
      const literal = (at: Date) => `'${at.toISOString()}'::timestamptz`;
      for (const grain of ['hour', 'day'] as const) {
        const asked = old.map((dimension) => ({ grain, dimension }));
        const counted = sql.raw(countRows(literal(from), literal(to), asked));
        await sql`insert into rollups (grain, dimension, key, starts_at, ${sql.raw(measures)}) ${counted}`.execute(tx);
      }
    });
  return addedUp;
}
const waiting = async () => {
  const { rows } = await sql<{
    count: string;
  }>`select count(*) from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(world.db);
  return Number(rows[0]!.count);
};
const newTurn = () => rollUpClosedHours(world.db, world.clock.now());

/** What the partner and administrators are told of a week is what the rows say. */
async function expectRecounted() {
  const today = hawaiiDayStart(world.clock.now());
  const span = {
    from: new Date(today.getTime() - 6 * day * 1000).toISOString(),
    until: nextHawaiiDay(today).toISOString(),
  };
  const all = await recountFigures(world.db, span);
  const own = await recountFigures(world.db, { ...span, owner: scene.owner.id });
  const [partner, house] = [
    await readFigures(world, scene.owner, 'revenue', '?time_range=7d'),
    await readFigures(world, admin, 'revenue', '?time_range=7d'),
  ];
  const cents = (dollars: number) => Math.round(dollars * 100);
  expect([cents(partner.total_revenue.value), cents(partner.commission)]).toEqual([own.cents, own.partner_cents]);
  expect([cents(house.commission), cents(house.commission - house.margin)]).toEqual([
    all.platform_cents,
    all.partner_cents,
  ]);
  expect(
    partner.daily_revenue.map((row: { date: string; booking_platform: string; revenue: number }) => [
      `${row.date} ${row.booking_platform}`,
      cents(row.revenue),
    ]),
  ).toEqual([...own.platforms].map(([key, [revenue]]) => [key, revenue]));
  return own.partner_cents;
}
const addedUp = async () => {
  const { rows } = await sql<{
    day: Date;
    cents: number;
  }>`select day, sum(cents)::integer as cents from partner_earned_days
    group by 1 order by 1`.execute(world.db);
  return rows.map((row) => [hawaiiDay(row.day), row.cents]);
};

test('what a process of the version before has added up is told right, and added up again by the next turn', async () => {
  await oldTurn();
  await world.db
    .updateTable('rollup_state')
    .set({ closed_until: hawaiiDayStart(world.clock.now()) })
    .execute();
  expect(await expectRecounted()).toBeGreaterThan(0);
  expect(await addedUp()).toEqual([]);
  await newTurn();
  expect(await findChangedDays(world.db)).toEqual([]);
  expect((await addedUp()).map(([, cents]) => cents)).toEqual([1500, 900]);
  await expectRecounted();
});

test('so is a day that such a process adds up after it was added up as it is to be', async () => {
  await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', sold).execute();
  await oldTurn();
  await expectRecounted();
  await newTurn();
  expect(await findChangedDays(world.db)).toEqual([]);
  expect(await addedUp()).toHaveLength(1);
  await expectRecounted();
});

/** Another day's booking, after which its day has changed. */
const change = async (status: 'cancelled' | 'confirmed') =>
  void (await world.db.updateTable('bookings').set({ status }).where('id', '=', sold).execute());

test('after going back such a process adds a day up once, and the next one that knows more once again', async () => {
  await change('confirmed');
  expect([await oldTurn(), await oldTurn(), await oldTurn()]).toEqual([1, 0, 0]);
  await change('cancelled');
  expect([await oldTurn(), await oldTurn()]).toEqual([1, 0]);
  expect(await findChangedDays(world.db)).toHaveLength(1);
  await expectRecounted();
  expect([await newTurn(), await newTurn(), await oldTurn()]).toEqual([1, 0, 0]);
  expect(await findChangedDays(world.db)).toEqual([]);
  await expectRecounted();
});

test('whichever of the two takes a mark that both have found, the day is added up as it is to be in the end', async () => {
  await change('confirmed');
  const found = await oldDays();
  expect([await newTurn(), await oldTurn({ days: found })]).toEqual([1, 0]);
  expect(await findChangedDays(world.db)).toEqual([]);
  await expectRecounted();

  await change('cancelled');
  let meanwhile: Promise<number> | undefined;
  // The other one waits for it, and has found the day by the same mark.
  const inHand = async () => {
    meanwhile = newTurn();
    await expect.poll(waiting).toBe(1);
  };
  expect(await oldTurn({ inHand })).toBe(1);
  expect(await meanwhile).toBe(1);
  expect(await findChangedDays(world.db)).toEqual([]);
  expect(await addedUp()).toHaveLength(1);
  await expectRecounted();

  // One mark is taken by each of them.
  await change('confirmed');
  await oldTurn();
  await change('cancelled');
  expect([await newTurn(), await oldTurn()]).toEqual([1, 0]);
  await expectRecounted();
  expect(await findChangedDays(world.db)).toEqual([]);
});

test('what this one takes, or an older one took, is left for one that knows more, and is not added up again here', async () => {
  const left = async () => {
    const { rows } = await sql<{ definition: number }>`select distinct definition from partial_rollup_marks`.execute(
      world.db,
    );
    return rows.map((row) => row.definition);
  };
  const owner = await ownerOf(world);
  const { rows } = await sql<{ text: string }>`
    select pg_get_functiondef('keep_marks_of_older_definitions'::regproc) as text`.execute(world.db);
  // A migration that brought more has run.
  await onServer(owner, rows[0]!.text.replace(`< ${definition} `, `< ${definition + 1} `));
  await sql`delete from partial_rollup_marks`.execute(world.db);
  await change('cancelled');
  expect([await newTurn(), await newTurn()]).toEqual([1, 0]);
  expect(await left()).toEqual([definition]);
  await sql`delete from partial_rollup_marks`.execute(world.db);
  await change('confirmed');
  expect([await oldTurn(), await left()]).toEqual([1, [0]]);
  expect([await newTurn(), await newTurn(), await left()]).toEqual([1, 0, [definition]]);
  expect(await findChangedDays(world.db)).toEqual([]);
  await onServer(owner, rows[0]!.text);
  await expectRecounted();
});

test('what such a process deletes of a day beside the hours it takes is told of the last 24 hours all the same', async () => {
  await newTurn();
  const listing = await world.aListing({ booking_url: 'https://www.viator.com/tours/2', commission_rate: 0.2 });
  const sell = (dollars: number) => aSale(world, admin, scene.code, { dollars, listing });
  const cancelled = await sell(40);
  world.clock.advance(2 * 60 * 60);
  await sell(70);
  world.clock.advance(14 * 60 * 60);
  await newTurn();
  await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', cancelled).execute();
  expect(await oldTurn()).toBe(1);
  const { total_revenue, daily_revenue } = await readFigures(world, scene.owner, 'revenue', '?time_range=24h');
  expect(total_revenue.value).toBe(70);
  expect(daily_revenue).toMatchObject([{ booking_platform: 'viator', revenue: 70, booking_count: 1 }]);
});
