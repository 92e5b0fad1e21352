import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../contract/endpoint.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { answering, createSmallWorld, fine, type Handler, plain, type SmallWorld } from '../../../tests/small-world.ts';
import type { TestUser } from '../../../tests/world.ts';
import type { Context } from '../context.ts';
import { limits } from '../limits/limits.ts';
import { flushSecurityEvents } from '../security-events/security-events.ts';
import { answer, invoke } from './http.ts';
import { Refusal } from './refusal.ts';

let world: SmallWorld;
let mount: SmallWorld['mount'];
let user: TestUser;
beforeAll(async () => {
  world = await createSmallWorld();
  mount = world.mount;
});
beforeEach(async () => {
  user = await world.aUser();
});
afterAll(() => world.close());

const deniedEvents = async () => {
  await flushSecurityEvents(world.db);
  return await world.db.selectFrom('security_events').select(['description', 'user_id']).execute();
};

describe('the server does not start', () => {
  test.each<[string, Partial<Endpoint>]>([
    ['GET /api/things does not say who may call it', { access: undefined as never }],
    ['POST /api/things names no limit', { method: 'POST' }],
    ['PUT /api/things names no limit', { method: 'PUT', access: 'signed-in' }],
    ['PATCH /api/things names no limit', { method: 'PATCH', access: ['traveler'] }],
    ['DELETE /api/things names no limit', { method: 'DELETE', access: ['admin', 'partner'] }],
    [
      'POST /api/things lets an admin do more than look at what its path names',
      { method: 'POST', limit: 'saved', adminViews: 'organisation' },
    ],
    [
      'GET /api/things lets an admin do more than look at what its path names',
      { access: ['partner', 'admin'], adminViews: 'organisation' },
    ],
    [
      "POST /api/things/{secret} is for others' servers and asks for no secret",
      { method: 'POST', path: '/api/things/{secret}', limit: 'saved', origin: 'external' },
    ],
    [
      'POST /api/things is for whoever holds a link and asks for no token',
      { method: 'POST', limit: 'saved', origin: 'link' },
    ],
    [
      'POST /api/things takes a file from somebody unknown',
      { method: 'POST', limit: 'saved', takes: { kind: 'table', mostBytes: 9 } },
    ],
    ['POST /api/things names an unknown limit', { method: 'POST', limit: 'nothing' }],
    ['POST /api/things does not say how a repeat is answered', { method: 'POST', limit: 'saved', idempotent: true }],
  ])('where %s', (reason, declared) => expect(() => mount([answering(declared)])).toThrow(reason));

  test('where endpoints and answers differ', () => {
    const [one, other] = [answering({}), answering({ path: '/api/others' })];
    const contract = [one.endpoint, other.endpoint];
    const post = answering({ method: 'POST', limit: 'saved' });
    expect(() => mount([], { contract })).toThrow('unanswered endpoints: GET /api/things, GET /api/others');
    expect(() => mount([one, other, post], { contract: [one.endpoint] })).toThrow(
      'answers the contract does not declare: GET /api/others, POST /api/things',
    );
    expect(() => mount([one, one], { contract: [one.endpoint] })).toThrow('an endpoint is answered twice');
  });

  test('but does with each answered once, limited or for admins alone', () => {
    mount([
      answering({}),
      answering({ method: 'POST', limit: 'saved', idempotent: true }, fine, 'handler'),
      answering({ method: 'PUT', access: ['admin'] }),
    ]);
  });
});

