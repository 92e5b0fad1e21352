import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anotherApp, builtWeb, navigation, openPage } from '../../../tests/page-apps.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { isSameForGuests } from './guest-pages.ts';

let world: World;
let traveler: TestUser;
let place: string;
let withCode: string;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb });
  traveler = await world.aUser();
  const { code, locationId } = await world.aCode();
  place = `/location/${locationId}`;
  withCode = `${place}?qr=${code}`;
});
afterAll(() => world.close());

const scans = async () => (await world.db.selectFrom('scans').select('id').execute()).length;

test.each(['/', '/explore', '/explore?category=Shopping&pages=2', 'place', 'code'])(
  'two guests who have nothing in common are sent the same page: %s',
  async (which) => {
    const url = which === 'place' ? place : which === 'code' ? withCode : which;
    const one = await openPage(world.app, url, { cookie: `visit=${'v'.repeat(43)}; analytics=off; signed_in=1` });
    const other = await openPage(world.app, url, {
      cookie: `session=${'s'.repeat(43)}`,
      'sec-gpc': '1',
      'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150',
      'x-forwarded-for': '203.0.113.9',
      referer: 'https://search.example/?q=holoholo',
    });
    expect([one.status, other]).toEqual([200, one]);
    // Nor does it tell when it was made: half a year later, at night, it is the same.
    const later = await anotherApp(world, { clock: { now: () => new Date('2027-05-21T09:30:00Z') } });
    expect(await openPage(later, url)).toEqual(one);
    await later.close();
  },
);

test('all addresses that lead nowhere are sent the same page, in the language of the reader', async () => {
  const [one, other] = [await openPage(world.app, '/nowhere/1'), await openPage(world.app, '/else/where?x=2')];
  expect([one.status, other]).toEqual([404, one]);
  expect(one.html).toContain('<html lang="en"');
  expect(await openPage(world.app, '/location/4294967')).not.toEqual(one);
  const japanese = await openPage(world.app, '/nowhere/1', { 'accept-language': 'ja' });
  expect([japanese.status, japanese.html]).toEqual([404, expect.stringContaining('<html lang="ja"')]);
  const own = await openPage(world.app, '/nowhere/1', { cookie: traveler.cookie });
  expect([own.status, own.html]).toEqual([404, expect.stringContaining(traveler.id)]);
});

test.each([
  '/.//',
  '/./\\',
  '/..//..//',
  '/.//[',
  '/.//a:b',
  '/.//:80',
  '/x/..//dashboard',
  '//explore',
  '/.//explore?pages=2',
])('an address that could be taken for another host leads nowhere: %s', async (url) => {
  const { status, html } = await openPage(world.app, url);
  expect([status, html]).toEqual([404, (await openPage(world.app, '/nowhere')).html]);
  expect((await openPage(world.app, url, { cookie: traveler.cookie })).status).toBe(404);
});

test('what is kept for guests is never sent to somebody signed in, and theirs is never kept', async () => {
  const guest = await openPage(world.app, place);
  const own = await openPage(world.app, place, { cookie: traveler.cookie });
  expect(own.html).toContain(traveler.id);
  expect(own.html).toMatch(/ref=[0-9a-z]{32}/);
  world.clock.advance(60);
  const later = await openPage(world.app, place, { cookie: traveler.cookie });
  expect(later.html.match(/ref=\w{32}/)).not.toEqual(own.html.match(/ref=\w{32}/));
  const guestAgain = await openPage(world.app, place);
  expect(guestAgain).toEqual(guest);
  for (const secret of [traveler.id, traveler.email]) expect(guestAgain.html).not.toContain(secret);
  expect(guestAgain.html).not.toMatch(/ref=\w{32}/);
});

test('each guest with a code is recorded and given a visit of their own, whoever was sent the page before', async () => {
  const before = await scans();
  const tokens = new Set<string>();
  for (let guest = 0; guest < 3; guest++) {
    const reply = await world.app.inject({ method: 'GET', url: withCode, headers: navigation });
    tokens.add(reply.cookies.find(({ name }) => name === 'visit')!.value);
  }
  expect([tokens.size, await scans()]).toEqual([3, before + 3]);
});

test('a prefetch and a program are sent the place and recorded nowhere; HEAD is the same without the page', async () => {
  const plain = await openPage(world.app, place);
  const before = await scans();
  expect(await openPage(world.app, withCode, { 'sec-purpose': 'prefetch' })).toEqual(plain);
  expect(await openPage(world.app, withCode, { 'user-agent': 'Googlebot/2.1' })).toEqual(plain);
  const head = await world.app.inject({ method: 'HEAD', url: place, headers: navigation });
  expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  expect(head.headers).toMatchObject({
    ...plain.headers,
    'content-length': String(Buffer.from(plain.bytes, 'base64').length),
  });
  expect(await scans()).toBe(before);
});

test('a page says of itself what it always said, and comes as the browser can take it', async () => {
  const { headers, html } = await openPage(world.app, place);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-language': 'en',
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding, accept-language, cookie',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(headers.etag).toBeUndefined();
  const small = await openPage(world.app, place, { 'accept-encoding': 'gzip, deflate, br' });
  expect(small.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(Buffer.from(small.bytes, 'base64')).toString()).toBe(html);
});

test('where the data cannot be had the page says so, and is made anew when it can', async () => {
  const own = await createWorld({ webFolder: builtWeb });
  const id = await own.aPlace();
  const { pool } = own.database;
  const broken = pool.connect;
  pool.connect = (() => Promise.reject(Object.assign(new Error('away'), { code: '57P03' }))) as typeof pool.connect;
  const failed = await openPage(own.app, `/location/${id}`);
  expect([failed.status, failed.headers['retry-after']]).toEqual([503, '1']);
  pool.connect = broken;
  expect((await openPage(own.app, `/location/${id}`)).status).toBe(200);
  await own.close();
});

test('only addresses that our own links have are kept', () => {
  for (const path of [
    '/',
    '/location/7',
    '/explore',
    '/explore?category=Shopping',
    '/explore?view=map',
    '/explore?pages=3',
  ])
    expect(isSameForGuests(path), path).toBe(true);
  for (const path of [
    '/?utm=1',
    '/?error=auth_failed',
    '/location/07',
    '/location/7?utm_source=x',
    '/location/12345678901',
    '/location/x',
    '/explore?search=sail',
    '/explore?pages=4',
    '/explore?pages=02',
    '/explore?pages=2&',
    '/explore?category=Nothing',
    '/explore?utm=1',
    '/explore?toString=1',
    '/explore?pages=2&pages=2&pages=2',
    '/scan',
    '/auth',
  ])
    expect(isSameForGuests(path), path).toBe(false);
});
