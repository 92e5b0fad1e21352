import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { askForJson } from './ask-geocoder.ts';

let server: Server;
let answer: RequestListener;
let asked: URL[] = [];
const worlds: Partial<Record<'census' | 'nominatim' | 'off', { world: World; admin: TestUser }>> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://geocoder'));
    answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/search?key=ours`;
  for (const kind of ['census', 'nominatim', 'off'] as const) {
    const set: Record<string, string> = kind === 'off' ? {} : { GEOCODER_KIND: kind, GEOCODER_URL: address };
    const world = await createWorld({ environment: { RATE_LIMITS: 'off', ...set } });
    worlds[kind] = { world, admin: await world.aUser({ role: 'admin' }) };
  }
});
afterEach(() => {
  asked = [];
});
afterAll(async () => {
  for (const { world } of Object.values(worlds)) await world.close();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const json =
  (body: unknown, status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const ask = (kind: keyof typeof worlds, address = '4600 Silver Hill Rd') => {
  const { world, admin } = worlds[kind]!;
  return world.call('POST /api/admin/locations/geocode', { cookie: admin.cookie, body: { address } });
};

const match = (matchedAddress: unknown, x: unknown, y: unknown) => ({ matchedAddress, coordinates: { x, y } });
const census = (...addressMatches: unknown[]) => ({ result: { input: {}, addressMatches } });
const found = (display_name: unknown, lat: unknown, lon: unknown) => ({ place_id: 1, display_name, lat, lon });

test('a geocoder of the US Census is asked, and its answers are offered in their order', async () => {
  answer = json(census(match('1 PIER RD, HONOLULU, HI', -157.86, 21.3), match('1 PIER RD, HILO, HI', -155.08, 19.72)));
  const { status, body } = await ask('census', '1 Pier Road & more');
  expect([status, body.found]).toEqual([
    200,
    [
      { label: '1 PIER RD, HONOLULU, HI', latitude: 21.3, longitude: -157.86 },
      { label: '1 PIER RD, HILO, HI', latitude: 19.72, longitude: -155.08 },
    ],
  ]);
  expect(Object.fromEntries(asked[0]!.searchParams)).toEqual({
    ...{ key: 'ours', address: '1 Pier Road & more', benchmark: 'Public_AR_Current', format: 'json' },
  });
});

test('Nominatim is asked, and at most ten of its answers are offered', async () => {
  answer = json(Array.from({ length: 12 }, (_, at) => found(`Place ${at}`, `21.${at}`, '-157.8')));
  const { status, body } = await ask('nominatim', 'Hāʻena');
  expect([status, body.found.length, body.found[3]]).toEqual([
    ...[200, 10, { label: 'Place 3', latitude: 21.3, longitude: -157.8 }],
  ]);
  expect(Object.fromEntries(asked[0]!.searchParams)).toMatchObject({ key: 'ours', q: 'Hāʻena', format: 'jsonv2' });
});

test('nothing found is no failure', async () => {
  answer = json(census());
  expect((await ask('census')).body.found).toEqual([]);
});

test('where none is set up that is said, and nobody is asked', async () => {
  expect(await ask('off')).toMatchObject({ status: 409, body: { code: 'geocoder_off' } });
  expect(asked).toEqual([]);
});

test('marks that would change a name that is shown are left out of it', async () => {
  answer = json([found('Pier\u202e gnp.exe\u0000\n<b>', '21.3', '-157.8')]);
  expect((await ask('nominatim')).body.found[0].label).toBe('Pier gnp.exe  <b>');
});

const hang: RequestListener = (_request, response) => void response.writeHead(200).write('[');
const half: RequestListener = (_request, response) => {
  response.write('[');
  response.destroy();
};
test.each<[string, 'census' | 'nominatim', RequestListener, string]>([
  ['an error', 'census', json({}, 500), 'answers 500'],
  [
    'a redirect',
    'nominatim',
    (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'answers 302',
  ],
  ['no JSON', 'census', (_request, response) => void response.end('<html>'), 'no JSON'],
  ['broken UTF-8', 'census', (_request, response) => void response.end(Buffer.from([0x22, 0xff, 0x22])), 'no JSON'],
  ['the shape of the other', 'census', json([found('Pier', '21.3', '-157.8')]), 'something else'],
  ['the shape of the first', 'nominatim', json(census(match('Pier', -157.8, 21.3))), 'something else'],
  ['degrees as text', 'census', json(census(match('Pier', '-157.8', '21.3'))), 'something else'],
  ['degrees as numbers', 'nominatim', json([found('Pier', 21.3, -157.8)]), 'something else'],
  ['degrees beyond the earth', 'nominatim', json([found('Pier', '121.3', '-157.8')]), 'something else'],
  ['degrees that are a formula', 'nominatim', json([found('Pier', '1e1', '-157.8')]), 'something else'],
  ['a name that is none', 'nominatim', json([found({ toString: 'x' }, '21.3', '-157.8')]), 'something else'],
  ['nothing but null', 'census', json(null), 'something else'],
  [
    'a megabyte',
    'nominatim',
    (_request, response) => void response.end(JSON.stringify([found('x'.repeat(1_000_000), '21', '-157')])),
    'too large',
  ],
  ['half an answer', 'nominatim', half, 'reached'],
])('%s is a failure that is told', async (_what, kind, listener, words) => {
  answer = listener;
  const { status, body } = await ask(kind);
  expect([status, body.code]).toEqual([502, 'geocoder_failed']);
  expect(body.error).toContain(words);
  expect(asked.length).toBe(1);
});

test('an answer that does not end is waited for so long and no longer', async () => {
  answer = hang;
  const address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await expect(askForJson(address, 'us', { deadline: 50 })).rejects.toThrow('in time');
});

const ownAddresses = [
  '127.0.0.1',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
];
const leadingTo = (...addresses: string[]) => ({
  resolve: async () => addresses.map((address) => ({ address, family: isIP(address) })),
});
test.each(ownAddresses)('a host name that leads to %s, alone or beside a public one, is not asked', async (own) => {
  answer = json([]);
  const { port } = server.address() as AddressInfo;
  const address = new URL(`http://geocoder.example:${port}/`);
  for (const addresses of [[own], ['8.8.8.8', own]])
    await expect(askForJson(address, 'us', leadingTo(...addresses))).rejects.toThrow('private address');
  expect(asked).toEqual([]);
});

test('an address of our own network that the setting itself names is asked', async () => {
  answer = json([]);
  const { port } = server.address() as AddressInfo;
  for (const host of ['localhost', '127.0.0.1'])
    await expect(askForJson(new URL(`http://${host}:${port}/`), 'us')).resolves.toEqual([]);
  expect(asked).toHaveLength(2);
});