describe('who may call', () => {
  test('is asked before limits and before the body is read', async () => {
    const ask = mount([answering({ method: 'POST', access: ['partner'], limit: 'passkey', body: z.object({}) })]);
    const unread = { body: '{"half":' };
    const [nobody, traveler] = [
      await ask('POST /api/things', unread),
      await ask('POST /api/things', { ...unread, ...user }),
    ];
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated']);
    expect([traveler.status, traveler.body.code]).toEqual([403, 'forbidden']);
    const partner = await world.aUser({ role: 'partner' });
    expect((await ask('POST /api/things', { body: {}, cookie: partner.cookie })).status).toBe(200);
    const events = await deniedEvents();
    expect(events).toContainEqual({ description: 'POST /api/things was refused (forbidden).', user_id: user.id });
    expect(events).toContainEqual({ description: 'POST /api/things was refused (unauthenticated).', user_id: null });
  });

  test('is an admin only where the endpoint says so', async () => {
    const admin = await world.aUser({ role: 'admin' });
    const only = mount([answering({ access: ['traveler'] })]);
    expect((await only('GET /api/things', admin)).body.code).toBe('forbidden');
    const too = mount([answering({ access: ['traveler', 'admin'] })]);
    expect((await too('GET /api/things', admin)).status).toBe(200);
  });

  test('is asked for the permission that the endpoint names, of the organisation and of its staff', async () => {
    const declared = { access: ['partner', 'admin'], permission: 'qr_code_management' } as const;
    const ask = mount([answering(declared, (_input, { membership }) => ({ ok: membership !== undefined }))]);
    const owner = await world.aUser({ role: 'partner' });
    const organisation = (await organisationOf(world, owner.id))!;
    const clerk = await aMember(world, organisation, ['qr_code_management']);
    const guest = await aMember(world, organisation, ['commission_tracking']);
    const admin = await world.aUser({ role: 'admin' });
    const answers = async () => {
      const replies = await Promise.all([owner, clerk, guest, admin].map((one) => ask('GET /api/things', one)));
      return replies.map(({ status, body }) => body.code ?? [status, body.ok]);
    };
    expect(await answers()).toEqual([[200, true], [200, true], 'forbidden', [200, false]]);
    const description = 'GET /api/things was refused (forbidden: without qr_code_management).';
    expect(await deniedEvents()).toContainEqual({ description, user_id: guest.id });
    // What is taken from the organisation is taken from its staff.
    const owned = world.db.updateTable('profiles').where('user_id', '=', owner.id);
    await owned.set({ permissions: ['commission_tracking'] }).execute();
    expect(await answers()).toEqual(['forbidden', 'forbidden', 'forbidden', [200, false]]);
  });

  test('is told over its limit before the body is read', async () => {
    const ask = mount([answering({ method: 'POST', access: 'signed-in', limit: 'inquiry', body: z.object({}) })]);
    const statuses: number[] = [];
    for (let at = 0; at < limits.inquiry.amount; at++)
      statuses.push((await ask('POST /api/things', { body: {}, cookie: user.cookie })).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const refused = await ask('POST /api/things', { body: '{"half":', cookie: user.cookie });
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '60']);
  });

  test('sends a key of the right form before anything is read, where keys are taken', async () => {
    const declared = { method: 'POST', limit: 'saved' } as const;
    const headers = { 'idempotency-key': 'short' };
    const keyed = mount([answering({ ...declared, idempotent: true, body: z.object({}) }, fine, fine)]);
    const refused = await keyed('POST /api/things', { body: '{"half":', headers });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      'The request is not valid: Idempotency-Key: 16 to 255 printable characters',
    ]);
    expect((await mount([answering(declared)])('POST /api/things', { headers })).status).toBe(200);
  });
});

describe('a refusal', () => {
  const refusing = (code: ErrorCode, errors?: ErrorCode[]) =>
    mount([
      answering({ errors }, () => {
        throw new Refusal(code);
      }),
    ])('GET /api/things');

  test('is answered where it is declared, or universal', async () => {
    expect((await refusing('code_paused', ['code_unknown', 'code_paused'])).body.code).toBe('code_paused');
    expect((await refusing('not_found')).body.code).toBe('not_found');
    expect((await refusing('not_found', ['code_paused'])).body.code).toBe('not_found');
  });

  test('that is not is a fault of ours', async () => {
    for (const errors of [undefined, ['code_unknown'] as ErrorCode[]]) {
      const reply = await refusing('code_paused', errors);
      expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
    }
  });

  test('is logged with the endpoint that did not declare it', async () => {
    const { endpoint, handler } = answering({}, () => {
      throw new Refusal('code_paused');
    });
    const ctx = { clock: world.clock, db: world.db, headers: {} } as unknown as Context;
    await expect(invoke({ endpoint, handler }, {}, ctx)).rejects.toThrow(
      'GET /api/things refused with code_paused, which it does not declare',
    );
  });
});

