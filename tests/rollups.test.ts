import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { loadGeneratedYear } from '../db/seed/generated-year.ts';
import { loadSeed } from '../db/seed/load.ts';
import { seed } from '../db/seed/world.ts';
import { readRollup, readSpan, rebuildRollups, rollUpClosedHours } from '../server/features/analytics/analytics.ts';
import { rangeOf } from '../server/features/figures/compared.ts';
import { codeKeys } from '../server/features/scanning/scanning.ts';
import { clientConfig } from '../server/platform/database/database.ts';
import { inDatabase, onServer } from './database-setup.ts';
import { differences, recount } from './recount.ts';
import { createWorld, type World } from './world.ts';

let world: World;
const dimensions = [
  'total',
  'code',
  'place',
  'partner',
  'listing',
  'platform',
  'event',
  'partner_listing',
  'partner_platform',
] as const;
const grains = ['hour', 'day'] as const;
const everyPair = dimensions.flatMap((dimension) => grains.map((grain) => [dimension, grain] as const));
const from = new Date('2025-11-01T10:00:00Z');
/** In the middle of an hour and of a day, both open. */
const until = new Date('2026-11-21T20:20:00Z');

const rolledUp: number[] = [];
beforeAll(async () => {
  world = await createWorld();
  await loadSeed(world.db, seed, codeKeys(world.settings)[0]!, until);
  await loadGeneratedYear(world.db, { scans: 100_000, seed: 5, until });
  // Two at once, as two processes would.
  rolledUp.push(...(await Promise.all([rollUpClosedHours(world.db, until), rollUpClosedHours(world.db, until)])));
}, 120_000);
afterAll(() => world.close());

const read = (dimension: (typeof dimensions)[number], grain: (typeof grains)[number]) =>
  readRollup(world.db, { dimension, grain, from, to: until });
const compare = async (dimension: (typeof dimensions)[number], grain: (typeof grains)[number]) =>
  differences(await recount(world.db, dimension, grain), await read(dimension, grain));
/** The database as its owner, whose statements may take longer than the application's. */
const owned = async () => {
  const { rows } = await world.database.pool.query('select current_database() as name');
  return inDatabase(inject('databaseServer'), rows[0].name);
};
const fingerprint = async (): Promise<{ print: string; rows: number }> => {
  const client = new pg.Client(clientConfig(await owned()));
  await client.connect();
  const { rows } = await client.query(
    `select md5(string_agg(r::text, '|' order by grain, dimension, key, starts_at)) as print, count(*) as rows from rollups r`,
  );
  await client.end();
  return rows[0];
};
const daysAgo = (days: number) => new Date(until.getTime() - days * 86_400_000);

describe('the rollups of a generated year', () => {
  test('are made once by two processes at once', () => {
    expect(rolledUp[0]! + rolledUp[1]!).toBe(365);
  });

  test.each(everyPair)('of each %s by %s equal a recount of the rows', async (dimension, grain) => {
    expect(await compare(dimension, grain)).toEqual([]);
  });

  test('hold all scans and nobody but visitors', async () => {
    const total = await read('total', 'day');
    const sum = (value: (one: (typeof total)[number]) => number) => total.reduce((all, one) => all + value(one), 0);
    // Those of the demo's own bookings, from before its places opened, are there as well.
    const earlier = await sql<{ count: number }>`select count(*) from scans
      where location_id in (select id from locations where deleted_at is not null)`.execute(world.db);
    expect([total.length, sum((one) => one.scansRaw)]).toEqual([365, 100_000 + earlier.rows[0]!.count]);
    const { rows } = await sql<{ audience: string; count: number }>`
      select audience, count(*) from events group by 1`.execute(world.db);
    const events = new Map(rows.map((row) => [row.audience, row.count]));
    expect(events.get('bot')! + events.get('staff')!).toBeGreaterThan(100);
    expect(sum((one) => one.events)).toBe(events.get('visitor'));
  });

  test('part the months at midnight of Hawaiʻi', async () => {
    const midnight = new Date('2026-06-01T10:00:00Z');
    const range = {
      dimension: 'total',
      from: new Date('2026-06-01T09:00:00Z'),
      to: new Date('2026-06-01T12:00:00Z'),
    } as const;
    const days = await readRollup(world.db, { ...range, grain: 'day' });
    expect(days.map((one) => one.startsAt.toISOString())).toEqual(['2026-05-31T10:00:00.000Z', midnight.toISOString()]);
    const { rows } = await sql<{ scans: number }>`
      select count(*) as scans from scans where (scanned_at at time zone 'Pacific/Honolulu')::date = '2026-05-31'`.execute(
      world.db,
    );
    expect(days[0]?.scansRaw).toBe(rows[0]?.scans);
  });

  test('are read for some keys, and of an empty range not at all', async () => {
    const all = await readRollup(world.db, { dimension: 'place', grain: 'day', from: daysAgo(9), to: until });
    const [id = ''] = all.map((one) => one.key);
    const one = await readRollup(world.db, {
      dimension: 'place',
      grain: 'day',
      ids: [Number(id)],
      from: daysAgo(9),
      to: until,
    });
    expect(one).toEqual(all.filter((row) => row.key === id));
    expect(await readRollup(world.db, { dimension: 'place', grain: 'day', from: until, to: daysAgo(9) })).toEqual([]);
  });

  test('betray a single wrong figure', async () => {
    const row = sql`(grain, dimension, starts_at, key) =
      (select grain, dimension, starts_at, key from rollups where dimension = 'listing' and grain = 'hour' and clicks > 0 order by starts_at limit 1)`;
    await sql`update rollups set estimated_cents = estimated_cents + 1 where ${row}`.execute(world.db);
    const found = await compare('listing', 'hour');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/estimatedCents/);
    const at = new Date(found[0]!.split(' ')[1]!);
    await rebuildRollups(world.db, at, new Date(at.getTime() + 1));
    expect(await compare('listing', 'hour')).toEqual([]);
  });
});

