import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { LimitName } from './limits.ts';
import { RateLimits } from './rate-limits.ts';

// 'passkey' is a small limit (30 a minute), counted exactly; of 'scan-network' (3,000 a minute) a process takes blocks.

let world: World;
let db: Db;
let key: string;
beforeAll(async () => {
  world = await createWorld();
  db = world.database.aside;
});
beforeEach(() => {
  key = randomUUID();
});
afterAll(() => world.close());

const aProcess = () => new RateLimits(db, true);
const now = () => world.clock.now();
const spender = (process: RateLimits, limit: LimitName) => (cost?: number) =>
  process.trySpend({ limit, key, cost }, now());
/** What stands in the database as spent of a limit by this test's key. */
async function counted(limit: LimitName, of = key): Promise<number | undefined> {
  const { rows } = await world.database.pool.query('select spent from rate_counters where key = $1', [
    createHash('sha256').update(`${limit} ${of}`).digest(),
  ]);
  return rows[0] && Number(rows[0].spent);
}

describe('a small limit', () => {
  test('lets through what it has, and tells the rest how long to wait', async () => {
    const process = aProcess();
    const spend = () => process.spend({ limit: 'passkey', key }, now());
    for (let at = 0; at < 30; at++) await spend();
    await expect(spend()).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 60 });
    world.clock.advance(20.5);
    await expect(spend()).rejects.toMatchObject({ retryAfterSeconds: 40 });
    world.clock.advance(39.4);
    await expect(spend()).rejects.toMatchObject({ retryAfterSeconds: 1 });
    world.clock.advance(0.1);
    await spend();
    expect(await counted('passkey')).toBe(1);
  });

  test('is refused in words of the caller, who is given the seconds', async () => {
    const process = aProcess();
    await process.spend({ limit: 'passkey', key, cost: 30 }, now());
    const words = (seconds: number) => new Refusal('link_limited', { wait: `${seconds} s` }, seconds);
    await expect(process.spend({ limit: 'passkey', key }, now(), words)).rejects.toMatchObject({
      code: 'link_limited',
      retryAfterSeconds: 60,
    });
  });

  test('is of one key and one name', async () => {
    const process = aProcess();
    await process.spend({ limit: 'passkey', key, cost: 30 }, now());
    expect(await process.trySpend({ limit: 'passkey', key: `${key}x` }, now())).toBe(true);
    expect(await process.trySpend({ limit: 'sign-in', key }, now())).toBe(true);
    expect(await process.trySpend({ limit: 'passkey', key }, now())).toBe(false);
  });

  test('is counted one by one: what is left of it is of everybody', async () => {
    const [one, other] = [spender(aProcess(), 'passkey'), spender(aProcess(), 'passkey')];
    expect(await one()).toBe(true);
    expect(await counted('passkey')).toBe(1);
    expect(await other(29)).toBe(true);
    expect([await one(), await other()]).toEqual([false, false]);
  });

  test('asked for by many in one moment lets through no more than it has, in their order', async () => {
    const spend = spender(aProcess(), 'passkey');
    const passed = await Promise.all(Array.from({ length: 40 }, () => spend()));
    expect(passed).toEqual([...Array(30).fill(true), ...Array(10).fill(false)]);
    const others = await Promise.all([aProcess(), aProcess()].map((process) => spender(process, 'passkey')()));
    expect(others).toEqual([false, false]);
  });

  test('leaves one that costs less through where another is too dear', async () => {
    const spend = spender(aProcess(), 'passkey');
    expect(await Promise.all([spend(20), spend(20), spend(10), spend(1)])).toEqual([true, false, true, false]);
  });

  test('keeps several limits of one moment apart', async () => {
    const process = aProcess();
    const asked = ['a', 'b', 'a', 'b'].map((name, at) => ({
      limit: 'passkey' as const,
      key: key + name,
      cost: at < 2 ? 30 : 1,
    }));
    const passed = await Promise.all(asked.map((one) => process.trySpend(one, now())));
    expect(passed).toEqual([true, true, false, false]);
  });
});

