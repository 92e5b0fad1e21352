import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { recountBehavior } from '../../../tests/behavior-recount.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { countPartHours, rangeOf, readSpan, rebuildRollups, rollUpClosedHours, type SpanRow } from './analytics.ts';

let world: World;
let listing: number;
let code: { id: number; locationId: number };
/** Who follows listings: a traveler. */
let traveler: string;

beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  listing = await world.aListing({ category: 'Restaurants' });
  code = await world.aCode();
  traveler = (await world.aUser()).id;
  await turn();
});
afterEach(() => world.close());

/** What the recurring work does. */
async function turn(): Promise<void> {
  await rollUpClosedHours(world.db, world.clock.now());
  await countPartHours(world.db, world.clock.now());
}

/** Numbers of [0, 1), the same each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

/** One of each thing that a visitor does, so many seconds ago. */
async function visit(secondsAgo = 0): Promise<void> {
  const at = new Date(world.clock.now().getTime() - secondsAgo * 1000);
  const { rows } = await world.database.pool.query(
    `insert into visits (token_hash, created_at, last_seen_at) values (sha256(gen_random_uuid()::text::bytea), $1, $1) returning id`,
    [at],
  );
  const scan = { visit_id: rows[0].id, qr_code_id: code.id, location_id: code.locationId, scanned_at: at };
  await world.db
    .insertInto('scans')
    .values({ ...scan, counted: true, source: 'camera' })
    .execute();
  const whence = { visit_id: scan.visit_id, qr_code_id: code.id, location_id: code.locationId };
  const followed = { user_id: traveler, listing_id: listing, platform: 'external', url: 'https://example.com' };
  await world.db
    .insertInto('clicks')
    .values({ click_id: randomUUID(), ...whence, ...followed, clicked_at: at })
    .execute();
  const event = { received_at: at, audience: 'visitor' as const, listing_id: listing, data: '{}' };
  await world.db
    .insertInto('events')
    .values(['listing_impression', 'map_pin_clicked'].map((event_type) => ({ ...event, event_type })))
    .execute();
}

/** What the screen says of a range, which is what its rows say: scans, impressions, openings, and all by listing and by type of event. */
async function told(range: '24h' | '7d'): Promise<number> {
  const { status, body, raw } = await world.call(
    `GET /api/analytics/behavior?time_range=${range}`,
    await world.aUser({ role: 'admin' }),
  );
  expect(status, raw).toBe(200);
  const recounted = await recountBehavior(world.db, body.from, body.until);
  const scans = body.hours.reduce((sum: number, hour: { scans: number }) => sum + hour.scans, 0);
  expect([scans, body.impressions.value, body.openings.value]).toEqual(
    ['scans', 'impressions', 'openings'].map((what) => recounted(what)),
  );
  expect(body.listings.map((row: { openings: number }) => row.openings)).toEqual(scans > 0 ? [scans] : []);
  expect(body.events.map((row: { count: number }) => row.count)).toEqual(scans > 0 ? [scans, scans] : []);
  return scans;
}
const toldOfBoth = async () => [await told('24h'), await told('7d')];

/** How many scans are read for the screen. */
async function rowsRead(time_range: '24h' | '7d' = '7d'): Promise<number> {
  const explaining = new Explaining({ analyze: true });
  await readSpan(world.db.withPlugin(explaining), ['total', 'listing'], {
    ...rangeOf(time_range, world.clock.now()),
    events: true,
  });
  return rowsReadBy(explaining.plans.map(({ plan }) => plan)).scans ?? 0;
}

test('is counted so far, and what comes after is added to it', async () => {
  await visit();
  world.clock.advance(600);
  await visit();
  await turn();
  expect([await rowsRead(), await toldOfBoth()]).toEqual([1, [2, 2]]);
  await visit();
  expect([await rowsRead(), await toldOfBoth()]).toEqual([2, [3, 3]]);
  world.clock.advance(300);
  await turn();
  expect([await rowsRead(), await toldOfBoth()]).toEqual([0, [3, 3]]);
});

