import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { GuideVersion } from '../listings/listings.ts';
import { PageCache } from './page-cache.ts';
import type { Queue } from './page-making.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const nothing = async () => null;
const pageOf = (bytes: number) => async () => ({ status: 200, policy: 'p', bytes: randomBytes(bytes) });

test('however many pages are asked for, what is kept stays within its bytes, and the latest are kept', async () => {
  const most = 1024 * 1024;
  const cache = new PageCache(new GuideVersion(world.db), most);
  let latest: unknown;
  for (let at = 0; at < 1_000; at++) {
    latest = await cache.answer(`page ${at}`, nothing, pageOf(1 + ((at * 7919) % 20_000)));
    expect(cache.size.bytes).toBeLessThanOrEqual(most);
  }
  expect(cache.size.pages).toBeGreaterThan(30);
  expect(await cache.answer('page 999', nothing, pageOf(1))).toBe(latest);
});

test('a page that is asked for stays, those that are not go first', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  const wanted = await cache.answer('wanted', nothing, pageOf(10_000));
  for (let at = 0; at < 50; at++) {
    await cache.answer(`other ${at}`, nothing, pageOf(10_000));
    expect(await cache.answer('wanted', nothing, pageOf(10_000))).toBe(wanted);
  }
});

test('guests who come together wait for one page; of one that failed each has their own', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  let made = 0;
  const make = (status: number) => async () => {
    made += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return { status, policy: '', bytes: Buffer.from(`${made}`) };
  };
  await Promise.all(Array.from({ length: 20 }, () => cache.answer('one', nothing, make(200))));
  expect(made).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => cache.answer('failed', nothing, make(500))));
  expect(made).toBe(21);
  expect(cache.size.pages).toBe(1);
});

test('a change elsewhere costs a page its questions, not its making; a change of an answer its making', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  let [made, answer] = [0, 'first'];
  const open = () =>
    cache.answer(
      'place',
      async () => answer,
      async (ask) => {
        made += 1;
        return { status: 200, policy: '', bytes: Buffer.from(String(await ask('GET /place'))) };
      },
    );
  await open();
  await world.aListing();
  expect(await open()).toMatchObject({ bytes: Buffer.from('first') });
  expect(made).toBe(1);
  answer = 'second';
  await world.aPlace({ listings: [] });
  expect(await open()).toMatchObject({ bytes: Buffer.from('second') });
  expect(made).toBe(2);
});

test('a page that was made without one of its answers is not kept: the next guest gets it whole', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  let made = 0;
  const open = (isOut: boolean) =>
    cache.answer(
      'place',
      async (name) => {
        if (isOut && name === 'GET /weather') throw new Error('out of reach');
        return name;
      },
      async (ask) => {
        made += 1;
        const parts = [await ask('GET /place'), await ask('GET /weather').catch(() => 'nothing')];
        return { status: 200, policy: '', bytes: Buffer.from(parts.join()) };
      },
    );
  expect(await open(true)).toMatchObject({ bytes: Buffer.from('GET /place,nothing') });
  expect(cache.size.pages).toBe(0);
  expect(await open(false)).toMatchObject({ bytes: Buffer.from('GET /place,GET /weather') });
  expect([made, cache.size.pages]).toEqual([2, 1]);
});

test('a kept page of which a question fails once is made anew: nothing says that it still holds', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  let [made, failures] = [0, 0];
  const open = () =>
    cache.answer(
      'place',
      async (name) => {
        if (failures > 0) {
          failures -= 1;
          throw new Error('out of reach');
        }
        return name;
      },
      async (ask) => {
        made += 1;
        return { status: 200, policy: '', bytes: Buffer.from(`${await ask('GET /place')} ${made}`) };
      },
    );
  await open();
  await world.aListing();
  failures = 1;
  expect(await open()).toMatchObject({ bytes: Buffer.from('GET /place 2') });
  // What was made in its place is kept.
  expect(await open()).toMatchObject({ bytes: Buffer.from('GET /place 2') });
});

/** One in which the turn comes then. */
const queue = (network: string, turn: Promise<void>, isAwaited = () => true): Queue => ({
  network,
  isAwaited,
  outside: (work) => work(),
  take: async (isWanted, work) => {
    await turn;
    return isWanted() ? await work() : undefined;
  },
});

test('each network waits for a page in its own queue: whose turn comes first makes it for all', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 1024 * 1024);
  let made = 0;
  const make = async () => {
    made += 1;
    return pageOf(10)();
  };
  const full = Promise.withResolvers<void>();
  const behind = cache.answer('place', nothing, make, queue('flood', full.promise));
  const guest = cache.answer('place', nothing, make, queue('guest', Promise.resolve()));
  expect(await guest).toBe(await behind);
  full.resolve();
  expect(made).toBe(1);
});

test('a page is not made where nobody waits for it any more when its turn comes, and is for who asks after that', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 1024 * 1024);
  let made = 0;
  const make = async () => {
    made += 1;
    return pageOf(10)();
  };
  const turn = Promise.withResolvers<void>();
  let areGone = false;
  const leaving = () =>
    cache.answer(
      'place',
      nothing,
      make,
      queue('hotel', turn.promise, () => !areGone),
    );
  const gone = Promise.allSettled([leaving(), leaving()]);
  areGone = true;
  turn.resolve();
  for (const one of await gone) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
  expect(made).toBe(0);
  expect(await cache.answer('place', nothing, make, queue('hotel', Promise.resolve()))).toMatchObject({ status: 200 });
  expect(made).toBe(1);
});

test('what is kept is asked about in the room of who asks, so that rooms bound how much is asked; it is made outside', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  let depth = 0;
  const within: Queue = {
    ...queue('hotel', Promise.resolve()),
    outside: async (work) => {
      depth += 1;
      return await work().finally(() => {
        depth -= 1;
      });
    },
  };
  const seen: string[] = [];
  let answer = 'first';
  const open = () =>
    cache.answer(
      'place',
      async () => {
        seen.push(depth ? 'outside' : 'inside');
        return answer;
      },
      async (ask) => ({ status: 200, policy: '', bytes: Buffer.from(String(await ask('GET /place'))) }),
      within,
    );
  await open();
  await world.aListing();
  await open();
  answer = 'second';
  await world.aListing();
  await open();
  expect(seen).toEqual(['outside', 'inside', 'inside', 'outside']);
});
