import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aPasskey } from '../../../tests/access-world.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { aDoneWork } from '../../../tests/work-rows.ts';
import type { TestUser } from '../../../tests/world.ts';

let world: GoogleWorld;
let admin: TestUser;
beforeAll(async () => {
  world = await createGoogleWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.aUser({ role: 'admin' });
});

const reason = 'Asked for by mail';
const setState = (id: string, state: string, by = admin, why = reason) =>
  world.call(`PUT /api/admin/users/${id}/state`, { body: { state, reason: why }, cookie: by.cookie });
const setRole = (id: string, role: string, by = admin) =>
  world.call(`PUT /api/admin/users/${id}/role`, { body: { role, reason }, cookie: by.cookie });
const isSignedIn = async ({ cookie }: { cookie: string }) =>
  (await world.call('GET /api/users/me', { cookie })).status === 200;
const history = async (id: string) => {
  const { rows } = await world.database.pool.query(
    `select e.action, e.actor_id, d.content::jsonb -> 'before' as before, d.content::jsonb -> 'after' as after from audit_entries e
      join audit_details d on d.sequence = e.sequence where e.subject_id = $1 order by e.sequence`,
    [id],
  );
  return rows.map(({ before, ...row }) => (before ? { ...row, before } : row));
};
async function signInByLink(email: string) {
  await world.call('POST /api/auth/magic-link', { body: { email } });
  return await openLink(email);
}
async function openLink(email: string) {
  const link = (await world.mail()).findLast((one) => one.to === email && one.text.includes('token='));
  const token = link?.text.match(/token=([\w-]+)/)?.[1];
  return await world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true } });
}

