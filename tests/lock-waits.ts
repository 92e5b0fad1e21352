import pg from 'pg';
import { clientConfig } from '../server/platform/database/database.ts';
import { ownerOf } from './attack/owner.ts';
import type { World } from './world.ts';

/** How many sessions of a world's database wait for a lock. Asked as the owner: the application may not see what its login waits for. */
export async function countLockWaits(world: World): Promise<number> {
  const client = new pg.Client(clientConfig(await ownerOf(world)));
  await client.connect();
  try {
    const { rows } = await client.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]!.waiting;
  } finally {
    await client.end();
  }
}
