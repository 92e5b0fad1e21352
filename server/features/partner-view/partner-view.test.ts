import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { contract } from '../../../contract/index.ts';
import type { Permission } from '../../../contract/permissions.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { anotherApp, openPage } from '../../../tests/page-apps.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { recordAudit } from '../../platform/audit/audit.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
});

const tabs = ['', '/qr-codes', '/performance', '/settings'] as const;
const view = (tab: (typeof tabs)[number], query = '', by = admin, id = scene.organisation) =>
  world.call(`GET /api/admin/partner-view/${id}${tab}${query}`, { cookie: by.cookie });
const own = async (request: `GET ${string}`, by = scene.owner) => (await world.call(request, by)).body;
const entries = async (id = scene.organisation) =>
  await world.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'subject_kind'])
    .where('subject_id', '=', id)
    .where('action', '=', 'admin_partner_view')
    .execute();
const told = (by = scene.owner) => own('GET /api/partner-portal/admin-views', by);

describe('each tab of a portal', () => {
  beforeEach(() => scanBy(world, scene.code, 6));

  test('shows what the partner’s own endpoints tell its owner', async () => {
    const { owner, organisation } = scene;
    const { permissions } = await own('GET /api/organisation');
    const said = { organisation: { id: organisation, name: owner.email }, permissions };
    expect((await view('')).body).toEqual({
      ...said,
      figures: await own('GET /api/partner-portal/performance'),
      earnings: await own(`GET /api/organisations/${organisation}/earnings`),
      first_steps: await own('GET /api/partner-portal/first-steps'),
    });
    expect((await view('/qr-codes')).body).toEqual({
      ...said,
      codes: await own(`GET /api/partner-portal/qr-codes/${owner.id}`),
      requests: await own(`GET /api/partner-portal/qr-requests/${owner.id}`),
    });
    expect((await view('/settings')).body).toEqual({
      ...said,
      settings: await own('GET /api/partner-portal/settings'),
    });
    for (const range of ['month', '90d', 'all']) {
      const figures = await own(`GET /api/partner-portal/performance?range=${range}`);
      expect((await view('/performance', `?range=${range}`)).body).toEqual({ ...said, figures, code_days: null });
    }
  });

  test('has the codes of a place beside each other where it has several', async () => {
    const { placeId, owner } = scene;
    await world.aCode({ location_id: placeId });
    const other = await world.aPlace({ partner_id: owner.id });
    for (const _ of [1, 2]) await world.aCode({ location_id: other });
    for (const place of [placeId, other]) {
      const days = await own(`GET /api/partner-portal/performance/places/${place}?range=7d`);
      expect((await view('/performance', `?range=7d&place=${place}`)).body.code_days).toEqual({ place, days });
    }
    expect((await view('/performance', '?place=2147483647')).body.code_days.place).toBeTypeOf('number');
  });

  const parts = ['figures', 'earnings', 'first_steps', 'codes', 'requests', 'performance', 'settings'] as const;
  test.each<[Permission, readonly (typeof parts)[number][]]>([
    ['performance_analytics', ['figures', 'performance']],
    ['commission_tracking', ['earnings']],
    ['qr_code_management', ['first_steps', 'codes', 'requests']],
    ['partner_portal_access', ['settings']],
    ['partner_content_management', []],
  ])('tells an organisation that has %s alone nothing but %j', async (permission, told) => {
    const own = world.db.updateTable('members').set({ permissions: [permission] });
    await own.where('user_id', '=', scene.owner.id).execute();
    const [overview, codes, performance, settings] = await Promise.all(tabs.map(async (tab) => (await view(tab)).body));
    const { figures, earnings, first_steps } = overview;
    const all = { figures, earnings, first_steps, codes: codes.codes, requests: codes.requests };
    const seen = { ...all, performance: performance.figures, settings: settings.settings };
    expect(parts.filter((part) => seen[part] !== null)).toEqual(told);
    expect(Object.values(seen)).not.toContain(undefined);
  });
});

