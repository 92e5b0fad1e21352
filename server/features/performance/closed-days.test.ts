import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMember, anOwner } from '../../../tests/an-organisation.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';
import { tellFigures } from './breakdowns.ts';
import { hideFewDays } from './hide-grid.ts';
import { spanOf } from './spans.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
const read = async (organisation: string, range: string) => {
  const { cookie } = await aMember(world, organisation, ['performance_analytics']);
  return (await world.call(`GET /api/partner-portal/performance?range=${range}`, { cookie })).body;
};

test('closed days are in their span alone: of the whole, of the span before, of places and of codes', async () => {
  const scene = await aPartner(world, { name: 'Lobby' });
  await scanBy(world, scene.code, 9);
  world.clock.advance(40 * 86_400);
  await rollUpClosedHours(world.db, world.clock.now());
  await scanBy(world, scene.code, 6);
  world.clock.advance(86_400);
  await rollUpClosedHours(world.db, world.clock.now());
  for (const [range, before] of [
    ['30d', 9],
    ['90d', 0],
  ] as const) {
    const body = await read(scene.organisation, range);
    const scans = range === '30d' ? 6 : 15;
    expect(body).toMatchObject({ total_scans: scans, before: { total_scans: before } });
    expect(body.top_performing_locations).toMatchObject([{ scans }]);
    expect(body.codes).toMatchObject([{ scans }]);
    expect(body.days.reduce((so: number, day: { scans: number }) => so + day.scans, 0)).toBe(scans);
  }
});

test('a month is compared with the same days of the one before, which may be shorter', () => {
  const at = (now: string) => {
    const { from, until, before } = spanOf('month', new Date(now), new Date(now));
    return [from, until, before!.from, before!.until].map((one) => one.toISOString().slice(0, 10));
  };
  expect(at('2026-11-21T20:00:00Z')).toEqual(['2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22']);
  expect(at('2026-03-31T20:00:00Z')).toEqual(['2026-03-01', '2026-04-01', '2026-02-01', '2026-03-01']);
  const { from, before } = spanOf('7d', new Date('2026-11-21T20:00:00Z'), new Date());
  expect(from.getTime() - before!.from.getTime()).toBe(7 * 86_400_000);
});

test('what is earned is of the bookings of the span alone', async () => {
  const scene = await aPartner(world);
  const sale = async (amount: number) => {
    const listing = await world.aListing({ commission_rate: 0.2 });
    const id = await follow(world, await scan(world, await world.aUser(), scene.code), listing);
    const { cookie } = await world.aUser({ role: 'admin' });
    const body = { status: 'confirmed', booking_reference: `R${id.slice(0, 8)}`, amount, reason: 'Told by phone' };
    expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
  };
  await sale(400);
  const day = world.clock.now().toISOString();
  world.clock.advance(12 * 86_400);
  await sale(100);
  const { cookie } = await anOwner(world, scene.organisation);
  const earned = async (range: string) =>
    (await world.call(`GET /api/partner-portal/performance?range=${range}`, { cookie })).body.commission_earned;
  expect([await earned('7d'), await earned('30d')]).toEqual([15, 75]);
  const first = day.slice(0, 10);
  const file = await world.call(`GET /api/partner-portal/export-report?start_date=${first}&end_date=${first}`, {
    cookie,
  });
  expect(file.raw.split('\r\n')[1]).toMatch(/,400,60$/);
});

test('openings of few are not told of a place', () => {
  const none = { clicks: 0, bookings: 0, revenue: 0, commission: 0 };
  const place = (id: number, openings: number) => ({
    ...{ location_id: id, location_name: `P${id}`, scans: 20, visits: 20, openings, ...none },
  });
  const { top_performing_locations: told } = tellFigures([place(1, 30), place(2, 2), place(3, 9)], [], () => null);
  expect(told.map(({ openings }) => openings)).toEqual([30, 'few', 'withheld']);
});

test('of a code that is not told in all no day is', () => {
  const days = (figure: number) => Array(3).fill({ figure, visits: figure });
  const told = hideFewDays([days(9), days(12), days(9)], ['withheld', 36, 'withheld']);
  expect(told).toEqual(['withheld', 12, 'withheld'].map((one) => Array(3).fill(one)));
});

test('at most four codes stand beside each other, those with the most first', async () => {
  const scene = await aPartner(world);
  const codes = [scene.code];
  for (let one = 0; one < 4; one++) codes.push((await world.aCode({ location_id: scene.placeId })).code);
  for (const [at, code] of codes.entries()) await scanBy(world, code, 5 + at);
  const { cookie } = await aMember(world, scene.organisation, ['performance_analytics']);
  const { body } = await world.call(`GET /api/partner-portal/performance/places/${scene.placeId}?range=7d`, { cookie });
  expect(body.codes.map(({ total }: { total: number }) => total)).toEqual([9, 8, 7, 6]);
});
