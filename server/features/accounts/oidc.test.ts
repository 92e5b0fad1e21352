import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Behaviour } from '../../../tests/evil-provider.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import type { Reply } from '../../../tests/world.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
  await known();
});
afterAll(() => world.close());
afterEach(() => {
  world.provider.behaviour = {};
});

const person = { sub: 'subject-1', email: 'kai@gmail.com', email_verified: true, name: 'Kai Nakamura' };

/** Somebody whom an honest provider may sign in: their identity is tied already. */
async function known() {
  const { id } = await world.aUser({ email: 'kai@gmail.com' });
  const row = { issuer: world.provider.issuer, subject: person.sub, user_id: id, email: person.email };
  await world.db
    .insertInto('user_identities')
    .values({ ...row, created_at: world.clock.now(), last_used_at: world.clock.now() })
    .execute();
}

/** Refused as a refusal: in time, in words, without a session. */
async function expectRefused(attempt: () => Promise<Reply>, codes: string[]) {
  const before = await world.sessionCount();
  const started = performance.now();
  const reply = await attempt();
  expect(performance.now() - started).toBeLessThan(3_000);
  expect(codes).toContain(reply.body.code);
  expect(reply.status === 503 || (reply.status >= 400 && reply.status < 500)).toBe(true);
  expect(reply.cookies.session).toBeUndefined();
  expect(await world.sessionCount()).toBe(before);
}

const seconds = () => world.clock.now().getTime() / 1000;
const json = (status: number, body: unknown): Behaviour => ({
  token: (response) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
});

describe('an honest provider', () => {
  test('signs in, tells who, and brings redirect and invitation back', async () => {
    const invitation = 'i'.repeat(43);
    const begun = await world.begin(`?invitation=${invitation}&redirect=%2Flocation%2F1%3Fa%3D1`);
    const asked = new URL(begun.redirectUrl).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/auth/callback',
    });
    const reply = await world.call('POST /api/sessions', {
      body: world.provider.agree(begun.redirectUrl, person),
      cookie: begun.cookie,
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      user: { email: 'kai@gmail.com', google_user_data: { name: 'Kai Nakamura' }, profile: { role: 'traveler' } },
      redirect: '/location/1?a=1',
      invitation,
    });
    expect(reply.cookies).toMatchObject({ oauth: '', signed_in: '1' });
    const me = await world.call('GET /api/users/me', { cookie: `session=${reply.cookies.session}` });
    expect(me.body.id).toBe(reply.body.user.id);
  });

  test('is understood without state and iss, as with the code alone', async () => {
    expect((await world.signIn(person, { state: undefined, iss: undefined })).status).toBe(200);
  });

  test('may tell the address by userinfo instead', async () => {
    world.provider.behaviour = { userinfo: { sub: person.sub, email: person.email, email_verified: true } };
    expect((await world.signIn({ sub: person.sub })).status).toBe(200);
  });

  test('ends the session of whoever was signed in on that browser', async () => {
    const before = await world.aUser();
    const reply = await world.signIn(person, {}, before.cookie);
    expect(reply.cookies.session).not.toBe(before.cookie.split('=')[1]);
    expect((await world.call('GET /api/users/me', { cookie: before.cookie })).status).toBe(401);
  });
});

