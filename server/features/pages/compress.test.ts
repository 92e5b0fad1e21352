import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtWeb, navigation } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { encodingFor } from './compress.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb });
});
afterAll(() => world.close());

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['br;q=0', 'identity'],
  ['br; q=0.000, gzip', 'gzip'],
  ['br;Q=0,gzip;q=0', 'identity'],
  ['*;q=0', 'identity'],
  ['gzip, *;q=0', 'gzip'],
  ['br;q=0, *', 'identity'],
  ['br;q=0.2, gzip;q=0.9', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['br;q=x', 'identity'],
  ['brotli, x-gzip', 'identity'],
])('Accept-Encoding %j is answered with %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test.each([
  ['br;q=0', [undefined]],
  ['br;q=0, gzip;q=0', [undefined]],
  ['*;q=0', [undefined]],
  ['br;q=0, gzip', ['gzip']],
  ['gzip;q=0, br;q=0.5', ['br']],
])('pages and files are sent to who accepts %j as they can be read', async (accepted, encodings) => {
  const place = await world.aPlace();
  for (const url of ['/explore', `/location/${place}`, '/nowhere', '/offline', '/icon.svg', '/sw.js']) {
    const headers = { ...navigation, 'accept-encoding': accepted };
    const reply = await world.app.inject({ method: 'GET', url, headers });
    const plain = url === '/sw.js' ? [undefined] : [];
    expect([...encodings, ...plain], url).toContain(reply.headers['content-encoding']);
    if (reply.headers['content-encoding'] === undefined) expect(reply.body, url).toMatch(/<|self/);
  }
});
