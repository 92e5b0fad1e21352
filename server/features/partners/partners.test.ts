import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { anOwner } from '../../../tests/an-organisation.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());
beforeEach(async () => {
  scene = await aPartner(world);
});

/** A call that is to succeed. @returns what it is answered */
async function call(request: `${string} ${string}`, body?: object, by = admin) {
  const reply = await world.call(request, { cookie: by.cookie, ...(body && { body }) });
  expect(reply.status, `${request}: ${reply.raw}`).toBeLessThan(300);
  return reply.body;
}
const list = (query = '') => call(`GET /api/admin/partners${query}`);
const row = async (id: string) => (await list(`?id=${id}`)).rows[0];
const setState = (state: string, more: object = {}, by = admin) =>
  world.call(`PATCH /api/organisations/${scene.organisation}`, {
    body: { state, reason: 'Unpaid', ...more },
    cookie: by.cookie,
  });

/** How the counts change by what is done. */
async function moved(does: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = (await list()).counts;
  await does();
  const after = (await list()).counts;
  const changes = Object.entries<number>(after).map(([name, count]) => [name, count - before[name]] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

let count = 0;
const invites = async (organization_name: string, more: object = {}) =>
  await call('POST /api/stakeholder/invite', {
    ...{ invited_email: `host${count++}@partners.example`, stakeholder_type: 'partner', organization_name },
    ...more,
  });

test('a partner is told with its owner, its places and codes, and since when', async () => {
  const { owner, organisation, placeId } = scene;
  await world.db.updateTable('profiles').set({ phone: '+1 808 555 0100' }).where('user_id', '=', owner.id).execute();
  await world.aCode({ location_id: placeId, status: 'paused' });
  const { id: replaced_by } = await world.aCode({ location_id: placeId });
  await world.aCode({ location_id: placeId, status: 'replaced', replaced_by });
  expect(await row(organisation)).toEqual({
    ...{ id: organisation, user_id: owner.id, email: owner.email, status: 'active', state: 'active' },
    ...{ organization_name: owner.email, partner_type: 'hotel', contact_phone: '+1 808 555 0100', invited_at: null },
    ...{ since: expect.any(String), places: 1, codes: 3, qr_codes_limit: 10, scans: 0 },
  });
});

test('scans are those of the thirty whole days before today', async () => {
  const today = hawaiiDayStart(world.clock.now()).getTime();
  const ofDay = (back: number, scans: number) => ({
    ...{ grain: 'day', dimension: 'partner', key: scene.owner.id, starts_at: new Date(today - back * 86_400_000) },
    ...{ scans, scans_raw: scans, visits: 0, clicks: 0, bookings_pending: 0, bookings_confirmed: 0, events: 0 },
    ...{ bookings_completed: 0, bookings_cancelled: 0, estimated_cents: 0, confirmed_cents: 0 },
  });
  const days = [ofDay(0, 1), ofDay(1, 10), ofDay(30, 100), ofDay(31, 1_000)];
  await world.db.insertInto('rollups').values(days).execute();
  expect((await row(scene.organisation)).scans).toBe(110);
});

test('who is invited is pending until the invitation is accepted, and an active partner then', async () => {
  let invitation = { id: '', invited_email: '' };
  const invited = async () => {
    invitation = await invites('Hale Lani', { partner_type: 'cafe' });
  };
  expect(await moved(invited)).toEqual({ pending_partners: 1 });
  expect(await row(invitation.id)).toMatchObject({
    ...{
      status: 'pending',
      state: null,
      user_id: null,
      email: invitation.invited_email,
      organization_name: 'Hale Lani',
    },
    ...{ partner_type: 'cafe', invited_at: world.clock.now().toISOString(), places: 0, codes: 0, scans: 0 },
  });
  expect((await list('?search=HALE LANI&status=pending'.replace(' ', '%20'))).total).toBe(1);
  const user = await world.aUser({ email: invitation.invited_email });
  const mail = (await world.mail()).findLast((one) => one.to === user.email)!;
  const token = mail.text.match(/\/invite\/([\w-]+)/)![1];
  const accepts = () => call(`POST /api/stakeholder/accept/${token}`, {}, user);
  expect(await moved(accepts)).toEqual({ pending_partners: -1, active_partners: 1 });
  expect(await row(invitation.id)).toBeUndefined();
  expect((await list(`?search=${user.email}`)).rows).toMatchObject([
    { status: 'active', user_id: user.id, invited_at: world.clock.now().toISOString(), organization_name: 'Hale Lani' },
  ]);
});

test('an invitation that is revoked or has expired, and one of an advertiser or of staff, is no pending partner', async () => {
  const { id } = await invites('Gone');
  expect(await moved(() => call(`POST /api/stakeholder/invitations/${id}/revoke`))).toEqual({ pending_partners: -1 });
  expect(await moved(() => invites('Ads', { stakeholder_type: 'advertiser' }))).toEqual({});
  const staff = { invited_email: 'clerk@partners.example' };
  expect(await moved(() => call('POST /api/organisation/invitations', staff, scene.owner))).toEqual({});
  await invites('Late');
  const late = async () => {
    const expired = { expires_at: world.clock.now() };
    await world.db.updateTable('invitations').set(expired).where('organization_name', '=', 'Late').execute();
  };
  expect(await moved(late)).toEqual({ pending_partners: -1 });
  expect((await list('?search=late')).total).toBe(0);
});

test('a request for a code is counted as pending, and as approved once it is; a rejected one as neither', async () => {
  const request = async () =>
    (
      await call(
        'POST /api/partner-portal/qr-request',
        { location_name: `Beach house ${count++}`, latitude: 19.72, longitude: -155.08 },
        scene.owner,
      )
    ).request.id;
  let id = '';
  const requested = async () => {
    id = await request();
  };
  expect(await moved(requested)).toEqual({ pending_qr_requests: 1 });
  const approve = () => call(`POST /api/partner-portal/qr-request/${id}/auto-approve`);
  expect(await moved(approve)).toEqual({ pending_qr_requests: -1, approved_qr_requests: 1 });
  await requested();
  expect(await moved(() => call(`POST /api/admin/qr-requests/${id}/reject`))).toEqual({ pending_qr_requests: -1 });
});

test('a partner is suspended with a reason, and reactivated; the audit log has both', async () => {
  const { organisation, owner } = scene;
  expect(await moved(() => setState('suspended'))).toEqual({ active_partners: -1, suspended_partners: 1 });
  expect((await row(organisation)).status).toBe('suspended');
  const found = (await list(`?status=suspended&search=${owner.email}`)).rows;
  expect(found.map((one: { id: string }) => one.id)).toEqual([organisation]);
  expect((await world.call('GET /api/organisation', owner)).body.code).toBe('organisation_suspended');
  expect(await moved(() => setState('active'))).toEqual({ active_partners: 1, suspended_partners: -1 });
  expect((await world.call('GET /api/organisation', owner)).status).toBe(200);
  for (const action of ['organisation_suspended', 'organisation_resumed'])
    expect(await auditContentOf(world, action, organisation)).toMatchObject([{ after: { reason: 'Unpaid' } }]);
});

test('how many codes a partner may have is said with a reason; the audit log has before and after, and of two one is told', async () => {
  const { organisation } = scene;
  const limit = (body: object) =>
    world.call(`PATCH /api/organisations/${organisation}`, {
      body: { reason: 'A tower more', ...body },
      cookie: admin.cookie,
    });
  const replies = await Promise.all([40, 50].map((qr_codes_limit) => limit({ qr_codes_limit, replaces_limit: 10 })));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
  expect((await limit({ qr_codes_limit: 1_000 })).status).toBe(200);
  expect(await row(organisation)).toMatchObject({ qr_codes_limit: 1_000, state: 'active' });
  const told = await auditContentOf(world, 'code_limit_changed', organisation);
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({
    before: { qr_codes_limit: expect.any(Number) },
    after: { qr_codes_limit: 1_000, reason: 'A tower more' },
  });
  for (const wrong of [{}, { qr_codes_limit: 10_001 }, { qr_codes_limit: -1 }, { qr_codes_limit: 5, state: 'active' }])
    expect((await limit(wrong)).status).toBe(400);
});

test('a partner of whose owners none has an active account is suspended as well, whatever was set of it', async () => {
  const { organisation, owner } = scene;
  const account = (state: string) => () => call(`PUT /api/admin/users/${owner.id}/state`, { state, reason: 'Unpaid' });
  expect(await moved(account('suspended'))).toEqual({ active_partners: -1, suspended_partners: 1 });
  expect(await row(organisation)).toMatchObject({ status: 'suspended', state: 'active' });
  expect(await moved(account('active'))).toEqual({ active_partners: 1, suspended_partners: -1 });
});

test('of two administrators who suspend at once one wins, and the other is told', async () => {
  const other = await world.aUser({ role: 'admin' });
  const replies = await Promise.all(
    [admin, other].map((by) => setState('suspended', { replaces: 'active', reason: by.email }, by)),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe('changed_meanwhile');
  expect(await auditContentOf(world, 'organisation_suspended', scene.organisation)).toHaveLength(1);
  expect((await setState('active', { replaces: 'suspended' }, other)).status).toBe(200);
});

test('of several owners the one it is known by is told, else the first', async () => {
  const { organisation, owner } = scene;
  const further = await anOwner(world, organisation);
  expect((await row(organisation)).email).toBe(owner.email);
  expect((await list(`?search=${further.email}`)).rows).toMatchObject([{ id: organisation }]);
  await world.db.deleteFrom('members').where('user_id', '=', owner.id).execute();
  expect(await row(organisation)).toMatchObject({ email: further.email, user_id: owner.id });
});

test('a walk by pages sees each once, in the order that was asked for, whatever its name', async () => {
  for (const name of ['ʻĀina “Bar”', 'aina', 'AINA', '🌺'.repeat(40), `${'x'.repeat(31)}é and more`])
    await invites(name);
  for (const sort of ['name', '-name', 'since', '-since']) {
    const all = (await list(`?sort=${sort}&limit=200`)).rows;
    const walked: { id: string }[] = [];
    for (let after = ''; ; ) {
      const page = await list(`?sort=${sort}&limit=2${after}`);
      walked.push(...page.rows);
      expect(page.total).toBe(all.length);
      if (!page.next) break;
      after = `&after=${page.next}`;
    }
    expect(walked.map(({ id }) => id)).toEqual(all.map((one: { id: string }) => one.id));
  }
  const { rows } = await list('?search=aina&sort=name');
  expect(rows.map((one: { organization_name: string }) => one.organization_name).sort()).toEqual([
    'AINA',
    'aina',
    'ʻĀina “Bar”',
  ]);
});

test.each([
  ['status=unknown', 'query.status'],
  ['sort=email', 'query.sort'],
  ['limit=0', 'query.limit'],
  ['limit=201', 'query.limit'],
  ['id=7', 'query.id'],
  [`search=${'x'.repeat(101)}`, 'query.search'],
  ['after=no-cursor', 'query.after'],
  [`after=${Buffer.from('["since","2026","x"]').toString('base64url')}`, 'query.after'],
  [
    `after=${Buffer.from(JSON.stringify(['name', 'a\0', '00000000-0000-4000-8000-000000000000'])).toString('base64url')}`,
    'query.after',
  ],
])('%s is refused where it stands', async (query, path) => {
  const reply = await world.call(`GET /api/admin/partners?${query}`, admin);
  expect([reply.status, reply.body.fields?.[0]?.path]).toEqual([400, path]);
});

test.each([{ state: 'gone' }, { replaces: 'pending' }, { reason: '' }, { reason: 'x'.repeat(501) }, { surplus: 1 }])(
  'a suspension with %o is refused',
  async (more) => {
    expect((await setState('suspended', more)).status).toBe(400);
    expect((await row(scene.organisation)).status).toBe('active');
  },
);

test('nobody but an administrator sees the list', async () => {
  for (const by of [scene.owner, await world.aUser()])
    expect((await world.call('GET /api/admin/partners', by)).status).toBe(403);
  expect((await world.call('GET /api/admin/partners')).status).toBe(401);
});
