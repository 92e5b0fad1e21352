import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherApp, builtWeb, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

const whole = process.env.PROVE === '1';

let world: World;
/** Two servers that keep pages, and one that makes each anew. */
let keeping: [FastifyInstance, FastifyInstance];
let fresh: FastifyInstance;
let admin: string;
const listings: number[] = [];
const places: number[] = [];
const codes: string[] = [];

beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { RATE_LIMITS: 'off' } });
  keeping = [world.app, await anotherApp(world)];
  fresh = await anotherApp(world, { pageCacheBytes: 0 });
  admin = (await world.aUser({ role: 'admin' })).cookie;
  for (let at = 0; at < 30; at++)
    listings.push(await world.aListing({ name: `Sail ${at}`, category: at % 2 ? 'Shopping' : 'Restaurants' }));
  for (const shown of [listings.slice(0, 4), listings.slice(2, 6), []]) {
    const location_id = await world.aPlace({ listings: shown });
    places.push(location_id);
    codes.push((await world.aCode({ location_id })).code);
  }
  codes.push((await world.aCode({ location_id: places[0]!, status: 'paused' })).code, 'nonsense');
}, 60_000);
afterAll(async () => {
  await keeping[1].close();
  await fresh.close();
  await world.close();
});

const text = fc.constantFrom('Kāneʻohe', '<b>Bold</b>', 'Sail & Swim', '"quoted"', '波乗り', '$1 $& </script>');

/** Everything that a guest's page is made of, changed in each way there is. */
const change = fc.oneof(
  fc.record({ kind: fc.constant('listing' as const), at: fc.nat({ max: 29 }), text, on: fc.boolean() }),
  fc.record({ kind: fc.constant('listings' as const), text }),
  fc.record({ kind: fc.constant('place' as const), at: fc.nat({ max: 2 }), text }),
  fc.record({
    kind: fc.constant('order' as const),
    at: fc.nat({ max: 2 }),
    listing: fc.nat({ max: 29 }),
    to: fc.nat(9),
  }),
  fc.record({ kind: fc.constant('hide' as const), at: fc.nat({ max: 2 }), on: fc.boolean() }),
  fc.record({ kind: fc.constant('drop' as const), at: fc.nat({ max: 2 }) }),
  fc.record({ kind: fc.constant('review' as const), at: fc.nat({ max: 5 }), rating: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('hosts' as const), hosts: fc.subarray(['fareharbor.com', 'www.viator.com']) }),
);
const view = fc.record({
  path: fc.constantFrom(
    'place',
    'place',
    '/',
    '/explore',
    '/explore?pages=2',
    '/explore?category=Shopping',
    '/explore?view=map',
  ),
  place: fc.nat({ max: 2 }),
  code: fc.option(fc.nat({ max: 4 })),
  language: fc.constantFrom('en-US', 'en-GB', 'ja'),
  encoding: fc.constantFrom('br', 'gzip', ''),
});
type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;
type View = Drawn<typeof view>;
type Change = Drawn<typeof change>;

async function make(given: Change): Promise<void> {
  const { pool } = world.database;
  switch (given.kind) {
    case 'listing':
      await pool.query('update listings set name = $2, is_active = $3 where id = $1', [
        listings[given.at],
        given.text,
        given.on,
      ]);
      return;
    case 'listings':
      await pool.query("update listings set subcategory = $1 where category = 'Shopping'", [given.text]);
      return;
    case 'place':
      await pool.query('update locations set name = $2 where id = $1', [places[given.at], given.text]);
      return;
    case 'order':
      await pool.query(
        `insert into curated_listings (location_id, listing_id, position) values ($1, $2, $3)
          on conflict (location_id, listing_id) do update set position = excluded.position`,
        [places[given.at], listings[given.listing], given.to],
      );
      return;
    case 'hide':
      await pool.query('update curated_listings set is_hidden = $2 where location_id = $1', [
        places[given.at],
        given.on,
      ]);
      return;
    case 'drop':
      await pool.query('delete from curated_listings where location_id = $1 and position > 2', [places[given.at]]);
      return;
    case 'review':
      await review(listings[given.at]!, given.rating);
      return;
    case 'hosts':
      await world.call('PUT /api/embed-hosts', { cookie: admin, body: { hosts: given.hosts } });
  }
}

async function review(listing_id: number, rating: number): Promise<void> {
  const { id: user_id } = await world.aUser();
  const booking_id = await world.aBooking({ user_id, listing_id, status: 'completed', estimated: false });
  const times = { created_at: world.clock.now(), updated_at: world.clock.now() };
  await world.db
    .insertInto('reviews')
    .values({ booking_id, listing_id, user_id, rating, ...times })
    .execute();
}

async function compare({ path, place, code, language, encoding }: View): Promise<void> {
  const scanned = code === null ? '' : `?qr=${encodeURIComponent(codes[code]!)}`;
  const url = path === 'place' ? `/location/${places[place]}${scanned}` : path;
  const headers = { 'accept-language': language, 'accept-encoding': encoding };
  const made = await openPage(fresh, url, headers);
  expect(made.status).toBe(200);
  for (const server of keeping) expect(await openPage(server, url, headers), url).toEqual(made);
}

/** Every kind of change once, beside those that are drawn, so that none is ever left out. */
const everyChange: Change[] = [
  { kind: 'listing', at: 0, text: 'Kāneʻohe', on: true },
  { kind: 'place', at: 0, text: '$1 $& </script>' },
  { kind: 'order', at: 0, listing: 20, to: 0 },
  { kind: 'hosts', hosts: ['fareharbor.com'] },
  { kind: 'review', at: 0, rating: 4 },
  { kind: 'listings', text: '波乗り' },
  { kind: 'hide', at: 0, on: true },
  { kind: 'hide', at: 0, on: false },
  { kind: 'drop', at: 0 },
];
const someViews: View[] = [
  { path: 'place', place: 0, code: 0, language: 'ja', encoding: 'br' },
  { path: 'place', place: 1, code: 3, language: 'en-GB', encoding: '' },
  { path: '/explore', place: 0, code: null, language: 'en-US', encoding: 'gzip' },
  { path: '/', place: 0, code: null, language: 'ja', encoding: 'br' },
];

test('whatever was changed, a kept page is byte for byte what would be made now, on every server', async () => {
  const some = fc.array(change, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(some, fc.array(view, { minLength: 2, maxLength: 5 }), async (changes, views) => {
      for (const one of views) await compare(one);
      for (const one of changes) {
        await make(one);
        for (const seen of views) await compare(seen);
      }
    }),
    { numRuns: whole ? 150 : 4, examples: [[everyChange, someViews]] },
  );
}, 600_000);

test('no page is older than the last write before it was asked for, while others write and ask', async () => {
  const { pool } = world.database;
  const place = places[1]!;
  let committed = 0;
  let isWriting = true;
  const write = async () => {
    for (let turn = 1; turn <= (whole ? 300 : 40); turn++) {
      await pool.query('update locations set address = $2 where id = $1', [place, `Pier number ${turn}.`]);
      committed = turn;
    }
    isWriting = false;
  };
  const read = async (app: FastifyInstance) => {
    while (isWriting) {
      const least = committed;
      const { html } = await openPage(app, `/location/${place}`);
      expect(Number(html.match(/Pier number (\d+)\./)?.[1] ?? 0)).toBeGreaterThanOrEqual(least);
    }
  };
  await Promise.all([write(), ...keeping.flatMap((app) => [read(app), read(app), read(app)])]);
}, 120_000);
