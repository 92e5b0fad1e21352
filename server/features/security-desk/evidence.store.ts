import { sql } from 'kysely';
import type { SecurityEventType } from '../../../contract/security-event-kinds.ts';
import type { Db } from '../../platform/database/database.ts';
import { isDeadLetter } from '../../platform/jobs/jobs.store.ts';

export interface Span {
  from: Date;
  until: Date;
}

/** How many events of some kinds there were in a span, by the account or the address that they are of. */
export async function countEvents(
  db: Db,
  types: readonly SecurityEventType[],
  by: 'user_id' | 'ip_address',
  { from, until }: Span,
): Promise<{ of: string; count: number }[]> {
  const column = sql.ref(by);
  const { rows } = await sql<{ of: string; count: number }>`
    select ${column}::text as of, sum(occurrences)::integer as count from security_events
    where event_type = any(${types}) and occurred_at > ${from} and occurred_at <= ${until} and ${column} is not null
    group by ${column}`.execute(db);
  return rows;
}

/** How many there were in all. */
export async function countAllEvents(db: Db, types: readonly SecurityEventType[], { from, until }: Span) {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(occurrences), 0)::integer as count from security_events
    where event_type = any(${types}) and occurred_at > ${from} and occurred_at <= ${until}`.execute(db);
  return rows[0]!.count;
}

/** Where administrators have signed in from, the first time first, of those who did so since an instant. Whether they had at all by then is known for longer than from where. */
export async function findAdminSignIns(db: Db, since: Date, { from, until }: Span) {
  const { rows } = await sql<{ user_id: string; ip_address: string; occurred_at: Date; had_before: boolean }>`
    select e.user_id, e.ip_address, min(e.occurred_at) as occurred_at, exists (select from security_events early
      where early.event_type = 'sign_in' and early.user_id = e.user_id and early.occurred_at <= ${since}) as had_before
    from security_events e join profiles p on p.user_id = e.user_id and p.role = 'admin'
    where e.event_type = 'sign_in' and e.occurred_at > ${from} and e.occurred_at <= ${until} and e.ip_address is not null
      and exists (select from security_events late where late.event_type = 'sign_in' and late.user_id = e.user_id
        and late.occurred_at > ${since} and late.occurred_at <= ${until})
    group by e.user_id, e.ip_address, e.occurred_at > ${since} order by 3`.execute(db);
  return rows;
}

/** How many jobs have failed for good. */
export async function countDeadLetters(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from jobs.job j where ${isDeadLetter}`.execute(db);
  return rows[0]!.count;
}

/** Connections to the database's server that are open, and the most that there may be. */
export async function countConnections(db: Db): Promise<{ used: number; most: number }> {
  const { rows } = await sql<{ used: number; most: number }>`
    select (select sum(numbackends) from pg_stat_database)::integer as used,
      current_setting('max_connections')::integer as most`.execute(db);
  return rows[0]!;
}
