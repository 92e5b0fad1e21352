import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

const day = 86_400_000;
let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

interface Row {
  at: string;
  listing_id: number;
  listing: string;
  count: number;
}
interface Listed {
  rows: Row[];
  total: number;
  next: string | null;
}
async function ask(query: string): Promise<Listed> {
  const { status, body, raw } = await world.call(`GET /api/analytics/rows?${query}`, admin);
  expect(status, raw).toBe(200);
  return body;
}
async function all(query: string): Promise<Listed & { pages: number }> {
  const rows: Row[] = [];
  for (let after = '', pages = 1; ; pages++) {
    const page = await ask(`${query}${after}`);
    rows.push(...page.rows);
    if (page.next === null) return { rows, total: page.total, next: null, pages };
    after = `&after=${page.next}`;
  }
}
/** What visitors saw or opened of listings, so many times each, so long ago. */
async function seen(event_type: string, listings: readonly number[], times: number, ago: number): Promise<void> {
  const at = new Date(world.clock.now().getTime() - ago);
  await sql`insert into events (received_at, event_type, audience, listing_id, data)
    select ${at}, ${event_type}, 'visitor', id, '{}' from unnest(${[...listings]}::integer[]) id, generate_series(1, ${times}::integer)`.execute(
    world.db,
  );
}
const figure = async (of: 'openings' | 'impressions', range: string) =>
  (await world.call(`GET /api/analytics/behavior?time_range=${range}`, admin)).body[of].value as number;
const sum = (rows: readonly Row[]) => rows.reduce((so, { count }) => so + count, 0);

test('openings and impressions are told by day and experience, and come to the figure before and after they are added up', async () => {
  const listings: number[] = [];
  for (const name of ['Reef walk', 'Star sail', 'Taro walk']) listings.push(await world.aListing({ name }));
  const [walk, sail] = listings as [number, number];
  expect(await ask('of=openings&time_range=7d')).toMatchObject({ rows: [], total: 0, next: null });
  await seen('map_pin_clicked', [walk], 2, 0);
  await seen('advertiser_content_view', [walk, sail], 1, 2 * day);
  await seen('listing_impression', listings, 4, 0);
  await seen('listing_impression', [sail], 3, 20 * day);
  for (const added of [false, true]) {
    if (added) await rollUpClosedHours(world.db, world.clock.now());
    const openings = await all('of=openings&time_range=7d');
    expect(openings.rows.map(({ at, listing, count }) => [at, listing, count])).toEqual([
      ['2026-11-21T10:00:00.000Z', 'Reef walk', 2],
      ['2026-11-19T10:00:00.000Z', 'Star sail', 1],
      ['2026-11-19T10:00:00.000Z', 'Reef walk', 1],
    ]);
    for (const [of, range, told] of [
      ['openings', '24h', 2],
      ['openings', '7d', 4],
      ['impressions', '7d', 12],
      ['impressions', '30d', 15],
    ] as const) {
      const { rows, total } = await all(`of=${of}&time_range=${range}`);
      expect([of, range, total, sum(rows), await figure(of, range)]).toEqual([of, range, told, told, told]);
    }
    expect((await ask('of=openings&time_range=7d&day=2026-11-19')).total).toBe(2);
    expect(await ask('of=openings&time_range=24h&day=2026-11-19')).toMatchObject({ rows: [], total: 0 });
    const hours = await ask('of=openings&time_range=24h');
    expect(hours.rows).toEqual([expect.objectContaining({ at: '2026-11-21T20:00:00.000Z', count: 2 })]);
  }
  // Of single rows each is one, and what is of no platform is asked for without one.
  await world.aBooking({ listing_id: walk, status: 'confirmed' });
  expect((await ask('of=bookings')).rows[0]).toMatchObject({ count: 1 });
  expect((await ask('of=openings&time_range=7d&platform=viator')).total).toBe(4);
});

test('they come in pages that pass nothing and tell nothing twice', async () => {
  await world.close();
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  const many: number[] = [];
  for (let at = 0; at < 30; at++) many.push(await world.aListing({ name: `Number ${at}` }));
  for (const days of [3, 4, 5, 40, 80]) await seen('map_pin_clicked', many, 1, days * day);
  const { rows, total, pages } = await all('of=openings&time_range=90d');
  expect([total, sum(rows), pages]).toEqual([150, 150, 4]);
  expect(new Set(rows.map(({ at, listing_id }) => `${at} ${listing_id}`)).size).toBe(rows.length);
  expect(rows.map(({ at }) => at)).toEqual(
    rows
      .map(({ at }) => at)
      .sort()
      .reverse(),
  );
  await world.call('GET /api/analytics/rows?of=openings&after=x', admin).then(({ status }) => expect(status).toBe(400));
});
