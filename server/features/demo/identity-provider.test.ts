import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { people } from '../../../db/seed/people.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { readSettings } from '../../platform/settings.ts';
import { type DemoIdentityProvider, startDemoIdentityProvider } from './identity-provider.ts';

let world: World;
let provider: DemoIdentityProvider;
const warnings: unknown[] = [];
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation((warning) => void warnings.push(warning));
  world = await createWorld();
  // The provider has the machine's clock.
  world.clock.advance((Date.now() - world.clock.now().getTime()) / 1000);
  provider = await startDemoIdentityProvider(world.settings, people, 0);
  world.settings.oidc.issuer = provider.issuer;
  // Loads it, which on a busy machine takes longer than a sign-in may.
  expect((await fetch(`${provider.issuer}/.well-known/openid-configuration`)).status).toBe(200);
});
afterAll(async () => {
  await world.close();
  await provider.stop();
});

/** A browser of its own, which follows redirects by hand and keeps the provider's cookies. */
function openBrowser() {
  const cookies = new Map<string, string>();
  return async (url: string, method = 'GET') => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(url, { method, redirect: 'manual', headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name, value] = line.match(/^([^=]+)=([^;]*)/)!;
      if (value) cookies.set(name!, value);
      else cookies.delete(name!);
    }
    const location = reply.headers.get('location');
    return { reply, location: location && new URL(location, url).href };
  };
}

/** Signs in as one of the demo's people, as somebody in front of the page does. */
async function signInAs(key: string, visit = openBrowser()) {
  const begun = await world.call('GET /api/oauth/google/redirect_url');
  expect(begun.body.development).toBe(true);
  const { location: choice } = await visit(begun.body.redirectUrl);
  expect(choice).toMatch(`${provider.issuer}/people/`);
  const page = await visit(choice!);
  const html = await page.reply.text();
  for (const { name, email } of people) for (const part of [name, email]) expect(html).toContain(part);
  let { location } = await visit(`${choice}/${key}`, 'POST');
  while (location?.startsWith(provider.issuer)) ({ location } = await visit(location));
  const { code, state, iss } = Object.fromEntries(new URL(location!).searchParams);
  expect(location).toMatch('http://localhost:3000/auth/callback?');
  const body = { code, state, iss };
  return await world.call('POST /api/sessions', { body, cookie: `oauth=${begun.cookies.oauth}` });
}

describe("the demo's identity provider", () => {
  test('signs in each of the demo people, one after the other on one browser', async () => {
    const visit = openBrowser();
    for (const { key, email, name } of people) {
      const reply = await signInAs(key, visit);
      expect([reply.status, reply.body.user?.email, reply.body.user?.google_user_data.name]).toEqual([
        200,
        email,
        name,
      ]);
    }
  });

  test('signs them in to the account their e-mail link leads to', async () => {
    const user = await world.aUser({ email: 'else@example.com' });
    await world.db
      .updateTable('users')
      .set({ email: 'moved@example.com' })
      .where('email', '=', 'partner@example.com')
      .execute();
    await world.db.updateTable('users').set({ email: 'partner@example.com' }).where('id', '=', user.id).execute();
    await world.db.deleteFrom('user_identities').where('email', '=', 'partner@example.com').execute();
    expect((await signInAs('partner')).body.user.id).toBe(user.id);
  });

  test.each(['nobody', '%00', '../admin', ''])('does not know %j', async (key) => {
    const begun = await world.call('GET /api/oauth/google/redirect_url');
    const visit = openBrowser();
    const { location } = await visit(begun.body.redirectUrl);
    const { reply, location: next } = await visit(`${location}/${key}`, 'POST');
    expect(reply.status).toBeLessThan(500);
    const after = next?.startsWith(provider.issuer) ? await visit(next) : undefined;
    expect(after?.location ?? '').not.toContain('code=');
  });

  test('shows nothing to a browser that did not come through the product', async () => {
    const { location } = await openBrowser()(`${provider.issuer}/people/invented/admin`, 'POST');
    expect(location).toBe('http://localhost:3000/?error=auth_failed');
    const redirected = `${provider.issuer}/auth?client_id=demo&response_type=code&scope=openid&redirect_uri=https://evil.example/`;
    const { reply, location: refused } = await openBrowser()(redirected);
    expect([reply.status, refused]).toEqual([400, null]);
  });

  test('a code is good for one sign-in', async () => {
    const redeem = async (code: string, verifier: string) => {
      const form = { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback };
      const { clientId: client_id, clientSecret: client_secret } = world.settings.oidc;
      const body = new URLSearchParams({ ...form, client_id, client_secret });
      return (await fetch(`${provider.issuer}/token`, { method: 'POST', body })).status;
    };
    const callback = 'http://localhost:3000/auth/callback';
    const verifier = 'v'.repeat(43);
    const query = new URLSearchParams({
      client_id: world.settings.oidc.clientId,
      response_type: 'code',
      scope: 'openid email',
      redirect_uri: callback,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const visit = openBrowser();
    const { location: choice } = await visit(`${provider.issuer}/auth?${query}`);
    let { location } = await visit(`${choice}/partner`, 'POST');
    while (location?.startsWith(provider.issuer)) ({ location } = await visit(location));
    const code = new URL(location!).searchParams.get('code')!;
    expect([await redeem(code, verifier), await redeem(code, verifier)]).toEqual([200, 400]);
  });

  test('has nothing to warn the operator of', () => {
    expect(warnings).toEqual([]);
  });

  test('takes another port when its own is taken', async () => {
    const port = Number(new URL(provider.issuer).port);
    const second = await startDemoIdentityProvider(world.settings, people, port);
    expect(second.issuer).not.toBe(provider.issuer);
    await second.stop();
  });
});

describe('in production', () => {
  const production = {
    NODE_ENV: 'production',
    DATA_DIR: '/nowhere',
    PUBLIC_URL: 'https://guide.example',
    SECRET_KEY: 'k'.repeat(32),
    SMTP_URL: 'smtp://mail.example:25',
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: 'secret',
  };
  test('the provider of the settings is Google', () => {
    expect(readSettings(production).oidc).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'client',
      clientSecret: 'secret',
      isDemo: false,
    });
  });

  test.each([
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_CLIENT_SECRET', ''],
    ['OIDC_ISSUER', 'http://127.0.0.1:3001'],
    ['ADMIN_EMAILS', 'boss@example.com, nobody'],
  ])('the product does not start with %s=%j', (name, value) => {
    expect(() => readSettings({ ...production, [name]: value })).toThrow(name);
  });

  test('the demo provider does not start', async () => {
    await expect(startDemoIdentityProvider(readSettings(production), people, 0)).rejects.toThrow('production');
  });
});
