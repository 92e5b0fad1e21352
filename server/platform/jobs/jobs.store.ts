import { sql } from 'kysely';
import type pg from 'pg';
import type { Db } from '../database/database.ts';

/**
 * Drops sign-in mail whose link is no longer worth anything, and takes out of mail that failed for good what it said: both can hold
 * what opens an account. Of the latter stay whom it was for and its subject.
 */
export async function forgetDeadMail(db: Db, now: Date): Promise<void> {
  await sql`delete from jobs.job where name = 'sign-in-mail' and state <> 'active'
    and (state not in ('created', 'retry') or (data ->> 'expiresAt')::timestamptz <= ${now})`.execute(db);
  await sql`update jobs.job set data = data - 'text' - 'html'
    where (name = 'mail-dead' or (name = 'mail' and state in ('failed', 'cancelled', 'completed')))
      and data ?| array['text', 'html']`.execute(db);
}

/**
 * Lets all that were never tried go before a job that failed. In the order of their age, retries for a mail server that refuses
 * slowly would hold every worker, and whoever asked later would wait for the last of them.
 */
export async function putBehindFirstTries(pool: pg.Pool, queue: string, id: string): Promise<void> {
  await pool.query('update jobs.job set priority = -1 where name = $1 and id = $2', [queue, id]);
}

/** Seconds that the oldest mail that is due has waited; 0 when none waits. */
export async function findMailLag(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as lag from jobs.job
    where state in ('created', 'retry') and start_after <= now() and name in ('sign-in-mail', 'mail')`.execute(db);
  return rows[0]?.lag ?? 0;
}
