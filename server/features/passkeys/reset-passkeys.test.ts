import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aPasskey } from '../../../tests/access-world.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { erase } from '../../../tests/erasure-scene.ts';
import { createGoogleWorld, type GoogleWorld } from '../../../tests/google-flow.ts';
import { SoftwareAuthenticator } from '../../../tests/software-authenticator.ts';
import type { TestUser } from '../../../tests/world.ts';

let world: GoogleWorld;
beforeAll(async () => {
  world = await createGoogleWorld();
});
afterAll(() => world.close());

const reset = (admin: TestUser, id: string) =>
  world.call(`DELETE /api/admin/users/${id}/passkeys`, { body: { reason: 'Lost their phone' }, cookie: admin.cookie });
const passkeysOf = async (user: TestUser) =>
  (await world.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute()).length;
const mailsTo = async (user: TestUser) => (await world.mail()).filter((one) => one.to === user.email);
/** Signs in again by mail, as somebody does who has lost the device of the passkey. */
async function signInAgain({ email }: TestUser): Promise<{ cookie: string }> {
  await world.call('POST /api/auth/magic-link', { body: { email } });
  const link = (await world.mail()).findLast((one) => one.to === email && one.text.includes('token='));
  const token = link?.text.match(/token=([\w-]+)/)?.[1];
  const reply = await world.call('POST /api/auth/magic-link/verify', { body: { token, confirm: true } });
  return { cookie: `session=${reply.cookies.session}` };
}

describe('a lost passkey', () => {
  test('is taken away by an administrator; a sign-in by mail registers the next one', async () => {
    const [admin, user] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'partner' })];
    for (const name of ['Phone', 'Key']) await aPasskey(world, user, name);
    const locked = await signInAgain(user);
    expect((await world.call('POST /api/passkeys/registration-options', locked)).body.code).toBe('step_up_required');

    expect((await reset(admin, user.id)).body).toEqual({ removed: 2, ended: 2 });
    expect(await passkeysOf(user)).toBe(0);
    for (const { cookie } of [user, locked])
      expect((await world.call('GET /api/users/me', { cookie })).status).toBe(401);
    expect((await mailsTo(user)).at(-1)).toMatchObject({
      subject: 'Your Holoholo passkeys were removed',
      text: `Aloha,

an administrator removed the passkeys of your account, and signed it out everywhere. To go on, sign in again:

${world.settings.publicUrl}/auth

and add a new passkey in your profile within ten minutes.

If you did not ask for it, somebody may be trying to get into your account: please contact support.

Holoholo, trusted since 1974`,
    });
    const { rows } = await world.database.pool.query(
      `select actor_id, action from audit_entries where subject_kind = 'user' and subject_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ actor_id: admin.id, action: 'passkeys_reset' }]);
    expect(await auditContentOf(world, 'passkeys_reset', user.id)).toMatchObject([
      { after: { removed: 2, ended: 2, reason: 'Lost their phone' } },
    ]);

    const { cookie } = await signInAgain(user);
    const again = { ...user, cookie };
    await aPasskey(world, again);
    expect(await passkeysOf(user)).toBe(1);
  });

  test("needs the administrator's own passkey where they have one", async () => {
    const [admin, user] = [await world.aUser({ role: 'admin' }), await world.aUser()];
    await aPasskey(world, admin);
    await aPasskey(world, user);
    world.clock.advance(600);
    expect((await reset(admin, user.id)).body.code).toBe('step_up_required');
    expect(await passkeysOf(user)).toBe(1);
    expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(200);
  });

  test('is never one of their own, and where there is none nothing happens', async () => {
    const [admin, user] = [await world.aUser({ role: 'admin' }), await world.aUser()];
    await aPasskey(world, admin);
    expect((await reset(admin, admin.id)).status).toBe(403);
    expect(await passkeysOf(admin)).toBe(1);
    expect((await reset(admin, user.id)).body).toEqual({ removed: 0, ended: 0 });
    expect((await world.call('GET /api/users/me', { cookie: user.cookie })).status).toBe(200);
    expect(await mailsTo(user)).toEqual([]);
  });

  test("is nobody's whose account was erased", async () => {
    const [admin, gone] = [await world.aUser({ role: 'admin' }), await world.aUser()];
    expect((await erase(world, gone)).status).toBe(200);
    expect((await reset(admin, gone.id)).status).toBe(404);
  });

  test('leaves none behind that a session registers at the same moment', async () => {
    const admin = await world.aUser({ role: 'admin' });
    for (let round = 0; round < 10; round++) {
      const user = await world.aUser();
      await aPasskey(world, user);
      const register = async () => {
        const options = await world.call('POST /api/passkeys/registration-options', { cookie: user.cookie });
        const credential = new SoftwareAuthenticator(world.settings.publicUrl).register(options.body);
        return () => world.call('POST /api/passkeys', { cookie: user.cookie, body: { credential } });
      };
      const send = await register();
      const [registered] = await Promise.all([send(), reset(admin, user.id)]);
      expect([201, 400, 401]).toContain(registered.status);
      expect(await passkeysOf(user)).toBe(0);
    }
  });
});
