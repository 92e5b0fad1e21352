import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditActorsOf } from '../../../tests/audit-content.ts';
import { type Bent, SoftwareAuthenticator } from '../../../tests/software-authenticator.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { startSession } from '../../platform/sessions/sessions.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const call = (request: `${string} ${string}`, user: { cookie: string }, body?: unknown) =>
  world.call(request, { cookie: user.cookie, body });
const invite = (user: { cookie: string }) =>
  call('POST /api/stakeholder/invite', user, {
    invited_email: `${Math.random().toString(36).slice(2)}@hotel.example`,
    stakeholder_type: 'advertiser',
    organization_name: 'Hale',
  });

async function register(
  user: { cookie: string },
  bent: Bent = {},
  key = new SoftwareAuthenticator('http://localhost:3000'),
) {
  const options = await call('POST /api/passkeys/registration-options', user);
  const credential = options.status === 200 ? key.register(options.body, bent) : undefined;
  const reply = credential ? await call('POST /api/passkeys', user, { name: 'My phone', credential }) : options;
  return { key, credential, reply };
}
async function confirm(user: { cookie: string }, key: SoftwareAuthenticator, bent: Bent = {}) {
  const options = await call('POST /api/passkeys/confirmation-options', user);
  const credential = key.confirm(options.body, bent);
  return { credential, reply: await call('POST /api/passkeys/confirm', user, { credential }) };
}
const repeat = (user: TestUser, credential: unknown) => call('POST /api/passkeys/confirm', user, { credential });
/** An administrator with a passkey, whose confirmation at registering has run out. */
async function anAdminWithKey() {
  const user = await world.aUser({ role: 'admin' });
  const { key } = await register(user);
  world.clock.advance(600);
  return { user, key };
}

describe('a passkey', () => {
  test('is registered, listed, and from then on asked for', async () => {
    const user = await world.aUser({ role: 'admin' });
    expect((await invite(user)).status).toBe(201);
    const { reply } = await register(user);
    expect([reply.status, reply.body.name]).toEqual([201, 'My phone']);
    expect(reply.raw).not.toContain('public_key');
    const list = await call('GET /api/passkeys', user);
    expect(list.body).toMatchObject({ confirmation_needed: false, confirmed_until: '2026-11-21T20:10:00.000Z' });
    world.clock.advance(599);
    expect((await invite(user)).status).toBe(201);
    world.clock.advance(1);
    const refused = await invite(user);
    expect([refused.status, refused.body.code]).toEqual([403, 'step_up_required']);
    expect((await call('GET /api/passkeys', user)).body).toMatchObject({
      confirmation_needed: true,
      confirmed_until: null,
    });
  });

  test('has a name also where it is given none', async () => {
    const user = await world.aUser({ role: 'admin' });
    const options = await call('POST /api/passkeys/registration-options', user);
    const credential = new SoftwareAuthenticator('http://localhost:3000').register(options.body);
    expect((await call('POST /api/passkeys', user, { credential })).body.name).toBe('Passkey');
  });

  test('is named to the browser that registers another, so that one device is not taken twice', async () => {
    const user = await world.aUser();
    const { key } = await register(user);
    const { body } = await call('POST /api/passkeys/registration-options', user);
    expect(body.excludeCredentials).toMatchObject([{ id: key.id }]);
    const stranger = await world.aUser();
    expect((await call('POST /api/passkeys/registration-options', stranger)).body.excludeCredentials).toEqual([]);
  });

  test('confirms this session, for 10 minutes, and no other', async () => {
    const { user, key } = await anAdminWithKey();
    expect((await confirm(user, key)).reply.status).toBe(200);
    expect((await invite(user)).status).toBe(201);
    const { startSession } = await import('../../platform/sessions/sessions.ts');
    const other = await startSession(world.db, {
      userId: user.id,
      role: 'admin',
      now: world.clock.now(),
      userAgent: 'other',
      previous: undefined,
    });
    expect((await invite({ cookie: `session=${other.token}` })).body.code).toBe('step_up_required');
    world.clock.advance(600);
    expect((await invite(user)).body.code).toBe('step_up_required');
  });

  test('is removed by its owner alone, after a confirmation', async () => {
    const { user, key } = await anAdminWithKey();
    const [{ id }] = (await call('GET /api/passkeys', user)).body.passkeys;
    const stranger = await world.aUser();
    expect((await call(`DELETE /api/passkeys/${id}`, stranger)).status).toBe(404);
    expect((await call(`DELETE /api/passkeys/${id}`, user)).body.code).toBe('step_up_required');
    await confirm(user, key);
    expect((await call(`DELETE /api/passkeys/${id}`, user)).body).toEqual({ ok: true });
    for (const action of ['passkey_registered', 'passkey_removed'])
      expect(await auditActorsOf(world, action, id)).toEqual([user.id]);
    expect((await call('POST /api/passkeys/confirmation-options', user)).body.code).toBe('passkey_missing');
  });
});

