import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherApp, builtWeb, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
/** Makes each page anew. */
let fresh: FastifyInstance;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { RATE_LIMITS: 'off' } });
  fresh = await anotherApp(world, { pageCacheBytes: 0 });
});
afterAll(async () => {
  await fresh.close();
  await world.close();
});

const plainly = { 'accept-encoding': 'identity' };

/** Opens pages one after the other, twice, so that each comes after one that was kept. */
async function expectOwnPages(requests: [url: string, headers: Record<string, string>][]): Promise<void> {
  const made = [];
  for (const [url, headers] of requests) made.push(await openPage(fresh, url, headers));
  expect(new Set(made.map(({ html }) => html)).size, 'pages that differ').toBe(requests.length);
  for (let round = 0; round < 2; round++) {
    for (const [at, [url, headers]] of requests.entries()) {
      expect(made[at]!.status).toBe(200);
      expect(await openPage(world.app, url, headers), `${url} ${JSON.stringify(headers)}`).toEqual(made[at]);
    }
  }
}

test('readers who differ in their region alone are sent pages of their own', async () => {
  const url = `/location/${await world.aPlace()}`;
  await expectOwnPages(['en-US', 'en-GB', 'en-AU'].map((language) => [url, { 'accept-language': language }]));
});

test('of regions that write alike one page is kept for all, however many are asked for', async () => {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const pages = new Set<string>();
  for (const first of letters)
    for (const second of letters) {
      const { html } = await openPage(world.app, '/', { 'accept-language': `en-${first}${second}`, ...plainly });
      pages.add(html);
    }
  expect(pages.size).toBeGreaterThan(3);
  expect(pages.size).toBeLessThan(40);
}, 60_000);

test('a place says of a code what holds for that code alone', async () => {
  const { code: good, locationId } = await world.aCode();
  const [paused, expired] = [
    await world.aCode({ location_id: locationId, status: 'paused' }),
    await world.aCode({ location_id: locationId, expires_at: world.clock.now() }),
  ];
  const url = `/location/${locationId}`;
  const codes = [paused.code, good, expired.code, 'nonsense'];
  await expectOwnPages([[url, {}], ...codes.map((code): [string, object] => [`${url}?qr=${code}`, {}])] as [
    string,
    Record<string, string>,
  ][]);
});

test('a search with characters that nobody types is one without them', async () => {
  const { status, html } = await openPage(world.app, '/explore?search=sail', {});
  expect(status).toBe(200);
  for (const search of ['%00sail', 'sail%00', '%07sail%1b', 'sail%0d%0a'])
    expect(await openPage(world.app, `/explore?search=${search}`, {}), search).toMatchObject({ status, html });
});