test('of what was counted nothing is told twice once its hour is closed', async () => {
  await visit();
  world.clock.advance(1_800);
  await turn();
  await visit();
  expect(await toldOfBoth()).toEqual([2, 2]);
  world.clock.advance(1_800);
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await toldOfBoth()).toEqual([2, 2]);
  await visit();
  await turn();
  expect(await toldOfBoth()).toEqual([3, 3]);
});

test('where nothing comes after it its hour is closed as any', async () => {
  await visit();
  world.clock.advance(1_800);
  await turn();
  world.clock.advance(3_600);
  await rollUpClosedHours(world.db, world.clock.now());
  expect([await rowsRead(), await toldOfBoth()]).toEqual([0, [1, 1]]);
});

test('is part of no span that has ended before, or begins in it', async () => {
  await visit();
  world.clock.advance(1_800);
  await turn();
  const now = world.clock.now();
  const scansOf = async (from: number, until: number) => {
    const at = (secondsAgo: number) => new Date(now.getTime() - secondsAgo * 1000);
    const rows = await readSpan(world.db, ['total'], { from: at(from), until: at(until), grain: 'hour', events: true });
    return rows.reduce((sum, row) => sum + row.scans, 0);
  };
  expect([await scansOf(90_000, 86_400), await scansOf(86_400, 900), await scansOf(900, -60)]).toEqual([0, 1, 0]);
  expect([await scansOf(86_400, 1_800), await scansOf(86_400, 1_799)]).toEqual([0, 1]);
});

test('what is written late is told at once, and the hour is counted anew at the next turn', async () => {
  world.clock.advance(1_800);
  await visit();
  await turn();
  world.clock.advance(600);
  await turn();
  await visit(900);
  expect(await toldOfBoth()).toEqual([2, 2]);
  await turn();
  expect([await rowsRead(), await toldOfBoth()]).toEqual([0, [2, 2]]);
});

const spanned = ['total', 'listing', 'event', 'code', 'place', 'platform'] as const;

test('spans that begin and end anywhere within two days say what their rows say, also of what is written late', async () => {
  const random = seeded(5);
  const start = world.clock.now().getTime();
  for (let hour = 0; hour < 50; hour++) {
    for (let of = 0; of < 2; of++) await visit(random() * 3_600 - 3_600);
    world.clock.advance(3_600);
    if (hour % 3 === 0) await turn();
  }
  world.clock.advance(1_500);
  await turn();
  const isEqual = async () => {
    const end = world.clock.now().getTime();
    for (let span = 0; span < 25; span++) {
      const [one, other] = [0, 1].map(() => new Date(Math.round(start + random() * (end - start + 60_000))));
      const [from, until] = one! < other! ? [one!, other!] : [other!, one!];
      const rows = await readSpan(world.db, spanned, {
        from,
        until,
        grain: 'hour',
        events: true,
      });
      const { rows: scans } = await world.database.pool.query(
        `select date_trunc('hour', scanned_at) as at, count(*)::integer as n from scans where scanned_at >= $1 and scanned_at < $2 group by 1 order by 1`,
        [from, until],
      );
      const told = (dimension: string, count: (row: SpanRow) => number) =>
        rows.filter((row) => row.dimension === dimension && count(row) > 0).map((row) => [row.starts_at, count(row)]);
      const expected = scans.map(({ at, n }) => [at, n]);
      expect(
        told('total', (row) => row.scans),
        `${from.toISOString()} ${until.toISOString()}`,
      ).toEqual(expected);
      expect(told('listing', (row) => row.openings)).toEqual(expected);
      for (const dimension of ['code', 'place'] as const) expect(told(dimension, (row) => row.scans)).toEqual(expected);
      for (const dimension of ['total', 'listing', 'code', 'place', 'platform'] as const)
        expect(told(dimension, (row) => row.clicks)).toEqual(expected);
      expect(told('event', (row) => (row.key === 'map_pin_clicked' ? row.events : 0))).toEqual(expected);
    }
  };
  await isEqual();
  for (let late = 0; late < 12; late++) await visit(random() * 48 * 3_600);
  await turn();
  await isEqual();
});

