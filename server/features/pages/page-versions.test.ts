import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { GuideVersion } from '../listings/listings.ts';
import { type Ask, PageCache } from './page-cache.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
afterEach(() => {
  vi.restoreAllMocks();
});

const textOf = (page: unknown) => String((page as { bytes: Buffer }).bytes);

/** A page that shows one answer, whose making can be held after it has asked. */
function aPage() {
  const page = { answer: 'old', isAsked: Promise.withResolvers<void>(), go: Promise.withResolvers<void>(), made: 0 };
  const ask: Ask = async () => page.answer;
  const make = async (asking: Ask) => {
    page.made += 1;
    const shown = String(await asking('GET /place'));
    page.isAsked.resolve();
    await page.go.promise;
    return { status: 200, policy: '', bytes: Buffer.from(shown) };
  };
  return { page, ask, make };
}
/** Commits a change of the guide. */
async function change(page: { answer: string }): Promise<void> {
  page.answer = 'new';
  await world.aListing();
}

test('a page in the making is not for those who come after a later write', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  const { page, ask, make } = aPage();
  const first = cache.answer('place', ask, make);
  await page.isAsked.promise;
  await change(page);
  const second = cache.answer('place', ask, make);
  await expect.poll(() => page.made).toBe(2);
  page.go.resolve();
  expect([textOf(await first), textOf(await second)]).toEqual(['old', 'new']);
});

test('a page that was made while the guide changed is kept for the version before, whoever noticed the change', async () => {
  const cache = new PageCache(new GuideVersion(world.db), 100_000);
  const { page, ask, make } = aPage();
  const first = cache.answer('place', ask, make);
  await page.isAsked.promise;
  await change(page);
  const elsewhere = { status: 200, policy: '', bytes: Buffer.from('elsewhere') };
  await cache.answer(
    'another place',
    async () => null,
    async () => elsewhere,
  );
  page.go.resolve();
  expect(textOf(await first)).toBe('old');
  expect(textOf(await cache.answer('place', ask, make))).toBe('new');
});

test('a write during a reading of the version is known to whoever catches up after it', async () => {
  const version = new GuideVersion(world.db);
  await version.catchUp();
  // The answer to the first reading is long on its way.
  const { query } = pg.Client.prototype;
  const hold = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  let isFirst = true;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const answer = (query as (...all: unknown[]) => unknown).apply(this, given);
    if (!isFirst || !(answer instanceof Promise)) return answer as never;
    isFirst = false;
    void answer.then(() => isRead.resolve());
    return hold.promise.then(() => answer) as never;
  });
  const first = version.catchUp();
  await isRead.promise;
  const before = version.ofAll;
  await world.aListing();
  const second = version.catchUp();
  hold.resolve();
  await first;
  expect(version.ofAll).toBe(before);
  await second;
  const now = new GuideVersion(world.db);
  await now.catchUp();
  expect(version.ofAll).toBe(now.ofAll);
  expect(version.ofAll).not.toBe(before);
});
