import type { FileHandle } from 'node:fs/promises';
import { isPersonal, longWorkKinds } from '../../../contract/long-work-kinds.ts';
import type { LongWork, LongWorkProblem, LongWorkState } from '../../../contract/work.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Caller, Context, Services } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import {
  askForCancel,
  findLongWork,
  findOneLongWork,
  isUnended,
  type LongWorkFilter,
  type LongWorkRow,
} from '../../platform/long-work/long-work.store.ts';
import { askForLongWork } from '../../platform/long-work/long-work.ts';
import { openResult } from '../../platform/long-work/result-files.ts';

type Asker = Pick<Caller, 'userId' | 'role'>;

function present(row: LongWorkRow, now: Date, { role }: Asker): LongWork {
  const { id, kind, result_name: name, result_expires_at: expires } = row;
  return {
    id,
    kind,
    parameters: row.parameters as Record<string, unknown>,
    state: row.state as LongWorkState,
    progress: { done: row.done_steps, total: row.total_steps },
    result:
      name && expires! > now
        ? { name, bytes: row.result_bytes!, media_type: row.result_type!, expires_at: expires!.toISOString() }
        : null,
    problem: row.problem as LongWorkProblem | null,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    ...(role === 'admin' && { asked_by: { id: row.asked_by, email: row.email } }),
  };
}

/** Kinds that a role may not ask for: who has lost it sees no more of what they had asked for with it. */
const hiddenFrom = (role: Asker['role']): string[] =>
  Object.entries(longWorkKinds)
    .filter(([, { access }]) => !(access as readonly string[]).includes(role ?? ''))
    .map(([kind]) => kind);

/** Which work somebody may see: their own, or, as an administrator, everybody's. */
const visibleTo = ({ userId, role }: Asker) => ({
  askedBy: role === 'admin' ? undefined : userId,
  hidden: hiddenFrom(role),
});

/** Reads behind the wall of whose work it is; everybody's, which an administrator may see, before it. */
const reading = <T>(db: Db, { askedBy }: { askedBy?: string | undefined }, read: (db: Db) => Promise<T>): Promise<T> =>
  askedBy ? withTenant(db, { person: askedBy }, read) : read(db);

async function findOne(db: Db, asker: Asker, id: string): Promise<LongWorkRow> {
  const visible = visibleTo(asker);
  const row = await reading(db, visible, (own) => findOneLongWork(own, id, visible));
  if (!row) throw new Refusal('not_found');
  return row;
}

/** One piece of long work. @throws Refusal `not_found` for what is not the asker's, unless they are an administrator */
export const getLongWork = async (db: Db, now: Date, asker: Asker, id: string) =>
  present(await findOne(db, asker, id), now, asker);

/** The caller's long work, as a call that has begun it answers, and a repeat of the call. */
export const workOf = ({ db, clock, caller }: Pick<Context, 'db' | 'clock' | 'caller'>, id: string) =>
  getLongWork(db, clock.now(), caller!, id);

interface ListQuery extends Omit<LongWorkFilter, 'askedBy' | 'hidden'> {
  everybody?: 'true' | undefined;
  sort: string;
  after?: string | undefined;
  limit?: number | undefined;
}

/** A page of the asker's long work; an administrator may see everybody's. @throws Refusal `forbidden`, `invalid_request` */
export async function listLongWork(
  db: Db,
  now: Date,
  asker: Asker,
  { everybody, sort, after, limit, ...filter }: ListQuery,
) {
  if (everybody && asker.role !== 'admin') throw new Refusal('forbidden');
  const wanted = { ...filter, askedBy: everybody ? undefined : asker.userId, hidden: hiddenFrom(asker.role) };
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await reading(db, wanted, (own) => findLongWork(own, wanted, page));
  return { rows: rows.map((row) => present(row, now, asker)), total, next: nextOf(sort, page, rows) };
}

/** Begins long work of a kind. @param asked.of the ids of what it is done to, where that is settled: its `of`. @returns its id */
export async function beginLongWork(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  { userId, requestId }: Actor,
  asked: { kind: string; parameters: object; of?: readonly string[]; mailWhenDone: boolean },
): Promise<string> {
  return await withTransaction(db, async (tx) => {
    const { kind, parameters, of } = asked;
    const work = { kind, asked_by: userId, mail_when_done: asked.mailWhenDone, created_at: now };
    const id = await askForLongWork(tx, jobs, { ...work, parameters: { ...parameters, ...(of && { of }) } });
    const subject = { kind: 'long_work', id };
    const after = { kind, parameters, ...(of && { count: of.length }) };
    await recordAudit(tx, now, { action: 'long_work_begun', actorId: userId, subject, after, requestId });
    return id;
  });
}

/** Ends long work that waits or runs. @throws Refusal `not_found` */
export async function cancelLongWork(db: Db, now: Date, asker: Asker, requestId: string, id: string) {
  return await withTransaction(db, async (tx) => {
    const before = await findOne(tx, asker, id);
    if (!isUnended(before.state)) return present(before, now, asker);
    const isAsked = await askForCancel(tx, id, now);
    const subject = { kind: 'long_work', id };
    const is = await findOne(tx, asker, id);
    const change = { before: { state: before.state }, after: { state: is.state, cancel_asked: true } };
    const entry = { action: 'long_work_cancelled', actorId: asker.userId, subject, ...change, requestId };
    if (isAsked) await recordAudit(tx, now, entry);
    return present(is, now, asker);
  });
}

/**
 * The file that long work made.
 * @param confirm asks for a passkey confirmation, where the file tells of persons.
 * @throws Refusal `not_found` where there is none (any more), `result_gone` where it should be there and is not, and what `confirm` throws
 */
export async function openLongWorkResult(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  asker: Asker,
  requestId: string,
  id: string,
  confirm: () => Promise<void>,
): Promise<{ file: FileHandle; name: string; type: string; bytes: number }> {
  const row = await findOne(db, asker, id);
  if (isPersonal(row.kind)) await confirm();
  const { result } = present(row, now, asker);
  if (!result) throw new Refusal('not_found');
  if (row.asked_by !== asker.userId) {
    const subject = { kind: 'long_work', id };
    const entry = { action: 'long_work_fetched', actorId: asker.userId, subject, personId: row.asked_by, requestId };
    await withTransaction(db, (tx) => recordAudit(tx, now, entry));
  }
  const file = await openResult(settings, id);
  if (!file) throw new Refusal('result_gone');
  return { file, name: result.name, type: result.media_type, bytes: result.bytes };
}
