import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { builtWeb, navigation } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { mostTileBytes } from './map-tiles.ts';

const picture = Buffer.from('89504e470d0a1a0a', 'hex');
/** What the map's server was asked, and what it answers by the zoom that is asked for. */
const waiting: (() => void)[] = [];
let asked: { url: string; headers: string }[];
let source: Server;
let world: World;
beforeAll(async () => {
  source = createServer((request, response) => {
    asked.push({ url: request.url!, headers: JSON.stringify(request.headers) });
    const zoom = request.url!.split('/')[2];
    if (zoom === '7') return response.writeHead(302, { location: '/topo/1/0/0' }).end();
    if (zoom === '8') return response.writeHead(200, { 'content-type': 'text/html' }).end('<script>');
    if (zoom === '9')
      return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(mostTileBytes + 1));
    if (zoom === '12')
      return void waiting.push(() => response.writeHead(200, { 'content-type': 'image/png' }).end(picture));
    if (zoom === '11') return response.writeHead(404).end();
    if (zoom === '10') return response.writeHead(500).end();
    response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'who=you' }).end(picture);
  });
  await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(source.address() as AddressInfo).port}`;
  world = await createWorld({
    webFolder: builtWeb,
    environment: {
      ...{ MAP_TILES_OWN_HOST: 'on', RATE_LIMITS: 'off', TRUST_PROXY: '1' },
      ...{ MAP_TILES_STANDARD: `${address}/topo/{z}/{x}/{y}`, MAP_TILES_SATELLITE: `${address}/sky/{z}/{y}/{x}` },
    },
  });
});
beforeEach(() => {
  asked = [];
});
afterAll(async () => {
  await world.close();
  source.close();
});

const tile = (path: string) =>
  world.call(`GET /api/map/tiles/${path}`, { cookie: 'visit=zzvisitor', headers: { 'user-agent': 'zzbrowser' } });

test('browsers are told to ask this server, and meet no other one for the map', async () => {
  const { tiles } = (await world.call('GET /api/business-listings/map')).body;
  expect(tiles.standard).toBe('http://localhost:3000/api/map/tiles/standard/{z}/{x}/{y}');
  expect(tiles.satellite).toBe('http://localhost:3000/api/map/tiles/satellite/{z}/{x}/{y}');
  const { third_parties } = (await world.call('GET /api/privacy')).body;
  expect(third_parties[0]).toEqual({ kind: 'map', hosts: [] });
  const page = await world.app.inject({ method: 'GET', url: '/explore', headers: navigation });
  expect(page.headers['content-security-policy']).not.toContain('127.0.0.1');
});

test('a picture is fetched once for all who ask, and anew after a day', async () => {
  const both = await Promise.all([tile('standard/3/2/1'), tile('standard/3/2/1')]);
  for (const { status, headers, bytes, cookies } of [...both, await tile('standard/3/2/1')]) {
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'image/png',
      'public, max-age=86400',
    ]);
    expect(bytes.equals(picture)).toBe(true);
    expect(cookies).toEqual({});
  }
  expect(asked.map(({ url }) => url)).toEqual(['/topo/3/2/1']);
  world.clock.advance(86_401);
  await tile('standard/3/2/1');
  expect(asked).toHaveLength(2);
  await tile('satellite/3/2/1');
  expect(asked.at(-1)!.url).toBe('/sky/3/1/2');
});

test('the map’s server learns nothing of who asks', async () => {
  await tile('standard/4/1/1');
  expect(asked).toHaveLength(1);
  expect(asked[0]!.headers).not.toMatch(/zz|cookie|referer|forwarded/i);
});

test.each([
  ['that is no square of the map', 'standard/2/4/0', 404],
  ['of no layer', 'traffic/2/0/0', 400],
  ['whose number is none', 'standard/2/-1/0', 400],
  ['that leads elsewhere', 'standard/7/0/0', 503],
  ['that is a page', 'standard/8/0/0', 503],
  ['that is too large', 'standard/9/0/0', 503],
  ['that cannot be had', 'standard/10/0/0', 503],
])('one %s is refused', async (_what, path, status) => {
  expect((await tile(path)).status).toBe(status);
  expect(asked.length).toBeLessThanOrEqual(1);
});

test.each([
  ['that is not there is asked for again after an hour', 'standard/11/5/5', 3_600],
  ['that is too large, too', 'standard/9/5/5', 3_600],
  ['that cannot be had now after a minute', 'standard/10/5/5', 60],
])('one %s', async (_what, path, seconds) => {
  for (let turn = 0; turn < 3; turn++) expect((await tile(path)).status).toBe(503);
  world.clock.advance(seconds - 1);
  expect((await tile(path)).status).toBe(503);
  expect(asked).toHaveLength(1);
  world.clock.advance(2);
  expect((await tile(path)).status).toBe(503);
  expect(asked).toHaveLength(2);
});

test('no picture is finer than browsers ask for', async () => {
  expect((await tile('standard/16/1/1')).status).toBe(200);
  expect((await tile('standard/17/1/1')).status).toBe(400);
  expect(asked).toHaveLength(1);
});

test('a network that waits long for its pictures has eight at once, and holds no place of another one', async () => {
  const from = (address: string, path: string) =>
    world.call(`GET /api/map/tiles/standard/12/${path}`, { headers: { 'x-forwarded-for': address } });
  // More than these wait for nothing: sixteen wait for their turn.
  const first = Array.from({ length: 25 }, (_, at) => from('203.0.113.7', `${at}/1`));
  expect((await Promise.race(first)).status).toBe(503);
  await expect.poll(() => waiting.length).toBe(8);
  // The same picture is fetched once, also for who asks beside them.
  const others = [from('198.51.100.9', '0/2'), from('198.51.100.9', '0/1')];
  await expect.poll(() => waiting.length).toBe(9);
  for (let ended = 0; ended < 25; ended++) {
    await expect.poll(() => waiting.length).toBeGreaterThan(ended);
    waiting[ended]!();
  }
  const statuses = (await Promise.all([...first, ...others])).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(26);
  expect(asked).toHaveLength(25);
});

test('unless it is set, there are none here', async () => {
  const other = await createWorld();
  try {
    expect((await other.call('GET /api/map/tiles/standard/1/0/0')).status).toBe(404);
  } finally {
    await other.close();
  }
});
