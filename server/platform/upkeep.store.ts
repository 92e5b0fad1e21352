import { sql } from 'kysely';
import type { Db } from './database/database.ts';

/** What is done by itself to keep the product safe. */
export const upkeepTasks = ['audit-check', 'backup', 'backup-check', 'log-shipping', 'base-copy'] as const;
export type UpkeepTask = (typeof upkeepTasks)[number];

export interface Upkeep {
  task: UpkeepTask;
  /** When it last went well, and what that came to. */
  succeeded_at: Date | null;
  figures: Readonly<Record<string, unknown>>;
  /** When it last failed, and why; no reason where it went well after that. */
  failed_at: Date | null;
  problem: string | null;
}

/** Notes that a task went well. @param figures what it came to */
export async function noteSuccess(db: Db, task: UpkeepTask, now: Date, figures: Upkeep['figures'] = {}): Promise<void> {
  await sql`
    insert into upkeep (task, succeeded_at, figures) values (${task}, ${now}, ${JSON.stringify(figures)}::jsonb)
    on conflict (task) do update set succeeded_at = excluded.succeeded_at, figures = excluded.figures, problem = null`.execute(
    db,
  );
}

/** Notes that a task failed. @param problem why, in the operator's words, without anything of anybody */
export async function noteFailure(db: Db, task: UpkeepTask, now: Date, problem: string): Promise<void> {
  await sql`
    insert into upkeep (task, failed_at, problem) values (${task}, ${now}, ${problem.slice(0, 500)})
    on conflict (task) do update set failed_at = excluded.failed_at, problem = excluded.problem`.execute(db);
}

/** What is known of each task; those that never were done are not in it. */
export async function findUpkeep(db: Db): Promise<Map<UpkeepTask, Upkeep>> {
  const { rows } = await sql<Upkeep>`select task, succeeded_at, figures, failed_at, problem from upkeep`.execute(db);
  return new Map(rows.map((row) => [row.task, row]));
}
