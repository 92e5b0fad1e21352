import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { answering, createSmallWorld, type Handler, plain, type SmallWorld } from '../../tests/small-world.ts';
import type { TestUser } from '../../tests/world.ts';
import type { Caller, Context } from './context.ts';
import { Refusal } from './http/refusal.ts';
import { releaseKey } from './idempotency.store.ts';
import {
  answerRepeat,
  anyonesScope,
  forgetOldKeys,
  type KeyedCall,
  type Made,
  nameCall,
  requireKeyForm,
} from './idempotency.ts';
import { flushSecurityEvents } from './security-events/security-events.ts';

let world: SmallWorld;
let user: TestUser;
let key: string;
beforeAll(async () => {
  world = await createSmallWorld();
});
beforeEach(async () => {
  user = await world.aUser();
  key = randomUUID();
});
afterAll(() => world.close());

const keptOf = (named: string) =>
  world.db
    .selectFrom('idempotency_keys')
    .select(['scope', 'endpoint', 'reference', 'status', 'created_at'])
    .where('key', '=', named)
    .execute();
const declared: Endpoint = {
  ...plain,
  method: 'POST',
  access: 'signed-in',
  limit: 'events',
  idempotent: true,
  body: z.object({ word: z.string().optional() }),
  reply: z.object({ word: z.string() }),
  errors: ['code_paused'],
};
type Again = (input: unknown, ctx: Context, made: Made) => { word: string };
const mount = (handler: Handler, again: Again = (_input, _ctx, made) => ({ word: `again ${made.reference}` })) => {
  const ask = world.mount([answering(declared, handler, again)]);
  return (body: object = {}, { cookie } = user) =>
    ask('POST /api/things', { body, cookie, headers: { 'idempotency-key': key } });
};

test.each<[string | undefined, boolean]>([
  [undefined, true],
  ['x'.repeat(16), true],
  ['x'.repeat(255), true],
  ['!~'.repeat(8), true],
  ['x'.repeat(15), false],
  ['x'.repeat(256), false],
  [`${'x'.repeat(16)} `, false],
  [` ${'x'.repeat(16)}`, false],
  [`${'x'.repeat(16)}\u007f`, false],
  ['ʻ'.repeat(16), false],
  ['', false],
])('a key like %j is taken: %j', (text, expected) => {
  if (expected) requireKeyForm(text);
  else
    expect(() => requireKeyForm(text)).toThrow(
      'The request is not valid: Idempotency-Key: 16 to 255 printable characters',
    );
});

describe('the name of a call', () => {
  const visitHash = Buffer.from('visit');
  const base64 = (value: unknown) => createHash('sha256').update(JSON.stringify(value)).digest('base64url');
  const name = (endpoint: Partial<Endpoint>, raw: object = {}, ctx: object = {}) =>
    nameCall({ ...plain, ...endpoint }, raw, { idempotencyKey: 'key', network: 'net', ...ctx } as Context)!;
  const caller = { userId: 'me' } as Caller;

  test('is none without a key', () => {
    expect(nameCall(plain, {}, { network: 'net' } as Context)).toBeUndefined();
  });

  test('has a person where somebody is asked for, and its key alone where anyone may call', () => {
    expect(name({ access: 'signed-in' }, {}, { caller, visitHash })).toMatchObject({
      scope: 'me',
      key: 'key',
    });
    expect(name({ access: 'anyone' }, {}, { caller, visitHash })).toMatchObject({ scope: anyonesScope });
    expect(name({ access: 'demo' })).toMatchObject({ scope: anyonesScope });
    expect(anyonesScope).toBe('anyone');
  });

  test('tells paths, what is in them and queries apart, and bodies by their hash', () => {
    const [params, query] = [z.object({}), z.object({})];
    const raw = { params: { id: 1 }, query: { page: 2 }, body: { word: 'x' } };
    expect(name({}, raw).endpoint).toBe('GET /api/things');
    expect(name({ params }, raw).endpoint).toBe(`GET /api/things ${base64([{ id: 1 }])}`);
    expect(name({ params, query }, raw).endpoint).toBe(`GET /api/things ${base64([{ id: 1 }, { page: 2 }])}`);
    expect(name({}, raw).requestHash.toString('base64url')).toBe(base64({ word: 'x' }));
    expect(name({}, {}).requestHash.toString('base64url')).toBe(base64(null));
  });
});

