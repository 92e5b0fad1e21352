import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { limits } from '../../platform/limits/limits.ts';
import { RateLimits } from '../../platform/limits/rate-limits.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
  const { id } = await world.aUser({ email: 'kai@gmail.com' });
  const now = world.clock.now();
  const row = { issuer: world.provider.issuer, subject: person.sub, user_id: id, email: person.email };
  await world.db
    .insertInto('user_identities')
    .values({ ...row, created_at: now, last_used_at: now })
    .execute();
});
afterAll(() => world.close());
afterEach(() => {
  world.provider.behaviour = {};
  vi.unstubAllGlobals();
});

const person = { sub: 'subject-1', email: 'kai@gmail.com', email_verified: true };
const forgetProvider = () => {
  world.settings.oidc = { ...world.settings.oidc };
};
const complete = (body: object, cookie?: string) => world.call('POST /api/sessions', { body, cookie });
const expectFailed = async (reply: Awaited<ReturnType<typeof complete>>) => {
  expect([reply.status, reply.body.code]).toEqual([400, 'sign_in_failed']);
  expect(reply.cookies.session).toBeUndefined();
  // The attempt is over, and its cookie with it.
  expect(reply.headers['set-cookie']).toMatch(/^oauth=; Path=\/; Max-Age=0; /);
};

describe('the browser that comes back', () => {
  test('with the code of another browser is refused', async () => {
    const attacker = await world.begin();
    const victim = await world.begin();
    const brought = world.provider.agree(attacker.redirectUrl, person);
    await expectFailed(await complete({ code: brought.code }, victim.cookie));
  });

  test('with a code that was used is refused, and so is a repeat of the whole request', async () => {
    const one = await world.begin();
    const brought = world.provider.agree(one.redirectUrl, person);
    expect((await complete(brought, one.cookie)).status).toBe(200);
    await expectFailed(await complete(brought, one.cookie));
    await expectFailed(await complete({ code: brought.code }, (await world.begin()).cookie));
  });

  test.each<[string, Record<string, unknown>]>([
    ['another state', { state: 'x'.repeat(43) }],
    ['an empty state', { state: '' }],
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['nearly the issuer', { iss: 'http://127.0.0.1' }],
    ['an invented code', { code: 'invented' }],
  ])('with %s is refused, and has used its attempt up', async (_what, changed) => {
    const one = await world.begin();
    const brought = world.provider.agree(one.redirectUrl, person);
    await expectFailed(await complete({ ...brought, ...changed }, one.cookie));
    await expectFailed(await complete(brought, one.cookie));
  });

  test.each([undefined, 'oauth=', `oauth=${'A'.repeat(43)}`, 'oauth=%00', 'session=x'])(
    'with the cookie %j is refused',
    async (cookie) => {
      const { redirectUrl } = await world.begin();
      await expectFailed(await complete(world.provider.agree(redirectUrl, person), cookie));
    },
  );

  test('has ten minutes', async () => {
    const early = await world.begin();
    const late = await world.begin();
    world.clock.advance(599);
    expect((await complete(world.provider.agree(early.redirectUrl, person), early.cookie)).status).toBe(200);
    world.clock.advance(1);
    await expectFailed(await complete(world.provider.agree(late.redirectUrl, person), late.cookie));
  });

  test('is kept in the database as nothing that opens anything', async () => {
    const invitation = 'an-invitation-token-nobody-may-read';
    const { redirectUrl, cookie } = await world.begin(`?invitation=${invitation}`);
    const rows = JSON.stringify(await world.db.selectFrom('sign_in_transactions').selectAll().execute());
    const asked = new URL(redirectUrl).searchParams;
    for (const secret of [invitation, cookie.split('=')[1]!, asked.get('state')!, asked.get('nonce')!]) {
      expect(rows).not.toContain(secret);
      expect(rows).not.toContain(JSON.stringify([...Buffer.from(secret)]).slice(1, -1));
    }
  });
});