describe("one of the server's own pages", () => {
  const inner = (declared: Partial<Endpoint>, handler: Handler = fine) => {
    const asked = answering(declared, handler);
    const page = answering({ path: '/api/page', reply: z.any() }, async (_input, ctx) => {
      try {
        return { made: await invoke(asked, {}, ctx) };
      } catch (error) {
        return { failed: error instanceof Refusal ? error.code : 'another' };
      }
    });
    return mount([page])('GET /api/page', user);
  };

  test('is answered through the same guard', async () => {
    expect((await inner({}, () => ({ ok: true, secret: 'x' }))).body).toEqual({ made: { ok: true } });
    expect((await inner({ access: ['admin'] })).body).toEqual({ failed: 'forbidden' });
    expect(
      (await inner({ query: z.object({ page: z.number().default(1) }) }, ({ query }) => ({ ok: query.page === 1 })))
        .body,
    ).toEqual({ made: { ok: true } });
  });

  test('says when to come again where the database is away, and only then', async () => {
    const failing = (error: Error) =>
      inner({}, () => {
        throw error;
      });
    const away = await failing(Object.assign(new Error('gone'), { code: '57P01' }));
    expect([away.body.failed, away.headers['retry-after']]).toEqual(['another', '1']);
    const wrong = await failing(new Error('wrong'));
    expect([wrong.body.failed, wrong.headers['retry-after']]).toEqual(['another', undefined]);
  });
});

describe('a call with a key', () => {
  const headers = { 'idempotency-key': 'a-key-of-its-own-1' };
  const declared = { method: 'POST', limit: 'saved', idempotent: true, reply: z.object({ at: z.string() }) } as const;

  test('is answered by its handler once, and then from what it made', async () => {
    const ask = mount([
      answering(
        declared,
        (_input, ctx) => {
          ctx.made('first');
          return { at: 'first', secret: 'x' };
        },
        (_input, _ctx, made) => ({ at: `again ${made.reference}`, secret: 'x' }),
      ),
    ]);
    const replies = [];
    for (let at = 0; at < 2; at++) replies.push((await ask('POST /api/things', { headers })).raw);
    expect(replies).toEqual(['{"at":"first"}', '{"at":"again first"}']);
    expect((await ask('POST /api/things')).raw).toBe('{"at":"first"}');
  });

  test('is named for a handler that keeps it itself, and only where keys are taken', async () => {
    const named: Handler = (_input, ctx) => ({ at: ctx.keyedCall?.key ?? 'none' });
    const keeping = mount([answering(declared, named, 'handler')]);
    expect((await keeping('POST /api/things', { headers })).body.at).toBe('a-key-of-its-own-1');
    expect((await keeping('POST /api/things')).body.at).toBe('none');
    const { idempotent: _, ...unkeyed } = declared;
    expect((await mount([answering(unkeyed, named, 'handler')])('POST /api/things', { headers })).body.at).toBe('none');
  });
});

