import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../contract/index.ts';
import { createWorld, type TestUser, type World } from '../world.ts';

// Another site, or a program, asks with a signed-in person's cookies. A browser states where a request comes from: by Fetch
// metadata, else by Origin, else by Referer; who states nothing is refused.

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const own = 'http://localhost:3000';
const evil = 'https://evil.example';

/** What a request of another site may state, and what says nothing. */
const foreign: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site', origin: own, referer: `${own}/` },
  { 'sec-fetch-site': 'same-site', origin: own },
  { 'sec-fetch-site': 'none', origin: own },
  { origin: evil, referer: `${own}/` },
  { origin: 'null', referer: `${own}/` },
  { origin: '', referer: `${own}/` },
  { origin: `${own}.evil.example` },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { referer: `${evil}/?${own}/` },
  { referer: `${own}@evil.example/` },
  { referer: 'http://localhost:30000/' },
  { referer: 'localhost:3000' },
  { referer: '' },
];
const ours: Record<string, string>[] = [
  { 'sec-fetch-site': 'same-origin' },
  { origin: own },
  { referer: `${own}/scan?from=menu` },
];

type Method = 'GET' | 'HEAD' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** Asks with exactly these headers, as an administrator would whose browser is made to. */
async function ask(method: Method, path: string, headers: Record<string, string>) {
  const {
    statusCode,
    headers: answered,
    body,
  } = await world.app.inject({
    method,
    url: path.replace(/\{\w+\}/g, '7'),
    headers: { ...headers, cookie: admin.cookie, 'content-type': 'application/json' },
    payload: method === 'GET' || method === 'HEAD' ? undefined : '{}',
  });
  const isJson = String(answered['content-type']).startsWith('application/json') && body !== '';
  return { status: statusCode, code: isJson ? (JSON.parse(body).code as string | undefined) : undefined };
}

// Servers of others come from no page; what they bring is known by its secret (server/features/news/news.test.ts).
const changing = contract.filter((one) => one.method !== 'GET' && !('origin' in one));

test('the contract has endpoints that change something, by every method', () => {
  expect(new Set(changing.map(({ method }) => method))).toEqual(new Set(['POST', 'PUT', 'PATCH', 'DELETE']));
});

describe.each(changing.map(({ method, path }) => [method, path] as const))('%s %s', (method, path) => {
  test('is refused from anywhere else, and from nowhere', async () => {
    for (const headers of foreign)
      expect(await ask(method, path, headers), JSON.stringify(headers)).toEqual({ status: 403, code: 'cross_site' });
  });

  test('is not refused for that from our own pages', async () => {
    for (const headers of ours)
      expect((await ask(method, path, headers)).code, JSON.stringify(headers)).not.toBe('cross_site');
  });
});

describe('a method that an address does not have', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is as unsafe', async (method) => {
    for (const path of ['/api/users/me', '/api/nothing', '/', '/location/7'])
      expect(await ask(method, path, { origin: evil }), path).toEqual({ status: 403, code: 'cross_site' });
  });
});

test('a request that changes nothing needs no proof', async () => {
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    expect((await ask(method, '/api/embed-hosts', { 'sec-fetch-site': 'cross-site' })).code).not.toBe('cross_site');
});

test('a refused request has done nothing', async () => {
  const user = await world.aUser();
  const listing = await world.aListing();
  const save = (headers: Record<string, string>) =>
    world.app.inject({
      method: 'PUT',
      url: `/api/saved/${listing}`,
      headers: { cookie: user.cookie, ...headers },
      payload: {},
    });
  const saved = () => world.db.selectFrom('saved_listings').select('user_id').where('user_id', '=', user.id).execute();
  expect((await save({ referer: `${evil}/` })).statusCode).toBe(403);
  expect(await saved()).toEqual([]);
  expect((await save({ referer: `${own}/` })).statusCode).toBe(200);
  expect(await saved()).toHaveLength(1);
});