describe('a stolen session registers nothing', () => {
  test('ten minutes after the sign-in', async () => {
    const user = await world.aUser();
    world.clock.advance(600);
    expect((await register(user)).reply.body.code).toBe('sign_in_again');
  });

  test('beside a passkey that it does not have', async () => {
    const { user } = await anAdminWithKey();
    expect((await register(user)).reply.body.code).toBe('step_up_required');
  });
});

const wrong: [string, Bent][] = [
  ['challenge', { challenge: 'A'.repeat(43) }],
  ['origin', { origin: 'https://evil.example' }],
  ['origin of another port', { origin: 'http://localhost:3001' }],
  ['host', { host: 'evil.example' }],
  ['kind of ceremony', { type: 'payment.get' }],
  ['person: not verified', { flags: 0x41 }],
  ['person: not present', { flags: 0x44 }],
];

test('a registration is asked at its end once more whether it may', async () => {
  const user = await world.aUser();
  const key = () => new SoftwareAuthenticator('http://localhost:3000');
  const begin = async () => (await call('POST /api/passkeys/registration-options', user)).body;
  const end = (credential: unknown) => call('POST /api/passkeys', user, { name: 'Key', credential });
  // Begun within ten minutes of the sign-in, ended after them.
  world.clock.advance(599);
  const options = await begin();
  world.clock.advance(1);
  expect((await end(key().register(options))).body.code).toBe('sign_in_again');
  expect((await call('GET /api/passkeys', user)).body.passkeys).toEqual([]);
});

describe('a registration with the wrong', () => {
  test.each([...wrong, ['attestation', { format: 'apple' }], ['attestation format', { format: 'fido-u2f' }]])(
    '%s is refused',
    async (_what, bent) => {
      const user = await world.aUser();
      expect((await register(user, bent as Bent)).reply.body.code).toBe('passkey_refused');
      expect((await call('GET /api/passkeys', user)).body.passkeys).toEqual([]);
    },
  );

  test('time is refused: twice with one challenge, after 5 minutes, of a key that is registered', async () => {
    const [one, other] = [await world.aUser(), await world.aUser()];
    const { key, credential } = await register(one);
    expect((await call('POST /api/passkeys', one, { credential })).body.code).toBe('passkey_refused');
    expect((await register(other, {}, key)).reply.body.code).toBe('passkey_refused');
    const options = await call('POST /api/passkeys/registration-options', other);
    world.clock.advance(300);
    const late = new SoftwareAuthenticator('http://localhost:3000').register(options.body);
    expect((await call('POST /api/passkeys', other, { credential: late })).body.code).toBe('passkey_refused');
  });
});

