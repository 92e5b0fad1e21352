import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { createWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

describe('the contract describes itself', () => {
  test('as OpenAPI 3.1 that lists exactly what is mounted', async () => {
    const { body } = await world.call('GET /api/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = Object.entries(body.paths).flatMap(([path, operations]) =>
      Object.keys(operations as object).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(contract.map((one) => `${one.method} ${one.path}`).sort());
    for (const one of contract) {
      expect(world.app.hasRoute({ method: one.method, url: one.path.replace(/\{(\w+)\}/g, ':$1') }), one.path).toBe(
        true,
      );
    }
  });

  test('as a readable page', async () => {
    const page = await world.call('GET /api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const one of contract) expect(page.raw).toContain(`${one.method} ${one.path}`);
  });
});

describe('a field that the reply does not declare never leaves', () => {
  test('from listings and places', async () => {
    const place = await world.aPlace();
    for (const call of ['GET /api/business-listings', `GET /api/locations/${place}`] as const) {
      const { raw } = await world.call(call);
      expect(raw).toContain('"description"');
      for (const hidden of ['search_words', 'advertiser_id', 'partner_id', 'created_at', 'commission_rate']) {
        expect(raw, `${call} ${hidden}`).not.toContain(hidden);
      }
    }
  });
});

test('words that are searched for are composed, as what is kept is: each search finds what a Mac writes with its marks apart', async () => {
  const shapes = contract.flatMap((one: Endpoint) =>
    [one.query, one.body].map((schema) => ({ name: `${one.method} ${one.path}`, search: fieldsOf(schema).search })),
  );
  const searched = shapes.filter(({ search }) => search);
  expect(searched.length).toBeGreaterThan(20);
  const apart = searched.filter(({ search }) => search!.parse(' Hale\u02bbiwa\u0304 ') !== 'Hale\u02bbiw\u0101');
  expect(apart.map(({ name }) => name)).toEqual([]);

  const admin = await world.aUser({ role: 'admin' });
  const offer = { invited_email: 'waikiki@hotel.example', stakeholder_type: 'partner' };
  const body = { ...offer, organization_name: 'Waik\u012bk\u012b Inn' };
  expect((await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body })).status).toBe(201);
  const words = encodeURIComponent('waiki\u0304ki\u0304');
  const { total } = (await world.call(`GET /api/stakeholder/invitations?search=${words}`, admin)).body;
  expect(total).toBe(1);
});

/** The fields of what is sent, by their names. */
const fieldsOf = (schema: object | undefined): { search?: { parse: (value: unknown) => unknown } } =>
  (schema && 'shape' in schema && (schema.shape as object)) || {};

test('health and readiness answer', async () => {
  expect((await world.call('GET /healthz')).body).toEqual({ status: 'ok' });
  const ready = await world.call('GET /readyz');
  expect([ready.status, ready.body.status]).toEqual([200, 'ready']);
});

describe('production', () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://guide.example',
    SECRET_KEY: 'k'.repeat(32),
    SMTP_URL: 'smtp://mail.example:25',
    OIDC_CLIENT_ID: 'client',
    OIDC_CLIENT_SECRET: 'secret',
  };
  test('has no demo pages, secure host-bound cookies and HSTS', async () => {
    const live = await createWorld({ environment: production });
    const call = (request: `${string} ${string}`, body?: object) =>
      live.call(request, { body, headers: { origin: 'https://guide.example' } });
    for (const path of ['/dev/codes', '/dev/codes.json', '/dev/mail'])
      expect((await call(`GET ${path}`)).status).toBe(404);
    const asked = await call('POST /api/auth/magic-link', { email: 'someone@example.com' });
    expect(asked.headers['set-cookie']).toMatch(/^__Host-magic_link=.*Path=\/.*HttpOnly; Secure$/);
    expect(asked.headers['strict-transport-security']).toContain('max-age');
    await live.close();
  });

  test.each(['PUBLIC_URL', 'SECRET_KEY', 'SMTP_URL', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'])(
    'does not start without %s',
    async (name) => {
      const { readSettings } = await import('../server/platform/settings.ts');
      expect(() => readSettings({ ...production, [name]: '' })).toThrow(name);
    },
  );

  test.each([
    ['PORT', 'http'],
    ['PUBLIC_URL', 'http://guide.example'],
    ['SECRET_KEY', 'short'],
    ['DATABASE_URL', 'mysql://x'],
    ['SMTP_URL', 'mail.example'],
    ['RATE_LIMITS', 'maybe'],
    ['TRUST_PROXY', '-1'],
    ['VIATOR_PARTNER_ID', 'P 1'],
  ])('nor with %s=%s', async (name, value) => {
    const { readSettings } = await import('../server/platform/settings.ts');
    expect(() => readSettings({ ...production, [name]: value })).toThrow(name);
  });
});
