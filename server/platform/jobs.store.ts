import { sql } from 'kysely';
import type { Db } from './database.ts';

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

/** Seconds that the oldest mail that is due has waited; 0 when none waits. */
export async function findMailLag(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as lag from jobs.job
    where state in ('created', 'retry') and start_after <= now() and name in ('sign-in-mail', 'mail')`.execute(db);
  return rows[0]?.lag ?? 0;
}