describe('a suspended account', () => {
  test('is signed out at once, and its sign-in is refused in words until it goes on', async () => {
    const user = await world.aUser({ email: 'gone@suspended.example' });
    const now = world.clock.now();
    const times = { created_at: now, last_used_at: now };
    const identity = { issuer: world.provider.issuer, subject: 'gone', email: user.email, user_id: user.id };
    await world.db
      .insertInto('user_identities')
      .values({ ...identity, ...times })
      .execute();
    await world.call('POST /api/auth/magic-link', { body: { email: user.email } });
    const reply = await setState(user.id, 'suspended');
    expect(reply.body).toMatchObject({ id: user.id, state: 'suspended', sessions: 0 });
    expect(await isSignedIn(user)).toBe(false);
    const byLink = await openLink(user.email);
    expect([byLink.status, byLink.body.code]).toEqual([403, 'account_deactivated']);
    expect(byLink.body.error).toMatch(/contact support/);
    const byGoogle = await world.signIn({ sub: 'gone', email: user.email, email_verified: true });
    expect([byGoogle.status, byGoogle.body.code]).toEqual([403, 'account_deactivated']);

    expect((await setState(user.id, 'active')).body.state).toBe('active');
    expect(await isSignedIn(user)).toBe(false);
    expect((await signInByLink(user.email)).status).toBe(200);
    expect(await history(user.id)).toEqual([
      {
        ...{ action: 'account_suspended', actor_id: admin.id },
        ...{ before: { state: 'active' }, after: { ended: 1, reason, state: 'suspended' } },
      },
      {
        ...{ action: 'account_reactivated', actor_id: admin.id },
        ...{ before: { state: 'suspended' }, after: { reason, state: 'active' } },
      },
    ]);
  });

  test('is told by the mail that is asked for, while the asker is answered as for a stranger', async () => {
    const user = await world.aUser({ email: 'quiet@suspended.example' });
    await setState(user.id, 'suspended');
    const ask = async (email: string) => {
      const { status, body } = await world.call('POST /api/auth/magic-link', { body: { email } });
      const { subject, text } = (await world.mail()).findLast((one) => one.to === email)!;
      return { reply: { status, body }, subject, text };
    };
    const [own, strangers] = [await ask(user.email), await ask('stranger@suspended.example')];
    expect(own.reply).toEqual(strangers.reply);
    expect(own.subject).not.toBe(strangers.subject);
    expect(own.text).toMatch(/is suspended[\s\S]*contact the support of Holoholo/);
    expect(own.text).not.toMatch(/https?:/);
    expect(strangers.text).toMatch(/token=/);
  });

  test('may have had no profile yet', async () => {
    const { id } = await world.db
      .insertInto('users')
      .values({ email: 'new@suspended.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.call('POST /api/auth/magic-link', { body: { email: 'new@suspended.example' } });
    expect((await setState(id, 'suspended')).body.state).toBe('suspended');
    expect((await openLink('new@suspended.example')).body.code).toBe('account_deactivated');
  });

  test('stays as it is when it is suspended again', async () => {
    const user = await world.aUser();
    for (let time = 0; time < 2; time++) expect((await setState(user.id, 'suspended')).status).toBe(200);
    expect(await history(user.id)).toHaveLength(1);
  });

  test('is left alone by what is asked of it again: let go on twice, signed out twice, given its role twice', async () => {
    const user = await world.aUser();
    await setState(user.id, 'active');
    expect(await isSignedIn(user)).toBe(true);
    expect((await setRole(user.id, 'traveler')).status).toBe(200);
    expect(await isSignedIn(user)).toBe(true);
    expect(await history(user.id)).toEqual([]);
    const signOut = () =>
      world.call(`POST /api/admin/users/${user.id}/end-sessions`, { body: { reason }, cookie: admin.cookie });
    for (let time = 0; time < 2; time++) expect((await signOut()).status).toBe(200);
    expect(await history(user.id)).toMatchObject([{ action: 'sessions_ended' }]);
  });

  test('has no session that was begun while it was suspended', async () => {
    for (let round = 0; round < 10; round++) {
      const user = await world.aUser();
      await world.call('POST /api/auth/magic-link', { body: { email: user.email } });
      const [signedIn] = await Promise.all([openLink(user.email), setState(user.id, 'suspended')]);
      expect([200, 403]).toContain(signedIn.status);
      const left = world.db.selectFrom('sessions').select('id').where('user_id', '=', user.id);
      expect(await left.execute()).toEqual([]);
    }
  });

  test('is as it was where the audit log cannot take it', async () => {
    const user = await world.aUser();
    const refuse = `create function refuse_entry() returns trigger language plpgsql as $$
      begin raise exception 'no room'; end $$;
      create trigger refuse_entry before insert on audit_inbox for each row when (new.action = 'account_suspended')
      execute function refuse_entry()`;
    await asOwner(refuse);
    expect((await setState(user.id, 'suspended')).status).toBe(500);
    await asOwner('drop trigger refuse_entry on audit_inbox; drop function refuse_entry');
    expect(await isSignedIn(user)).toBe(true);
  });
});

async function asOwner(statement: string): Promise<void> {
  const { onServer } = await import('../../../tests/database-setup.ts');
  const { ownerOf } = await import('../../../tests/attack/owner.ts');
  await onServer(await ownerOf(world), statement);
}

describe('an administrator', () => {
  test('never suspends or changes themselves, nor ends their sessions here', async () => {
    const own = [
      await setState(admin.id, 'suspended'),
      await setRole(admin.id, 'traveler'),
      await world.call(`POST /api/admin/users/${admin.id}/end-sessions`, { body: { reason }, cookie: admin.cookie }),
    ];
    expect(own.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([403, 'own_account']));
    expect(await isSignedIn(admin)).toBe(true);
  });

  test.each(['suspend', 'take the role of'])('remains when two %s each other at the same moment', async (what) => {
    for (let round = 0; round < 10; round++) {
      const [one, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
      const act = (by: TestUser, on: TestUser) =>
        what === 'suspend' ? setState(on.id, 'suspended', by) : setRole(on.id, 'traveler', by);
      const replies = await Promise.all([act(one, other), act(other, one)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 401]);
      const left = await world.db
        .selectFrom('profiles')
        .select('user_id')
        .where('user_id', 'in', [one.id, other.id])
        .where('role', '=', 'admin')
        .where('is_active', '=', true)
        .execute();
      expect(left).toHaveLength(1);
    }
  });

  test('gives a role with a reason, and the sessions of before end', async () => {
    const user = await world.aUser();
    expect((await setRole(user.id, 'partner')).body).toMatchObject({ role: 'partner', sessions: 0 });
    expect(await isSignedIn(user)).toBe(false);
    expect(await history(user.id)).toEqual([
      {
        ...{ action: 'role_changed', actor_id: admin.id },
        ...{ before: { permissions: null, role: 'traveler' }, after: { reason, role: 'partner' } },
      },
    ]);
  });

  test('who was staff and is given the role again owns an organisation of their own name, not of the one they left', async () => {
    const owner = await world.aUser({ role: 'partner' });
    const hotel = (await organisationOf(world, owner.id))!;
    const name = { organization_name: 'Hale Kai' };
    await world.db.updateTable('profiles').set(name).where('user_id', '=', owner.id).execute();
    const staff = await aMember(world, hotel, ['partner_portal_access']);
    expect((await setRole(staff.id, 'traveler')).body.organisation).toBeNull();
    expect((await setRole(staff.id, 'partner')).body.organisation).toBe(staff.email);
    // An owner comes back to what is theirs.
    await setRole(owner.id, 'traveler');
    expect((await setRole(owner.id, 'partner')).body.organisation).toBe('Hale Kai');
    expect(await organisationOf(world, owner.id)).toBe(hotel);
  });

  test.each(['', 'no', ' '.repeat(9), 'x'.repeat(501)])('must say why: %j', async (why) => {
    const user = await world.aUser();
    const reply = await setState(user.id, 'suspended', admin, why);
    expect([reply.status, reply.body.fields[0].path]).toEqual([400, 'body.reason']);
    expect(await isSignedIn(user)).toBe(true);
  });

  test('changes nothing of an account that another has changed since it was seen, and is told so', async () => {
    const user = await world.aUser();
    const change = (what: 'role' | 'state', body: object) =>
      world.call(`PUT /api/admin/users/${user.id}/${what}`, { body: { ...body, reason }, cookie: admin.cookie });
    const other = await world.aUser({ role: 'admin' });
    await setRole(user.id, 'partner', other);
    const late = await change('role', { role: 'advertiser', replaces: 'traveler' });
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile']);
    await setState(user.id, 'suspended', other);
    const again = await change('state', { state: 'suspended', replaces: 'active' });
    expect([again.status, again.body.code]).toEqual([409, 'changed_meanwhile']);
    expect((await change('role', { role: 'advertiser', replaces: 'partner' })).body.role).toBe('advertiser');
    expect((await change('state', { state: 'active', replaces: 'suspended' })).body.state).toBe('active');
    expect((await history(user.id)).map(({ actor_id }) => actor_id)).toEqual([other.id, other.id, admin.id, admin.id]);
  });

  test('confirms with their passkey where they have one', async () => {
    const user = await world.aUser();
    const file = await aDoneWork(world, admin.id, 'email,outcome', 'accounts-suspension');
    // Nobody is named there, but rows of one visit can be told from those of others.
    const rows = await aDoneWork(world, admin.id, 'received_at', 'raw-export');
    const noPerson = await aDoneWork(world, admin.id, 'scanned_at', 'scans-export');
    await aPasskey(world, admin);
    world.clock.advance(600);
    const replies = [
      await setState(user.id, 'suspended'),
      await setRole(user.id, 'admin'),
      await world.call('POST /api/admin/users/suspend', { body: { ids: [user.id], reason }, cookie: admin.cookie }),
      await world.call('POST /api/admin/users/suspend-matching', {
        body: { seen: '0.0', reason },
        cookie: admin.cookie,
      }),
      await world.call('GET /api/admin/users/export', admin),
      await world.call(`GET /api/long-work/${file}/result`, admin),
      await world.call(`GET /api/long-work/${rows}/result`, admin),
    ];
    expect(replies.map(({ body }) => body.code)).toEqual(Array(7).fill('step_up_required'));
    expect((await world.call(`GET /api/long-work/${noPerson}/result`, admin)).status).toBe(200);
    expect(await isSignedIn(user)).toBe(true);
  });

  test("ends another's sessions", async () => {
    const user = await world.aUser();
    const end = () =>
      world.call(`POST /api/admin/users/${user.id}/end-sessions`, { body: { reason }, cookie: admin.cookie });
    expect([(await end()).body, (await end()).body]).toEqual([{ ended: 1 }, { ended: 0 }]);
    expect(await isSignedIn(user)).toBe(false);
    expect(await history(user.id)).toEqual([
      { action: 'sessions_ended', actor_id: admin.id, after: { ended: 1, reason } },
    ]);
  });

  test('resets passkeys with a reason', async () => {
    const user = await world.aUser();
    await aPasskey(world, user);
    const body = { reason };
    await world.call(`DELETE /api/admin/users/${user.id}/passkeys`, { body, cookie: admin.cookie });
    expect((await history(user.id)).at(-1)).toMatchObject({ action: 'passkeys_reset', after: { reason } });
  });

  test('suspends a selection, of which the own and unknown ones are left out', async () => {
    const users = [await world.aUser(), await world.aUser()];
    const missing = '00000000-0000-4000-8000-000000000000';
    const ids = [...users.map(({ id }) => id), users[0]!.id, admin.id, missing];
    const send = () => world.call('POST /api/admin/users/suspend', { body: { ids, reason }, cookie: admin.cookie });
    expect((await send()).body).toEqual({ suspended: 2, left_out: 2 });
    expect((await send()).body).toEqual({ suspended: 0, left_out: 4 });
    for (const user of users) expect(await isSignedIn(user)).toBe(false);
    expect(await isSignedIn(admin)).toBe(true);
  });
});
