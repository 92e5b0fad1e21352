import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { flushSecurityEvents } from '../server/platform/security-events/security-events.ts';
import { aPasskey } from './access-world.ts';
import { ownerOf } from './attack/owner.ts';
import { onServer } from './database-setup.ts';
import { createGoogleWorld, type GoogleWorld } from './google-flow.ts';
import type { TestUser } from './world.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld({ ADMIN_EMAILS: 'boss@example.com' });
});
beforeEach(async () => {
  await events();
  await forgetEvents();
  world.clock.advance(60);
});
afterAll(() => world.close());

/** What was recorded, in order: kind, severity, who, and what an administrator reads. */
async function events() {
  await flushSecurityEvents(world.db);
  const rows = await world.db.selectFrom('security_events').selectAll().orderBy('id').execute();
  for (const row of rows) {
    expect(row).toMatchObject({ ip_address: '127.0.0.1', occurred_at: world.clock.now() });
    expect(row.request_id).toBeTruthy();
    expect(row.description).not.toMatch(/[\w-]{43}|@/);
  }
  return rows.map((row) => [row.event_type, row.severity, row.user_id, row.description]);
}
/** Before their time, which the application cannot. */
async function forgetEvents(): Promise<void> {
  await flushSecurityEvents(world.db);
  await onServer(await ownerOf(world), 'truncate security_events');
}
const redeem = (token: string, cookie?: string) =>
  world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true }, cookie });
let browser: string | undefined;
/** Asks for a link, always by the same browser. */
async function linkOf(email: string): Promise<string> {
  const reply = await world.call('POST /api/auth/magic-link', { body: { email }, cookie: browser });
  browser = `magic_link=${reply.cookies.magic_link}`;
  const mail = (await world.mail()).findLast((one) => one.to === email);
  return mail?.text.match(/token=([\w-]+)/)?.[1] ?? '';
}
const as = (user: TestUser, request: `${string} ${string}`, body?: unknown) =>
  world.call(request, { cookie: user.cookie, body });
const verify = 'POST /api/auth/magic-link/verify was refused';

describe('signing in by link', () => {
  test('and what is wrong with links that do not', async () => {
    const user = await world.aUser();
    const used = await linkOf(user.email);
    await redeem(used);
    await redeem(used);
    const [replaced, expired] = [await linkOf(user.email), await linkOf(user.email)];
    await redeem(replaced);
    await redeem('A'.repeat(43));
    await redeem('nonsense');
    expect(await events()).toEqual([
      ['sign_in', 'info', user.id, 'With an e-mail link.'],
      ['sign_in_failed', 'medium', user.id, `${verify} (link_invalid: used before).`],
      ['sign_in_failed', 'info', user.id, `${verify} (link_invalid: replaced by a newer one).`],
      ['sign_in_failed', 'medium', null, `${verify} (link_invalid: unknown).`],
      ['sign_in_failed', 'medium', null, `${verify} (link_invalid: unknown).`],
    ]);
    world.clock.advance(900);
    await forgetEvents();
    await redeem(expired);
    await redeem(await linkOf('nobody-yet@example.com'));
    expect(await events()).toMatchObject([
      ['sign_in_failed', 'info', user.id, `${verify} (link_invalid: expired).`],
      ['sign_in', 'info', expect.any(String), 'With an e-mail link.'],
    ]);
  });

  test('into an account that was deactivated, and as an admin of the settings', async () => {
    const gone = await world.aUser();
    const link = await linkOf(gone.email);
    await world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', gone.id).execute();
    await redeem(link);
    const { body } = await redeem(await linkOf('boss@example.com'));
    expect(await events()).toEqual([
      ['sign_in_failed', 'medium', gone.id, `${verify} (account_deactivated).`],
      ['role_changed', 'medium', body.user.id, 'The setting ADMIN_EMAILS made traveler into admin.'],
      ['sign_in', 'info', body.user.id, 'With an e-mail link.'],
    ]);
  });
});

