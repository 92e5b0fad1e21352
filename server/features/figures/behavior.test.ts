import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

const none = {
  ...{ scans: 0, scans_raw: 0, visits: 0, clicks: 0, openings: 0, impressions: 0, events: 0 },
  ...{ bookings_pending: 0, bookings_confirmed: 0, bookings_completed: 0, bookings_cancelled: 0 },
  ...{ estimated_cents: 0, confirmed_cents: 0 },
};

const read = async (world: World, range: string) => {
  const { status, body, raw } = await world.call(
    `GET /api/analytics/behavior?time_range=${range}`,
    await world.aUser({ role: 'admin' }),
  );
  expect(status, raw).toBe(200);
  return body;
};

test('each thing that a visitor does moves its figure by one', async () => {
  const world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const listing = await world.aListing({ category: 'Restaurants', name: 'Poke by the pier' });
  const nothing = await read(world, '24h');
  expect([nothing.impressions, nothing.listings, nothing.categories, nothing.events]).toEqual([
    { value: 0, before: null, beyond_chance: null },
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
    if (range === '7d') expect(told.weekdays[5]).toEqual({ days: 1, scans: 0, openings: 2, clicks: 0 });
    const figures = { category: 'Restaurants', impressions: 1, openings: 2, clicks: 0, bookings: 0 };
    expect(told.listings).toEqual([{ listing_id: listing, name: 'Poke by the pier', ...figures }]);
    expect(told.categories).toEqual([figures]);
    expect(told.events).toEqual([
      { event_type: 'map_pin_clicked', count: 2 },
      { event_type: 'listing_impression', count: 1 },
    ]);
  }
  // Of thirty days two of the week are there once more than others, today's and the one before it.
  const { weekdays } = await read(world, '30d');
  expect(weekdays.map(({ days }: { days: number }) => days)).toEqual([4, 4, 4, 4, 5, 5, 4]);
  await world.close();
});

test('what a year adds up to may be more than an integer of the database holds', async () => {
  const world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const listing = await world.aListing({ category: 'Restaurants' });
  world.clock.advance(6 * 24 * 60 * 60);
  await rollUpClosedHours(world.db, world.clock.now());
  const many = 1_500_000_000;
  const rows = ['2026-11-22', '2026-11-23'].flatMap((day) =>
    [
      { dimension: 'event', key: 'map_pin_clicked', events: many },
      { dimension: 'listing', key: String(listing), impressions: many, openings: many },
      { dimension: 'total', key: '', impressions: many, openings: many, scans: many },
    ].map((row) => ({ grain: 'day', starts_at: new Date(`${day}T00:00:00-10:00`), ...none, ...row })),
  );
  await world.db.insertInto('rollups').values(rows).execute();
  const told = await read(world, '1y');
  expect(told.impressions.value).toBe(2 * many);
  expect(told.events).toEqual([{ event_type: 'map_pin_clicked', count: 2 * many }]);
  const sums = { impressions: 2 * many, openings: 2 * many, clicks: 0, bookings: 0 };
  expect([told.listings[0], told.categories[0]]).toMatchObject([sums, { category: 'Restaurants', ...sums }]);
  await world.close();
});