describe('every opening', () => {
  test.each(tabs)('of the tab "%s" is in the audit log, and one of nothing is not', async (tab) => {
    for (const times of [1, 2]) {
      expect((await view(tab)).status).toBe(200);
      expect(await entries()).toEqual(
        Array(times).fill({ action: 'admin_partner_view', actor_id: admin.id, subject_kind: 'organisation' }),
      );
    }
    const advertiser = (await organisationOf(world, (await world.aUser({ role: 'advertiser' })).id))!;
    for (const id of [randomUUID(), advertiser]) {
      expect((await view(tab, '', admin, id)).status).toBe(404);
      expect(await entries(id)).toEqual([]);
    }
  });

  test.each(tabs)('of the tab "%s" shows nothing while no entry can be written', async (tab) => {
    const owner = await ownerOf(world);
    await onServer(owner, 'alter table audit_inbox add constraint closed check (false) not valid');
    try {
      const reply = await view(tab);
      expect([reply.status, reply.body.code]).toEqual([500, 'internal']);
      expect(reply.raw).not.toContain(scene.owner.email);
    } finally {
      await onServer(owner, 'alter table audit_inbox drop constraint closed');
    }
    expect(await entries()).toEqual([]);
    expect((await view(tab)).status).toBe(200);
  });

  test.each(tabs)('of the tab "%s" shows nothing where the entry cannot join the chain', async (tab) => {
    const owner = await ownerOf(world);
    await onServer(owner, 'alter table audit_entries add constraint closed check (false) not valid');
    try {
      expect((await view(tab)).status).toBe(500);
    } finally {
      await onServer(owner, 'alter table audit_entries drop constraint closed');
    }
    expect(await entries()).toEqual([]);
  });

  test('is told to the partner too where the id was written in capitals', async () => {
    expect((await view('', '', admin, scene.organisation.toUpperCase())).status).toBe(200);
    expect(await entries()).toHaveLength(1);
    expect(await told()).toHaveLength(1);
  });

  test('is told to the partner by day, newest first, to all of its team and to nobody else', async () => {
    expect(await told()).toEqual([]);
    const dayMs = 86_400_000;
    const now = world.clock.now().getTime();
    const subject = { kind: 'organisation', id: scene.organisation };
    await world.db.transaction().execute(async (tx) => {
      for (let back = 12; back > 0; back--)
        await recordAudit(tx, new Date(now - back * dayMs), {
          action: 'admin_partner_view',
          actorId: admin.id,
          subject,
        });
      await recordAudit(tx, new Date(now), { action: 'organisation_suspended', actorId: admin.id, subject });
    });
    await view('');
    // The same id in capitals.
    await view('/settings', '', admin, scene.organisation.toUpperCase());
    await world.call(`GET /api/organisations/${scene.organisation}/members`, admin);
    const days = [3, ...Array(9).fill(1)].map((times, back) => ({
      day: hawaiiDay(new Date(now - back * dayMs)),
      times,
    }));
    expect(await told()).toEqual(days);
    const other = await aPartner(world);
    expect(await told(other.owner)).toEqual([]);
    expect((await world.call('GET /api/partner-portal/admin-views', admin)).status).toBe(403);
  });

  test('is told by days of Hawaiʻi, whose midnight is ten in the morning by UTC', async () => {
    await world.db.transaction().execute(async (tx) => {
      for (const at of ['2026-11-10T09:30:00Z', '2026-11-10T10:30:00Z', '2026-11-10T23:30:00Z'])
        await recordAudit(tx, new Date(at), {
          ...{ action: 'admin_partner_view', actorId: admin.id },
          subject: { kind: 'organisation', id: scene.organisation },
        });
    });
    expect(await told()).toEqual([
      { day: '2026-11-10', times: 2 },
      { day: '2026-11-09', times: 1 },
    ]);
  });
});

