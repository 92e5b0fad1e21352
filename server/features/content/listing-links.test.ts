import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listingFields } from '../../../contract/listing-form.ts';
import { AdvertiserScene } from '../../../tests/advertiser-scene.ts';
import { anOwner } from '../../../tests/an-organisation.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { checkLinks } from './listing-links.ts';

let world: World;
let admin: TestUser;
let server: Server;
let port: number;
/** What each path answers, and which were asked for. */
const statuses = new Map<string, number>();
const asked: string[] = [];
let under = 0;
let mostUnder = 0;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  server = createServer((request, reply) => {
    under += 1;
    mostUnder = Math.max(mostUnder, under);
    if (request.method === 'HEAD') asked.push(request.url!);
    reply.on('close', () => {
      under -= 1;
    });
    setImmediate(() => reply.writeHead(statuses.get(request.url!) ?? 200).end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.2', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server.close();
  await world.close();
});

const day = 86_400;
const never = new AbortController().signal;
/** Asks for all that is due, of our server in the stead of theirs. */
const check = () =>
  checkLinks(world, never, {
    isAllowed: (address) => address === '127.0.0.2',
    at: (url) => `http://127.0.0.2:${port}${new URL(url).pathname}`,
  });
const asAdmin = async (path: string) => {
  admin = await world.aUser({ role: 'admin' });
  return (await world.call(`GET /api/admin/listings${path}`, { cookie: admin.cookie })).body;
};
const linksOf = async (id: number) => (await asAdmin(`/${id}`)).links as Record<string, unknown>[];
const brokenOnes = async () => (await asAdmin('?links=broken&limit=200')).rows.map((row: { id: number }) => row.id);
const aLinked = (path: string, more: object = {}) =>
  world.aListing({ booking_url: `https://book.example/${path}`, website_url: null, ...more });

test('a new link is asked for once, and again in the night; a changed one at once', async () => {
  const id = await aLinked('new');
  await check();
  await check();
  expect(asked.filter((path) => path === '/new')).toHaveLength(1);
  const checked_at = world.clock.now().toISOString();
  expect(await linksOf(id)).toEqual([
    { field: 'booking_url', checked_at, answer: '200', failing_since: null, broken: false },
  ]);
  const now = await asAdmin(`/${id}`);
  const content = Object.fromEntries(listingFields.map((field) => [field, now[field]]));
  const body = { ...content, booking_url: 'https://book.example/changed', replaces: now.version };
  await world.call(`PUT /api/business-listings/${id}`, { cookie: admin.cookie, body });
  // What the earlier one answered is not told of this one.
  expect(await linksOf(id)).toEqual([]);
  await check();
  expect(asked).toContain('/changed');
  world.clock.advance(day);
  await check();
  expect(asked.filter((path) => path === '/changed')).toHaveLength(2);
});

test('what is gone is broken at once; what fails is, once it failed on a second day, and no more once it answers', async () => {
  statuses.set('/gone', 404).set('/fails', 500);
  const [gone, fails] = [await aLinked('gone'), await aLinked('fails')];
  await check();
  expect(await linksOf(gone)).toMatchObject([{ answer: '404', broken: true }]);
  const since = world.clock.now().toISOString();
  expect(await linksOf(fails)).toMatchObject([{ answer: '500', failing_since: since, broken: false }]);
  expect(await brokenOnes()).toEqual([gone]);
  world.clock.advance(day);
  await check();
  expect(await linksOf(fails)).toMatchObject([{ failing_since: since, broken: true }]);
  expect((await brokenOnes()).sort()).toEqual([gone, fails].sort());
  statuses.set('/fails', 200);
  world.clock.advance(day);
  await check();
  expect(await linksOf(fails)).toMatchObject([{ answer: '200', failing_since: null, broken: false }]);
  expect(await brokenOnes()).toEqual([gone]);
  // What no guest finds needs nobody.
  await world.db.updateTable('listings').set({ is_active: false }).where('id', '=', gone).execute();
  expect(await brokenOnes()).toEqual([]);
});

test('one host is asked for one link at a time, and nothing of inactive listings', async () => {
  mostUnder = 0;
  for (let at = 0; at < 12; at++) await aLinked(`many-${at}`);
  await aLinked('hidden', { is_active: false });
  await check();
  expect(asked.filter((path) => path.startsWith('/many-'))).toHaveLength(12);
  expect(mostUnder).toBe(1);
  expect(asked).not.toContain('/hidden');
});

test('a round that is called off leaves the rest to the next', async () => {
  const id = await aLinked('later');
  await expect(checkLinks(world, AbortSignal.abort(new Error('stopping')), {})).rejects.toThrow('stopping');
  expect(await linksOf(id)).toEqual([]);
  await check();
  expect(await linksOf(id)).toHaveLength(1);
});

test('a link that an advertiser submits is asked for before it is approved, and the one that guests have goes on being', async () => {
  const scene = await AdvertiserScene.make(world);
  const id = await scene.published({ booking_url: 'https://book.example/own' });
  await check();
  statuses.set('/gone-own', 404);
  await scene.change(id, { booking_url: 'https://book.example/gone-own' });
  expect((await scene.waiting(id)).links).toEqual([]);
  await check();
  expect((await scene.waiting(id)).links).toMatchObject([{ field: 'booking_url', answer: '404', fails: true }]);
  const told = (await scene.get(id)).links;
  expect(told).toMatchObject([
    { field: 'booking_url', is_asked: false, answer: '200', fails: false },
    { field: 'booking_url', is_asked: true, answer: '404', fails: true },
  ]);
  const before = asked.length;
  await check();
  expect(asked.length).toBe(before);
  // The one of before breaks meanwhile: guests have it, so that it is told of.
  statuses.set('/own', 404);
  world.clock.advance(day);
  await check();
  expect(await linksOf(id)).toMatchObject([{ answer: '404', broken: true }]);
  expect(await brokenOnes()).toContain(id);
  // The session of the day before has ended.
  const owner = await anOwner(world, scene.organisation);
  expect((await scene.step(id, 'withdraw', owner)).status).toBe(200);
  await check();
  const now = await scene.call(`GET /api/own-listings/${id}`, undefined, owner);
  expect(now.body.links).toMatchObject([{ is_asked: false, answer: '404' }]);
  const { rows } = await world.database.pool.query('select from listing_proposal_links');
  expect(rows).toEqual([]);
});

test('the links of a draft are asked for before it is submitted, and told its advertiser; of a deleted one no more', async () => {
  const scene = await AdvertiserScene.make(world);
  statuses.set('/own-site', 500);
  const given = { booking_url: 'https://book.example/own-draft', website_url: 'https://book.example/own-site' };
  const draft = (await scene.create(given)).body;
  expect(draft.links).toEqual([]);
  await check();
  expect((await scene.get(draft.id)).links).toMatchObject([
    { field: 'booking_url', is_asked: false, answer: '200', fails: false },
    { field: 'website_url', is_asked: false, answer: '500', fails: true },
  ]);
  await scene.step(draft.id, 'submit');
  expect((await scene.waiting(draft.id)).links).toMatchObject([
    { answer: '200', fails: false },
    { answer: '500', fails: true },
  ]);
  await scene.step(draft.id, 'withdraw');
  await scene.call(`DELETE /api/own-listings/${draft.id}`);
  world.clock.advance(day);
  const before = asked.filter((path) => path === '/own-draft').length;
  await check();
  expect(asked.filter((path) => path === '/own-draft')).toHaveLength(before);
});
