import { type RawBuilder, sql } from 'kysely';
import { longWorkKinds } from '../../../contract/long-work-kinds.ts';
import type { Role } from '../../../contract/roles.ts';
import type { LongWorkProblem } from '../../../contract/work.ts';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db, Tx } from '../database/database.ts';
import { hasJob } from '../jobs/jobs.store.ts';
import { byInstant, contains, findPage } from '../lists.store.ts';
import type { Page } from '../lists.ts';

const unended = ['waiting', 'running'];

/** Whether work in a state is still to be done, or under way. */
export const isUnended = (state: string): boolean => unended.includes(state);

export interface NewLongWork {
  kind: string;
  asked_by: string;
  parameters: unknown;
  mail_when_done: boolean;
  created_at: Date;
}

export async function insertLongWork(tx: Tx, work: NewLongWork): Promise<string> {
  const { id } = await tx
    .insertInto('long_work')
    .values({ ...work, parameters: JSON.stringify(work.parameters) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins on work that waits, or whose process is gone. @returns nothing where it is over */
export async function beginLongWork(db: Db, id: string, now: Date) {
  return await db
    .updateTable('long_work')
    .set({ state: 'running', attempts: sql`attempts + 1`, started_at: sql`coalesce(started_at, ${now})` })
    .where('id', '=', id)
    .where('state', 'in', unended)
    .returning(['id', 'kind', 'parameters', 'attempts'])
    .executeTakeFirst();
}

/** One try at a piece of work; a later try ends what an earlier one may still write. */
export interface Attempt {
  id: string;
  attempts: number;
}

const ofAttempt = (db: Db, { id, attempts }: Attempt) =>
  db.updateTable('long_work').where('id', '=', id).where('attempts', '=', attempts).where('state', '=', 'running');

/** Who may ask for a kind; undefined for one that is of no contract. */
const accessOf = (kind: string) =>
  (longWorkKinds as Partial<Record<string, { access: readonly Role[] }>>)[kind]?.access;

/** Whether nobody asked for its end, and whoever asked for it may still do so: who was suspended has nothing done any more. */
const isWantedOf = (kind: string) => {
  const access = accessOf(kind);
  return access
    ? sql<boolean>`(not cancel_asked and exists (select from profiles p
        where p.user_id = asked_by and p.is_active and p.role = any(${access})))`
    : sql<boolean>`(not cancel_asked)`;
};

/** Whether work that was begun is wanted. */
export async function isWanted(db: Db, { id, kind }: { id: string; kind: string }): Promise<boolean> {
  const row = await db
    .selectFrom('long_work')
    .select(isWantedOf(kind).as('is_wanted'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.is_wanted ?? false;
}

/** Writes down how far it is. @returns whether it is still wanted from this try */
export async function noteProgress(
  db: Db,
  attempt: Attempt & { kind: string },
  { done, total }: { done: number; total: number | null },
): Promise<boolean> {
  const row = await ofAttempt(db, attempt)
    .set({ done_steps: done, total_steps: total })
    .returning(isWantedOf(attempt.kind).as('is_wanted'))
    .executeTakeFirst();
  return row?.is_wanted ?? false;
}

/**
 * Gives work back that is to be run again, as if this try had not been: what broke it off was not the work. No later try is taken for
 * it, as each counts on from one that is over.
 */
export async function giveLongWorkBack(db: Db, attempt: Attempt): Promise<void> {
  await ofAttempt(db, attempt).set({ state: 'waiting', attempts: sql`attempts - 1` }).execute();
}

export interface WorkResult {
  name: string;
  type: string;
  bytes: number;
  expiresAt: Date;
}

/** @returns to whom it is to be told by mail, if to anybody; nothing where somebody wants it no longer */
export async function finishLongWork(
  tx: Tx,
  attempt: Attempt,
  now: Date,
  { name, type, bytes, expiresAt }: WorkResult,
  { done, total }: { done: number; total: number | null },
): Promise<{ mailTo: string | null } | undefined> {
  const row = await ofAttempt(tx, attempt)
    .where('cancel_asked', '=', false)
    .set({ state: 'done', done_steps: done, total_steps: total, ended_at: now })
    .set({ result_name: name, result_type: type, result_bytes: bytes, result_expires_at: expiresAt })
    .returning((row) => [
      'mail_when_done',
      row.selectFrom('users').select('email').whereRef('users.id', '=', 'long_work.asked_by').as('email'),
    ])
    .executeTakeFirst();
  return row && { mailTo: row.mail_when_done ? row.email : null };
}

export async function endLongWork(
  db: Db,
  attempt: Attempt,
  now: Date,
  ending: { state: 'cancelled' } | { state: 'failed'; problem: LongWorkProblem },
): Promise<void> {
  await ofAttempt(db, attempt)
    .set({ ...ending, ended_at: now })
    .execute();
}

/** Cancels work that waits or that no job is left for, and asks for the end of work that runs. @returns whether that changed anything */
export async function askForCancel(tx: Tx, id: string, now: Date): Promise<boolean> {
  const waiting = sql<boolean>`(state = 'waiting' or not ${hasJob('long-work', sql`${id}::text`)})`;
  const asked = await tx
    .updateTable('long_work')
    .set({
      cancel_asked: true,
      state: sql`case when ${waiting} then 'cancelled' else state end`,
      ended_at: sql`case when ${waiting} then ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('state', 'in', unended)
    .where(sql<boolean>`(not cancel_asked or ${waiting})`)
    .returning('id')
    .executeTakeFirst();
  return asked !== undefined;
}

/** Whether work has ended, however; held against changes of others. */
export async function isOver(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('long_work').select('state').where('id', '=', id).forUpdate().executeTakeFirst();
  return row !== undefined && !isUnended(row.state);
}

/** Ends work that no process will go on with. */
export async function giveUpLongWork(tx: Tx, id: string, now: Date): Promise<void> {
  const problem: LongWorkProblem = 'broke_off';
  await tx
    .updateTable('long_work')
    .set({ state: 'failed', problem, ended_at: now })
    .where('id', '=', id)
    .where('state', 'in', unended)
    .execute();
}

export interface LongWorkRow {
  id: string;
  kind: string;
  parameters: unknown;
  state: string;
  done_steps: number;
  total_steps: number | null;
  problem: string | null;
  result_name: string | null;
  result_type: string | null;
  result_bytes: number | null;
  result_expires_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  asked_by: string;
  /** Of who asked for it. */
  email: string;
}

export interface LongWorkFilter {
  /** Everybody's where it is left out. */
  askedBy?: string | undefined;
  /** Kinds that are left out. */
  hidden: readonly string[];
  state?: string | undefined;
  search?: string | undefined;
}

/** What it is done to, and was, may be ten thousand rows: that is for its worker alone. What it has kept is told of one alone. */
const shownOf = {
  one: sql`w.parameters - '{of,taken,changed}'::text[] as parameters`,
  each: sql`w.parameters - '{of,taken,changed,kept}'::text[] as parameters`,
};

const withAsker = sql`long_work w join users u on u.id = w.asked_by`;
const columns = sql`w.id, w.kind, w.state, w.done_steps, w.total_steps, w.problem, w.result_name, w.result_type,
  w.result_bytes, w.result_expires_at, w.created_at, w.started_at, w.ended_at, w.asked_by, u.email`;

/** A page of long work, with who asked for it. */
export async function findLongWork(db: Db, { askedBy, hidden, state, search }: LongWorkFilter, page: Page) {
  const matching: RawBuilder<unknown>[] = [];
  if (askedBy) matching.push(sql`w.asked_by = ${askedBy}::uuid`);
  if (hidden.length) matching.push(sql`w.kind <> all (${hidden})`);
  if (state) matching.push(sql`w.state = ${state}`);
  if (search) matching.push(contains(sql`u.email`, search));
  const order = byInstant(sql`w.created_at`);
  return await findPage<LongWorkRow>(
    db,
    { from: withAsker, id: sql`w.id`, matching, order, columns: sql`${columns}, ${shownOf.each}` },
    page,
  );
}

/** One piece of long work; nothing where it is not the asker's, if one is named, or of a kind that is left out. */
export async function findOneLongWork(
  db: Db,
  id: string,
  { askedBy, hidden }: Pick<LongWorkFilter, 'askedBy' | 'hidden'>,
): Promise<LongWorkRow | undefined> {
  const whose = askedBy ? sql`and w.asked_by = ${askedBy}::uuid` : sql``;
  const { rows } = await sql<LongWorkRow>`
    select ${columns}, ${shownOf.one} from ${withAsker} where w.id = ${id}::uuid and w.kind <> all (${hidden}) ${whose}`.execute(
    db,
  );
  return rows[0];
}

/** Which of these still have a file: it is being written, or can be fetched. */
export async function findWithFile(db: Db, ids: string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from long_work where id = any(${ids}::uuid[])
    and (state in ('waiting', 'running') or result_expires_at > ${now})`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

export async function deleteLongWorkBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'long_work', { where: sql`ended_at < ${instant}`, orderBy: sql`ended_at` });
}
