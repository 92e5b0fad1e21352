import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from '../contract/index.ts';
import { refusalKeys } from './refusal-shape.ts';
import { createWorld, type Reply, type World } from './world.ts';

let world: World;
let cookies: (string | undefined)[];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  await world.aPlace();
  const users = await Promise.all(
    (['traveler', 'partner', 'advertiser', 'admin'] as const).map((role) => world.aUser({ role })),
  );
  cookies = [undefined, ...users.map((user) => user.cookie)];
});
afterAll(() => world.close());

const nasty = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff x',
  '9'.repeat(400),
  '-1',
  '0',
  '1e308',
  'NaN',
  '2147483648',
  "' or 1=1 --",
  '$1',
  '../../etc/passwd',
  '%00',
  '%ff',
  '{}',
  '[]',
  'null',
  '\u202e',
  '🌺'.repeat(50),
  '<script>alert(1)</script>',
  'x'.repeat(2_000),
  'DEMO-\u0000',
];
const values: unknown[] = [...nasty, null, true, -1, 0, 1.5, 1e308, 2 ** 53, [], {}, [[[[]]]], { a: { b: {} } }];

/** Every answer to bad input: a 4xx (or a success where the value was fine after all) in the one error shape, telling nothing. */
function expectCivil(reply: Reply, what: string) {
  expect(reply.status, what).toBeLessThan(500);
  expect(reply.headers['x-content-type-options'], what).toBe('nosniff');
  expect(reply.headers['content-security-policy'], what).toBeTruthy();
  if (reply.status < 400) return;
  expect(refusalKeys(reply.body), what).toEqual(['code', 'error', 'request_id']);
  expect(JSON.stringify([reply.body.error, reply.body.fields]), what).not.toMatch(
    /\bat .*\.ts:|node_modules|select |insert into|syntax error|pg_|violates/i,
  );
}

/** The fields of a body, also of one that may be left out. */
const fieldsOf = (body: z.ZodObject | z.ZodOptional<z.ZodObject>): string[] =>
  Object.keys((body instanceof z.ZodOptional ? body.unwrap() : body).shape);

describe('bad input is refused civilly', () => {
  for (const endpoint of contract) {
    const name = `${endpoint.method} ${endpoint.path}`;
    test(name, async () => {
      const fields = 'body' in endpoint && endpoint.body ? fieldsOf(endpoint.body) : [];
      const queries = 'query' in endpoint && endpoint.query ? Object.keys(endpoint.query.shape) : [];
      let at = 0;
      const nextCookie = () => cookies[at++ % cookies.length];
      for (const value of nasty) {
        const part = encodeURIComponent(value.toWellFormed());
        const path = endpoint.path.replace(/\{\w+\}/g, part);
        const query = queries.length ? `?${queries.map((field) => `${field}=${part}`).join('&')}` : '';
        const body = fields.length ? Object.fromEntries(fields.map((field) => [field, value])) : undefined;
        expectCivil(
          await world.call(`${endpoint.method} ${path}${query}`, { body, cookie: nextCookie() }),
          `${name} ${JSON.stringify(value)}`,
        );
      }
      const path = endpoint.path.replace(/\{\w+\}/g, '1');
      for (const value of values) {
        for (const field of fields) {
          const body = { [field]: value };
          expectCivil(
            await world.call(`${endpoint.method} ${path}`, { body, cookie: nextCookie() }),
            `${name} ${field}`,
          );
        }
        if (fields.length) {
          const body = JSON.stringify(value);
          expectCivil(
            await world.call(`${endpoint.method} ${path}`, { body, cookie: nextCookie() }),
            `${name} body ${body}`,
          );
        }
      }
    });
  }

  test('raw bodies that are no JSON, poisoned, deep or too large', async () => {
    const post = (body: string, headers = {}) => world.call('POST /api/qr/scan', { body, headers });
    const cases: [string, string, number, object?][] = [
      ['half', '{"qr_code_id":', 400],
      ['poisoned', '{"__proto__":{"admin":true},"qr_code_id":"x"}', 400],
      ['constructor', '{"constructor":{"prototype":{"admin":true}},"qr_code_id":"x"}', 400],
      ['deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
      ['a megabyte', JSON.stringify({ qr_code_id: 'x'.repeat(1_000_000) }), 413],
      ['no body', '', 400],
      ['text', 'qr_code_id=1', 415, { 'content-type': 'text/plain' }],
      ['a form', 'qr_code_id=1', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    ];
    for (const [what, body, status, headers] of cases) {
      const reply = await post(body, headers);
      expectCivil(reply, what);
      expect(reply.status, what).toBe(status);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('what is too large is told how much may come, in kB or MB', async () => {
    const said = async (request: `POST ${string}`, bytes: number, cookie = '') => {
      const reply = await world.call(request, { cookie, body: JSON.stringify({ note: 'x'.repeat(bytes) }) });
      return [reply.status, reply.body.error];
    };
    const most = (amount: string) => [413, `The request is too large: at most ${amount} can be sent here.`];
    expect(await said('POST /api/qr/scan', 70_000)).toEqual(most('65 kB'));
    // Refused before it is read.
    expect(await said('POST /api/qr/scan', 2_000_000)).toEqual(most('65 kB'));
    expect(await said('POST /api/logout', 2_000)).toEqual(most('1 kB'));
    const { cookie } = await world.aUser({ role: 'admin' });
    expect(await said('POST /api/admin/location-batches/check', 5_000_000, cookie)).toEqual(most('4 MB'));
  });

  test('addresses that are none', async () => {
    for (const path of [
      '/api/nothing',
      '/api/locations/%E0%A4%A',
      '/api/qr/codes/%00/image',
      `/api/locations/${'1'.repeat(500)}`,
      '/dev/nothing',
    ]) {
      const reply = await world.call(`GET ${path}`);
      expectCivil(reply, path);
      expect([400, 404, 414], path).toContain(reply.status);
    }
    const wrong = await world.call('DELETE /api/qr/scan');
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST']);
  });
});
