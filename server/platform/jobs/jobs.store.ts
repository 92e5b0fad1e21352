import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db, Tx } from '../database/database.ts';
import { byInstant, contains, findPage } from '../lists.store.ts';
import type { Page } from '../lists.ts';
import { deadLetterOf, deadLetterQueues, type JobName, type RecurringName } from './queues.ts';

/**
 * Drops sign-in mail whose link is no longer worth anything, and takes out of mail that failed for good what it said: both can hold
 * what opens an account. Of the latter stay whom it was for and its subject.
 */
export async function forgetDeadMail(db: Db, now: Date): Promise<void> {
  await sql`delete from jobs.job where name = 'sign-in-mail' and state <> 'active'
    and (state not in ('created', 'retry') or (data ->> 'expiresAt')::timestamptz <= ${now})`.execute(db);
  await sql`update jobs.job set data = data - 'text' - 'html' - 'unsubscribe'
    where (name = 'mail-dead' or (name = 'mail' and state in ('failed', 'cancelled', 'completed')))
      and data ?| array['text', 'html', 'unsubscribe']`.execute(db);
}

/** One try at a job; a later one of whoever has it by then is another. */
export interface JobAttempt {
  id: string;
  retryCount: number;
}

/**
 * Lets all that were never tried go before a job that failed. In the order of their age, retries for a mail server that refuses
 * slowly would hold every worker, and whoever asked later would wait for the last of them.
 */
export async function putBehindFirstTries(pool: pg.Pool, queue: string, { id, retryCount }: JobAttempt): Promise<void> {
  await pool.query(
    `update jobs.job set priority = -1 where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [queue, id, retryCount],
  );
}

/** What is known of recurring work among upkeep. */
export type RecurringTask = `turn-${RecurringName}`;

const taskOf = (name: RecurringName): RecurringTask => `turn-${name}`;
const nameOf = ({ id, retryCount }: JobAttempt) => `${id}:${retryCount}`;

/** Notes that a turn of recurring work begins. One that was begun before and has not ended by now has failed: its process is gone, or it has lost its turn. */
export async function beginTurn(pool: pg.Pool, name: RecurringName, attempt: JobAttempt): Promise<void> {
  await pool.query(
    `insert into upkeep (task, figures) values ($1, jsonb_build_object('failures', 0, 'begun', $2::text))
     on conflict (task) do update set
       failed_at = case when upkeep.figures ? 'begun' then now() else upkeep.failed_at end,
       problem = case when upkeep.figures ? 'begun' then 'process_ended' else upkeep.problem end,
       figures = jsonb_build_object('begun', $2::text, 'failures',
         coalesce((upkeep.figures->>'failures')::integer, 0) + (upkeep.figures ? 'begun')::integer)`,
    [taskOf(name), nameOf(attempt)],
  );
}

/**
 * Notes how a turn ended that nobody has begun anew since: when it went well, or how many have failed since one last did, and with which code, as its
 * words may name somebody.
 */
export async function endTurn(
  pool: pg.Pool,
  name: RecurringName,
  attempt: JobAttempt,
  failure?: Error & { code?: unknown },
): Promise<void> {
  const ended = failure
    ? `failed_at = now(), problem = $3, figures = jsonb_build_object('failures', (figures->>'failures')::integer + 1)`
    : `succeeded_at = now(), problem = $3, figures = '{"failures": 0}'`;
  const problem = failure ? String(failure.code ?? failure.name).slice(0, 100) : null;
  await pool.query(`update upkeep set ${ended} where task = $1 and figures->>'begun' = $2`, [
    taskOf(name),
    nameOf(attempt),
    problem,
  ]);
}

/** Notes that a turn was broken off by a stop, and is as if it had not begun. */
export async function handBackTurn(pool: pg.Pool, name: RecurringName, attempt: JobAttempt): Promise<void> {
  await pool.query(`update upkeep set figures = figures - 'begun' where task = $1 and figures->>'begun' = $2`, [
    taskOf(name),
    nameOf(attempt),
  ]);
}

/** Where recurring work is done no more, be it turned off or of a version before, what failed is told no more: the rarest is done daily. */
export async function forgetTurnsTurnedOff(db: Db): Promise<void> {
  await sql`
    update upkeep set problem = null, figures = '{"failures": 0}'
    where task like 'turn-%' and problem is not null and failed_at < now() - interval '2 days'`.execute(db);
}

/** Gives a sign of life for a job. @returns whether this attempt still has it */
export async function keepJob(pool: pg.Pool, queue: string, { id, retryCount }: JobAttempt): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update jobs.job set heartbeat_on = now() where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [queue, id, retryCount],
  );
  return rowCount !== 0;
}

/** Gives a job back as if it had not been begun, to be taken in so many seconds. */
export async function handBack(
  pool: pg.Pool,
  queue: string,
  { id, retryCount }: JobAttempt,
  inSeconds: number,
): Promise<void> {
  await pool.query(
    `update jobs.job set state = 'created', started_on = null, heartbeat_on = null, start_after = now() + $4 * interval '1 second'
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [queue, id, retryCount, inSeconds],
  );
}

