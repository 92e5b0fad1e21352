import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../tests/chaos/product-process.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a registration that begins while its session is being ended is refused as signed out', async () => {
  const user = await world.aUser();
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('delete from sessions where user_id = $1', [user.id]);
    const asked = world.call('POST /api/passkeys/registration-options', { cookie: user.cookie });
    await until('the registration waits for the session', 5_000, async () => {
      const { rows } = await world.database.pool.query(
        `select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0].waiting === 1;
    });
    await client.query('commit');
    const reply = await asked;
    expect([reply.status, reply.body.code]).toEqual([401, 'unauthenticated']);
  } finally {
    client.release();
  }
});