describe('an address', () => {
  test('says which methods it has', async () => {
    const ask = mount([
      answering({ path: '/api/things/{id}' }),
      answering({ path: '/api/things/{id}', method: 'PUT', access: ['admin'] }),
    ]);
    for (const method of ['POST', 'PATCH', 'DELETE']) {
      const reply = await ask(`${method} /api/things/7`);
      expect([reply.status, reply.body.code, reply.headers.allow], method).toEqual([
        405,
        'method_not_allowed',
        'GET, PUT',
      ]);
    }
    expect((await ask('GET /api/things/7')).status).toBe(200);
    expect((await ask('GET /api/things')).status).toBe(404);
  });

  test('of the demo does not exist in production', async () => {
    const answers = [answering({ access: 'demo' }), answering({ path: '/api/others' })];
    for (const production of [false, true]) {
      const ask = mount(answers, { production });
      expect((await ask('GET /api/things')).status).toBe(production ? 404 : 200);
      expect((await ask('GET /api/others')).status).toBe(200);
    }
  });
});

describe('where a call comes from', () => {
  const inWindow = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const fromOutside = { headers: { ...inWindow, 'sec-fetch-site': 'cross-site' } };

  test('is asked of what only our own pages may begin', async () => {
    const ask = mount([answering({ ownPageOnly: true }), answering({ path: '/api/others' })]);
    const refused = await ask('GET /api/things', fromOutside);
    expect([refused.status, refused.body.code]).toEqual([403, 'cross_site']);
    expect((await ask('GET /api/things', { headers: { ...inWindow, 'sec-fetch-site': 'none' } })).status).toBe(200);
    expect((await ask('GET /api/others', fromOutside)).status).toBe(200);
  });

  test('is asked by the name of the host where the demo is', async () => {
    const ask = mount([answering({ access: 'demo' }), answering({ path: '/api/others' })]);
    for (const [host, status] of [
      ['localhost:3000', 200],
      ['evil.example', 404],
    ] as const) {
      const reply = await ask('GET /api/things', { headers: { host } });
      expect([reply.status, reply.body.code]).toEqual([status, status === 404 ? 'not_found' : undefined]);
      expect((await ask('GET /api/others', { headers: { host } })).status).toBe(200);
    }
  });

  test('leads a window that is refused to a page, with the reason, and nobody else', async () => {
    const refusalPage = '/auth?from=things';
    const ask = mount([
      answering({ access: 'signed-in', ownPageOnly: true, refusalPage }),
      answering({ path: '/api/others', access: 'signed-in' }),
    ]);
    const ownWindow = { headers: { ...inWindow, 'sec-fetch-site': 'same-origin' } };
    const led = await ask('GET /api/things', ownWindow);
    expect([led.status, led.headers.location]).toEqual([302, '/auth?from=things&reason=unauthenticated']);
    const script = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
    expect((await ask('GET /api/things', { headers: script })).status).toBe(401);
    expect((await ask('GET /api/things', fromOutside)).status).toBe(403);
    expect((await ask('GET /api/others', ownWindow)).status).toBe(401);
    expect((await ask('GET /api/things', { ...ownWindow, cookie: user.cookie })).status).toBe(200);
  });

  test('is no matter for servers of others, who are asked for a secret and whose bytes are taken as they are', async () => {
    const secret = 's'.repeat(32);
    world.settings.newsSecrets = [{ source: 'demo', secret }];
    const declared = {
      method: 'POST',
      path: '/api/things/{source}/{secret}',
      params: z.object({ source: z.string(), secret: z.string() }),
      body: z.instanceof(Buffer),
      limit: 'news',
      origin: 'external',
      reply: z.object({ text: z.string() }),
    } as const;
    const ask = mount([answering(declared, ({ body }) => ({ text: body.toString('latin1') }))]);
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' };
    const taken = await ask(`POST /api/things/demo/${secret}`, { body: '{"half', headers });
    expect([taken.status, taken.body]).toEqual([200, { text: '{"half' }]);
    const refused = await ask(`POST /api/things/demo/${'t'.repeat(32)}`, { body: '{"half', headers });
    expect(refused.status).toBe(404);
    world.settings.newsSecrets = [];
  });
});

test('a handler is tied to its declaration', () => {
  const again = () => ({ ok: true });
  expect(answer(plain, fine, again)).toEqual({ endpoint: plain, handler: fine, again });
});