test('what was not committed yet when its hour was counted is told once it is', async () => {
  world.clock.advance(1_800);
  await visit();
  await turn();
  const scansNow = async () =>
    (await readSpan(world.db, ['total'], rangeOf('24h', world.clock.now()))).reduce((sum, row) => sum + row.scans, 0);
  const slow = await world.database.pool.connect();
  await slow.query('begin');
  await slow.query(
    `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source)
     select visit_id, qr_code_id, location_id, scanned_at, counted, source from scans`,
  );
  world.clock.advance(600);
  await turn();
  expect(await scansNow()).toBe(1);
  await slow.query('commit');
  slow.release();
  expect([await scansNow(), await rowsRead('24h')]).toEqual([2, 2]);
  await turn();
  expect([await scansNow(), await rowsRead('24h')]).toEqual([2, 0]);
});

test('marks that a process of the version before takes leave the hour to its rows', async () => {
  world.clock.advance(1_800);
  await visit();
  await turn();
  world.clock.advance(600);
  await turn();
  await visit(900);
  await world.database.pool.query('delete from rollup_marks');
  expect(await toldOfBoth()).toEqual([2, 2]);
});

test('an hour that cannot be counted is told of, and keeps no other from being counted', async () => {
  await visit();
  world.clock.advance(3_600);
  await visit();
  const { rows } = await world.database.pool.query(`select date_trunc('hour', min(scanned_at)) as hour from scans`);
  await onServer(
    await ownerOf(world),
    `alter table part_hour_figures add check (starts_at >= '${rows[0].hour.toISOString()}'::timestamptz + interval '1 hour')`,
  );
  world.clock.advance(600);
  await rollUpClosedHours(world.db, world.clock.now());
  const failed: unknown[] = [];
  await countPartHours(world.db, world.clock.now(), { logger: { error: (said: unknown) => failed.push(said) } });
  expect(failed).toEqual([{ hour: rows[0].hour.toISOString(), reason: expect.stringContaining('part_hour_figures') }]);
  expect([await toldOfBoth(), await rowsRead()]).toEqual([[2, 2], 0]);
  await expect(countPartHours(world.db, world.clock.now())).rejects.toThrow('part_hour_figures');
  await expect(
    countPartHours(world.db, world.clock.now(), { signal: AbortSignal.abort(new Error('over')) }),
  ).rejects.toThrow('over');
});

test('of an hour in which a range begins the rows of at most ten minutes are read', async () => {
  for (let minute = 0; minute < 60; minute++) await visit(-minute * 60);
  world.clock.advance(25 * 60);
  await turn();
  world.clock.advance(24 * 3_600 - 13 * 60);
  // So far it was counted in part.
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await told('24h')).toBe(47);
  await turn();
  expect(await told('24h')).toBe(47);
  // The range begins at the end of the minute.
  expect(await rowsRead('24h')).toBe(7);
  // What is written late in it is told at once, and its hour is counted anew at the next turn.
  await visit(23.5 * 3_600);
  expect(await told('24h')).toBe(48);
  expect(await rowsRead('24h')).toBe(48);
  await turn();
  expect(await told('24h')).toBe(48);
  expect(await rowsRead('24h')).toBe(7);
});

test('nothing is counted while an hour before is open, as of a day that fails', async () => {
  world.clock.advance(2 * 3_600);
  await countPartHours(world.db, world.clock.now());
  await visit();
  expect(await toldOfBoth()).toEqual([1, 1]);
});

test('what a process counted that knows of other figures is not taken', async () => {
  await visit();
  world.clock.advance(600);
  await turn();
  await onServer(await ownerOf(world), 'update part_hour_figures set scans = 7, openings = 7');
  await onServer(await ownerOf(world), 'update part_hours set counted_as = counted_as + 1');
  expect(await toldOfBoth()).toEqual([1, 1]);
});

test('is counted from its rows again once everything was', async () => {
  await visit();
  world.clock.advance(600);
  await turn();
  await onServer(await ownerOf(world), 'update part_hour_figures set scans = 7, openings = 7');
  await rebuildRollups(world.db, world.clock.now(), new Date(world.clock.now().getTime() + 1));
  expect(await toldOfBoth()).toEqual([1, 1]);
});