test('signing in with the provider, and being refused', async () => {
  const { id } = await world.aUser({ email: 'kai@gmail.com' });
  const now = world.clock.now();
  const tie = { issuer: world.provider.issuer, subject: 'kai', user_id: id, email: 'kai@gmail.com' };
  await world.db
    .insertInto('user_identities')
    .values({ ...tie, created_at: now, last_used_at: now })
    .execute();
  const kai = { sub: 'kai', email: 'kai@gmail.com' };
  await world.signIn(kai);
  await world.signIn(kai, { state: 'x' });
  await world.call('POST /api/sessions', { body: { code: 'x' } });
  await world.signIn(kai, { code: 'invented' });
  await world.signIn({ sub: 'new', email: 'new@hotel.example', email_verified: true });
  const refused = 'POST /api/sessions was refused';
  expect(await events()).toEqual([
    ['sign_in', 'info', id, 'With the identity provider.'],
    ['sign_in_failed', 'medium', null, `${refused} (sign_in_failed: not the one that this browser began).`],
    ['sign_in_failed', 'medium', null, `${refused} (sign_in_failed: not the one that this browser began).`],
    [
      'sign_in_failed',
      'medium',
      null,
      expect.stringMatching(/^POST \/api\/sessions was refused \(sign_in_failed: the provider/),
    ],
    ['sign_in_failed', 'info', null, `${refused} (email_link_first).`],
  ]);
});

test('signing out: here, of one browser, everywhere', async () => {
  const user = await world.aUser();
  await as(user, 'POST /api/logout');
  await world.call('POST /api/logout');
  const again = await redeem(await linkOf(user.email));
  const browser = { ...user, cookie: `session=${again.cookies.session}` };
  await redeem(await linkOf(user.email));
  const [other] = (await as(browser, 'GET /api/sessions')).body.filter((one: { current: boolean }) => !one.current);
  await as(browser, `DELETE /api/sessions/${other.id}`);
  await as(browser, 'POST /api/sessions/end-all');
  expect((await events()).filter(([type]) => type !== 'sign_in')).toEqual([
    ['sign_out', 'info', user.id, 'Signed out.'],
    ['session_revoked', 'info', user.id, 'Ended one of their sessions.'],
    ['session_revoked', 'info', user.id, 'Signed out everywhere: 1 session ended.'],
  ]);
});

test('deciding about an account: what changed it, and nothing where it was so already', async () => {
  const [admin, user] = [await world.aUser({ role: 'admin' }), await world.aUser()];
  const decide = async (state: string) => {
    const path = `PUT /api/admin/users/${user.id}/state` as const;
    const { status } = await as(admin, path, { state, reason: 'Asked for by mail' });
    expect(status).toBe(200);
  };
  const end = (id: string) => as(admin, `POST /api/admin/users/${id}/end-sessions`, { reason: 'Asked for by mail' });
  await decide('active');
  await decide('suspended');
  await decide('suspended');
  await end(user.id);
  await as(admin, 'POST /api/admin/users/suspend', { ids: [user.id], reason: 'Asked for by mail' });
  await decide('active');
  await decide('active');
  expect(await events()).toEqual([
    ['session_revoked', 'medium', admin.id, `Suspended the account of user ${user.id}.`],
    ['account_reactivated', 'medium', admin.id, `Reactivated the account of user ${user.id}.`],
  ]);
});

test('an invitation: sent, with and without a key, sent anew, revoked, refused, accepted', async () => {
  const [admin, user, other] = [await world.aUser({ role: 'admin' }), await world.aUser(), await world.aUser()];
  const invite = (key?: string) =>
    world.call('POST /api/stakeholder/invite', {
      cookie: admin.cookie,
      headers: key ? { 'idempotency-key': key } : {},
      body: { invited_email: user.email, stakeholder_type: 'partner', organization_name: 'Hale' },
    });
  const first = await invite('once-0123456789ab');
  await invite('once-0123456789ab');
  await as(admin, `POST /api/stakeholder/invitations/${first.body.id}/resend`);
  await as(admin, `POST /api/stakeholder/invitations/${first.body.id}/revoke`);
  await invite();
  const mails = (await world.mail()).filter((one) => one.to === user.email);
  const [revoked, , open] = mails.map((one) => one.text.match(/invite\/([\w-]+)/)?.[1]);
  await as(user, `POST /api/stakeholder/accept/${revoked}`, {});
  await as(other, `POST /api/stakeholder/accept/${open}`, {});
  await as(user, `POST /api/stakeholder/accept/${open}`, {});
  const accept = 'POST /api/stakeholder/accept/{token} was refused';
  expect(await events()).toEqual([
    ['invitation', 'info', admin.id, 'Invited a partner.'],
    ['invitation', 'info', admin.id, 'Sent an invitation again.'],
    ['invitation', 'info', admin.id, 'Revoked an invitation.'],
    ['invitation', 'info', admin.id, 'Invited a partner.'],
    ['invitation', 'info', user.id, `${accept} (invitation_invalid).`],
    ['invitation', 'medium', other.id, `${accept} (invitation_not_yours).`],
    ['invitation', 'info', user.id, 'Accepted an invitation.'],
    ['role_changed', 'info', user.id, 'An invitation made traveler into partner.'],
  ]);
});

test('a role of an earlier system that was migrated', async () => {
  const user = await world.aUser();
  await world.db.updateTable('profiles').set({ role: 'tourist' }).where('user_id', '=', user.id).execute();
  for (let time = 0; time < 2; time++) await as(user, 'POST /api/profiles/migrate-role');
  expect(await events()).toEqual([['role_changed', 'info', user.id, 'A role of an earlier system became traveler.']]);
});

test('a passkey: registered, asked for, failed, removed', async () => {
  const user = await world.aUser();
  const { key, id } = await aPasskey(world, user);
  await forgetEvents();
  world.clock.advance(600);
  await as(user, `DELETE /api/passkeys/${id}`);
  await as(user, 'POST /api/passkeys/registration-options');
  const confirm = async (bent = {}) => {
    const options = await as(user, 'POST /api/passkeys/confirmation-options');
    await as(user, 'POST /api/passkeys/confirm', { credential: key.confirm(options.body, bent) });
  };
  await confirm({ origin: 'https://evil.example' });
  await confirm();
  await as(user, `DELETE /api/passkeys/${id}`);
  expect(await events()).toEqual([
    ['step_up_refused', 'info', user.id, 'DELETE /api/passkeys/{id} was refused (step_up_required).'],
    ['step_up_refused', 'info', user.id, 'POST /api/passkeys/registration-options was refused (step_up_required).'],
    ['passkey_failed', 'medium', user.id, 'POST /api/passkeys/confirm was refused (passkey_refused).'],
    ['passkey', 'medium', user.id, 'Removed a passkey.'],
  ]);
  await aPasskey(world, await world.aUser());
  expect((await events()).at(-1)).toMatchObject(['passkey', 'info', expect.any(String), 'Registered a passkey.']);
});
