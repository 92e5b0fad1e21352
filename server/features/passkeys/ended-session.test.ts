import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../tests/chaos/product-process.ts';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { SoftwareAuthenticator } from '../../../tests/software-authenticator.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Registers a passkey of whoever is signed in by the cookie. */
async function aPasskeyOf(cookie: string): Promise<SoftwareAuthenticator> {
  const key = new SoftwareAuthenticator(world.settings.publicUrl);
  const options = await world.call('POST /api/passkeys/registration-options', { cookie });
  await world.call('POST /api/passkeys', { cookie, body: { credential: key.register(options.body) } });
  return key;
}

/** Sends a request while the person's sessions are being ended, and goes on once it waits for that. */
async function whileEnding<T>(
  user: TestUser,
  ask: () => Promise<T>,
  meanwhile: (client: pg.PoolClient) => Promise<void>,
) {
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from sessions where user_id = $1 for update', [user.id]);
    const asked = ask();
    await until('the request waits for the session', 5_000, async () => (await countLockWaits(world)) === 1);
    await meanwhile(client);
    await client.query('delete from sessions where user_id = $1', [user.id]);
    await client.query('commit');
    return await asked;
  } finally {
    client.release(true);
  }
}

test('a registration that begins while its session is being ended is refused as signed out', async () => {
  const user = await world.aUser();
  const ask = () => world.call('POST /api/passkeys/registration-options', { cookie: user.cookie });
  const reply = await whileEnding(user, ask, async () => {});
  expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
});

test('a confirmation holds nothing that a reset of the passkeys needs while it waits for its session', async () => {
  const { cookie, ...user } = await world.aUser();
  const key = await aPasskeyOf(cookie);
  const asked = await world.call('POST /api/passkeys/confirmation-options', { cookie });
  const credential = key.confirm(asked.body);
  const ask = () => world.call('POST /api/passkeys/confirm', { cookie, body: { credential } });
  const reply = await whileEnding({ cookie, ...user }, ask, async (client) => {
    await client.query('select from passkeys where user_id = $1 for update nowait', [user.id]);
  });
  expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
});

test('a reset waits for a registration, and takes the passkey away that this adds', async () => {
  const user = await world.aUser();
  await aPasskeyOf(user.cookie);
  const admin = await world.aUser({ role: 'admin' });
  const body = { reason: 'Lost their phone' };
  const ask = () => world.call(`DELETE /api/admin/users/${user.id}/passkeys`, { cookie: admin.cookie, body });
  const reply = await whileEnding(user, ask, async (client) => {
    await client.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
       select user_id, credential_id || 'x', public_key, counter, transports, backed_up, 'Key', created_at
       from passkeys where user_id = $1`,
      [user.id],
    );
  });
  expect([reply.status, reply.body.removed]).toEqual([200, 2]);
  expect(await world.db.selectFrom('passkeys').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
});
