import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtWeb, navigation } from '../../../tests/page-apps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { retention } from '../../platform/retention.ts';
import { tidy } from '../../tidying.ts';
import { hashNetwork } from './network-keys.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webFolder: builtWeb, environment: { TRUST_PROXY: '1' } });
});
afterAll(() => world.close());

const hotel = '198.51.100.7';
const scan = (code: string, headers: Record<string, string> = {}) =>
  world.call('POST /api/qr/scan', { body: { qr_code_id: code }, headers: { 'x-forwarded-for': hotel, ...headers } });
const open = async (locationId: number, code: string, query = '', headers: Record<string, string> = {}) => {
  const url = `/location/${locationId}?qr=${code}${query}`;
  const reply = await world.app.inject({ method: 'GET', url, headers: { ...navigation, ...headers } });
  expect(reply.statusCode).toBe(200);
};
const scansOf = (id: number) =>
  world.db.selectFrom('scans').selectAll().where('qr_code_id', '=', id).orderBy('id').execute();
const lastOf = async (id: number) => (await scansOf(id)).at(-1)!;

test('a scan keeps whose place it was, whoever holds it later', async () => {
  const [before, after] = [await world.aUser({ role: 'partner' }), await world.aUser({ role: 'partner' })];
  const location_id = await world.aPlace({ partner_id: before.id });
  const { id, code } = await world.aCode({ location_id });
  await scan(code);
  await open(location_id, code);
  await world.db.updateTable('locations').set({ partner_id: after.id }).where('id', '=', location_id).execute();
  await scan(code, { 'idempotency-key': 'a-key-of-this-scan-alone' });
  await world.db.updateTable('locations').set({ partner_id: null }).where('id', '=', location_id).execute();
  await scan(code);
  expect((await scansOf(id)).map((one) => one.partner_id)).toEqual([before.id, before.id, after.id, null]);
});

test.each([
  ['same-origin', 'same-origin'],
  ['same-site', 'same-site'],
  ['none', 'none'],
  ['cross-site', 'cross-site'],
  ['invented', null],
  ['', null],
])('a browser that says it comes from %j is kept as from %j', async (stated, kept) => {
  const { id, code, locationId } = await world.aCode();
  await open(locationId, code, '', { 'sec-fetch-site': stated });
  expect((await lastOf(id)).fetch_site).toBe(kept);
});

