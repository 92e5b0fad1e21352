import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { FaultProxy } from '../../../tests/chaos/fault-proxy.ts';
import { silent } from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { withClient } from '../../platform/database/database-client.ts';
import { rollUpClosedHours } from './analytics.ts';

const dayMs = 86_400_000;
let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const asOwner = async (statements: string) =>
  await withClient(await ownerOf(world), {}, async (client) => void (await client.query(statements)));
/** Hawaiʻi's days with their scans, as the rollups have them. */
const rolledUp = async () => {
  const { rows } = await world.database.pool.query<{ day: string; scans: number }>(
    `select to_char(starts_at at time zone 'Pacific/Honolulu', 'YYYY-MM-DD') as day, scans from rollups
     where grain = 'day' and dimension = 'total' and scans > 0 order by 1`,
  );
  return rows;
};
/** The hour that it was so many days ago. */
const hour = (daysAgo: number) =>
  new Date(Math.floor((world.clock.now().getTime() - daysAgo * dayMs) / 3_600_000) * 3_600_000);
const marks = async () => Number((await world.database.pool.query('select count(*) from rollup_marks')).rows[0].count);

test('a day that cannot be rolled up keeps no later one waiting, is told of, and is done once it can be', async () => {
  const { clock } = world;
  const { code } = await world.aCode({ location_id: await world.aPlace() });
  const scan = async () =>
    expect((await world.call('POST /api/qr/scan', { body: { qr_code_id: code } })).status).toBe(200);
  const first = clock.now();
  await scan();
  clock.advance(86_400);
  await scan();
  clock.advance(86_400 + 3_700);
  const day = (at: Date) => new Date(at.getTime() - (dayMs * 10) / 24).toISOString().slice(0, 10);
  const [bad, good] = [day(first), day(new Date(first.getTime() + dayMs))];
  await asOwner(`
    create function spoil() returns trigger language plpgsql as $$ begin raise exception 'this day is spoilt'; end $$;
    create trigger spoilt before insert on rollups for each row
      when ((new.starts_at at time zone 'Pacific/Honolulu')::date = '${bad}') execute function spoil()`);

  const lines: Record<string, unknown>[] = [];
  const stop = await startWork(world, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const told = () => lines.filter(({ msg }) => msg === 'a day was not rolled up, and will be tried again');
  await expect.poll(told, { timeout: 20_000 }).toMatchObject([{ level: 50, day: bad, reason: 'this day is spoilt' }]);
  await expect.poll(rolledUp, { timeout: 20_000 }).toEqual([{ day: good, scans: 1 }]);
  await stop();
  expect(await marks()).toBe(1);
  // Its scan is still counted where figures are read: from its rows.
  const { closed_until } = await world.db.selectFrom('rollup_state').select('closed_until').executeTakeFirstOrThrow();
  expect(closed_until.getTime()).toBeLessThanOrEqual(first.getTime());

  await asOwner('drop trigger spoilt on rollups');
  expect(await rollUpClosedHours(world.db, clock.now(), { logger: silent })).toBe(1);
  expect(await rolledUp()).toEqual([
    { day: bad, scans: 1 },
    { day: good, scans: 1 },
  ]);
  expect(await marks()).toBe(0);
  const { closed_until: later } = await world.db
    .selectFrom('rollup_state')
    .select('closed_until')
    .executeTakeFirstOrThrow();
  expect(later.getTime()).toBeGreaterThan(clock.now().getTime() - 2 * 3_600_000);

  // A day of long ago that fails keeps what was closed since.
  await world.db
    .insertInto('rollup_marks')
    .values({ hour: new Date(Math.floor(first.getTime() / 3_600_000) * 3_600_000) })
    .execute();
  await asOwner(`create trigger spoilt before insert on rollups for each row
    when ((new.starts_at at time zone 'Pacific/Honolulu')::date = '${bad}') execute function spoil()`);
  clock.advance(3_600);
  expect(await rollUpClosedHours(world.db, clock.now(), { logger: silent })).toBe(0);
  const { closed_until: latest } = await world.db
    .selectFrom('rollup_state')
    .select('closed_until')
    .executeTakeFirstOrThrow();
  expect(latest.getTime() - later.getTime()).toBe(3_600_000);
}, 60_000);

test('a run that is told to end closes what it has done, and leaves the rest for the next', async () => {
  const { clock, db } = world;
  clock.advance(10 * 86_400);
  const closed = async () =>
    (await db.selectFrom('rollup_state').select('closed_until').executeTakeFirstOrThrow()).closed_until;
  const before = await closed();
  await asOwner('truncate rollup_marks');
  await db
    .insertInto('rollup_marks')
    .values([6, 4, 2].map((daysAgo) => ({ hour: hour(daysAgo) })))
    .execute();
  const ending = new AbortController();
  const run = rollUpClosedHours(db, clock.now(), {
    signal: ending.signal,
    onDay: () => ending.abort(),
    logger: silent,
  });
  await expect(run).rejects.toThrow('aborted');
  expect(await marks()).toBe(2);
  const until = await closed();
  expect(until.getTime()).toBeGreaterThan(before.getTime());
  expect(until.getTime()).toBeLessThanOrEqual(hour(4).getTime());
  expect(await rollUpClosedHours(db, clock.now(), { logger: silent })).toBe(2);
  expect((await closed()).getTime()).toBeGreaterThan(hour(0).getTime() - 3_600_000);
});

test('a database that goes away ends the run: it is told of once, and no day after it is tried', async () => {
  const { clock, db } = world;
  clock.advance(200 * 86_400);
  await asOwner('truncate rollup_marks');
  await db
    .insertInto('rollup_marks')
    .values(Array.from({ length: 100 }, (_, day) => ({ hour: hour(day + 1) })))
    .execute();
  const proxy = await FaultProxy.open(inject('databaseServer'));
  const breaking = openDatabase({ url: proxy.urlOf(await ownerOf(world)) }, { max: 2, onError: () => {} });
  const told: unknown[] = [];
  const cuts: Promise<void>[] = [];
  const run = rollUpClosedHours(breaking.db, clock.now(), {
    onDay: () => void cuts.push(proxy.set('refused')),
    logger: { error: (line: unknown) => void told.push(line) } as Pick<Logger, 'error'>,
  });
  await expect(run).rejects.toThrow();
  expect(told.length).toBeLessThanOrEqual(3);
  await Promise.all(cuts);
  await breaking.close();
  await proxy.close();
  expect(await rollUpClosedHours(db, clock.now(), { logger: silent })).toBe(99);
});
