import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { answering, createSmallWorld, fine, type SmallWorld } from '../../../tests/small-world.ts';
import { GuardedJson, guardReply } from './guarded-reply.ts';

let world: SmallWorld;
let mount: SmallWorld['mount'];
beforeAll(async () => {
  world = await createSmallWorld();
  mount = world.mount;
});
afterAll(() => world.close());

describe('what is sent', () => {
  const declared: Partial<Endpoint> = {
    method: 'POST',
    path: '/api/things/{id}',
    limit: 'saved',
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ page: z.coerce.number().default(1), long: z.string().max(3).optional() }),
    body: z.object({ name: z.string().max(5), inner: z.object({ deep: z.boolean() }).optional() }),
  };
  const seen: unknown[] = [];
  let ask: ReturnType<SmallWorld['mount']>;
  beforeAll(() => {
    ask = mount([
      answering(declared, (input) => {
        seen.push(input);
        return { ok: true };
      }),
    ]);
  });

  test('is given parsed, without what is not declared', async () => {
    await ask('POST /api/things/7?page=2&other=1', { body: { name: 'Pier', admin: true } });
    await ask('POST /api/things/8', { body: { name: 'Reef' } });
    expect(seen).toEqual([
      { params: { id: 7 }, query: { page: 2 }, body: { name: 'Pier' } },
      { params: { id: 8 }, query: { page: 1 }, body: { name: 'Reef' } },
    ]);
  });

  test.each([
    ['/api/things/x', { name: 'Pier' }, /: path\.id: /],
    ['/api/things/7?page=x', { name: 'Pier' }, /: query\.page: /],
    ['/api/things/7', { name: 'Too long' }, /: body\.name: /],
    ['/api/things/7', { name: 'Pier', inner: { deep: 1 } }, /: body\.inner\.deep: /],
    ['/api/things/7', undefined, /: body: /],
  ])('is refused by its place: %s %j', async (path, body, words) => {
    const reply = await ask(`POST ${path}`, { body });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    expect(reply.body.error).toMatch(words);
  });

  test('is not given back at length', async () => {
    const long = 'x'.repeat(200);
    const strict = mount([
      answering({ method: 'POST', limit: 'saved', body: z.record(z.string(), z.boolean()) }, fine),
    ]);
    const { error } = (await strict('POST /api/things', { body: { [long]: 1 } })).body;
    expect(error).toContain(`: body.${'x'.repeat(95)}: `);
  });

  test('may be 64 KiB, as much as is declared, or 1 KiB where nothing is', async () => {
    const body = z.object({ text: z.string() });
    const sized = (bytes: number) => JSON.stringify({ text: 'x'.repeat(bytes - '{"text":""}'.length) });
    const several = mount([
      answering({ method: 'POST', path: '/api/usual', limit: 'saved', body }),
      answering({ method: 'POST', path: '/api/large', limit: 'saved', body, bodyLimitBytes: 100_000 }),
      answering({ method: 'POST', path: '/api/none', limit: 'saved' }),
    ]);
    for (const [path, most] of [
      ['usual', 65_536],
      ['large', 100_000],
      ['none', 1_024],
    ] as const) {
      expect((await several(`POST /api/${path}`, { body: sized(most) })).status, path).toBe(200);
      expect((await several(`POST /api/${path}`, { body: sized(most + 1) })).status, path).toBe(413);
    }
  });

  test('gives its room back: bodies one after another may be more than fit at once', async () => {
    const body = z.object({ text: z.string() });
    const several = mount([answering({ method: 'POST', limit: 'saved', body, bodyLimitBytes: 1_000_000 })]);
    for (let at = 0; at < 6; at++)
      expect((await several('POST /api/things', { body: { text: 'x'.repeat(900_000) } })).status).toBe(200);
  });

  test('is spent from the budgets of what it stores', async () => {
    const keeping = mount([
      answering({
        method: 'POST',
        limit: 'events',
        stores: ['report-bytes'],
        bodyLimitBytes: 1e6,
        body: z.object({ text: z.string() }),
      }),
    ]);
    const statuses: number[] = [];
    for (let at = 0; at < 12; at++)
      statuses.push((await keeping('POST /api/things', { body: { text: 'x'.repeat(900_000) } })).status);
    expect(statuses).toEqual([...Array<number>(11).fill(200), 429]);
  });
});

