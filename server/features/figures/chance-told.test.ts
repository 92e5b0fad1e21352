import { expect, test } from 'vitest';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { hours as rhythm } from '../../../db/seed/generated-rhythm.ts';
import { day, readFigures } from '../../../tests/figures-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const none = {
  ...{ scans: 0, scans_raw: 0, visits: 0, clicks: 0, openings: 0, impressions: 0, events: 0 },
  ...{ bookings_pending: 0, bookings_confirmed: 0, bookings_completed: 0, bookings_cancelled: 0 },
  ...{ estimated_cents: 0, confirmed_cents: 0 },
};
type Counts = Partial<typeof none>;

/** A platform of which so much was added up of each piece before now, by how many there are since. */
async function withRollups(grain: 'day' | 'hour', count: number, counts: (piece: number, at: Date) => Counts) {
  const world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  world.clock.advance(60 * day);
  await rollUpClosedHours(world.db, world.clock.now());
  const now = world.clock.now();
  const start = grain === 'day' ? hawaiiDayStart(now) : new Date(Math.floor(now.getTime() / hourMs) * hourMs);
  const lengthMs = grain === 'day' ? dayMs : hourMs;
  const rows = Array.from({ length: count }, (_, at) => {
    const starts_at = new Date(start.getTime() - (at + 1) * lengthMs);
    return { grain, starts_at, dimension: 'total', key: '', ...none, ...counts(at, starts_at) };
  });
  await world.db.deleteFrom('rollups').where('dimension', '=', 'total').execute();
  await world.db.insertInto('rollups').values(rows).execute();
  return { world, admin: await world.aUser({ role: 'admin' }) };
}
const overview = async ({ world, admin }: { world: World; admin: TestUser }, range: string) =>
  await readFigures(world, admin, 'overview', `?time_range=${range}`);

test('the course of a day is no chance: half as many again in each of its hours is more than that', async () => {
  const told = async (by: number) => {
    const scene = await withRollups('hour', 60, (piece, at) => ({
      scans: Math.round(rhythm[(at.getUTCHours() + 14) % 24]! * 20 * (piece < 24 ? by : 1)) + (piece % 3),
    }));
    const { scans } = await overview(scene, '24h');
    await scene.world.close();
    return scans.beyond_chance;
  };
  expect(await told(1.5)).toBe(true);
  expect(await told(1)).toBe(false);
});

test('days of the week differ by themselves: each is set beside one of its name', async () => {
  const week = [50, 52, 49, 51, 50, 200, 190];
  const told = async (by: number) => {
    const scene = await withRollups('day', 70, (piece, at) => ({
      scans: week[(at.getUTCDay() + 6) % 7]! + (piece % 2) + (piece < 29 ? by : 0),
    }));
    const { scans } = await overview(scene, '30d');
    await scene.world.close();
    return scans.beyond_chance;
  };
  expect(await told(10)).toBe(true);
  expect(await told(0)).toBe(false);
});

test('of bookings nothing is called more or less than chance, as the newest are not all confirmed yet', async () => {
  // As many every day, of which those of the last five days nobody has confirmed.
  const scene = await withRollups('day', 40, (piece) => ({
    ...{ scans: 100 + (piece % 2), clicks: 20 + (piece % 2) },
    ...(piece < 5 ? { bookings_pending: 10 } : { bookings_confirmed: 10, confirmed_cents: 100_000 }),
  }));
  const { scans, clicks, bookings, revenue, conversion_rate } = await overview(scene, '7d');
  expect(bookings.value).toBeLessThan(bookings.before);
  expect([scans, clicks].map(({ beyond_chance }) => beyond_chance)).toEqual([false, false]);
  expect([bookings, revenue, conversion_rate].map(({ beyond_chance }) => beyond_chance)).toEqual([null, null, null]);
  const money = await readFigures(scene.world, scene.admin, 'revenue', '?time_range=7d');
  expect([money.total_revenue.beyond_chance, money.bookings.beyond_chance]).toEqual([null, null]);
  await scene.world.close();
});

test('a word of chance never contradicts the difference that is shown', async () => {
  // The days that are over have more than those before, but today is not over, and the sum is less.
  const scene = await withRollups('day', 40, (piece) => ({ scans: 100 + (piece % 2) + (piece < 6 ? 10 : 0) }));
  const { scans } = await overview(scene, '7d');
  expect(scans.value).toBeLessThan(scans.before);
  expect(scans.beyond_chance).toBe(null);
  await scene.world.close();
});

test('days on which a figure was not measured yet are none without any, whatever else was', async () => {
  // Scans for long; openings since forty days, of which ten are of the thirty before.
  const scene = await withRollups('day', 70, (piece) => ({
    scans: 100 + (piece % 2),
    openings: piece < 40 ? 20 + (piece % 2) : 0,
    impressions: piece < 29 ? 300 + (piece % 2) : 0,
  }));
  const { scans, openings } = await overview(scene, '30d');
  expect([scans.beyond_chance, openings.beyond_chance]).toEqual([false, false]);
  const { impressions } = await readFigures(scene.world, scene.admin, 'behavior', '?time_range=30d');
  expect(impressions).toMatchObject({ before: null, beyond_chance: null });
  await scene.world.close();
});