describe('the way to the provider', () => {
  const url = '/api/oauth/google/redirect_url';
  const navigation = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  test('is JSON for a script and a redirect for a navigation', async () => {
    const script = await world.call(`GET ${url}`);
    expect([script.status, Object.keys(script.body)]).toEqual([200, ['redirectUrl']]);
    expect(script.headers['set-cookie']).toMatch(/^oauth=[\w-]{43}; Path=\/; Max-Age=600; SameSite=Lax; HttpOnly$/);
    for (const headers of [navigation, { accept: 'text/html,*/*' }]) {
      const reply = await world.call(`GET ${url}?invitation=${'i'.repeat(43)}`, { headers });
      expect(reply.status).toBe(302);
      expect(reply.headers.location).toMatch(`${world.provider.issuer}/authorize?`);
      expect(reply.cookies.oauth).toBeTruthy();
    }
  });

  test.each<Record<string, string>>([
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { ...navigation, 'sec-purpose': 'prefetch;prerender' },
  ])('begins nothing for %j', async (headers) => {
    const reply = await world.call(`GET ${url}`, { headers });
    expect([reply.body.code ?? reply.headers.location, reply.cookies.oauth]).toEqual(['cross_site', undefined]);
  });

  test('is never a bare error when the provider is away', async () => {
    world.provider.behaviour = { discovery: (response) => response.writeHead(503).end() };
    forgetProvider();
    const script = await world.call(`GET ${url}`);
    expect([script.status, script.body.code]).toEqual([503, 'sign_in_unavailable']);
    const moved = await world.call(`GET ${url}`, { headers: navigation });
    expect([moved.status, moved.headers.location]).toEqual([302, '/?error=auth_failed&reason=sign_in_unavailable']);
    const fallback = await world.call(`GET ${url}/fallback`);
    expect([fallback.status, fallback.body.code]).toEqual([503, 'sign_in_all_failed']);
    world.provider.behaviour = {};
    const again = await world.call(`GET ${url}/fallback`);
    expect([again.status, again.body.fallback]).toEqual([200, true]);
  });

  test('is a page for a window that is over a limit, by both addresses, and JSON for its scripts', async () => {
    const limited = await createGoogleWorld({ RATE_LIMITS: 'on' });
    const { id, cookie } = await limited.aUser();
    const cost = limits['sign-in'].amount - 1;
    await new RateLimits(limited.db, true).spend({ limit: 'sign-in', key: id, cost }, limited.clock.now());
    const ask = (address: string, headers = {}) => limited.call(`GET ${address}`, { cookie, headers });
    // What another site makes the browser ask for spends none of it.
    const picture = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
    for (let at = 0; at < 5; at++) expect((await ask(url, picture)).status).toBe(403);
    expect((await ask(url)).status).toBe(200);
    for (const address of [url, `${url}/fallback`]) {
      const moved = await ask(address, navigation);
      expect([moved.status, moved.headers.location]).toEqual([302, '/?error=auth_failed&reason=rate_limited']);
      const script = await ask(address);
      expect([script.status, script.body.code]).toEqual([429, 'rate_limited']);
    }
    await limited.close();
    const unread = await world.call(`GET ${url}?invitation=x`, { headers: navigation });
    expect(unread.headers.location).toBe('/?error=auth_failed&reason=invalid_request');
  });

  test('is given up in time when the provider hangs', async () => {
    world.provider.behaviour = { discovery: () => {} };
    forgetProvider();
    const started = performance.now();
    expect((await world.call(`GET ${url}`)).body.code).toBe('sign_in_unavailable');
    expect(performance.now() - started).toBeLessThan(3_000);
  });

  test.each<[string, (document: Record<string, unknown>) => unknown]>([
    ['names another issuer', (document) => ({ ...document, issuer: 'https://evil.example' })],
    ['has no endpoints', ({ issuer }) => ({ issuer })],
    ['has a page that is none', (document) => ({ ...document, authorization_endpoint: 'javascript:alert(1)' })],
  ])('is a configuration error when the provider %s', async (_what, change) => {
    world.provider.behaviour = {
      discovery: (response, document) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(change(document))),
    };
    forgetProvider();
    expect((await world.call(`GET ${url}`)).body.code).toBe('sign_in_misconfigured');
  });

  test('is asked for once a day, by however many at once', async () => {
    forgetProvider();
    world.provider.requests = [];
    await Promise.all(Array.from({ length: 20 }, () => world.begin()));
    expect(world.provider.requests).toEqual(['/.well-known/openid-configuration']);
    world.clock.advance(86_400);
    await world.begin();
    expect(world.provider.requests).toHaveLength(2);
  });

  test('leads to Google by the fallback when Google itself answers, but its discovery does not', async () => {
    const usual = world.settings.oidc;
    world.settings.oidc = { ...usual, issuer: 'https://accounts.google.com' };
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ENOTFOUND') })));
    expect((await world.call(`GET ${url}`)).body.code).toBe('sign_in_unavailable');
    const reply = await world.call(`GET ${url}/fallback`);
    expect(reply.body.redirectUrl).toMatch(/^https:\/\/accounts\.google\.com\/o\/oauth2\/v2\/auth\?/);
    world.settings.oidc = usual;
  });
});
