import pg from 'pg';
import { clientConfig } from '../server/platform/database/database.ts';
import { ownerOf } from './attack/owner.ts';
import type { Reply, World } from './world.ts';

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

/**
 * Asks for something while somebody else's transaction holds it, which commits once the asking waits for that.
 * @param hold the statements of that transaction
 * @returns the answer, and whether it came only then
 */
export async function askWhileHeld(
  world: World,
  hold: readonly [statement: string, values: unknown[]][],
  ask: () => Promise<Reply>,
) {
  const client = await world.database.pool.connect();
  try {
    await client.query('begin');
    for (const [statement, values] of hold) await client.query(statement, values);
    const asked = ask();
    let isAnswered = false;
    void asked.then(() => {
      isAnswered = true;
    });
    while (!isAnswered && (await countLockWaits(world)) === 0) await new Promise((next) => setTimeout(next, 20));
    const hasWaited = !isAnswered;
    await client.query('commit');
    return { reply: await asked, hasWaited };
  } finally {
    await client.query('rollback');
    client.release();
  }
}