describe('what is answered', () => {
  test('is what was declared, and nothing else', async () => {
    const ask = mount([answering({ status: 201 }, () => ({ ok: true, secret: 'x' }))]);
    const reply = await ask('GET /api/things');
    expect([reply.status, reply.raw, reply.headers['content-type']]).toEqual([
      201,
      '{"ok":true}',
      'application/json; charset=utf-8',
    ]);
    expect((await mount([answering({})])('GET /api/things')).status).toBe(200);
  });

  test('fails rather than tell what was not declared', async () => {
    const reply = await mount([answering({}, () => ({ ok: 'x' }))])('GET /api/things');
    expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
  });

  test('may have been guarded before', async () => {
    const { endpoint } = answering({});
    const guarded = guardReply(endpoint, { ok: true, secret: 'x' } as never);
    expect((await mount([answering({}, () => guarded)])('GET /api/things')).raw).toBe('{"ok":true}');
    expect(guarded.json).toBe('{"ok":true}');
    expect(() => guardReply(endpoint, { ok: 1 } as never)).toThrow();
  });

  test('may be composed of guarded parts', () => {
    const types = {
      first: z.object({ ok: z.boolean() }),
      okina: z.string(),
      none: z.string().optional(),
      last: z.number(),
    };
    const first = GuardedJson.of(types.first, { ok: true });
    const okina = GuardedJson.of(types.okina, 'Oʻahu');
    const compose = (parts: object) => GuardedJson.compose(types, parts as Record<string, unknown>).json;
    expect(compose({ first, okina, last: 3, other: 4 })).toBe('{"first":{"ok":true},"okina":"Oʻahu","last":3}');
    expect(compose({ first: { ok: true, secret: 1 }, okina: 'x', none: 'y', last: 3 })).toBe(
      '{"first":{"ok":true},"okina":"x","none":"y","last":3}',
    );
    expect(compose({ first, okina: 'x', last: GuardedJson.of(types.last, 3) })).toBe(
      '{"first":{"ok":true},"okina":"x","last":3}',
    );
    expect(GuardedJson.compose({}, {}).json).toBe('{}');
    expect(() => compose({ first, okina: 3, last: 3 })).toThrow();
    expect(first.bytes.buffer.byteLength).toBe(first.bytes.length);
  });

  test('in another kind is sent as it is', async () => {
    const ask = mount([
      answering({ path: '/api/page', replyKind: 'html', reply: z.string() }, () => '<p>E komo mai'),
      answering({ path: '/api/file', replyKind: 'binary', reply: z.any() }, () => Uint8Array.from([75, 97, 105])),
      answering({ path: '/api/text', replyKind: 'binary', reply: z.any() }, (_input, ctx) => {
        ctx.setHeader('content-type', 'text/plain');
        return 'Kai';
      }),
    ]);
    const page = await ask('GET /api/page');
    expect([page.raw, page.headers['content-type']]).toEqual(['<p>E komo mai', 'text/html; charset=utf-8']);
    expect((await ask('GET /api/file')).raw).toBe('Kai');
    const text = await ask('GET /api/text');
    expect([text.raw, text.headers['content-type']]).toEqual(['Kai', 'text/plain']);
  });

  test('with 503 says when to come again', async () => {
    const ask = mount([
      answering({}, (_input, ctx) => {
        ctx.setStatus(503);
        return { ok: false };
      }),
    ]);
    const reply = await ask('GET /api/things');
    expect([reply.status, reply.headers['retry-after'], reply.raw]).toEqual([503, '1', '{"ok":false}']);
    expect((await mount([answering({})])('GET /api/things')).headers['retry-after']).toBeUndefined();
  });
});