describe('a confirmation', () => {
  test.each(wrong)('with the wrong %s is refused', async (_what, bent) => {
    const { user, key } = await anAdminWithKey();
    const flags = bent.flags === undefined ? {} : { flags: bent.flags & ~0x40 };
    expect((await confirm(user, key, { ...bent, ...flags })).reply.body.code).toBe('passkey_refused');
    expect((await invite(user)).body.code).toBe('step_up_required');
  });

  test('is refused again, and after a failed attempt with the same challenge', async () => {
    const { user, key } = await anAdminWithKey();
    const { credential } = await confirm(user, key);
    expect((await repeat(user, credential)).body.code).toBe('passkey_refused');
    const options = await call('POST /api/passkeys/confirmation-options', user);
    await repeat(user, key.confirm(options.body, { origin: 'https://evil.example' }));
    expect((await repeat(user, key.confirm(options.body))).body.code).toBe('passkey_refused');
  });

  test('of one account is never the 21st, from however many of its sessions at the same time', async () => {
    const user = await world.aUser({ role: 'admin' });
    for (let one = 0; one < 19; one++) {
      world.clock.advance(1);
      expect((await register(user)).reply.status).toBe(201);
    }
    const now = world.clock.now();
    const begun = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const session = { userId: user.id, role: 'admin', now, userAgent: 'test', previous: undefined } as const;
        const cookie = `session=${(await startSession(world.db, session)).token}`;
        await world.db
          .updateTable('sessions')
          .set({ confirmed_until: new Date(now.getTime() + 60_000) })
          .execute();
        const options = await call('POST /api/passkeys/registration-options', { cookie });
        return { cookie, credential: new SoftwareAuthenticator('http://localhost:3000').register(options.body, {}) };
      }),
    );
    const replies = await Promise.all(
      begun.map(({ cookie, credential }) => call('POST /api/passkeys', { cookie }, { name: 'Key', credential })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([201, 400, 400, 400, 400, 400]);
    expect((await call('GET /api/passkeys', user)).body.passkeys).toHaveLength(20);
  });

  test('by 20 at the same time happens once', async () => {
    const { user, key } = await anAdminWithKey();
    const options = await call('POST /api/passkeys/confirmation-options', user);
    const credential = key.confirm(options.body);
    const replies = await Promise.all(Array.from({ length: 20 }, () => repeat(user, credential)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(19).fill(400)]);
  });

  test("with somebody else's passkey, a forged signature, or a counter gone back is refused", async () => {
    const { user, key } = await anAdminWithKey();
    const other = await anAdminWithKey();
    expect((await confirm(user, other.key)).reply.body.code).toBe('passkey_refused');
    const forger = new SoftwareAuthenticator('http://localhost:3000');
    const options = await call('POST /api/passkeys/confirmation-options', user);
    const forged = { ...forger.confirm(options.body), id: key.id, rawId: key.id };
    expect((await repeat(user, forged)).body.code).toBe('passkey_refused');
    expect((await confirm(user, key, { counter: 1 })).reply.body.code).toBe('passkey_refused');
    expect((await confirm(user, key, { counter: 7 })).reply.status).toBe(200);
    for (const counter of [7, 6]) {
      expect((await confirm(user, key, { counter })).reply.body.code, `counter ${counter}`).toBe('passkey_refused');
    }
    expect((await confirm(user, key, { counter: 8 })).reply.status).toBe(200);
  });

  test('by two sessions with one counter, as from a copied passkey, happens once and is kept of this passkey alone', async () => {
    const { user, key } = await anAdminWithKey();
    expect((await confirm(user, key)).reply.status).toBe(200);
    const { key: second } = await register(user);
    const { token } = await startSession(world.db, {
      userId: user.id,
      role: 'admin',
      now: world.clock.now(),
      userAgent: 'other',
      previous: undefined,
    });
    const sessions = [user, { cookie: `session=${token}` }];
    const credentials = await Promise.all(
      sessions.map(async (session) => {
        const options = await call('POST /api/passkeys/confirmation-options', session);
        return key.confirm(options.body, { counter: 50 });
      }),
    );
    const replies = await Promise.all(
      credentials.map((credential, at) => call('POST /api/passkeys/confirm', sessions[at]!, { credential })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400]);
    const kept = await world.db
      .selectFrom('passkeys')
      .select(['counter', 'last_used_at'])
      .where('user_id', '=', user.id)
      .orderBy('created_at')
      .execute();
    expect(kept.map((one) => [Number(one.counter), one.last_used_at])).toContainEqual([50, world.clock.now()]);
    expect(kept.filter((one) => Number(one.counter) === 50)).toHaveLength(1);
    expect((await confirm(user, second)).reply.status).toBe(200);
  });
});

test('in production nobody invites without a passkey', async () => {
  const live = await createWorld({
    environment: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://guide.example',
      SECRET_KEY: 'k'.repeat(32),
      SMTP_URL: 'smtp://mail.example:25',
      OIDC_CLIENT_ID: 'client',
      OIDC_CLIENT_SECRET: 'secret',
    },
  });
  const admin = await live.aUser({ role: 'admin' });
  const reply = await live.call('POST /api/stakeholder/invite', {
    cookie: `__Host-${admin.cookie}`,
    headers: { origin: 'https://guide.example' },
    body: { invited_email: 'a@hotel.example', stakeholder_type: 'partner', organization_name: 'Hale' },
  });
  await live.close();
  expect([reply.status, reply.body.code]).toEqual([403, 'step_up_required']);
});
