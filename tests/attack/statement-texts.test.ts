import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { flushSecurityEvents } from '../../server/platform/security-events/security-events.ts';
import { createWorld, type TestUser, type World } from '../world.ts';
import { from } from './two-processes.ts';

const whole = process.env.PROVE === '1';
const largest = whole ? 40 : 8;
/** What every statement with values was sent as; only so many of them get a name and are planned once. */
const texts = new Set<string>();
let world: World;
let traveler: TestUser;
let listings: number[];
beforeAll(async () => {
  const query = pg.Client.prototype.query;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const { text, values } = (given[0] ?? {}) as { text?: unknown; values?: unknown };
    if (typeof text === 'string' && Array.isArray(values)) texts.add(text);
    return (query as (...all: unknown[]) => unknown).apply(this, given);
  } as never);
  world = await createWorld({ environment: { RATE_LIMITS: 'off', TRUST_PROXY: '1' } });
  traveler = await world.aUser();
  listings = await Promise.all(Array.from({ length: largest }, () => world.aListing()));
});
afterAll(async () => {
  vi.restoreAllMocks();
  await world.close();
});

const times = <T>(count: number, make: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));

const attacks: [string, (size: number) => Promise<unknown>][] = [
  [
    'invented visits at once',
    (size) =>
      times(size, async () => {
        const cookie = `visit=${randomBytes(32).toString('base64url')}`;
        expect((await world.call('GET /api/business-listings', { cookie })).status).toBe(200);
      }),
  ],
  [
    'a merge of saved places',
    async (size) => {
      const items = listings.slice(0, size).map((listing_id) => ({ listing_id, note: `Note ${size}` }));
      const merged = await world.call('POST /api/saved/merge', { cookie: traveler.cookie, body: { items } });
      expect([merged.status, merged.body.unknown]).toEqual([200, []]);
    },
  ],
  [
    'refusals that are recorded',
    async (size) => {
      world.clock.advance(60);
      await times(size, async (at) => {
        // A network of its own each, as of one only ten a minute are recorded.
        const headers = { origin: 'https://elsewhere.example', ...from(`203.0.${at}.1`) };
        expect((await world.call('POST /api/saved/merge', { headers, body: { items: [] } })).status).toBe(403);
      });
      await flushSecurityEvents(world.db);
    },
  ],
  [
    'hosts that are allowed and no longer allowed',
    async (size) => {
      const { cookie } = await world.aUser({ role: 'admin' });
      for (const count of [size, 0]) {
        const hosts = Array.from({ length: count }, (_, at) => `booking${at}.example`);
        expect((await world.call('PUT /api/embed-hosts', { cookie, body: { hosts } })).status).toBe(200);
      }
    },
  ],
];

test.each(attacks)('%s, however many, are the same statements', async (_what, attack) => {
  for (const size of [1, 2]) await attack(size);
  const known = new Set(texts);
  for (let size = 3; size <= largest; size++) await attack(size);
  expect([...texts].filter((text) => !known.has(text))).toEqual([]);
});
