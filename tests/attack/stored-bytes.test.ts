import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeKeys, newCode } from '../../server/features/scanning/scanning.ts';
import { type LimitName, limits } from '../../server/platform/limits/limits.ts';
import { RateLimits } from '../../server/platform/limits/rate-limits.ts';
import { leaveOf } from '../asked-links.ts';
import { builtWeb, navigation } from '../page-apps.ts';
import { createWorld, type World } from '../world.ts';
import { from } from './two-processes.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

let networks = 0;
const aHotel = () => `203.0.113.${++networks}`;

/** Spends what a network has of a limit, but for what is to be left. */
const leave = (left: number, limit: LimitName, key: string) => leaveOf(world, left, limit, key);

const aKey = () => ({ 'idempotency-key': randomBytes(18).toString('base64url') });
const phone = { type: 'mobile', userAgent: 'a phone' };
const scan = (code: string, network: string, headers: Record<string, string> = {}) =>
  world.call('POST /api/qr/scan', {
    body: { qr_code_id: code, device_info: phone },
    headers: { ...from(network), ...headers },
  });
const open = (address: string, network: string) =>
  world.app.inject({ method: 'GET', url: address, headers: { ...navigation, ...from(network) } });
const scansOf = (id: number) =>
  world.db.selectFrom('scans').select(['device', 'source']).where('qr_code_id', '=', id).orderBy('id').execute();
const orphansOf = (code: string) =>
  world.db.selectFrom('orphan_scans').select(['reason', 'device']).where('code', '=', code).execute();

test('text that has not the form of a code spends nothing, from an address or from the scanner', async () => {
  const hotel = aHotel();
  const { id, code, locationId } = await world.aCode();
  await leave(20_000, 'scan-bytes', hotel);
  for (let at = 0; at < 10; at++) {
    expect((await open(`/location/${locationId}?qr=${'A'.repeat(15_300)}`, hotel)).statusCode).toBe(200);
    expect((await scan('A'.repeat(64), hotel)).body.code).toBe('invalid_code');
  }
  expect((await scan(code, hotel)).status).toBe(200);
  expect(await scansOf(id)).toMatchObject([{ device: phone }]);
  // 10 kB are left still: only what is kept was spent.
  await new RateLimits(world.db, true).spend({ limit: 'scan-bytes', key: hotel, cost: 10_000 }, world.clock.now());
});

test('with the bytes of the day used up scans are kept, with a key and without, and say no more of the device', async () => {
  const hotel = aHotel();
  const { id, code, locationId } = await world.aCode();
  await leave(0, 'scan-bytes', hotel);
  const first = await scan(code, hotel);
  expect([first.status, first.body.counted]).toEqual([200, true]);
  const key = aKey();
  const keyed = await scan(code, hotel, key);
  expect(keyed.status).toBe(200);
  const again = await scan(code, hotel, key);
  expect([again.status, again.headers['idempotent-replay']]).toEqual([200, 'true']);
  expect(again.cookies.visit).toBe(keyed.cookies.visit);
  const page = await open(`/location/${locationId}?qr=${code}`, hotel);
  expect(page.statusCode).toBe(200);
  expect(page.cookies.map(({ name }) => name)).toContain('visit');
  expect(await scansOf(id)).toEqual([
    { device: null, source: 'scanner' },
    { device: null, source: 'scanner' },
    { device: null, source: 'camera' },
  ]);
});

test('with the bytes of the day used up a code that is not valid is told of as ever, and recorded nowhere', async () => {
  const hotel = aHotel();
  const { code: paused } = await world.aCode({ status: 'paused' });
  const unknown = newCode(codeKeys(world.settings)[0]!);
  const keys = async () => (await world.db.selectFrom('idempotency_keys').select('key').execute()).length;
  const before = await keys();
  await leave(0, 'scan-bytes', hotel);
  for (const [code, words] of [
    [paused, 'code_paused'],
    [unknown, 'code_unknown'],
  ] as const) {
    for (const headers of [undefined, aKey()])
      for (const _ of [1, 2]) expect((await scan(code, hotel, headers)).body.code).toBe(words);
    expect(await orphansOf(code)).toEqual([]);
  }
  expect(await keys()).toBe(before);
  world.clock.advance(86_400);
  await scan(unknown, hotel);
  expect(await orphansOf(unknown)).toMatchObject([{ reason: 'unknown', device: phone }]);
});

test('a first call that was kept is repeated also when the bytes are used up where it is repeated, whatever became of the code', async () => {
  const hotel = aHotel();
  const { id, code } = await world.aCode();
  const key = aKey();
  const first = await scan(code, aHotel(), key);
  await world.db.updateTable('qr_codes').set({ status: 'paused' }).where('id', '=', id).execute();
  await leave(0, 'scan-bytes', hotel);
  const again = await scan(code, hotel, key);
  expect([again.status, again.headers['idempotent-replay'], again.cookies.visit]).toEqual([
    200,
    'true',
    first.cookies.visit,
  ]);
});

test('a person makes so many bookings a day by following links', async () => {
  const { id, cookie } = await world.aUser();
  await leave(1, 'conversion-daily', id);
  const follow = () => world.call('POST /api/qr/booking-conversion', { body: {}, cookie, headers: from(aHotel()) });
  // What is wrong with the call is found after its limits.
  expect((await follow()).status).toBe(400);
  expect((await follow()).status).toBe(429);
});

const long = 'ʻ'.repeat(200);
const event = { event_type: 'map_pin_clicked', event_data: { experience_name: long, listing_name: long } };
const body = { events: Array.from({ length: 100 }, () => event) };
const sendEvents = (network: string) => world.call('POST /api/analytics/events', { body, headers: from(network) });

test.each([
  ['an hour', 'events-hour-bytes'],
  ['a day', 'events-bytes'],
] as const)('events of a network that sent all the bytes of %s are refused until it is over', async (_, limit) => {
  const hotel = aHotel();
  await leave(0, limit, hotel);
  const { seconds } = limits[limit];
  const refused = await sendEvents(hotel);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, String(seconds)]);
  world.clock.advance(seconds - 1);
  expect((await sendEvents(hotel)).headers['retry-after']).toBe('1');
  world.clock.advance(1);
  expect((await sendEvents(hotel)).status).toBe(202);
});

test('each event of a call takes a row, and is counted as one however small it is', async () => {
  const hotel = aHotel();
  const small = (count: number) =>
    world.call('POST /api/analytics/events', {
      body: { events: Array(count).fill({ event_type: 'map_initialized' }) },
      headers: from(hotel),
    });
  await leave(25_000, 'events-hour-bytes', hotel);
  expect((await small(100)).status).toBe(429);
  expect((await small(20)).status).toBe(202);
});