describe('the entry of the specification', () => {
  const log = (body: object, more: object = {}) =>
    world.call('POST /api/admin/audit-log', {
      body: { action_type: 'admin_partner_view', partner_id: scene.owner.id, ...body },
      cookie: admin.cookie,
      ...more,
    });

  test('is written once for a key, by the server’s clock and the partner’s own name', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { organization_name: 'Another', timestamp: '1999-01-01T00:00:00Z' };
    const now = world.clock.now().toISOString();
    const expected = {
      action_type: 'admin_partner_view',
      partner_id: scene.owner.id,
      organization_name: scene.owner.email,
      timestamp: now,
    };
    for (const _ of [1, 2]) {
      const reply = await log(body, { headers });
      expect([reply.status, reply.body]).toEqual([201, expected]);
      world.clock.advance(1_000);
    }
    expect(await entries()).toHaveLength(1);
    expect(await told()).toMatchObject([{ times: 1 }]);
  });

  test.each([
    [{ partner_id: randomUUID() }, 404],
    [{ partner_id: 'x' }, 400],
    [{ action_type: 'role_changed' }, 400],
    [{ organization_name: 'x'.repeat(121) }, 400],
  ])('with %o is refused', async (body, status) => {
    expect((await log(body)).status).toBe(status);
    expect(await entries()).toEqual([]);
  });

  test('is refused for who is no partner, and from who is no administrator', async () => {
    const advertiser = await world.aUser({ role: 'advertiser' });
    for (const { id } of [admin, advertiser]) expect((await log({ partner_id: id })).status).toBe(404);
    for (const { cookie } of [scene.owner, advertiser]) expect((await log({}, { cookie })).status).toBe(403);
  });
});

test('an administrator changes nothing of a partner’s by any endpoint of its portal', async () => {
  const writes = (contract as readonly Endpoint[]).filter(
    ({ method, path, access }) =>
      method !== 'GET' && Array.isArray(access) && access.includes('partner') && !path.startsWith('/api/uploads'),
  );
  expect(writes.length).toBeGreaterThan(10);
  for (const { method, path } of writes) {
    const filled = path
      .replace('{qr_code_id}', scene.code)
      .replace('{user_id}', scene.owner.id)
      .replace(/\{id\}/, path.includes('/places/') ? String(scene.placeId) : scene.organisation);
    const reply = await world.call(`${method as 'POST'} ${filled}`, {
      cookie: admin.cookie,
      ...(method !== 'DELETE' && { body: {} }),
    });
    expect([`${method} ${path}`, reply.status, reply.body.code]).toEqual([`${method} ${path}`, 403, 'forbidden']);
  }
  for (const tab of tabs)
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      expect((await world.call(`${method} /api/admin/partner-view/${scene.organisation}${tab}`, admin)).status).toBe(
        405,
      );
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
  ['a picture', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
  ['a prefetch', { 'sec-purpose': 'prefetch' }],
])('%s makes nobody look: nothing is noted', async (_, headers) => {
  const path = `/api/admin/partner-view/${scene.organisation}`;
  const { status, body } = await world.call(`GET ${path}`, { cookie: admin.cookie, headers });
  expect([status, body.code]).toEqual([403, 'cross_site']);
  expect(await entries()).toEqual([]);
});

test('a link that an administrator follows, in a mail or on another site, is a look of theirs', async () => {
  const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const headers = { ...followed, 'sec-fetch-user': '?1' };
  const path = `/api/admin/partner-view/${scene.organisation}`;
  expect((await world.call(`GET ${path}`, { cookie: admin.cookie, headers })).status).toBe(200);
  expect(await entries()).toHaveLength(1);
});

describe('who asks for the head alone looks at nothing', () => {
  const headOf = async (app: World['app'], url: string) =>
    await app.inject({ method: 'HEAD', url, headers: { cookie: admin.cookie } });

  test('of an endpoint, which has none', async () => {
    expect((await headOf(world.app, `/api/admin/partner-view/${scene.organisation}`)).statusCode).toBe(404);
    expect(await entries()).toEqual([]);
  });

  test('of the page, whose head says whether there is one', async () => {
    const app = await anotherApp(world);
    try {
      const head = await headOf(app, `/partners/view?partner=${scene.organisation}`);
      expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect((await headOf(app, '/partners/nowhere')).statusCode).toBe(404);
      expect(await entries()).toEqual([]);
      // The page itself is one.
      const cookie = { cookie: admin.cookie };
      expect((await openPage(app, `/partners/view?partner=${scene.organisation}`, cookie)).status).toBe(200);
      expect(await entries()).toHaveLength(1);
    } finally {
      await app.close();
    }
  });
});
