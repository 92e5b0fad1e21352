import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { timeRanges } from '../../../contract/time-ranges.ts';
import { loadGeneratedYear } from '../../../db/seed/generated-year.ts';
import { loadSeed } from '../../../db/seed/load.ts';
import { seed } from '../../../db/seed/world.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';
import { codeKeys } from '../scanning/scanning.ts';

const read = async (world: World, range: string) => {
  const { status, body, raw } = await world.call(
    `GET /api/analytics/behavior?time_range=${range}`,
    await world.aUser({ role: 'admin' }),
  );
  expect(status, raw).toBe(200);
  return body;
};

describe('of a generated year', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    // In the middle of a minute, of an hour and of a day.
    world.clock.advance(20 * 60 + 30);
    const until = world.clock.now();
    await loadSeed(world.db, seed, codeKeys(world.settings)[0]!, until);
    await loadGeneratedYear(world.db, { scans: 100_000, seed: 5, until });
    await rollUpClosedHours(world.db, until);
  }, 120_000);
  afterAll(() => world.close());

  /** All that visitors did of a span, counted again from the rows: by hour of the day, weekday from Monday, listing and type of event. */
  const recount = async (from: string, until: string) => {
    const rows = async <Row>(text: string) =>
      (
        await sql<Row>`select ${sql.raw(text.replaceAll(':from', `'${from}'::timestamptz`).replaceAll(':until', `'${until}'::timestamptz`))}`.execute(
          world.db,
        )
      ).rows;
    const hst = (
      time: string,
    ) => `extract(hour from (${time} - interval '10 hours') at time zone 'UTC')::integer as hour,
      extract(isodow from (${time} - interval '10 hours') at time zone 'UTC')::integer - 1 as weekday`;
    const isOpening = `(event_type in ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view')
      or event_type = 'advertiser_external_navigation' and coalesce(data ->> 'source', '') <> 'in_app_browser')`;
    type Row = { hour: number; weekday: number; listing: number | null; what: string; type: string; count: number };
    const events = `from events where audience = 'visitor' and received_at >= :from and received_at < :until`;
    const all = [
      ...(await rows<Row>(`'scans' as what, ${hst('scanned_at')}, null as listing, '' as type, count(*)::integer as count
        from scans where counted and scanned_at >= :from and scanned_at < :until group by 2, 3`)),
      ...(await rows<Row>(`'clicks' as what, ${hst('clicked_at')}, listing_id as listing, '' as type, count(*)::integer as count
        from clicks where clicked_at >= :from and clicked_at < :until group by 2, 3, 4`)),
      ...(await rows<Row>(`'bookings' as what, 0 as hour, 0 as weekday, listing_id as listing, '' as type, count(*)::integer as count
        from bookings where status in ('confirmed', 'completed') and booked_at >= :from and booked_at < :until group by 4`)),
      ...(await rows<Row>(`case when listing_id is not null and event_type = 'listing_impression' then 'impressions'
          when listing_id is not null and ${isOpening} then 'openings' else 'others' end as what, ${hst('received_at')},
        listing_id as listing, event_type as type, count(*)::integer as count ${events} group by 1, 2, 3, 4, 5`)),
    ];
    return (what: string, where: Partial<Row> = {}) =>
      all
        .filter((row) => what === 'all' || row.what === what)
        .filter((row) => Object.entries(where).every(([name, value]) => row[name as keyof Row] === value))
        .reduce((sum, { count }) => sum + count, 0);
  };

  test.each(timeRanges)('%s is what another count comes to', async (range) => {
    const told = await read(world, range);
    const of = await recount(told.from, told.until);
    const length = Date.parse(told.until) - Date.parse(told.from);
    const before = await recount(new Date(Date.parse(told.from) - length).toISOString(), told.from);
    expect(of('openings')).toBeGreaterThan(10);
    for (const figure of ['impressions', 'openings', 'clicks'] as const)
      expect([figure, told[figure].value, told[figure].before]).toEqual([figure, of(figure), before(figure)]);
    const timed = (where: object) => ({
      ...{ scans: of('scans', where), openings: of('openings', where), clicks: of('clicks', where) },
    });
    expect(told.hours).toEqual(Array.from({ length: 24 }, (_, hour) => timed({ hour })));
    const weekdays = Array.from({ length: 7 }, (_, weekday) => timed({ weekday }));
    expect(told.weekdays).toEqual(range === '24h' ? null : weekdays);

    const listed = (id: number) => ({
      ...{ impressions: of('impressions', { listing: id }), openings: of('openings', { listing: id }) },
      ...{ clicks: of('clicks', { listing: id }), bookings: of('bookings', { listing: id }) },
    });
    const listings = (await world.db.selectFrom('listings').select(['id', 'name', 'category']).execute())
      .map((row) => ({ ...row, ...listed(row.id) }))
      .filter(({ impressions, openings, clicks, bookings }) => impressions + openings + clicks + bookings > 0);
    const most = listings
      .filter(({ openings }) => openings > 0)
      .sort((a, b) => b.openings - a.openings || b.clicks - a.clicks || b.impressions - a.impressions || a.id - b.id)
      .slice(0, 10);
    expect(told.listings).toEqual(most.map(({ id, ...row }) => ({ listing_id: id, ...row })));
    const names = [...new Set(listings.map(({ category }) => category))];
    const sum = (category: string, figure: keyof ReturnType<typeof listed>) =>
      listings.filter((row) => row.category === category).reduce((so, row) => so + row[figure], 0);
    expect([...told.categories].sort((a, b) => a.category.localeCompare(b.category))).toEqual(
      names.sort().map((category) => ({
        category,
        ...{ impressions: sum(category, 'impressions'), openings: sum(category, 'openings') },
        ...{ clicks: sum(category, 'clicks'), bookings: sum(category, 'bookings') },
      })),
    );
    const types = [...new Set<string>(told.events.map(({ event_type }: { event_type: string }) => event_type))];
    expect(told.events).toEqual(types.map((type) => ({ event_type: type, count: of('all', { type }) })));
    const counted = told.events.reduce((so: number, { count }: { count: number }) => so + count, 0);
    expect(counted).toBe(of('impressions') + of('openings') + of('others'));
  });

  test('spans that differ by their season differ by more than chance, and of nothing before nothing is said', async () => {
    expect((await read(world, '90d')).openings.beyond_chance).toBe(true);
    expect((await read(world, '24h')).openings.beyond_chance).not.toBeNull();
    expect((await read(world, '1y')).openings).toMatchObject({ before: 0, beyond_chance: null });
  });
});