test('its device is of the class that its browser names, with a key and without', async () => {
  const { id, code } = await world.aCode();
  await scan(code);
  await scan(code, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36' });
  await scan(code, { 'user-agent': 'curl/8.11', 'idempotency-key': 'a-key-of-a-program-alone' });
  expect((await scansOf(id)).map((one) => one.device_class)).toEqual(['phone', 'desktop', 'bot']);
});

describe('the address that a code opened', () => {
  const landingAfter = async (query: string, headers: Record<string, string> = {}) => {
    const { id, code, locationId } = await world.aCode();
    await open(locationId, code, query, headers);
    return (await lastOf(id)).landing;
  };

  test('tells of paid traffic and campaigns, and of nothing else', async () => {
    const query =
      '&gclid=Cj0-KCQ&utm_source=hotel%20app&utm_campaign=l%C5%AB%CA%BBau&email=a%40example.com&__proto__=x';
    expect(await landingAfter(query)).toEqual({ gclid: 'Cj0-KCQ', utm_source: 'hotel app', utm_campaign: 'lūʻau' });
    expect(await landingAfter('&lang=xx')).toBeNull();
    expect(await landingAfter('')).toBeNull();
  });

  // As the advertising networks name them.
  test.each([
    ...['gclid', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'ttclid', 'twclid', 'li_fat_id', 'epik', 'ScCid'],
    ...['rdt_cid', 'yclid'],
  ])('tells of paid traffic by %s, and of one who asks for privacy that it was there', async (name) => {
    expect(await landingAfter(`&${name}=x1`)).toEqual({ [name]: 'x1' });
    expect(await landingAfter(`&${name}=x1`, { 'sec-gpc': '1' })).toEqual({ [name]: '' });
  });

  test.each(['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'])(
    'tells of a campaign by %s, to whomever',
    async (name) => {
      expect(await landingAfter(`&${name}=x1`, { 'sec-gpc': '1' })).toEqual({ [name]: 'x1' });
    },
  );

  test.each([
    ['&gclid=a%00b', { gclid: 'ab' }],
    ['&gclid=%00', null],
    ['&gclid=first&gclid=second', { gclid: 'first' }],
    [`&fbclid=${'x'.repeat(5_000)}`, { fbclid: 'x'.repeat(256) }],
    [`&utm_term=${'x'.repeat(255)}${encodeURIComponent('🌺')}`, { utm_term: `${'x'.repeat(255)}\ufffd` }],
    ['&gclid=%FF', { gclid: '\ufffd' }],
  ])('with %.40s keeps what can be kept', async (query, kept) => {
    expect(await landingAfter(query)).toEqual(kept);
  });

  test('of one who asks for privacy tells that a click id was there, not which', async () => {
    const query = '&fbclid=IwAR0&utm_source=card';
    expect(await landingAfter(query, { 'sec-gpc': '1' })).toEqual({ fbclid: '', utm_source: 'card' });
    expect(await landingAfter(query, { cookie: 'analytics=off' })).toEqual({ fbclid: '', utm_source: 'card' });
  });

  test('says nothing where the code was read by the scanner', async () => {
    const { id, code } = await world.aCode();
    await scan(code);
    expect((await lastOf(id)).landing).toBeNull();
  });
});

describe('the network of a scan', () => {
  const hashOf = async (headers: Record<string, string> = {}) => {
    const { id, code } = await world.aCode();
    await scan(code, headers);
    return (await lastOf(id)).network_hash?.toString('hex');
  };
  const keys = () => world.db.selectFrom('network_keys').select('month').orderBy('month').execute();

  test('is told from others by a hash that another month does not know', async () => {
    const here = await hashOf();
    expect(here).toMatch(/^[0-9a-f]{16}$/);
    expect(await hashOf({ 'idempotency-key': 'a-key-from-one-network' })).toBe(here);
    expect(await hashOf({ 'x-forwarded-for': '198.51.100.8' })).not.toBe(here);
    // The clock stands on 21 November.
    world.clock.advance(9 * 86_400);
    expect(await hashOf()).toBe(here);
    world.clock.advance(86_400);
    expect(await hashOf()).not.toBe(here);
  });

  test('is the same for whichever process reads it first', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, () => hashNetwork(world.db.withoutPlugins(), world.clock.now(), hotel)),
    );
    const here = await hashOf();
    expect(others.map((hash) => hash.toString('hex'))).toEqual([here, here, here, here]);
  });

  test('is not kept of one who asks for privacy', async () => {
    expect(await hashOf({ 'sec-gpc': '1' })).toBeUndefined();
  });

  test('can be told by nobody when its month is 90 days old', async () => {
    const failures: string[] = [];
    await hashOf();
    const [month] = await keys();
    // Midnight in Hawaiʻi, 90 days after the month began.
    const ends = new Date(`${month!.month}-01T10:00:00Z`).getTime() + retention.scanNetworkDays * 86_400_000;
    const tidyAt = (instant: number) =>
      tidy(world.db, new Date(instant), (task, error) => failures.push(`${task}: ${error.message}`));
    await tidyAt(ends - 1);
    expect(await keys()).toContainEqual(month);
    await tidyAt(ends);
    expect(await keys()).not.toContainEqual(month);
    expect(failures).toEqual([]);
  });
});

test('a month whose key could not be had is asked for again by the next scan', async () => {
  const { database, clock } = world;
  const { code } = await world.aCode();
  clock.advance(40 * 86_400);
  const locker = await database.pool.connect();
  await locker.query('begin; lock table network_keys in access exclusive mode');
  expect((await scan(code)).status).toBe(503);
  await locker.query('rollback');
  locker.release();
  expect((await scan(code)).status).toBe(200);
});
