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
  const key = new SoftwareAuthenticator(world.settings.publicUrl);
  const options = await world.call('POST /api/passkeys/registration-options', { cookie });
  await world.call('POST /api/passkeys', { cookie, body: { credential: key.register(options.body) } });
  const asked = await world.call('POST /api/passkeys/confirmation-options', { cookie });
  const credential = key.confirm(asked.body);
  const ask = () => world.call('POST /api/passkeys/confirm', { cookie, body: { credential } });
  const reply = await whileEnding({ cookie, ...user }, ask, async (client) => {
    await client.query('select from passkeys where user_id = $1 for update nowait', [user.id]);
  });
  expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
});
