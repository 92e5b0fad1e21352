import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultPermissions } from '../../../contract/permissions.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';

let world: World;
let owner: TestUser;
let admin: TestUser;
const withoutMoney = defaultPermissions.partner.filter((one) => one !== 'commission_tracking');
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  owner = await world.aUser({ role: 'partner' });
  admin = await world.aUser({ role: 'admin' });
  // Of each minute's refusals the first ten are told one by one.
  world.clock.advance(61);
});

/** The newest invitation's token in what was mailed to an address. */
const tokenFor = async (email: string) =>
  (await world.mail()).findLast((one) => one.to === email)?.text.match(/\/invite\/([\w-]+)/)?.[1];
const invite = (body: object, by = owner) =>
  world.call('POST /api/organisation/invitations', { body, cookie: by.cookie });
const accept = async (token: string | undefined, by: TestUser) => {
  const reply = await world.call(`POST /api/stakeholder/accept/${token}`, { body: {}, cookie: by.cookie });
  return { reply, person: { ...by, cookie: `session=${reply.cookies.session}` } };
};

/** Somebody whom the owner invited and who accepted. */
async function staffOf(by = owner, permissions?: string[]): Promise<TestUser> {
  const user = await world.aUser();
  const invited = await invite({ invited_email: user.email, ...(permissions && { permissions }) }, by);
  expect(invited.status).toBe(201);
  const { reply, person } = await accept(await tokenFor(user.email), user);
  expect(reply.status).toBe(200);
  return person;
}
const organisation = async (user: TestUser) => (await world.call('GET /api/organisation', user)).body;
const members = async (id: string | undefined, by: TestUser) =>
  await world.call(`GET /api/organisations/${id}/members`, by);
const noted = async (description: RegExp) => {
  await flushSecurityEvents(world.db);
  const events = await world.db.selectFrom('security_events').select(['description', 'user_id']).execute();
  return events.filter((one) => description.test(one.description)).map((one) => one.user_id);
};
const actions = async (kind: string, id: string) => {
  const entries = world.db.selectFrom('audit_entries').select(['action', 'actor_id']);
  return await entries.where('subject_kind', '=', kind).where('subject_id', '=', id).orderBy('sequence').execute();
};

test('a body that names an organisation, or whatever else, is refused', async () => {
  const other = (await organisation(await world.aUser({ role: 'partner' }))).id;
  const email = 'named@organisations.example';
  for (const name of ['organisation_id', 'organization', 'anything']) {
    const reply = await invite({ invited_email: email, [name]: other });
    expect([reply.status, reply.body.code, reply.body.fields[0].path], name).toEqual([400, 'invalid_request', 'body']);
  }
  const clerk = await staffOf();
  const change = { cookie: owner.cookie, body: { permissions: [], organisation_id: other } };
  expect((await world.call(`PATCH /api/organisation/members/${clerk.id}`, change)).status).toBe(400);
});

test('an owner is nobody of their own staff: neither their permissions nor their place can be taken that way', async () => {
  const own = await organisation(owner);
  const changed = await world.call(`PATCH /api/organisation/members/${owner.id}`, {
    body: { permissions: [] },
    cookie: owner.cookie,
  });
  const removed = await world.call(`DELETE /api/organisation/members/${owner.id}`, owner);
  expect([changed.status, removed.status]).toEqual([404, 404]);
  expect(await organisation(owner)).toEqual(own);
  expect((await members(own.id, owner)).body).toMatchObject([{ user_id: owner.id, standing: 'owner' }]);
  expect((await world.call('GET /api/profiles', owner)).body.profile).toMatchObject({ role: 'partner' });
});

