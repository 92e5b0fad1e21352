import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { contract } from '../../../contract/index.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { call, createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
// Each test has days of its own.
beforeEach(() => world.clock.advance(3 * 86_400));

/** Asks as an administrator who has just signed in: sessions end before the days of these tests do. */
const ask = async (range: string, of = world) =>
  await of.call(`GET /api/analytics/performance?time_range=${range}`, await of.aUser({ role: 'admin' }));
const read = async (range = '24h', of = world) => {
  const { status, body, raw } = await ask(range, of);
  expect(status, raw).toBe(200);
  return body;
};
const own = 'GET /api/analytics/performance';
/** Requests by endpoint, but those that ask for this. */
const requestsOf = ({ endpoints }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(
    endpoints
      .filter(({ endpoint }: { endpoint: string }) => endpoint !== own)
      .map(({ endpoint, requests }: { endpoint: string; requests: number }) => [endpoint, requests]),
  );
const times = async (count: number, request: `${string} ${string}`) => {
  for (let at = 0; at < count; at++) await world.call(request);
};
/** Lets the tables of the metrics fail for a while, as a database that is away would. */
const broken = async (work: () => Promise<void>) => {
  const owner = await ownerOf(world);
  await onServer(owner, 'alter table request_metrics rename to away');
  await work().finally(() => onServer(owner, 'alter table away rename to request_metrics'));
};

test('each request moves the figures of its endpoint by one, and those of no other', async () => {
  const before = await read();
  expect([before.requests, before.p95_ms, before.endpoints]).toEqual([0, null, []]);
  await times(3, 'GET /api/business-listings');
  await times(2, 'GET /api/business-listings/999999');
  await times(1, 'GET /healthz');
  await world.app.inject({ method: 'HEAD', url: '/healthz' });
  // Of what nothing answers no address is kept.
  await times(4, 'GET /api/secret-of-somebody?token=abc');
  await times(1, 'POST /nothing/here');
  await times(1, 'DELETE /healthz');
  const after = await read();
  expect(requestsOf(after)).toEqual({
    'GET /api/business-listings': 3,
    'GET /api/business-listings/{id}': 2,
    'GET /healthz': 2,
    unknown: 6,
  });
  expect([after.requests, after.errors, after.unavailable, after.error_rate]).toEqual([14, 0, 0, 0]);
  expect(after.p50_ms).toBeGreaterThan(0);
  expect(after.p99_ms).toBeGreaterThanOrEqual(after.p95_ms);
  const { rows } = await world.database.pool.query('select distinct endpoint from request_metrics');
  const known = new Set(contract.map(({ method, path }) => `${method} ${path}`));
  const others = rows.map(({ endpoint }) => endpoint).filter((endpoint) => !known.has(endpoint));
  expect(others.sort()).toEqual(['', 'unknown']);
});

test('a fault of ours is told apart from a refusal, and a busy server from both', async () => {
  const owner = await ownerOf(world);
  await onServer(owner, 'alter table saved_listings rename to gone');
  await world
    .call('GET /api/saved', await world.aUser())
    .finally(() => onServer(owner, 'alter table gone rename to saved_listings'));
  await world.call('GET /api/saved');
  const { endpoints, ...total } = await read();
  const saved = endpoints.find(({ endpoint }: { endpoint: string }) => endpoint === 'GET /api/saved');
  expect([saved.requests, saved.errors, saved.unavailable]).toEqual([2, 1, 0]);
  expect([total.requests, total.errors, total.error_rate]).toEqual([2, 1, 0.5]);
});

test('two processes add to the same figures, at the same time', async () => {
  const second = await openSecondApp(world);
  const probe = (app: World['app']) => call(app, world.settings, 'GET /healthz', {});
  await Promise.all(Array.from({ length: 60 }, (_, at) => probe(at % 3 ? world.app : second.app)));
  // Both ends write what they have.
  const [, after] = await Promise.all([second.close(), read()]);
  expect([20, 40, 60]).toContain(after.requests);
  const { requests, endpoints } = await read();
  expect(requests).toBe(61);
  expect(endpoints[0].requests + endpoints[1].requests).toBe(61);
});

test('what could not be written waits, and is written once', async () => {
  await times(5, 'GET /healthz');
  await broken(async () => {
    expect((await ask('24h')).status).toBe(500);
    await times(2, 'GET /healthz');
  });
  expect(requestsOf(await read())).toEqual({ 'GET /healthz': 7 });
  // A batch that was added, of which the process was never told.
  const { rows } = await world.database.pool.query('select process, batch from request_metric_batches');
  await world.database.pool.query('update request_metric_batches set batch = batch + 1');
  await times(1, 'GET /healthz');
  expect(requestsOf(await read())).toEqual({ 'GET /healthz': 7 });
  await world.database.pool.query('update request_metric_batches set batch = $1 where process = $2', [
    rows[0].batch + 1,
    rows[0].process,
  ]);
});

test('24 hours are told to the minute, beside those before, and days by day', async () => {
  await read();
  const start = world.clock.now();
  await times(1, 'GET /healthz');
  world.clock.advance(60);
  await times(2, 'GET /healthz');
  world.clock.advance(86_400 - 60);
  // The first minute is over by a whole day; what was asked for it is of the day before.
  await times(4, 'GET /healthz');
  const day = await read();
  expect(requestsOf(day)).toEqual({ 'GET /healthz': 6 });
  expect([day.requests, day.before.requests]).toEqual([6, 2]);
  expect(day.points).toHaveLength(25);
  expect(day.points.map(({ requests }: { requests: number }) => requests).filter(Boolean)).toEqual([2, 4]);
  expect(Date.parse(day.until) - Date.parse(day.from)).toBe(86_400_000);
  expect(Date.parse(day.from)).toBe(start.getTime() + 60_000);
  const week = await read('7d');
  expect(week.points).toHaveLength(7);
  expect(week.points.slice(-2).map(({ requests }: { requests: number }) => requests)).toEqual([4, 5]);
  expect(week.points[6].at).toBe(hawaiiDayStart(world.clock.now()).toISOString());
});

test('uptime is the part of the minutes in which a process was up', async () => {
  const other = await createWorld();
  const asked = (range: string) => read(range, other);
  const begun = other.clock.now().toISOString();
  expect(await asked('24h')).toMatchObject({ measured_since: begun, uptime: 1 });
  for (let minute = 0; minute < 8; minute++) {
    other.clock.advance(60);
    expect((await asked('24h')).uptime).toBe(1);
  }
  // Nobody saw it up for ten minutes: nine of the nineteen it was, and it is now.
  other.clock.advance(600);
  expect((await asked('24h')).uptime).toBeCloseTo(10 / 19, 10);
  expect((await asked('1y')).uptime).toBeCloseTo(10 / 19, 10);
  other.clock.advance(86_400 - 540);
  expect((await asked('24h')).uptime).toBeCloseTo(2 / 1_440, 10);
  await other.close();
});

test('once a minute what was noted is written, whoever asks', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const other = await createWorld();
    await other.call('GET /healthz');
    const written = async () =>
      (
        await other.database.pool.query(
          "select requests from request_metrics where grain = 'minute' and endpoint = 'GET /healthz'",
        )
      ).rows;
    vi.advanceTimersByTime(59_000);
    expect(await written()).toEqual([]);
    vi.advanceTimersByTime(1_000);
    await expect.poll(written).toEqual([{ requests: 1 }]);
    await other.close();
  } finally {
    vi.useRealTimers();
  }
});

test.each(['partner', 'advertiser', 'traveler'] as const)('a %s is told of nothing', async (role) => {
  const { cookie } = await world.aUser({ role });
  for (const path of ['performance', 'behavior'])
    expect((await world.call(`GET /api/analytics/${path}`, { cookie })).status).toBe(403);
});

test('a range that there is not is refused', async () => {
  expect((await ask('2d')).status).toBe(400);
});