describe('an evil provider', () => {
  const behaviours: [string, () => Behaviour][] = [
    ['signs with another key', () => ({ signature: 'other-key' })],
    ['flips a bit of the signature', () => ({ signature: 'flipped' })],
    [
      'changes the claims after signing',
      () => ({ signature: 'rs256-over-other-claims', claims: { sub: 'subject-2' } }),
    ],
    ['signs with nothing (alg none)', () => ({ signature: 'none' })],
    ['signs HS256 with the public key', () => ({ signature: 'hs256-with-public-key' })],
    ['signs HS256 with the client secret', () => ({ signature: 'hs256-with-secret' })],
    ['names an unknown key', () => ({ header: { kid: 'two' } })],
    ['claims RS256 under alg RS512', () => ({ header: { alg: 'RS512' } })],
    ['is another issuer', () => ({ claims: { iss: 'https://accounts.google.com' } })],
    ['is nearly the issuer', () => ({ claims: { iss: `${world.provider.issuer}/` } })],
    ['speaks to another audience', () => ({ claims: { aud: 'another-product' } })],
    ['speaks to further audiences', () => ({ claims: { aud: [world.provider.clientId, 'another-product'] } })],
    [
      'speaks to further audiences, with azp',
      () => ({
        claims: { aud: [world.provider.clientId, 'other'], azp: world.provider.clientId },
      }),
    ],
    ['authorises another party (azp)', () => ({ claims: { azp: 'another-product' } })],
    ['repeats another nonce', () => ({ claims: { nonce: 'x'.repeat(43) } })],
    ['leaves the nonce out', () => ({ claims: { nonce: undefined } })],
    ['sends an expired token', () => ({ claims: { iat: seconds() - 700, exp: seconds() - 31 } })],
    ['sends a token of tomorrow', () => ({ claims: { iat: seconds() + 31 } })],
    ['sends one that is not valid yet', () => ({ claims: { nbf: seconds() + 31 } })],
    ['sends no expiry', () => ({ claims: { exp: undefined } })],
    ['sends no subject', () => ({ claims: { sub: undefined } })],
    ['sends an empty subject', () => ({ claims: { sub: '' } })],
    ['sends a subject that cannot be stored', () => ({ claims: { sub: 'a\u0000b' } })],
    ['sends a subject that is an object', () => ({ claims: { sub: { $ne: null } } })],
    ['sends no ID token', () => ({ tokens: ({ id_token: _, ...rest }) => rest })],
    ['sends half an ID token', () => ({ tokens: (tokens) => ({ ...tokens, id_token: 'e30.e30' }) })],
    [
      'names another subject in userinfo',
      () => ({
        claims: { email: undefined },
        userinfo: { sub: 'subject-2', email: 'kai@gmail.com', email_verified: true },
      }),
    ],
    ['shows no keys', () => ({ keys: (response) => response.writeHead(500).end() })],
    ['refuses the code', () => json(400, { error: 'invalid_grant' })],
    ['does not know the client', () => json(401, { error: 'invalid_client' })],
    ['answers 500', () => json(500, { error: 'oops' })],
    [
      'answers HTML',
      () => ({ token: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>') }),
    ],
    [
      'answers broken JSON',
      () => ({
        token: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"id_token":'),
      }),
    ],
    ['answers an array', () => json(200, [])],
    ['redirects', () => ({ token: (response) => response.writeHead(307, { location: world.provider.issuer }).end() })],
    ['hangs up', () => ({ token: (response) => response.destroy() })],
    ['hangs', () => ({ token: () => {} })],
    ['hangs with its keys', () => ({ keys: () => {} })],
  ];
  test.each(behaviours)('that %s is refused', async (_what, behaviour) => {
    // Its keys are fetched anew, as by a server that has just started.
    world.settings.oidc = { ...world.settings.oidc };
    world.provider.behaviour = behaviour();
    await expectRefused(() => world.signIn(person), ['sign_in_failed', 'sign_in_unavailable', 'sign_in_misconfigured']);
  });

  test('is told from one that is away, and from our own mistakes', async () => {
    const codeFor = async (behaviour: Behaviour) => {
      world.provider.behaviour = behaviour;
      return (await world.signIn(person)).body.code;
    };
    expect(await codeFor(json(400, { error: 'invalid_grant' }))).toBe('sign_in_failed');
    expect(await codeFor(json(401, { error: 'invalid_client' }))).toBe('sign_in_misconfigured');
    expect(await codeFor(json(503, { error: 'temporarily_unavailable' }))).toBe('sign_in_unavailable');
    expect(await codeFor({ token: (response) => response.destroy() })).toBe('sign_in_unavailable');
  });
});

test('the times of a token are judged to the second, 30 either way', async () => {
  const statusFor = async (claims: Record<string, unknown>) => {
    world.provider.behaviour = { claims };
    return (await world.signIn(person)).status;
  };
  expect(await statusFor({ exp: seconds() - 29 })).toBe(200);
  expect(await statusFor({ exp: seconds() - 30 })).toBe(400);
  expect(await statusFor({ iat: seconds() + 30 })).toBe(200);
  expect(await statusFor({ iat: seconds() + 31 })).toBe(400);
});