describe('an invitation of an administrator', () => {
  test.each([
    ['partner', ['commission_tracking']],
    ['advertiser', undefined],
  ] as const)('makes its taker the owner of a new %s', async (kind, permissions) => {
    const user = await world.aUser();
    const offer = { invited_email: user.email, stakeholder_type: kind, organization_name: 'Hale Nani' };
    const body = { ...offer, ...(permissions && { permissions }) };
    expect((await world.call('POST /api/stakeholder/invite', { body, cookie: admin.cookie })).status).toBe(201);
    const { person } = await accept(await tokenFor(user.email), user);
    expect(await organisation(person)).toEqual({
      id: await organisationOf(world, user.id),
      kind,
      name: 'Hale Nani',
      partner_type: kind === 'partner' ? 'hotel' : null,
      owner_id: user.id,
      state: 'active',
      standing: 'owner',
      permissions: permissions ?? defaultPermissions[kind],
    });
  });
});

describe('staff', () => {
  test('are invited by the owner with chosen permissions, and are what the organisation is', async () => {
    const clerk = await staffOf(owner, ['qr_code_management']);
    const own = await organisation(owner);
    expect(await organisation(clerk)).toEqual({ ...own, standing: 'staff', permissions: ['qr_code_management'] });
    const { body: profile } = await world.call('GET /api/profiles', clerk);
    expect(profile.profile).toMatchObject({
      role: 'partner',
      organization_name: own.name,
      permissions: ['qr_code_management'],
    });
    const { body: listed } = await members(own.id, owner);
    expect(listed.map((one: { user_id: string; standing: string }) => [one.user_id, one.standing])).toEqual([
      [owner.id, 'owner'],
      [clerk.id, 'staff'],
    ]);
  });

  test('have all that the organisation has but what shows money where nothing was chosen, and never more', async () => {
    expect((await organisation(await staffOf())).permissions).toEqual(withoutMoney);
    const clerk = await staffOf(owner, withoutMoney);
    expect((await organisation(clerk)).permissions).toEqual(withoutMoney);
    const permissions = ['performance_analytics', 'commission_tracking'];
    await world.db.updateTable('profiles').set({ permissions }).where('user_id', '=', owner.id).execute();
    expect((await organisation(clerk)).permissions).toEqual(['performance_analytics']);
    const stray = await invite({ invited_email: 'other@hotel.example', permissions: ['qr_code_management'] });
    expect([stray.status, stray.body.error]).toEqual([400, expect.stringContaining('qr_code_management')]);
  });

  test('of a partner are given no money, neither with their invitation nor later', async () => {
    const permissions = [...defaultPermissions.partner];
    const told = 'body.permissions: commission_tracking is for owners alone';
    const invited = await invite({ invited_email: 'clerk@hotel.example', permissions });
    expect([invited.status, invited.body.code, invited.body.error]).toEqual([
      ...[400, 'invalid_request'],
      expect.stringContaining(told),
    ]);
    const clerk = await staffOf();
    const path = `PATCH /api/organisation/members/${clerk.id}` as const;
    const changed = await world.call(path, { body: { permissions }, cookie: owner.cookie });
    expect([changed.status, changed.body.error]).toEqual([400, expect.stringContaining(told)]);
    expect((await organisation(clerk)).permissions).toEqual(withoutMoney);
    // Whom an advertiser's owner lets see revenue sees it.
    const advertiser = await world.aUser({ role: 'advertiser' });
    const seller = await staffOf(advertiser, ['revenue_analytics']);
    expect((await organisation(seller)).permissions).toEqual(['revenue_analytics']);
  });

  test('of a partner who were given money before, or invited with it, see none of it', async () => {
    const { id } = await organisation(owner);
    const clerk = await staffOf();
    const all = [...defaultPermissions.partner];
    await world.db.updateTable('members').set({ permissions: all }).where('user_id', '=', clerk.id).execute();
    expect((await organisation(clerk)).permissions).toEqual(withoutMoney);
    const listed = (await members(id, owner)).body.find((one: { user_id: string }) => one.user_id === clerk.id);
    expect(listed.permissions).toEqual(withoutMoney);
    for (const path of ['earnings', 'payouts', 'statements/2026-11'])
      expect((await world.call(`GET /api/organisations/${id}/${path}`, clerk)).status, path).toBe(403);
    const { body } = await world.call('GET /api/partner-portal/performance', clerk);
    expect([body.total_revenue, body.commission_earned]).toEqual([null, null]);
    // Made an owner they see it, and made staff again not.
    const stand = (standing: string) =>
      world.call(`PATCH /api/organisation/members/${clerk.id}`, { body: { standing }, cookie: owner.cookie });
    expect((await stand('owner')).body.permissions).toEqual(all);
    expect((await world.call(`GET /api/organisations/${id}/earnings`, clerk)).status).toBe(200);
    await stand('staff');
    expect((await world.call(`GET /api/organisations/${id}/earnings`, clerk)).status).toBe(403);

    const late = await world.aUser();
    expect((await invite({ invited_email: late.email })).status).toBe(201);
    await world.db
      .updateTable('invitations')
      .set({ permissions: all })
      .where('invited_email', '=', late.email)
      .execute();
    const token = await tokenFor(late.email);
    const offer = (await world.call(`GET /api/stakeholder/validate/${token}`)).body;
    expect(offer.permissions).toEqual(withoutMoney);
    const { person } = await accept(token, late);
    expect((await organisation(person)).permissions).toEqual(withoutMoney);
    const kept = world.db.selectFrom('members').select('permissions').where('user_id', '=', late.id);
    expect(await kept.executeTakeFirst()).toEqual({ permissions: withoutMoney });
  });

  test('are given other permissions from their next call on', async () => {
    const clerk = await staffOf();
    const change = (permissions: string[], by: TestUser) =>
      world.call(`PATCH /api/organisation/members/${clerk.id}`, { body: { permissions }, cookie: by.cookie });
    expect((await change(['performance_analytics'], owner)).body.permissions).toEqual(['performance_analytics']);
    expect((await organisation(clerk)).permissions).toEqual(['performance_analytics']);
    expect((await change(['campaign_management'], owner)).status).toBe(400);
    expect((await change([], clerk)).status).toBe(403);
    // The same again is no change.
    expect((await change(['performance_analytics'], owner)).body.permissions).toEqual(['performance_analytics']);
    const changes = (await actions('user', clerk.id)).filter(({ action }) => action === 'member_changed');
    expect(changes).toEqual([{ action: 'member_changed', actor_id: owner.id }]);
    const [content] = await auditContentOf(world, 'member_changed', clerk.id);
    expect(content).toMatchObject({ after: { permissions: ['performance_analytics'] } });
  });

  test('are taken out, and are travelers who are signed out everywhere', async () => {
    const clerk = await staffOf();
    const remove = () => world.call(`DELETE /api/organisation/members/${clerk.id}`, owner);
    expect((await remove()).status).toBe(200);
    expect((await world.call('GET /api/organisation', clerk)).status).toBe(401);
    const profile = world.db
      .selectFrom('profiles')
      .select(['role', 'organization_name'])
      .where('user_id', '=', clerk.id);
    expect(await profile.executeTakeFirst()).toEqual({ role: 'traveler', organization_name: null });
    expect((await remove()).status).toBe(404);
    expect((await actions('user', clerk.id)).map((one) => one.action).slice(-2)).toEqual([
      'role_changed',
      'member_removed',
    ]);
    const { id } = await organisation(owner);
    const was = { organisation: id, permissions: withoutMoney };
    expect(await auditContentOf(world, 'member_removed', clerk.id)).toMatchObject([{ before: was }]);
    expect(await auditContentOf(world, 'member_joined', clerk.id)).toMatchObject([{ after: was }]);
  });

  test('leave when the operator gives them another role', async () => {
    const clerk = await staffOf();
    await world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', clerk.id).execute();
    expect(await organisationOf(world, clerk.id)).toBeUndefined();
  });

  test('see who is of the team, but invite nobody and decide nothing, and that is noted', async () => {
    const clerk = await staffOf();
    const own = await organisation(owner);
    expect((await members(own.id, clerk)).body).toEqual((await members(own.id, owner)).body);
    const refused = [
      await invite({ invited_email: 'friend@hotel.example' }, clerk),
      await world.call('POST /api/organisation/hand-over', {
        body: { user_id: clerk.id, stays: true },
        cookie: clerk.cookie,
      }),
      await world.call('GET /api/organisation/invitations', clerk),
      await world.call(`DELETE /api/organisation/members/${clerk.id}`, clerk),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([403, 'forbidden']));
    expect(await noted(/refused \(forbidden: not the owner\)/)).toContain(clerk.id);
    const renamed = { body: { organizationName: 'Hale Hou' }, cookie: clerk.cookie };
    expect((await world.call('PUT /api/profiles', renamed)).body.organization_name).toBe(own.name);
  });

  test('go by the name that the owner gives the organisation', async () => {
    const clerk = await staffOf();
    await world.call('PUT /api/profiles', { body: { organizationName: 'Hale Hou' }, cookie: owner.cookie });
    expect((await organisation(clerk)).name).toBe('Hale Hou');
    expect((await world.call('GET /api/profiles', clerk)).body.profile.organization_name).toBe('Hale Hou');
  });
});

