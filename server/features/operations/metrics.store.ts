import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { isDeadLetter } from '../../platform/jobs/jobs.store.ts';
import { jobNames, recurringQueues } from '../../platform/jobs/queues.ts';

/** All queues there are. What others a database may hold is not told of: names of metrics are few. */
export const queueNames: readonly string[] = [...jobNames, ...Object.keys(recurringQueues)];

export interface QueueState {
  queue: string;
  /** Due now; to be done or tried again later; in hand; failed for good, as far as that is still kept. */
  due: number;
  later: number;
  active: number;
  failed: number;
  /** For how many seconds the oldest that is due has waited. */
  oldest: number;
}

/** What waits in each queue that has anything, and for how long. */
export async function findQueues(db: Db): Promise<QueueState[]> {
  const isOpen = sql`state in ('created', 'retry')`;
  const { rows } = await sql<QueueState>`
    select name as queue,
      (count(*) filter (where ${isOpen} and start_after <= now()))::integer as due,
      (count(*) filter (where ${isOpen} and start_after > now()))::integer as later,
      (count(*) filter (where state = 'active'))::integer as active,
      (count(*) filter (where state = 'failed'))::integer as failed,
      coalesce(extract(epoch from now() - min(start_after) filter (where ${isOpen} and start_after <= now())), 0)::float8 as oldest
    from jobs.job where name = any(${queueNames}) and state in ('created', 'retry', 'active', 'failed')
    group by name`.execute(db);
  return rows;
}

/** How many jobs of each queue failed for the last time, and wait for a person. */
export async function countDeadLetters(db: Db): Promise<{ queue: string; count: number }[]> {
  const { rows } = await sql<{ queue: string; count: number }>`
    select j.source_name as queue, count(*)::integer as count from jobs.job j where ${isDeadLetter} group by 1`.execute(
    db,
  );
  return rows;
}