/** Seconds that the oldest mail that is due has waited; 0 when none waits. */
export async function findMailLag(db: Db): Promise<number> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as lag from jobs.job
    where state in ('created', 'retry') and start_after <= now() and name in ('sign-in-mail', 'mail')`.execute(db);
  return rows[0]?.lag ?? 0;
}

/**
 * Takes a day of recurring work for whoever asks first. Where days are bounded, one that has not come
 * by the database's clock is nobody's: taken, it would keep all until then from being done; one that was taken so is overruled.
 * @param bounded whether the day is compared with the database's clock at all
 * @returns whether it was still to be had, or is yet to come
 */
export async function claimDay(tx: Tx, name: string, day: string, bounded = false): Promise<boolean | 'ahead'> {
  const latest = bounded ? sql`((now() at time zone ${sql.lit(hawaiiZone)})::date + 1)` : sql`'infinity'::date`;
  const { rows } = await sql<{ is_ahead: boolean }>`with claimed as (
      insert into daily_runs (name, last_day) select ${name}, ${day}::date where ${day}::date <= ${latest}
      on conflict (name) do update set last_day = excluded.last_day
        where daily_runs.last_day < excluded.last_day or daily_runs.last_day > ${latest}
      returning name)
    select ${day}::date > ${latest} as is_ahead from (select) as one
    where ${day}::date > ${latest} or exists (select from claimed)`.execute(tx);
  return rows[0]?.is_ahead ? 'ahead' : rows.length > 0;
}

export interface DeadLetter {
  id: string;
  /** The queue in which it failed. */
  queue: string;
  data: unknown;
  /** How it failed the last time. */
  output: unknown;
  asked_at: Date;
  failed_at: Date;
  tries: number;
}

/** What makes a job, `j`, a dead letter. */
export const isDeadLetter = sql`j.name = any(${deadLetterQueues}) and j.source_name is not null`;

export interface DeadLetterFilter {
  search?: string | undefined;
  queue?: string | undefined;
  id?: string | undefined;
}

/** A page of the jobs that failed for good. */
export async function findDeadLetters(db: Db, { search, queue, id }: DeadLetterFilter, page: Page) {
  const matching = [isDeadLetter];
  if (search) matching.push(contains(sql`concat_ws(' ', j.data ->> 'to', j.data ->> 'subject')`, search));
  if (queue) matching.push(sql`j.source_name = ${queue}`);
  if (id) matching.push(sql`j.id = ${id}`);
  const columns = sql`j.id, j.source_name as queue, j.data, j.source_output as output, j.source_created_on as asked_at,
    j.created_on as failed_at, coalesce(j.source_retry_count, 0) + 1 as tries`;
  const order = byInstant(sql`j.created_on`);
  return await findPage<DeadLetter>(db, { from: sql`jobs.job j`, id: sql`j.id`, matching, order, columns }, page);
}

/** Whether a job of a queue is still to be done for what bears this id, or with `orDead` stands among the dead letters. */
export const hasJob = (queue: JobName, id: RawBuilder<unknown>, { orDead = false } = {}) => sql<boolean>`
  exists (select from jobs.job j where j.name = any(${orDead ? [queue, deadLetterOf(queue)] : [queue]})
    and j.state in ('created', 'retry', 'active') and j.data ->> 'id' = ${id})`;

/** Whether a mail to an address has failed for good, and nobody has looked at it yet. */
export const hasDeadMail = (address: RawBuilder<unknown>) => sql<boolean>`
  exists (select from jobs.job j where j.name = 'mail-dead' and j.source_name is not null and j.data ->> 'to' = ${address})`;

/** Takes a dead letter away. @returns what it was, nothing where there is none of this id (any more) */
export async function takeDeadLetter(tx: Tx, id: string): Promise<Pick<DeadLetter, 'queue' | 'data'> | undefined> {
  const { rows } = await sql<Pick<DeadLetter, 'queue' | 'data'>>`
    delete from jobs.job j where ${isDeadLetter} and j.id = ${id} returning j.source_name as queue, j.data`.execute(tx);
  return rows[0];
}