describe('an invitation of staff', () => {
  test('is listed, sent again and revoked by its owner alone', async () => {
    const stranger = await world.aUser({ role: 'partner' });
    const { body: sent } = await invite({ invited_email: 'Desk@Hotel.example' });
    expect(sent).toMatchObject({ invited_email: 'desk@hotel.example', status: 'pending', sent_count: 1 });
    const open = await invite({ invited_email: 'desk@hotel.example' });
    expect([open.status, open.body.code]).toEqual([409, 'invitation_pending']);
    const listOf = async (by: TestUser) => (await world.call('GET /api/organisation/invitations', by)).body;
    expect(await listOf(owner)).toEqual([sent]);
    expect(await listOf(stranger)).toEqual([]);
    const change = (what: string, by: TestUser) =>
      world.call(`POST /api/organisation/invitations/${sent.id}/${what}`, { body: {}, cookie: by.cookie });
    const foreign = [await change('resend', stranger), await change('revoke', stranger)];
    expect(foreign.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([404, 'not_found']));
    expect(await noted(/resend was refused \(not_found: another organisation's\)/)).toContain(stranger.id);
    const first = await tokenFor('desk@hotel.example');
    // Only an owner knows whether somebody still is to join.
    const admin = await world.aUser({ role: 'admin' });
    const byHouse = await world.call(`POST /api/stakeholder/invitations/${sent.id}/resend`, { cookie: admin.cookie });
    expect([byHouse.status, await tokenFor('desk@hotel.example')]).toEqual([404, first]);
    expect((await change('resend', owner)).body).toMatchObject({ sent_count: 2, status: 'pending' });
    const second = await tokenFor('desk@hotel.example');
    const validate = async (token = '') => (await world.call(`GET /api/stakeholder/validate/${token}`)).status;
    expect([await validate(first), await validate(second)]).toEqual([404, 200]);
    expect((await change('revoke', owner)).body.status).toBe('revoked');
    expect(await validate(second)).toBe(404);
    expect((await change('resend', owner)).body.code).toBe('invitation_closed');
    for (const action of ['invitation_resent', 'invitation_revoked'])
      expect(await auditActorsOf(world, action, sent.id)).toEqual([owner.id]);
    expect((await invite({ invited_email: 'desk@hotel.example' })).status).toBe(201);
  });

  test('goes to no address that is none, and is one however often it is sent with a key', async () => {
    const none = await invite({ invited_email: 'a@b' });
    const fields = [{ path: 'body.invited_email' }];
    expect(none).toMatchObject({ status: 400, body: { code: 'invalid_email', fields } });
    const send = () =>
      world.call('POST /api/organisation/invitations', {
        body: { invited_email: 'keyed@hotel.example' },
        cookie: owner.cookie,
        headers: { 'idempotency-key': 'staff-invited-with-a-key' },
      });
    const first = await send();
    await world.call(`POST /api/organisation/invitations/${first.body.id}/revoke`, { body: {}, cookie: owner.cookie });
    const again = await send();
    expect([again.status, again.body]).toEqual([201, { ...first.body, status: 'revoked' }]);
  });

  test('is none of the administrators, nor in the way of theirs or of another organisation', async () => {
    const other = await world.aUser({ role: 'advertiser' });
    const invited_email = 'wanted@hotel.example';
    const { body: sent } = await invite({ invited_email });
    expect((await invite({ invited_email }, other)).status).toBe(201);
    const offer = { invited_email, stakeholder_type: 'partner', organization_name: 'Hale Nani' };
    expect((await world.call('POST /api/stakeholder/invite', { body: offer, cookie: admin.cookie })).status).toBe(201);
    const { body: listed } = await world.call('GET /api/stakeholder/invitations', admin);
    expect(listed.rows.map((one: { id: string }) => one.id)).not.toContain(sent.id);
    const revoked = await world.call(`POST /api/stakeholder/invitations/${sent.id}/revoke`, {
      body: {},
      cookie: admin.cookie,
    });
    expect(revoked.status).toBe(404);
  });

  test('is refused to who is of an organisation, which its sender does not learn', async () => {
    const elsewhere = await staffOf(await world.aUser({ role: 'partner' }));
    expect((await invite({ invited_email: elsewhere.email })).status).toBe(201);
    const { reply } = await accept(await tokenFor(elsewhere.email), elsewhere);
    expect([reply.status, reply.body.code]).toEqual([409, 'invitation_conflict']);
    expect((await organisation(elsewhere)).standing).toBe('staff');
  });

  test.each(['admin', 'advertiser'] as const)(
    'takes no role of weight away: an account that is %s stays it',
    async (role) => {
      const user = await world.aUser({ role });
      expect((await invite({ invited_email: user.email })).status).toBe(201);
      const token = await tokenFor(user.email);
      const { reply } = await accept(token, user);
      expect([reply.status, reply.body.code]).toEqual([409, 'invitation_conflict']);
      expect((await world.call('GET /api/profiles', user)).body.profile.role).toBe(role);
      expect((await members(await organisationOf(world, owner.id), owner)).body).toHaveLength(1);
      expect((await world.call(`GET /api/stakeholder/validate/${token}`)).status).toBe(200);
    },
  );

  test('says that one joins a team, and what one may do there, on its page and in its mail', async () => {
    const invited_email = 'told@hotel.example';
    const permissions = ['qr_code_management', 'performance_analytics'];
    const name = { organization_name: 'Hale Kai' };
    await world.db.updateTable('profiles').set(name).where('user_id', '=', owner.id).execute();
    await invite({ invited_email, permissions });
    const offer = await world.call(`GET /api/stakeholder/validate/${await tokenFor(invited_email)}`);
    expect(offer.body).toMatchObject({ organization_name: 'Hale Kai', standing: 'staff', permissions });
    const { text } = (await world.mail()).findLast((one) => one.to === invited_email)!;
    expect(text).toContain('Hale Kai invites you to its team at Holoholo. You can then use: the codes, the figures.');
    expect(text).not.toContain('as a partner');
  });

  test('gives way to a new one once it has expired', async () => {
    const invited_email = 'late@hotel.example';
    await invite({ invited_email });
    const passed = { expires_at: world.clock.now() };
    await world.db.updateTable('invitations').set(passed).where('invited_email', '=', invited_email).execute();
    expect((await invite({ invited_email })).status).toBe(201);
  });
});

describe('a suspended organisation', () => {
  test('has no call of its members answered, in words of its own, until it goes on', async () => {
    const clerk = await staffOf();
    const { id } = await organisation(owner);
    const set = (state: string) =>
      world.call(`PATCH /api/organisations/${id}`, { body: { state, reason: 'Unpaid' }, cookie: admin.cookie });
    expect((await set('suspended')).body).toMatchObject({ id, state: 'suspended' });
    for (const member of [owner, clerk]) {
      const reply = await world.call('GET /api/organisation', member);
      expect([reply.status, reply.body.code]).toEqual([403, 'organisation_suspended']);
      expect(reply.body.error).toMatch(/suspended/);
      expect((await world.call('GET /api/users/me', member)).status).toBe(200);
    }
    expect(await noted(/GET \/api\/organisation was refused \(organisation_suspended\)/)).toEqual(
      expect.arrayContaining([owner.id, clerk.id]),
    );
    const rename = { body: { organizationName: 'Another name' }, cookie: owner.cookie };
    await world.call('PUT /api/profiles', rename);
    expect((await world.call('GET /api/profiles', owner)).body.profile.organization_name).not.toBe('Another name');
    expect((await members(id, admin)).status).toBe(200);
    expect((await set('suspended')).status).toBe(200);
    for (let time = 0; time < 2; time++) expect((await set('active')).status).toBe(200);
    expect((await world.call('GET /api/organisation', clerk)).status).toBe(200);
    expect(await auditContentOf(world, 'organisation_suspended', id)).toMatchObject([
      { before: { state: 'active' }, after: { state: 'suspended', reason: 'Unpaid' } },
    ]);
    const unknown = { body: { state: 'suspended', reason: 'Unpaid' }, cookie: admin.cookie };
    expect((await world.call(`PATCH /api/organisations/${randomUUID()}`, unknown)).status).toBe(404);
    expect((await actions('organisation', id)).map((one) => one.action)).toEqual([
      'organisation_suspended',
      'admin_organisation_view',
      'organisation_resumed',
    ]);
  });

  test('takes nobody in', async () => {
    const user = await world.aUser();
    await invite({ invited_email: user.email });
    const { id } = await organisation(owner);
    await world.db.updateTable('organisations').set({ state: 'suspended' }).where('id', '=', id).execute();
    const { reply } = await accept(await tokenFor(user.email), user);
    expect([reply.status, reply.body.code]).toEqual([404, 'invitation_invalid']);
  });
});

test.each([
  ['suspended', { is_active: false }],
  ['an owner no more', { role: 'traveler' }],
])('an invitation of staff takes nobody in while whoever sent it is %s', async (_, change) => {
  const user = await world.aUser();
  await invite({ invited_email: user.email });
  const token = await tokenFor(user.email);
  const set = (profile: object) =>
    world.db.updateTable('profiles').set(profile).where('user_id', '=', owner.id).execute();
  await set(change);
  const { reply } = await accept(token, user);
  expect([reply.status, reply.body.code]).toEqual([404, 'invitation_invalid']);
  await set({ is_active: true, role: 'partner' });
  expect((await accept(token, user)).reply.status).toBe(200);
});

test.each([
  ['suspended', { is_active: false }],
  ['an owner no more', { role: 'traveler' }],
])(
  'staff whose owner is %s are answered as those of a suspended organisation, until that is over',
  async (_, change) => {
    const clerk = await staffOf();
    const { id } = await organisation(owner);
    const set = (profile: object) =>
      world.db.updateTable('profiles').set(profile).where('user_id', '=', owner.id).execute();
    await set(change);
    for (const address of ['GET /api/organisation', `GET /api/organisations/${id}/earnings`] as const) {
      const reply = await world.call(address, clerk);
      expect([reply.status, reply.body.code], address).toEqual([403, 'organisation_suspended']);
    }
    await set({ is_active: true, role: 'partner' });
    expect((await world.call('GET /api/organisation', clerk)).status).toBe(200);
  },
);

test('staff do not become the owner of another organisation that happens to have the name of theirs', async () => {
  const clerk = await staffOf();
  const { name: organization_name } = await organisation(owner);
  const offer = { invited_email: clerk.email, stakeholder_type: 'partner', organization_name };
  const refused = await world.call('POST /api/stakeholder/invite', { body: offer, cookie: admin.cookie });
  expect([refused.status, refused.body.code]).toEqual([409, 'invitation_conflict']);

  // Nor does who became one of the staff after it was sent.
  const later = await world.aUser();
  const sent = { body: { ...offer, invited_email: later.email }, cookie: admin.cookie };
  expect((await world.call('POST /api/stakeholder/invite', sent)).status).toBe(201);
  const asOwner = await tokenFor(later.email);
  expect((await invite({ invited_email: later.email })).status).toBe(201);
  const { person } = await accept(await tokenFor(later.email), later);
  const { reply } = await accept(asOwner, person);
  expect([reply.status, reply.body.code]).toEqual([409, 'invitation_conflict']);
  expect(await organisation(person)).toMatchObject({ standing: 'staff' });
});

test('invitations to one address are five a day, whoever sends them', async () => {
  const other = await world.aUser({ role: 'partner' });
  const { body: sent } = await invite({ invited_email: 'flooded@hotel.example' });
  const resend = async (id: string, by: TestUser) =>
    (await world.call(`POST /api/organisation/invitations/${id}/resend`, { body: {}, cookie: by.cookie })).status;
  const { body: second } = await invite({ invited_email: 'Flooded+desk@hotel.example' }, other);
  expect([await resend(sent.id, owner), await resend(second.id, other), await resend(sent.id, owner)]).toEqual([
    200, 200, 200,
  ]);
  expect([await resend(sent.id, owner), await resend(second.id, other)]).toEqual([429, 429]);
  const mails = (await world.mail()).filter(({ to }) => to.endsWith('@hotel.example') && to.startsWith('flooded'));
  expect(mails).toHaveLength(5);
  expect((await invite({ invited_email: 'another@hotel.example' })).status).toBe(201);
});

describe('members', () => {
  test('of another organisation are not there for its owner, and the attempt is noted', async () => {
    const { id } = await organisation(owner);
    const stranger = await world.aUser({ role: 'partner' });
    const clerk = await staffOf();
    const replies = [
      await members(id, stranger),
      await members(randomUUID(), stranger),
      await world.call(`PATCH /api/organisation/members/${clerk.id}`, {
        body: { permissions: [] },
        cookie: stranger.cookie,
      }),
      await world.call(`DELETE /api/organisation/members/${clerk.id}`, stranger),
    ];
    expect(replies.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([404, 'not_found']));
    const foreign = await noted(/refused \(not_found: another organisation's\)/);
    expect(foreign.filter((one) => one === stranger.id)).toHaveLength(3);
  });

  test('are no others to an owner who names themselves, who is not noted as one of another organisation', async () => {
    const named = await world.aUser({ role: 'partner' });
    const call = `/api/organisation/members/${named.id}`;
    const replies = [
      await world.call(`PATCH ${call}`, { body: { permissions: [] }, cookie: named.cookie }),
      await world.call(`DELETE ${call}`, named),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404]);
    expect(await noted(/another organisation's/)).not.toContain(named.id);
  });

  test('of another organisation are noted also behind a flood of calls that are refused for less', async () => {
    const { id } = await organisation(owner);
    const stranger = await world.aUser({ role: 'partner' });
    for (let at = 0; at < 20; at++) expect((await world.call('GET /api/admin/users', stranger)).status).toBe(403);
    expect((await members(id, stranger)).status).toBe(404);
    expect(await noted(/members was refused \(not_found: another organisation's\)/)).toContain(stranger.id);
  });

  test('are looked at by an admin, who is noted each time', async () => {
    const { id } = await organisation(owner);
    expect((await members(randomUUID(), admin)).status).toBe(404);
    expect((await members(id, admin)).body).toHaveLength(1);
    expect(await actions('organisation', id)).toEqual([{ action: 'admin_organisation_view', actor_id: admin.id }]);
    expect(await noted(/Looked at an organisation/)).toContain(admin.id);
  });
});
