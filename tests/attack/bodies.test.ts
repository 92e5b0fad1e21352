import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestUser, World } from '../world.ts';
import { createListeningWorld, headOf, RawConnection } from './raw-connection.ts';

const newsSecret = 'n'.repeat(32);

let world: World;
let url: string;
let traveler: TestUser;
beforeAll(async () => {
  const environment = { RATE_LIMITS: 'off', TRUST_PROXY: '1', NEWS_SECRETS: `demo:${newsSecret}` };
  ({ world, url } = await createListeningWorld({ environment }));
  traveler = await world.aUser();
});
afterAll(() => world.close());

const merge = '/api/saved/merge';
const megabyte = 1024 * 1024;
const invented = `session=${'a'.repeat(43)}`;

/** Sends a head and waits for the answer with nothing of the body sent; there is none where the body is waited for. */
async function answerToHead(path: string, headers: Record<string, string | number>) {
  const connection = new RawConnection(url);
  await connection.send(headOf(path, { origin: world.settings.publicUrl, ...headers }));
  const outcome = await Promise.race([connection.answered(), sleep(1_000, connection.outcome())]);
  connection.close();
  return outcome;
}

describe('what can be refused without the body is refused before it is sent', () => {
  const cases: [string, string, () => Record<string, string | number>, number][] = [
    ['an invented session', merge, () => ({ cookie: invented, 'content-length': megabyte }), 401],
    ['nobody', merge, () => ({ 'content-length': megabyte }), 401],
    ['another site', merge, () => ({ origin: 'https://evil.example', 'content-length': megabyte }), 403],
    ['too large', merge, () => ({ cookie: traveler.cookie, 'content-length': megabyte + 1 }), 413],
    ['no body wanted', '/api/logout', () => ({ 'content-length': 64 * 1024 }), 413],
    [
      'no key',
      merge,
      () => ({ cookie: traveler.cookie, 'content-length': 100, 'idempotency-key': 'x'.repeat(256) }),
      400,
    ],
    ['news with a wrong secret', '/api/news/demo/guessed', () => ({ 'content-length': megabyte }), 404],
    ['news of 10 MB', `/api/news/demo/${newsSecret}`, () => ({ 'content-length': 10 * megabyte }), 413],
    ['no such address', '/api/nothing', () => ({ 'content-length': 60_000 }), 404],
    ['no such method', '/api/locations/1', () => ({ 'content-length': 60_000 }), 405],
    ['chunked, by nobody', merge, () => ({ 'transfer-encoding': 'chunked' }), 401],
  ];
  test.each(cases)('%s', async (_, path, headers, status) => {
    const outcome = await answerToHead(path, headers());
    expect(outcome.statuses).toEqual([status]);
    expect(Object.keys(outcome.body).sort()).toEqual(['code', 'error', 'request_id']);
    expect(outcome.headers['x-content-type-options']).toBe('nosniff');
  });
});

test('what announces more than the largest body of all is not even thrown away', async () => {
  const large = await answerToHead(merge, { cookie: traveler.cookie, 'content-length': 2 * megabyte });
  expect([large.statuses, large.headers.connection]).toEqual([[413], 'close']);
  const small = await answerToHead(merge, { cookie: invented, 'content-length': megabyte });
  expect([small.statuses, small.headers.connection]).toEqual([[401], 'keep-alive']);
});