describe('a large limit', () => {
  test('is taken in blocks of a fiftieth of what is left, and spent from memory', async () => {
    const spend = spender(aProcess(), 'scan-network');
    expect(await spend()).toBe(true);
    expect(await counted('scan-network')).toBe(60);
    for (let at = 1; at < 60; at++) expect(await spend()).toBe(true);
    expect(await counted('scan-network')).toBe(60);
    expect(await spend()).toBe(true);
    expect(await counted('scan-network')).toBe(60 + 58);
  });

  test('is never more than it has, whoever holds a part of it', async () => {
    const [one, other] = [spender(aProcess(), 'scan-network'), spender(aProcess(), 'scan-network')];
    expect(await other()).toBe(true);
    let passed = 1;
    for (let at = 0; at < 3_000; at++) passed += (await one()) ? 1 : 0;
    expect(passed).toBe(1 + 3_000 - 60);
    for (let at = 0; at < 59; at++) expect(await other()).toBe(true);
    expect([await one(), await other()]).toEqual([false, false]);
  });

  test('gives more than a block to who needs it', async () => {
    const spend = spender(aProcess(), 'scan-network');
    expect(await spend()).toBe(true);
    expect(await spend(1_000)).toBe(true);
    expect(await counted('scan-network')).toBe(60 + 1_000);
    expect(await spend(59)).toBe(true);
    expect(await counted('scan-network')).toBe(60 + 1_000);
    expect(await spend(2_000)).toBe(false);
    expect(await spend(1_940)).toBe(true);
    expect(await spend()).toBe(false);
  });

  test('begins anew when its window has ended', async () => {
    const spend = spender(aProcess(), 'scan-network');
    expect(await spend(3_000)).toBe(true);
    world.clock.advance(59.999);
    expect(await spend()).toBe(false);
    world.clock.advance(0.001);
    expect(await spend()).toBe(true);
    expect(await counted('scan-network')).toBe(60);
  });

  test('that is used up is known without asking again', async () => {
    const spend = spender(aProcess(), 'scan-network');
    await spend(3_000);
    await world.database.pool.query('delete from rate_counters');
    expect(await spend()).toBe(false);
  });

  test('joins blocks that are on their way at the same time', async () => {
    const process = aProcess();
    const spend = spender(process, 'scan-network');
    const first = spend();
    await new Promise(setImmediate);
    const second = spend();
    expect(await Promise.all([first, second])).toEqual([true, true]);
    expect(await counted('scan-network')).toBe(60 + 58);
    await process.close();
    expect(await counted('scan-network')).toBe(2);
  });
});

describe('a process that stops', () => {
  test('gives back what it took and did not spend', async () => {
    const process = aProcess();
    const spend = spender(process, 'scan-network');
    await spend();
    await process.trySpend({ limit: 'scan-network', key: `${key}x`, cost: 70 }, now());
    await process.close();
    expect([await counted('scan-network'), await counted('scan-network', `${key}x`)]).toEqual([1, 70]);
    // It holds nothing any more.
    await spend();
    expect(await counted('scan-network')).toBe(1 + 59);
  });

  test('gives nothing back to another window', async () => {
    const process = aProcess();
    await spender(process, 'scan-network')();
    world.clock.advance(60);
    await spender(aProcess(), 'scan-network')();
    await process.close();
    expect(await counted('scan-network')).toBe(60);
  });

  test('stops also where the database is away, and asks nothing where there is nothing to give', async () => {
    let asked = 0;
    let isAway = false;
    const getExecutor = () => {
      asked += 1;
      if (isAway) throw new Error('away');
      return db.getExecutor();
    };
    const process = new RateLimits({ getExecutor } as unknown as Db, true);
    const spend = spender(process, 'scan-network');
    await spend(3_000);
    await process.close();
    expect(asked).toBe(1);
    world.clock.advance(60);
    await spend();
    isAway = true;
    await process.close();
    expect(asked).toBe(3);
  });
});

test('where limits are off everything passes, and nothing is counted', async () => {
  const off = new RateLimits(db, false);
  await off.spend({ limit: 'passkey', key, cost: 1_000 }, now());
  expect(await off.trySpend({ limit: 'passkey', key, cost: 1_000 }, now())).toBe(true);
  expect(await counted('passkey')).toBeUndefined();
});

test('a database that fails lets nobody pass', async () => {
  const broken = new RateLimits({} as Db, true);
  await expect(broken.trySpend({ limit: 'passkey', key }, now())).rejects.toThrow();
  await expect(broken.spend({ limit: 'passkey', key }, now())).rejects.toThrow();
});

test('ended counters are removed beside the work, and live ones stay', async () => {
  const process = aProcess();
  const rows = async () =>
    Number((await world.database.pool.query('select count(*) from rate_counters')).rows[0].count);
  await world.database.pool.query('delete from rate_counters');
  const spendMany = (name: string, many: number) =>
    Promise.all(
      Array.from({ length: many }, (_, at) => process.trySpend({ limit: 'passkey', key: `${name} ${at}` }, now())),
    );
  await spendMany('old', 499);
  world.clock.advance(60);
  expect(await rows()).toBe(499);
  await spendMany('one more', 1);
  await expect.poll(rows).toBe(1);
  await spendMany('fresh', 499);
  expect(await rows()).toBe(500);
  await spendMany('last', 1);
  expect(await rows()).toBe(501);
});