test('each thing that a visitor does moves its figure by one', async () => {
  const world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const listing = await world.aListing({ category: 'Restaurants', name: 'Poke by the pier' });
  const nothing = await read(world, '24h');
  expect([nothing.impressions, nothing.listings, nothing.categories, nothing.events]).toEqual([
    { value: 0, before: 0, beyond_chance: null },
    ...[[], [], []],
  ]);
  const tell = (event_type: string, by?: { cookie: string }) =>
    world.call('POST /api/analytics/events', {
      body: { event_type, business_listing_id: listing, event_data: { list: 'explore' } },
      ...by,
    });
  await tell('listing_impression');
  await tell('map_pin_clicked');
  await tell('map_pin_clicked');
  // Nobody who works with the guide is a visitor.
  await tell('map_pin_clicked', await world.aUser({ role: 'partner' }));
  for (const range of ['24h', '7d']) {
    const told = await read(world, range);
    expect([told.impressions.value, told.openings.value, told.clicks.value]).toEqual([1, 2, 0]);
    // It is ten in the morning of a Saturday.
    expect(told.hours[10]).toEqual({ scans: 0, openings: 2, clicks: 0 });
    if (range === '7d') expect(told.weekdays[5]).toEqual({ scans: 0, openings: 2, clicks: 0 });
    const figures = { category: 'Restaurants', impressions: 1, openings: 2, clicks: 0, bookings: 0 };
    expect(told.listings).toEqual([{ listing_id: listing, name: 'Poke by the pier', ...figures }]);
    expect(told.categories).toEqual([figures]);
    expect(told.events).toEqual([
      { event_type: 'map_pin_clicked', count: 2 },
      { event_type: 'listing_impression', count: 1 },
    ]);
  }
  await world.close();
});
