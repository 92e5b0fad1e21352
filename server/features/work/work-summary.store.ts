import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isDeadLetter } from '../../platform/jobs/jobs.store.ts';

/** How much long work waits or runs, and how much could not be done and waits for an administrator. */
export async function countWork(db: Db) {
  const { rows } = await sql<{ in_progress: number; dead_letters: number; unreadable_news: number }>`
    select (select count(*) from long_work where state in ('waiting', 'running')) as in_progress,
      (select count(*) from jobs.job j where ${isDeadLetter}) as dead_letters,
      (select count(*) from inbox where state = 'unreadable') as unreadable_news`.execute(db);
  return rows[0]!;
}