describe('the shape of JSON is bounded before it is parsed', () => {
  const events = 'POST /api/analytics/events';
  const nested = (depth: number) =>
    `{"event_type":"map_initialized","user_id":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  test.each([5_000, 100_000, 33])('%i levels deep, with and without a key', async (depth) => {
    for (const headers of [{}, { 'idempotency-key': `deep-json-in-a-call-${depth}` }] as Record<string, string>[]) {
      const reply = await world.call(events, { body: nested(depth), headers });
      expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
      expect(reply.body.error).toContain('the JSON is too deep');
    }
    // A backslash before the quote that ends a string is a letter of it, where it was escaped itself.
    const hidden = `{"event_type":"map_initialized","qr_code_id":"\\\\","user_id":${'['.repeat(depth)}"${']'.repeat(depth)}"}`;
    expect((await world.call(events, { body: hidden })).body.error).toContain('the JSON is too deep');
    const pairs = Math.min(depth, 40_000); // as many as fit
    const braces = `${'{"a":'.repeat(pairs)}1${'}'.repeat(pairs)}`;
    expect((await world.call(events, { body: braces })).status).toBe(400);
  });

  test('32 levels pass and 33 do not, also behind a quote that is escaped', async () => {
    const escaped = (depth: number) => nested(depth).replace('"user_id"', '"qr_code_id":"\\"","user_id"');
    for (const body of [nested, escaped]) {
      // The object is a level itself.
      expect((await world.call(events, { body: body(31) })).status).toBe(202);
      const reply = await world.call(events, { body: body(32) });
      expect([reply.status, reply.body.error]).toEqual([400, expect.stringContaining('the JSON is too deep')]);
    }
  });

  test('levels that are bounded pass, and brackets within words are no levels', async () => {
    for (const body of [nested(20), `{"event_type":"map_initialized","qr_code_id":"${'['.repeat(40)}\\"{{{"}`])
      expect((await world.call(events, { body })).status).toBe(202);
  });

  test('ten thousand values pass, and one more is too many', async () => {
    const reply = async (values: number) =>
      await world.call(`POST ${merge}`, { body: `[${Array(values).fill('0').join()}]`, cookie: traveler.cookie });
    // The array counts as one; what is within the bound is refused for what it is.
    expect((await reply(9_999)).body.error).not.toContain('too many values');
    expect((await reply(10_001)).body.error).toContain('has too many values');
  });

  test('hundreds of thousands of tiny values', async () => {
    const tiny = ['0', '{}', '[]', '""', 'null'];
    for (const value of tiny) {
      const body = `{"items":[${`${value},`.repeat(200_000)}${value}]}`;
      const begun = performance.now();
      const reply = await world.call(`POST ${merge}`, { body, cookie: traveler.cookie });
      expect([reply.status, reply.body.code, value]).toEqual([400, 'invalid_request', value]);
      expect(reply.body.error).toContain('too many values');
      expect(performance.now() - begun).toBeLessThan(2_000);
    }
  });

  test('the largest bodies of the contract pass', async () => {
    const places = await Promise.all(Array.from({ length: 200 }, () => world.aListing()));
    const items = places.map((listing_id) => ({
      listing_id,
      note: '世'.repeat(500),
      saved_at: '2026-11-01T10:00:00.000Z',
    }));
    const merged = await world.call(`POST ${merge}`, { body: { items }, cookie: traveler.cookie });
    expect([merged.status, merged.body.added]).toEqual([200, 200]);
    const event_data = {
      ...{ experience_name: 'x', listing_name: 'x', category: 'x', original_category: 'x', price_range: '$' },
      ...{ platform: 'x', transaction_id: 'x', source: 'x', error: 'x'.repeat(500), accuracy: 1, distance: 1 },
      ...{ zoom_level: 1, map_mode: 'standard', pins_count: 1, clusters_count: 1, has_user_location: true },
      ...{ is_featured: true, user_authenticated: true, recommendation_score: 1, time_compatibility: 'before' },
    };
    const event = {
      event_type: 'map_initialized',
      user_id: 'me',
      business_listing_id: places[0],
      qr_code_id: 'x',
      event_data,
      timestamp: '2026-11-21T10:00:00Z',
    };
    const reply = await world.call(events, { body: { events: Array(100).fill(event) } });
    expect([reply.status, reply.body.accepted]).toEqual([202, 100]);
  });
});

describe('bodies in flight are bounded', () => {
  const share = 4;
  const network = (name: string) => ({ 'x-forwarded-for': name });

  /** Sends all of a body of one megabyte but its last byte. */
  async function almostSend(from: string): Promise<RawConnection> {
    const connection = new RawConnection(url);
    const { publicUrl: origin } = world.settings;
    const headers = { origin, cookie: traveler.cookie, ...network(from), 'content-length': megabyte };
    await connection.send(headOf(merge, headers) + ' '.repeat(megabyte - 1));
    return connection;
  }
  const scan = (from: string) =>
    world.call('POST /api/qr/scan', { body: { qr_code_id: 'no code' }, headers: network(from) });

  test('per network: beyond it 503 at once; small calls and other networks go on; room comes back', async () => {
    const held = await Promise.all(Array.from({ length: share }, () => almostSend('198.51.100.7')));
    const probe = (from: string) =>
      answerToHead(merge, { cookie: traveler.cookie, ...network(from), 'content-length': megabyte });
    await expect.poll(async () => (await probe('198.51.100.7')).statuses, { timeout: 10_000 }).toEqual([503]);
    const refused = await probe('198.51.100.7');
    expect([refused.statuses, refused.body.code, refused.headers['retry-after']]).toEqual([[503], 'unavailable', '1']);
    // A chunked body announces nothing; it is refused when there is no room left for what has come.
    const chunked = new RawConnection(url);
    const head = { origin: world.settings.publicUrl, cookie: traveler.cookie, ...network('198.51.100.7') };
    await chunked.send(headOf(merge, { ...head, 'transfer-encoding': 'chunked' }));
    await chunked.send(`${(60_000).toString(16)}\r\n${' '.repeat(60_000)}\r\n`);
    expect((await chunked.answered()).statuses).toEqual([503]);
    // What still comes of it is thrown away, and the connection serves the next request.
    await chunked.send(`0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: localhost:3000\r\n\r\n`);
    await expect.poll(() => chunked.outcome().statuses).toEqual([503, 200]);
    chunked.close();

    expect((await scan('198.51.100.7')).body.code).toBe('invalid_code');
    const elsewhere = await almostSend('203.0.113.9');
    await elsewhere.send('x');
    expect((await elsewhere.answered()).statuses).toEqual([400]);
    elsewhere.close();

    for (const connection of held.slice(0, 2)) connection.close();
    for (const connection of held.slice(2)) await connection.send('x');
    for (const connection of held.slice(2)) expect((await connection.answered()).statuses).toEqual([400]);
    for (const connection of held) connection.close();
    const again = await almostSend('198.51.100.7');
    await again.send('x');
    expect((await again.answered()).statuses).toEqual([400]);
    again.close();
  });

  test('per customer of IPv6, who has many networks: beyond it 503 for each of them, and room for others', async () => {
    const held = await Promise.all(Array.from({ length: share }, (_, at) => almostSend(`2001:db8:7:${at}::5`)));
    const probe = (from: string) =>
      answerToHead(merge, { cookie: traveler.cookie, ...network(from), 'content-length': megabyte });
    await expect.poll(async () => (await probe('2001:db8:7:99::5')).statuses, { timeout: 10_000 }).toEqual([503]);
    const elsewhere = await almostSend('2001:db8:8:1::5');
    await elsewhere.send('x');
    expect((await elsewhere.answered()).statuses).toEqual([400]);
    for (const connection of [...held, elsewhere]) connection.close();
  });

  test('in all: the seventeenth megabyte waits, from whichever network', async () => {
    const held = await Promise.all(Array.from({ length: 16 }, (_, at) => almostSend(`198.51.100.${at}`)));
    const probe = () =>
      answerToHead(merge, { cookie: traveler.cookie, ...network('203.0.113.77'), 'content-length': megabyte });
    await expect.poll(async () => (await probe()).statuses, { timeout: 10_000 }).toEqual([503]);
    expect((await scan('203.0.113.77')).body.code).toBe('invalid_code');
    // Each of them had room.
    for (const connection of held) await connection.send('x');
    for (const connection of held) expect((await connection.answered()).statuses).toEqual([400]);
    for (const connection of held) connection.close();
    const after = async () => {
      const connection = await almostSend('203.0.113.77');
      await connection.send('x');
      const { statuses } = await connection.answered();
      connection.close();
      return statuses;
    };
    await expect.poll(after, { timeout: 10_000 }).toEqual([400]);
  });

  test('forty bodies one after the other leave no room taken', async () => {
    const body = `{"items":[${' '.repeat(megabyte - 20)}]}`;
    for (let round = 0; round < 40; round++) {
      const broken = round % 2 ? body.replace(']', '') : body;
      const reply = await world.call(`POST ${merge}`, { body: broken, cookie: traveler.cookie });
      expect(reply.status).toBe(round % 2 ? 400 : 200);
    }
  });

  test('a body is counted until its handler is done', async () => {
    const client = await world.database.pool.connect();
    await client.query('begin; lock table saved_listings in access exclusive mode');
    const body = `{"items":[{"listing_id":1}${' '.repeat(900_000)}]}`;
    const call = () => world.call(`POST ${merge}`, { body, cookie: traveler.cookie, headers: network('192.0.2.5') });
    const waiting = Promise.all([call(), call(), call(), call()]);
    // One that had room would wait for the lock as the four do, for nearly two seconds.
    const begun = performance.now();
    expect((await call()).status).toBe(503);
    expect(performance.now() - begun).toBeLessThan(1_000);
    await client.query('rollback');
    client.release();
    await waiting;
    await expect.poll(async () => (await call()).status, { timeout: 10_000 }).toBe(200);
  });
});
