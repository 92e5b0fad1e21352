import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LimitName, limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { openSecondApp } from '../second-app.ts';
import { call, createWorld, type World } from '../world.ts';
import { from } from './two-processes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const aProcess = () => new RateLimits(world.db, true);
const spend = (limit: LimitName, key: string, cost: number, process = aProcess()) =>
  process.spend({ limit, key, cost }, world.clock.now());

test('a process that stops gives back what it took and did not spend: ten restarts cost nothing', async () => {
  const network = '203.0.113.12';
  const restarts = 10;
  const body = { event_type: 'map_pin_clicked' };
  for (let restart = 0; restart < restarts; restart++) {
    const { app, close } = await openSecondApp(world, { TRUST_PROXY: '1' });
    const send = () => call(app, world.settings, 'POST /api/analytics/events', { body, headers: from(network) });
    expect((await Promise.all([send(), send()])).map(({ status }) => status)).toEqual([202, 202]);
    await close();
  }
  for (const [limit, costOfCall] of [
    ['events-network', 1],
    ['events-hour-bytes', 300 + JSON.stringify(body).length],
    ['events-bytes', 300 + JSON.stringify(body).length],
  ] as const) {
    // All that was not spent is there, and not one more.
    await spend(limit, network, limits[limit].amount - 2 * restarts * costOfCall);
    await expect(spend(limit, network, 1)).rejects.toMatchObject({ code: 'rate_limited' });
  }
});

test('what was taken in a window that is over is not given back to the next', async () => {
  const { amount, seconds } = limits['scan-network'];
  const late = aProcess();
  await spend('scan-network', 'late', 1, late);
  world.clock.advance(seconds);
  await spend('scan-network', 'late', amount);
  await late.close();
  await expect(spend('scan-network', 'late', 1)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('nothing is given back twice, and a process spends on after it', async () => {
  const { amount } = limits['scan-network'];
  const process = aProcess();
  await spend('scan-network', 'twice', 1, process);
  await Promise.all([process.close(), process.close()]);
  await process.close();
  await spend('scan-network', 'twice', 1, process);
  await process.close();
  await spend('scan-network', 'twice', amount - 2);
  await expect(spend('scan-network', 'twice', 1)).rejects.toMatchObject({ code: 'rate_limited' });
});

test('many that stop at the same time wait for none of each other, and a database that is away ends no stop', async () => {
  const keys = Array.from({ length: 300 }, (_, at) => `busy ${at}`);
  const processes = Array.from({ length: 6 }, aProcess);
  await Promise.all(
    processes.flatMap((process, at) =>
      (at % 2 ? keys : keys.toReversed()).map((key) => spend('scan-network', key, 1, process)),
    ),
  );
  await Promise.all(processes.map((process) => process.close()));
  const { rows } = await world.database.pool.query(
    'select spent, count(*)::int as counters from rate_counters where spent = 6 group by spent',
  );
  expect(rows).toEqual([{ spent: 6, counters: 300 }]);

  const own = await createWorld();
  const process = new RateLimits(own.db, true);
  await process.spend({ limit: 'scan-network', key: 'away' }, own.clock.now());
  await own.close();
  await expect(process.close()).resolves.toBeUndefined();
});
