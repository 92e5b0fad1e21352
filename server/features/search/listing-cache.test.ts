import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createWorld, type World } from '../../../tests/world.ts';
import { GuardedJson } from '../../platform/http/guarded-reply.ts';
import { GuideVersion } from '../listings/listings.ts';
import { ListingCache } from './listing-cache.ts';
import { queryOf } from './search.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const words = ['Kāneʻohe', 'bay', 'sail', '42nd', 'Hālau', 'a1b2', 'ʻŌpae', 'straße', 'cafe', 'kan'];
const categories = ['Shopping', 'Restaurants'] as const;

const change = fc.record({
  listing: fc.nat({ max: 11 }),
  name: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(' ')),
  category: fc.constantFrom(...categories),
  isActive: fc.boolean(),
});
const question = fc.record({
  search: fc.oneof(
    fc.constant(''),
    fc.constantFrom(...words, 'ka', 'sa ba', 'b', "ka'n", 'kanoehe', 'saul', 'strase bay'),
  ),
  category: fc.constantFrom('', ...categories),
  limit: fc.constantFrom(2, 100),
  offset: fc.constantFrom(0, 2),
});

/** The list as it is in the database now, for a caller whose answers are never kept. */
async function compare(query: string, partner: string) {
  const path = `GET /api/business-listings?${query}` as const;
  const [kept, fresh] = [await world.call(path), await world.call(path, { cookie: partner })];
  expect(kept.body, query).toEqual(fresh.body);
}

test('a kept list is always what the database would answer now, whatever was changed', async () => {
  const partner = (await world.aUser({ role: 'partner' })).cookie;
  const ids: number[] = [];
  for (let at = 0; at < 12; at++) ids.push(await world.aListing({ name: `Sail ${at}`, category: 'Shopping' }));
  const steps = fc.array(fc.oneof(change, question), { minLength: 20, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      for (const step of given) {
        if ('listing' in step) {
          await world.database.pool.query(
            'update listings set name = $2, category = $3, is_active = $4 where id = $1',
            [ids[step.listing], step.name, step.category, step.isActive],
          );
        } else {
          const { limit, offset } = step;
          const asked = { search: step.search, category: step.category, limit: `${limit}`, offset: `${offset}` };
          await compare(new URLSearchParams(asked).toString(), partner);
        }
      }
    }),
    { numRuns: 25 },
  );
});

test('invented questions fill no more than the bytes of the cache, and a change still drops what it may touch', async () => {
  const most = 256 * 1024;
  const version = new GuideVersion(world.db);
  const cache = new ListingCache(version, async (words) => [words], most);
  const [changed, other] = [await world.aListing(), await world.aListing()];
  let made = 0;
  const ask = (limit: number, ids: number[]) =>
    cache.answer({ category: undefined, words: 'sail', limit, offset: 0 }, async () => {
      made++;
      const reply = GuardedJson.of(z.string(), 'x'.repeat((limit * 7919) % 12_000));
      return { reply, ids, mayBeWidened: false };
    });
  for (let limit = 1; limit <= 300; limit++) {
    const { bytes } = await ask(limit, [limit % 2 ? changed : other]);
    // A part of a larger block would keep all of that, and be counted as the part.
    expect(bytes.buffer.byteLength).toBe(bytes.length);
    expect(cache.size.bytes).toBeLessThanOrEqual(most);
  }
  const { lists } = cache.size;
  expect(lists).toBeGreaterThan(10);
  await world.db.updateTable('listings').set({ name: 'Another name' }).where('id', '=', changed).execute();
  made = 0;
  await ask(300, [other]);
  expect([made, cache.size.lists]).toEqual([0, Math.ceil(lists / 2)]);
  await ask(299, [changed]);
  expect(made).toBe(1);
});

test('who asks after a change does not wait for a list that was begun before it', async () => {
  const cache = new ListingCache(new GuideVersion(world.db), async (words) => [words]);
  const id = await world.aListing({ name: 'Before' });
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const query = { category: undefined, words: '', limit: 10, offset: 0 };
  const read = async () => {
    const row = await world.db.selectFrom('listings').select('name').where('id', '=', id).executeTakeFirstOrThrow();
    return { reply: GuardedJson.of(z.string(), row.name), ids: [id], mayBeWidened: false };
  };
  const first = cache.answer(query, async () => {
    const made = await read();
    begun.resolve();
    await held.promise;
    return made;
  });
  await begun.promise;
  await world.db.updateTable('listings').set({ name: 'After' }).where('id', '=', id).execute();
  let made = 0;
  const release = Promise.withResolvers<void>();
  const afterwards = async () => {
    made++;
    await release.promise;
    return await read();
  };
  const others = [cache.answer(query, afterwards), cache.answer(query, afterwards)];
  await expect.poll(() => made).toBe(1);
  release.resolve();
  // The old one is still in the making; those who ask now share the new one.
  expect((await Promise.all(others)).map(({ bytes }) => String(bytes))).toEqual(['"After"', '"After"']);
  expect(made).toBe(1);
  held.resolve();
  expect(String((await first).bytes)).toBe('"Before"');
  // Nor is the old one kept, late as it comes.
  expect(String((await cache.answer(query, afterwards)).bytes)).toBe('"After"');
});

test('a change to one listing leaves other kept lists alone, and many at once forget them all', async () => {
  const pool = world.database.pool;
  const version = async () => (await pool.query('select version from listing_version')).rows[0].version as number;
  const before = await version();
  const changes = async () =>
    (await pool.query('select listing_id from listing_changes where version > $1', [before])).rows.map(
      ({ listing_id }) => listing_id,
    );
  const id = await world.aListing({ name: 'Only one' });
  expect(await changes()).toEqual([id]);
  await pool.query('update listings set name = name where false');
  expect(await version()).toBe(before + 1);
  await pool.query(
    "insert into listings (name, description, category, price_range) select 'Many', repeat('Many of one kind. ', 7), 'Shopping', '$' from generate_series(1, 101)",
  );
  expect(await changes()).toEqual([id, null]);
  await compare('search=many', (await world.aUser({ role: 'partner' })).cookie);
});

test('the same question in other words is the same list', () => {
  expect(queryOf({ search: '  Sail ' })).toEqual(queryOf({ search: 'sail', category: '' }));
});
