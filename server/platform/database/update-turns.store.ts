import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';

// A backup holds every table until its end, and whoever comes after a migration that waits for one of them would wait as well: both have
// their turns. They ask again and again: a statement that waits for the lock holds a snapshot, for whose end an index that is built
// concurrently would wait in turn.

/** Waits until no backup is being taken, and lets none begin until this connection ends. @param note is told that it waits */
export async function awaitBackups(client: pg.Client, note: (words: string) => void): Promise<void> {
  let isTold = false;
  while (!(await isTaken(client, 'pg_try_advisory_lock'))) {
    if (!isTold) note('the database is updated once the backup has ended that is being taken');
    isTold = true;
    await sleep(200);
  }
}

/** Waits until no process migrates, and lets none begin until this connection ends. @throws what the signal was aborted with */
export async function awaitUpdate(client: pg.Client, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  while (!(await isTaken(client, 'pg_try_advisory_lock_shared'))) {
    await sleep(200);
    signal?.throwIfAborted();
  }
}

async function isTaken(client: pg.Client, how: string): Promise<boolean> {
  return (await client.query(`select ${how}($1) as taken`, [advisoryLocks.backups])).rows[0].taken;
}
