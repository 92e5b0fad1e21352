import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { World } from '../world.ts';
import { createListeningWorld, headOf, type Outcome, RawConnection } from './raw-connection.ts';

/** Whether slow clients are waited for as long as in production. */
const whole = process.env.PROVE === '1';

const newsSecret = 'n'.repeat(32);

let world: World;
let url: string;
beforeAll(async () => {
  ({ world, url } = await createListeningWorld({ environment: { NEWS_SECRETS: `demo:${newsSecret}` } }));
});
afterAll(() => world.close());

/** What every refusal has, also of bytes that are no request. */
function expectCivil({ statuses, headers, body }: Outcome, status: number, code: string) {
  expect(statuses).toEqual([status]);
  expect(Object.keys(body).sort()).toEqual(['code', 'error', 'request_id']);
  expect(body.code).toBe(code);
  expect(body.request_id).toBe(headers['x-request-id']);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
  });
}

const get = (headers: string, version = '1.1') => `GET /healthz HTTP/${version}\r\n${headers}\r\n`;
const host = 'host: localhost:3000\r\n';

describe('what cannot be read as HTTP is answered in the one shape, and the connection ends', () => {
  const cases: [string, string, number, string][] = [
    ['noise', '\u0016\u0003\u0001 not http\r\n\r\n', 400, 'invalid_request'],
    ['no version', 'GET /\r\n\r\n', 400, 'invalid_request'],
    ['an unknown method', 'BREW /pot HTTP/1.1\r\n\r\n', 400, 'invalid_request'],
    ['a space in a name', get(`${host}bad name: x\r\n`), 400, 'invalid_request'],
    [
      'two lengths',
      `POST /api/logout HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
      400,
      'invalid_request',
    ],
    [
      'length and chunks',
      headOf('/api/logout', { 'content-length': 5, 'transfer-encoding': 'chunked' }),
      400,
      'invalid_request',
    ],
    ['20 kB of headers', get(`${host}x: ${'y'.repeat(20_000)}\r\n`), 431, 'payload_too_large'],
    ['a cookie of 17 kB', get(`${host}cookie: a=${'y'.repeat(17_000)}\r\n`), 431, 'payload_too_large'],
    ['an address of 20 kB', `GET /${'y'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431, 'payload_too_large'],
  ];
  test.each(cases)('%s', async (_, bytes, status, code) => {
    const connection = new RawConnection(url);
    await connection.send(Buffer.from(bytes, 'latin1'));
    const outcome = await connection.closed();
    expectCivil(outcome, status, code);
    expect(outcome.headers.connection).toBe('close');
    expect(outcome.milliseconds).toBeLessThan(2_000);
  });

  test('no host, and an expectation that nobody knows', async () => {
    const nameless = new RawConnection(url);
    await nameless.send(get(''));
    expectCivil(await nameless.answered(), 400, 'invalid_request');
    nameless.close();
    const expecting = new RawConnection(url);
    await expecting.send(get(`${host}expect: a-miracle\r\n`));
    expect((await expecting.answered()).statuses).toEqual([200]);
    expecting.close();
  });
});

describe('who sends slowly is ended in time', () => {
  const seconds = whole ? 15 : 1;
  beforeAll(() => {
    // Node ends a request by whichever is shorter, so that both must hold.
    expect([world.app.server.headersTimeout, world.app.server.requestTimeout]).toEqual([15_000, 15_000]);
    world.app.server.headersTimeout = seconds * 1_000;
    world.app.server.requestTimeout = seconds * 1_000;
  });

  const length = { origin: 'http://localhost:3000', 'content-length': 10_000 };
  const slow: [string, string, string][] = [
    ['a header, drop by drop', `GET /healthz HTTP/1.1\r\n${host}x: `, 'y'],
    ['a body, drop by drop', headOf('/api/analytics/events', length), ' '],
    [
      'a body in chunks, drop by drop',
      headOf('/api/analytics/events', { origin: 'http://localhost:3000', 'transfer-encoding': 'chunked' }),
      '1\r\n \r\n',
    ],
    ['news, drop by drop', headOf(`/api/news/demo/${newsSecret}`, { 'transfer-encoding': 'chunked' }), '1\r\nx\r\n'],
    ['nothing', '', ''],
    ['half a body, and silence', `${headOf('/api/analytics/events', length)}{"event`, ''],
  ];
  test.concurrent.each(slow)('%s', { timeout: 40_000 }, async (_, begin, drop) => {
    const connection = new RawConnection(url);
    await connection.send(begin);
    const dropping = setInterval(() => void connection.send(drop), 100);
    const outcome = await connection.closed();
    clearInterval(dropping);
    expectCivil(outcome, 408, 'invalid_request');
    expect(outcome.milliseconds).toBeGreaterThan(seconds * 1_000 - 100);
    expect(outcome.milliseconds).toBeLessThan(seconds * 1_000 + 4_000);
  });

  test('of news that came so nothing is kept; what is told whole afterwards is', { timeout: 40_000 }, async () => {
    const address = `/api/news/demo/${newsSecret}`;
    const connection = new RawConnection(url);
    await connection.send(`${headOf(address, { 'transfer-encoding': 'chunked' })}4\r\nhalf\r\n`);
    expect((await connection.closed()).statuses).toEqual([408]);
    expect((await fetch(`${url}${address}`, { method: 'POST', body: 'whole' })).status).toBe(202);
    const kept = await world.db.selectFrom('inbox').select('body').execute();
    expect(kept.map(({ body }) => body.toString())).toEqual(['whole']);
  });

  test('the rest of a body that was refused already', { timeout: 40_000 }, async () => {
    const connection = new RawConnection(url);
    await connection.send(headOf('/api/saved/merge', length));
    expect((await connection.answered()).statuses).toEqual([401]);
    const dropping = setInterval(() => void connection.send(' '), 100);
    const outcome = await connection.closed();
    clearInterval(dropping);
    expect(outcome.statuses[0]).toBe(401);
    expect(outcome.milliseconds).toBeLessThan(seconds * 1_000 + 4_000);
  });
});

describe('requests sent ahead on one connection', () => {
  const pipelined = (paths: string[]) => paths.map((path) => `GET ${path} HTTP/1.1\r\n${host}\r\n`).join('');

  test('a few are answered, in order', async () => {
    const connection = new RawConnection(url);
    await connection.send(
      `${pipelined(['/healthz', '/nowhere', '/api/business-listings'])}GET /healthz HTTP/1.1\r\n${host}connection: close\r\n\r\n`,
    );
    expect((await connection.closed()).statuses).toEqual([200, 404, 200, 200]);
  });

  test('who sends more is cut off, and nothing of it goes on', async () => {
    const connection = new RawConnection(url);
    await connection.send(pipelined(Array.from({ length: 40 }, () => '/api/business-listings')));
    const { statuses, milliseconds } = await connection.closed();
    expect(statuses.length).toBeLessThan(10);
    expect(milliseconds).toBeLessThan(2_000);
  });
});
