import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { defaultPermissions } from '../../../contract/permissions.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let count = 0;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
beforeEach(async () => {
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const day = 86_400;
const newAddress = () => `host-${count++}@hotel.example`;
const offer = { stakeholder_type: 'partner', organization_name: 'Hale Kai' };

/** Takes the newest link out of the invited person's mail. */
async function newestToken(email: string): Promise<string> {
  const message = (await world.mail()).findLast((one) => one.to === email && one.text.includes('/invite/'));
  return message?.text.match(/^http:\/\/localhost:3000\/invite\/([\w-]{43})$/m)?.[1] ?? '';
}
async function invite(given: object = {}, as = admin) {
  const email = (given as { invited_email?: string }).invited_email ?? newAddress();
  const reply = await world.call('POST /api/stakeholder/invite', {
    cookie: as.cookie,
    body: { ...offer, invited_email: email, ...given },
  });
  return { reply, email, token: await newestToken(email), id: reply.body.id as string };
}
const validate = (token: string) => world.call(`GET /api/stakeholder/validate/${token}`);
const accept = (token: string, cookie?: string, body: object = {}) =>
  world.call(`POST /api/stakeholder/accept/${token}`, { cookie, body });
const act = (id: string, what: 'resend' | 'revoke') =>
  world.call(`POST /api/stakeholder/invitations/${id}/${what}`, { cookie: admin.cookie });
const profileOf = (id: string) =>
  world.db.selectFrom('profiles').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();

describe('an invitation', () => {
  test('is mailed, shown, accepted by the invited address, and gives the role with a new session', async () => {
    const { reply, email, token, id } = await invite({ partner_type: 'cafe', notes: 'Met in Hilo' });
    expect([reply.status, reply.body.status, reply.body.sent_count]).toEqual([201, 'pending', 1]);
    expect(reply.raw).not.toContain(token);
    expect((await validate(token)).body).toEqual({
      stakeholder_type: 'partner',
      organization_name: 'Hale Kai',
      expires_at: '2026-11-28T20:00:00.000Z',
      partner_type: 'cafe',
      standing: 'owner',
      joins: false,
      permissions: defaultPermissions.partner,
      invited_email_hint: 'h•••@hotel.example',
      accepted: false,
    });
    const user = await world.aUser({ email });
    const accepted = await accept(token, user.cookie, { user_id: user.id });
    expect(accepted.body).toEqual({ stakeholder_type: 'partner', assigned_role: 'partner', partner_type: 'cafe' });
    expect(await profileOf(user.id)).toMatchObject({
      role: 'partner',
      partner_type: 'cafe',
      organization_name: 'Hale Kai',
      permissions: expect.arrayContaining(['partner_portal_access', 'commission_tracking']),
    });
    // The session from before the change of rights has ended, here and everywhere.
    expect((await world.call('GET /api/profiles', { cookie: user.cookie })).status).toBe(401);
    const renewed = await world.call('GET /api/profiles', { cookie: `session=${accepted.cookies.session}` });
    expect(renewed.body.profile.role).toBe('partner');
    const { rows } = await world.database.pool.query(
      'select action from audit_entries where subject_id = any($1) order by sequence',
      [[user.id, id]],
    );
    expect(rows.map((row) => row.action)).toEqual(['invitation_sent', 'invitation_accepted', 'role_changed']);
  });

  test('of an advertiser has its own permissions, or those that were chosen', async () => {
    const { reply } = await invite({ stakeholder_type: 'advertiser', permissions: ['revenue_analytics'] });
    expect(reply.body).toMatchObject({ permissions: ['revenue_analytics'], partner_type: null });
    const foreign = await invite({ stakeholder_type: 'advertiser', permissions: ['qr_code_management'] });
    expect([foreign.reply.status, foreign.token]).toEqual([400, '']);
  });

  test('works for 7 days, to the second', async () => {
    const [one, late] = [await invite(), await invite()];
    world.clock.advance(7 * day - 1);
    expect((await validate(one.token)).status).toBe(200);
    const user = await world.aUser({ email: one.email });
    expect((await accept(one.token, user.cookie)).status).toBe(200);
    const tooLate = await world.aUser({ email: late.email });
    admin = await world.aUser({ role: 'admin' });
    world.clock.advance(1);
    expect((await validate(late.token)).body).toMatchObject({
      code: 'invitation_expired',
      error: 'Invitation expired',
    });
    expect((await accept(late.token, tooLate.cookie)).body.code).toBe('invitation_expired');
    await act(late.id, 'resend');
    expect((await accept(await newestToken(late.email), tooLate.cookie)).status).toBe(200);
  });

  test('ends with a newer link, when revoked, and is then invalid', async () => {
    const one = await invite();
    expect((await act(one.id, 'resend')).body.sent_count).toBe(2);
    const newer = await newestToken(one.email);
    expect(newer).not.toBe(one.token);
    expect((await validate(one.token)).body.code).toBe('invitation_invalid');
    expect((await validate(newer)).status).toBe(200);
    expect((await act(one.id, 'revoke')).body.status).toBe('revoked');
    for (const action of ['invitation_resent', 'invitation_revoked'])
      expect(await auditActorsOf(world, action, one.id)).toEqual([admin.id]);
    const [resent] = await auditContentOf(world, 'invitation_resent', one.id);
    expect(resent).toMatchObject({ before: { status: 'pending' }, after: { status: 'pending' } });
    expect(Date.parse(resent!.after.expires_at)).toBeGreaterThanOrEqual(Date.parse(resent!.before.expires_at));
    expect(await auditContentOf(world, 'invitation_revoked', one.id)).toEqual([
      { personId: null, before: { status: 'pending' }, after: { status: 'revoked' } },
    ]);
    expect((await validate(newer)).body.error).toBe('This invitation link is invalid or has already been used.');
    for (const what of ['resend', 'revoke'] as const)
      expect((await act(one.id, what)).body.code).toBe('invitation_closed');
  });

  test('is not sent again to somebody who meanwhile is a partner elsewhere, and stays as it was', async () => {
    const one = await invite();
    const user = await world.aUser({ email: one.email, role: 'partner' });
    await world.db
      .updateTable('profiles')
      .set({ organization_name: 'Another House' })
      .where('user_id', '=', user.id)
      .execute();
    const mails = (await world.mail()).length;
    expect((await act(one.id, 'resend')).body.code).toBe('invitation_conflict');
    expect((await world.mail()).length).toBe(mails);
    expect((await validate(one.token)).status).toBe(200);
  });

  test('is open once for each address; after its end there may be another', async () => {
    const one = await invite();
    expect((await invite({ invited_email: one.email })).reply.body.code).toBe('invitation_pending');
    await act(one.id, 'revoke');
    const two = await invite({ invited_email: one.email });
    expect(two.reply.status).toBe(201);
    world.clock.advance(7 * day);
    admin = await world.aUser({ role: 'admin' });
    expect((await invite({ invited_email: one.email })).reply.status).toBe(201);
    const list = await world.call('GET /api/stakeholder/invitations', { cookie: admin.cookie });
    const statuses = list.body.rows.filter((row: { invited_email: string }) => row.invited_email === one.email);
    expect(statuses.map((row: { status: string }) => row.status).sort()).toEqual(['expired', 'pending', 'revoked']);
    const pending = await world.call('GET /api/stakeholder/invitations?status=revoked', { cookie: admin.cookie });
    expect(new Set(pending.body.rows.map((row: { status: string }) => row.status))).toEqual(new Set(['revoked']));
  });

  test('that expired and made way for another is not sent again: its address has one open invitation', async () => {
    const one = await invite();
    world.clock.advance(7 * day);
    admin = await world.aUser({ role: 'admin' });
    const two = await invite({ invited_email: one.email });
    const mails = (await world.mail()).length;
    expect((await act(one.id, 'resend')).body.code).toBe('invitation_closed');
    expect((await world.mail()).length).toBe(mails);
    expect((await validate(one.token)).body.code).toBe('invitation_expired');
    expect((await validate(two.token)).status).toBe(200);
  });

  test('that expired is listed among the expired and among all, and nowhere else', async () => {
    const { id } = await invite();
    world.clock.advance(7 * day);
    admin = await world.aUser({ role: 'admin' });
    const listed = async (query: string) => {
      const { body } = await world.call(`GET /api/stakeholder/invitations${query}`, { cookie: admin.cookie });
      return body.rows.some((one: { id: string }) => one.id === id);
    };
    const queries = ['', '?status=expired', '?status=accepted', '?status=pending', '?status=revoked'];
    expect(await Promise.all(queries.map(listed))).toEqual([true, true, false, false, false]);
  });

  test('that is sent twice with a key is one, and answered as it is now', async () => {
    const send = () =>
      world.call('POST /api/stakeholder/invite', {
        cookie: admin.cookie,
        body: { ...offer, invited_email: 'twice@hotel.example' },
        headers: { 'idempotency-key': 'an-invitation-that-is-sent-twice' },
      });
    const first = await send();
    await act(first.body.id, 'resend');
    const again = await send();
    expect([again.status, again.body]).toEqual([201, { ...first.body, sent_count: 2 }]);
  });

  test('offers what its type can have alone, and says what cannot be', async () => {
    const { reply } = await invite({ stakeholder_type: 'advertiser', permissions: ['commission_tracking'] });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
    expect(JSON.stringify(reply.body)).toContain('commission_tracking is not for this type');
  });

  test('keeps what its sender notes, and nothing where they note nothing', async () => {
    const noted = async (notes?: string) => (await invite({ notes })).reply.body.notes;
    expect([await noted('Met in Hilo'), await noted(''), await noted()]).toEqual(['Met in Hilo', null, null]);
  });

  test('reaches a partner of the same house, however its name is written', async () => {
    const { email, token } = await invite({ organization_name: 'Hale Kai' });
    const user = await world.aUser({ email, role: 'partner' });
    const name = { organization_name: '  HALE kai ' };
    await world.db.updateTable('profiles').set(name).where('user_id', '=', user.id).execute();
    expect((await accept(token, user.cookie)).status).toBe(200);
  });

  test('that was accepted is listed among the accepted and among all, and nowhere else', async () => {
    const { email, token, id } = await invite();
    await accept(token, (await world.aUser({ email })).cookie);
    const listed = async (query: string) => {
      const { body } = await world.call(`GET /api/stakeholder/invitations${query}`, { cookie: admin.cookie });
      return body.rows.some((one: { id: string }) => one.id === id);
    };
    const queries = ['', '?status=accepted', '?status=pending', '?status=expired', '?status=revoked'];
    expect(await Promise.all(queries.map(listed))).toEqual([true, true, false, false, false]);
  });

  test('of one status are found behind any number of newer ones of another', async () => {
    const { email } = await invite();
    const sent_at = new Date(world.clock.now().getTime() + 60_000);
    const revoked = Array.from({ length: 250 }, (_, at) => ({
      token_hash: createHash('sha256').update(`crowd-${at}`).digest(),
      invited_email: `crowd-${at}@hotel.example`,
      stakeholder_type: 'advertiser',
      organization_name: 'Crowd',
      permissions: [],
      created_at: sent_at,
      sent_at,
      expires_at: new Date(sent_at.getTime() + 86_400_000),
      revoked_at: sent_at,
      closed_at: sent_at,
    }));
    await world.db.insertInto('invitations').values(revoked).execute();
    const list = await world.call('GET /api/stakeholder/invitations?status=pending', { cookie: admin.cookie });
    expect(list.body.rows.map((row: { invited_email: string }) => row.invited_email)).toContain(email);
    expect(list.body.rows.every((row: { status: string }) => row.status === 'pending')).toBe(true);
    const long_ago = { created_at: new Date(0) };
    await world.db.updateTable('invitations').set(long_ago).where('organization_name', '=', 'Crowd').execute();
  });
});

describe('an invitation that was accepted', () => {
  const accepted = async () => {
    const one = await invite({ partner_type: 'cafe' });
    const user = await world.aUser({ email: one.email });
    const { cookies, body } = await accept(one.token, user.cookie);
    return { ...one, user, body, cookie: `session=${cookies.session}` };
  };
  const asOwner = (token: string, cookie?: string) => world.call(`GET /api/stakeholder/validate/${token}`, { cookie });

  test('says so again to whoever accepted it, changes nothing by that, and is invalid to everybody else', async () => {
    const { token, user, body, cookie, id } = await accepted();
    expect((await asOwner(token, cookie)).body).toMatchObject({ accepted: true, organization_name: 'Hale Kai' });
    const again = await accept(token, cookie, { user_id: user.id });
    expect([again.status, again.body, again.cookies.session]).toEqual([200, body, undefined]);
    expect(await auditActorsOf(world, 'invitation_accepted', id)).toEqual([user.id]);
    const stranger = await world.aUser();
    const partner = await world.aUser({ role: 'partner' });
    for (const other of [undefined, user.cookie, stranger.cookie, partner.cookie, admin.cookie])
      expect((await asOwner(token, other)).body.code).toBe('invitation_invalid');
    for (const other of [stranger.cookie, partner.cookie, admin.cookie])
      expect((await accept(token, other)).body.code).toBe('invitation_invalid');
  });

  test('is invalid also to them once they are no longer what it made them', async () => {
    const { token, user, cookie } = await accepted();
    await world.db.updateTable('profiles').set({ role: 'traveler' }).where('user_id', '=', user.id).execute();
    expect((await asOwner(token, cookie)).body.code).toBe('invitation_invalid');
    expect((await accept(token, cookie)).body.code).toBe('invitation_invalid');
  });

  test('one that was revoked, and never accepted, is invalid to the invited address', async () => {
    const one = await invite();
    const user = await world.aUser({ email: one.email, role: 'partner' });
    await act(one.id, 'revoke');
    expect((await asOwner(one.token, user.cookie)).body.code).toBe('invitation_invalid');
    expect((await accept(one.token, user.cookie)).body.code).toBe('invitation_invalid');
  });
});

describe('an invitation in the wrong hands', () => {
  test('is refused to another account and stays unused', async () => {
    const { token, email } = await invite();
    const stranger = await world.aUser();
    expect((await accept(token, stranger.cookie)).body.code).toBe('invitation_not_yours');
    expect((await accept(token)).status).toBe(401);
    expect((await profileOf(stranger.id)).role).toBe('traveler');
    const user = await world.aUser({ email });
    expect((await accept(token, user.cookie, { user_id: stranger.id })).status).toBe(403);
    expect((await profileOf(stranger.id)).role).toBe('traveler');
    expect((await accept(token, user.cookie)).status).toBe(200);
  });

  test.each(['x', 'A'.repeat(43), '%00', "'--", `${'A'.repeat(42)}=`])('%j is invalid', async (token) => {
    expect([400, 404]).toContain((await validate(token)).status);
    const user = await world.aUser();
    expect([400, 404]).toContain((await accept(token, user.cookie)).status);
  });

  test.each([
    ['admin', null, 'partner'],
    ['advertiser', null, 'partner'],
    ['partner', 'Another House', 'partner'],
    ['partner', 'Hale Kai', 'advertiser'],
  ] as const)('changes no %s (%s) into a %s', async (role, organization_name, stakeholder_type) => {
    const { token, email } = await invite({ stakeholder_type });
    const user = await world.aUser({ email, role });
    await world.db.updateTable('profiles').set({ organization_name }).where('user_id', '=', user.id).execute();
    const before = await profileOf(user.id);
    expect((await accept(token, user.cookie)).body.code).toBe('invitation_conflict');
    expect(await profileOf(user.id)).toEqual(before);
    expect((await validate(token)).status).toBe(200);
    expect((await invite({ invited_email: email, stakeholder_type })).reply.body.code).toBe('invitation_conflict');
  });
});

test('the sign-in link goes to the invited address alone and leads back to the invitation', async () => {
  const { token, email } = await invite();
  const reply = await world.call(`POST /api/stakeholder/magic-link/${token}`, { body: { email: 'evil@example.com' } });
  expect([reply.status, reply.raw.includes(email)]).toEqual([202, false]);
  const link = (await world.mail()).at(-1)!;
  expect(link.to).toBe(email);
  const signedIn = await world.call('POST /api/auth/magic-link/verify', {
    body: { token: link.text.match(/token=([\w-]+)/)?.[1] },
    cookie: `magic_link=${reply.cookies.magic_link}`,
  });
  expect(signedIn.body.redirect).toBe(`/invite/${token}`);
  expect((await accept(token, `session=${signedIn.cookies.session}`)).status).toBe(200);
});

test.each([
  '',
  'nobody',
  'a@b',
  'a@b.example,x@evil.example',
  'a@b.example\nbcc: x@evil.example',
  '<a@b.example>',
  'a@ɡmail.com',
])('no invitation goes to %j', async (invited_email) => {
  const before = (await world.mail()).length;
  expect((await invite({ invited_email })).reply.status).toBe(400);
  expect((await world.mail()).length).toBe(before);
});

test('whoever can be invited can ask for a sign-in link too', async () => {
  for (const local of ['a', 'A.b', 'a+b', "o'hara", '{x}', 'a'.repeat(64), '!#$%&']) {
    const { reply, email } = await invite({ invited_email: `${local}@${count++}.hotel.example` });
    expect(reply.status, local).toBe(201);
    expect((await world.call('POST /api/auth/magic-link', { body: { email } })).status, local).toBe(202);
  }
});