describe('spans that are exact at both ends', () => {
  const minute = 60_000;
  const ago = (minutes: number) => new Date(until.getTime() - minutes * minute);
  /** Counted again from the rows, by table. */
  const counted = async (from: Date, until: Date) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*) from scans where counted and scanned_at >= ${from} and scanned_at < ${until}) as scans,
        (select count(*) from clicks where clicked_at >= ${from} and clicked_at < ${until}) as clicks,
        (select count(*) from bookings where status = 'completed' and booked_at >= ${from} and booked_at < ${until}) as bookings,
        (select count(*) from events where audience = 'visitor' and received_at >= ${from} and received_at < ${until}) as events`.execute(
      world.db,
    );
    return rows[0]!;
  };
  const added = async (grain: 'hour' | 'day', from: Date, until: Date) => {
    const rows = await readSpan(world.db, ['total'], { from, until, grain, events: true });
    const sum = (name: 'scans' | 'clicks' | 'completed' | 'events') => rows.reduce((so, row) => so + row[name], 0);
    return {
      rows,
      sums: { scans: sum('scans'), clicks: sum('clicks'), bookings: sum('completed'), events: sum('events') },
    };
  };

  test.each([
    ['the last 24 hours', 1_440, 0],
    ['the 24 hours before', 2_880, 1_440],
    ['a part of the open hour', 13, 2],
    ['a part of a closed hour', 6_000, 5_971],
    ['two parts of hours that follow', 6_030, 5_990],
    ['whole hours', 1_460, 1_400],
    ['nothing', 100, 100],
  ])('%s', async (_what, first, last) => {
    const [from, to] = [ago(first), ago(last)];
    const { rows, sums } = await added('hour', from, to);
    expect(sums).toEqual(await counted(from, to));
    expect(new Set(rows.map((row) => row.starts_at.getTime())).size).toBe(rows.length);
    if (first - last > 1_000) expect(sums.scans).toBeGreaterThan(50);
  });

  test.each(['7d', '30d', '90d', '1y'] as const)('the days of %s, and those before', async (range) => {
    const { from, until: end, before } = rangeOf(range, until);
    for (const [first, last] of [
      [from, end],
      [before, from],
    ] as const) {
      const { rows, sums } = await added('day', first, last);
      expect(sums).toEqual(await counted(first, last));
      expect(rows.length).toBeLessThanOrEqual(Math.round((last.getTime() - first.getTime()) / 86_400_000));
    }
  });

  test('by listing are those of each of its days', async () => {
    const { from, until: end } = rangeOf('30d', until);
    const exact = await readSpan(world.db, ['listing'], { from, until: end, grain: 'day', events: true });
    const days = await readRollup(world.db, { dimension: 'listing', grain: 'day', from, to: end });
    const named = (rows: { key: string; at: Date; openings: number; impressions: number }[]) =>
      rows.map(({ key, at, openings, impressions }) => [at.toISOString(), key, openings, impressions]);
    expect(named(exact.map((row) => ({ ...row, at: row.starts_at })))).toEqual(
      named(days.map((row) => ({ ...row, at: row.startsAt }))),
    );
  });
});

describe('rebuilding', () => {
  test('any range any number of times changes nothing', async () => {
    const before = await fingerprint();
    expect(before.rows).toBeGreaterThan(100_000);
    for (const [first, days] of [
      [300, 3],
      [173, 12],
      [1, 1],
    ] as const) {
      const range = [daysAgo(first), daysAgo(first - days)] as const;
      await rebuildRollups(world.db, ...range);
      await Promise.all([rebuildRollups(world.db, ...range), rebuildRollups(world.db, ...range)]);
    }
    expect(await fingerprint()).toEqual(before);
    expect(await rollUpClosedHours(world.db, until)).toBe(0);
  });
});

// Last, for it takes rows away.
test('rebuilding keeps the counts of events that are gone', async () => {
  const day = new Date('2026-02-02T10:00:00Z');
  const counted = () =>
    readRollup(world.db, { dimension: 'event', grain: 'day', from: day, to: new Date(day.getTime() + 1) });
  const before = await counted();
  expect(before.length).toBeGreaterThan(3);
  await onServer(await owned(), 'drop table events_2026_02');
  await onServer(await owned(), `update rollup_state set events_since = '2026-03-01T10:00:00Z'`);
  await rebuildRollups(world.db, day, new Date(day.getTime() + 1));
  expect(await counted()).toEqual(before);
});
