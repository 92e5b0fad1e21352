import { sql } from 'kysely';
import { type Db, withTransaction } from './database/database.ts';
import type { RecurringTask } from './jobs/jobs.store.ts';

/** What is done by itself to keep the product safe. */
export type UpkeepTask =
  | 'audit-check'
  | 'backup'
  | 'backup-check'
  | 'base-copy'
  | 'log-check'
  | 'log-shipping'
  | 'tidying'
  | RecurringTask;

export interface Upkeep {
  task: UpkeepTask;
  /** When it last went well, and what that came to. */
  succeeded_at: Date | null;
  figures: Readonly<Record<string, unknown>>;
  /** When somebody last did it by a command. */
  by_hand_at: Date | null;
  /** When it last failed, and why; no reason where it went well after that. */
  failed_at: Date | null;
  problem: string | null;
}

/** What failed is tried again so soon. */
const againAfterMs = 3_600_000;

/** Whether a task that is to be done so often is due. One that somebody did by hand since it failed is tried again no sooner. */
export function isDue(known: Upkeep | undefined, everyMs: number, now: Date): boolean {
  const since = (at: Date | null | undefined) => (at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY);
  if (known?.failed_at && (known.problem || known.failed_at > (known.succeeded_at ?? 0)))
    return since(known.failed_at) >= againAfterMs;
  return since(known?.succeeded_at) >= everyMs;
}

/** Notes that a task went well. @param figures what it came to */
export async function noteSuccess(db: Db, task: UpkeepTask, now: Date, figures: Upkeep['figures'] = {}): Promise<void> {
  await sql`
    insert into upkeep (task, succeeded_at, figures) values (${task}, ${now}, ${JSON.stringify(figures)}::jsonb)
    on conflict (task) do update set succeeded_at = excluded.succeeded_at, figures = excluded.figures, problem = null`.execute(
    db,
  );
}

/** Notes that somebody sees to a task by itself. @param figures what is known of it meanwhile */
export async function noteLook(db: Db, task: UpkeepTask, now: Date, figures: Upkeep['figures']): Promise<void> {
  await sql`
    insert into upkeep (task, figures) values (${task}, ${JSON.stringify({ ...figures, looked_at: now })}::jsonb)
    on conflict (task) do update set figures = upkeep.figures || excluded.figures`.execute(db);
}

/** Nobody who takes backups is away for longer: one may be under way. */
const longestAbsenceMs = 6 * 3_600_000;

/** Where backups are taken by themselves no more, what failed is told no more, and how often one is due is not known. */
export async function forgetBackupsTurnedOff(db: Db, now: Date): Promise<void> {
  const since = new Date(now.getTime() - longestAbsenceMs);
  await sql`
    update upkeep set problem = null, figures = figures - 'every_hours' - 'looked_at'
    where task in ('backup', 'backup-check') and (problem is not null or figures ? 'every_hours') and ${since} > (
      select greatest((figures->>'looked_at')::timestamptz, succeeded_at, failed_at) from upkeep where task = 'backup')`.execute(
    db,
  );
}

/** Notes what was forgotten in time just now; when the others were last stays. @param done by name */
export async function noteTidied(db: Db, now: Date, done: readonly string[]): Promise<void> {
  const figures = JSON.stringify(Object.fromEntries(done.map((task) => [task, now.toISOString()])));
  await sql`
    insert into upkeep (task, succeeded_at, figures) values ('tidying', ${now}, ${figures}::jsonb)
    on conflict (task) do update set succeeded_at = excluded.succeeded_at, problem = null,
      figures = upkeep.figures || excluded.figures`.execute(db);
}

/** Notes that a task failed. @param problem why, in the operator's words, without anything of anybody */
export async function noteFailure(db: Db, task: UpkeepTask, now: Date, problem: string): Promise<void> {
  await sql`
    insert into upkeep (task, failed_at, problem) values (${task}, ${now}, ${problem.slice(0, 500)})
    on conflict (task) do update set failed_at = excluded.failed_at, problem = excluded.problem`.execute(db);
}

/** Who has told of damage lately; who no longer does is no more. */
const toldForMs = 86_400_000;

/**
 * Notes a check of the audit log: it failed as long as any of those who check it says so.
 * @param of whose data folder it was, or that it was a backup. @param problem what was found; undefined where all was well
 */
export async function noteAuditCheck(db: Db, of: string, now: Date, problem?: string): Promise<void> {
  const task: UpkeepTask = 'audit-check';
  await withTransaction(db, async (tx) => {
    await sql`insert into upkeep (task) values (${task}) on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ figures: { damages?: Record<string, { at: string; problem: string }> } }>`
      select figures from upkeep where task = ${task} for update`.execute(tx);
    const known = Object.entries(rows[0]!.figures.damages ?? {});
    const others = known.filter(([who, { at }]) => who !== of && now.getTime() - Date.parse(at) < toldForMs);
    const own = problem === undefined ? [] : [[of, { at: now.toISOString(), problem: problem.slice(0, 500) }] as const];
    const damages = Object.fromEntries([...own, ...others]);
    await sql`
      update upkeep set figures = ${JSON.stringify({ damages })}::jsonb,
        problem = ${Object.values(damages)[0]?.problem ?? null},
        ${sql.ref(problem === undefined ? 'succeeded_at' : 'failed_at')} = ${now} where task = ${task}`.execute(tx);
  });
}

/** What is known of each task; those that never were done are not in it. */
export async function findUpkeep(db: Db): Promise<Map<UpkeepTask, Upkeep>> {
  const { rows } =
    await sql<Upkeep>`select task, succeeded_at, figures, by_hand_at, failed_at, problem from upkeep`.execute(db);
  return new Map(rows.map((row) => [row.task, row]));
}

/** Since when there is this database. */
export async function findInstalledAt(db: Db): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select min(applied_at) as at from migrations`.execute(db);
  return rows[0]!.at;
}