describe('a call with a key', () => {
  test('is kept with what it made, and answered from that', async () => {
    const ask = mount((_input, ctx) => {
      ctx.made('thing-7');
      return { word: 'made' };
    });
    expect([(await ask()).raw, (await ask()).raw]).toEqual(['{"word":"made"}', '{"word":"again thing-7"}']);
    expect(await keptOf(key)).toEqual([
      {
        scope: user.id,
        endpoint: 'POST /api/things',
        reference: 'thing-7',
        status: null,
        created_at: world.clock.now(),
      },
    ]);
  });

  test('is answered with the status of the first, and said to be a repeat', async () => {
    const ask = mount((_input, ctx) => {
      ctx.setStatus(201);
      return { word: 'made' };
    });
    const [first, again] = [await ask(), await ask()];
    expect([first.status, first.headers['idempotent-replay']]).toEqual([201, undefined]);
    expect([again.status, again.headers['idempotent-replay'], again.raw]).toEqual([201, 'true', '{"word":"again "}']);
  });

  test('that says nothing of what it made is kept all the same', async () => {
    let calls = 0;
    const ask = mount(() => ({ word: String(++calls) }));
    expect([(await ask()).body.word, (await ask()).body.word, calls]).toEqual(['1', 'again ', 1]);
    expect(await keptOf(key)).toMatchObject([{ reference: null, status: null }]);
  });

  test('is refused with another body', async () => {
    const ask = mount(() => ({ word: 'made' }));
    await ask({ word: 'one' });
    const other = await ask({ word: 'other' });
    expect([other.status, other.body.code, other.headers['idempotent-replay']]).toEqual([
      422,
      'idempotency_mismatch',
      undefined,
    ]);
    expect((await ask({ word: 'one' })).status).toBe(200);
  });

  test('that is refused keeps nothing and shows nothing of what it began', async () => {
    let refuses = true;
    const ask = mount((_input, ctx) => {
      ctx.recordEvent({ type: 'sign_in', severity: 'info', description: `in ${key}` });
      ctx.setCookie('visit', 'x', 60);
      ctx.setHeader('x-made', 'x');
      ctx.setStatus(201);
      if (refuses) throw new Refusal('code_paused');
      return { word: 'made' };
    });
    const events = async () => {
      await flushSecurityEvents(world.db);
      const found = world.db.selectFrom('security_events').select('id').where('description', '=', `in ${key}`);
      return (await found.execute()).length;
    };
    const refused = await ask();
    expect([refused.body.code, refused.cookies, refused.headers['x-made']]).toEqual(['code_paused', {}, undefined]);
    expect([await events(), await keptOf(key)]).toEqual([0, []]);
    refuses = false;
    const done = await ask();
    expect([done.status, done.cookies, done.headers['x-made']]).toEqual([201, { visit: 'x' }, 'x']);
    expect(await events()).toBe(1);
    const again = await ask();
    expect([again.status, again.cookies, again.headers['x-made']]).toEqual([201, {}, undefined]);
  });

  test('changes the database within the transaction of its key', async () => {
    const { id } = user;
    const rename = mount(async (_input, ctx) => {
      await ctx.db.updateTable('users').set({ name: 'Half done' }).where('id', '=', id).execute();
      throw new Refusal('code_paused');
    });
    await rename();
    const { name } = await world.db.selectFrom('users').select('name').where('id', '=', id).executeTakeFirstOrThrow();
    expect(name).toBeNull();
  });

  test('waits for the first that has it in hand', async () => {
    const gate = Promise.withResolvers<void>();
    let calls = 0;
    const ask = mount(async () => {
      calls += 1;
      await gate.promise;
      return { word: 'made' };
    });
    const first = ask();
    await expect.poll(() => calls).toBe(1);
    const second = ask();
    gate.resolve();
    expect([(await first).body.word, (await second).body.word, calls]).toEqual(['made', 'again ', 1]);
  });
});

describe('a repeat', () => {
  const call = (): KeyedCall => ({
    scope: user.id,
    endpoint: 'POST /api/things',
    key,
    requestHash: Buffer.alloc(32),
  });
  const repeat = async () => {
    const set: unknown[] = [];
    const ctx = {
      db: world.db,
      setHeader: (...given: unknown[]) => void set.push(given),
      setStatus: (status: number) => void set.push(status),
    };
    return { reply: await answerRepeat(call(), ctx, (made) => made), set };
  };
  const insert = (more: object = {}) =>
    world.db
      .insertInto('idempotency_keys')
      .values({
        scope: user.id,
        endpoint: 'POST /api/things',
        key,
        request_hash: Buffer.alloc(32),
        created_at: world.clock.now(),
        ...more,
      })
      .execute();

  test('of which nothing is kept is to be tried again', async () => {
    await expect(repeat()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('is answered from what was made', async () => {
    await insert();
    expect(await repeat()).toEqual({ reply: { reference: '', status: null }, set: [['idempotent-replay', 'true']] });
  });

  test('is answered with the reply that an earlier version kept', async () => {
    await insert({ reply: '{"word":"kept"}', status: 202 });
    expect(await repeat()).toEqual({ reply: { word: 'kept' }, set: [['idempotent-replay', 'true'], 202] });
  });

  test('is found under its own name alone', async () => {
    await insert({ scope: 'another' });
    await insert({ endpoint: 'POST /api/others' });
    await insert({ key: randomUUID() });
    await expect(repeat()).rejects.toMatchObject({ code: 'unavailable' });
    await insert({ reference: 'found' });
    expect((await repeat()).reply).toEqual({ reference: 'found', status: null });
  });

  test('keeps its key from whoever did not take it at that instant for that reference', async () => {
    const at = world.clock.now();
    await insert({ reference: 'mine' });
    const other = new Date(at.getTime() + 1);
    await releaseKey(world.db, call(), { at: other, reference: 'mine' });
    await releaseKey(world.db, call(), { at, reference: 'another' });
    await releaseKey(world.db, { ...call(), scope: 'another' }, { at, reference: 'mine' });
    await releaseKey(world.db, { ...call(), endpoint: 'another' }, { at, reference: 'mine' });
    await releaseKey(world.db, { ...call(), key: 'another' }, { at, reference: 'mine' });
    expect(await keptOf(key)).toHaveLength(1);
    await releaseKey(world.db, call(), { at, reference: 'mine' });
    expect(await keptOf(key)).toHaveLength(0);
  });
});

test('keys are kept for 30 days and then forgotten', async () => {
  const ask = mount(() => ({ word: 'made' }));
  await ask();
  const old = key;
  world.clock.advance(1);
  key = randomUUID();
  await ask();
  world.clock.advance(30 * 86_400 - 1);
  await forgetOldKeys(world.db, world.clock.now());
  expect([await keptOf(old), await keptOf(key)]).toMatchObject([[{}], [{}]]);
  world.clock.advance(1);
  await forgetOldKeys(world.db, world.clock.now());
  expect([await keptOf(old), await keptOf(key)]).toMatchObject([[], [{}]]);
});
