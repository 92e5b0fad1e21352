import type { AuditEntry, AuditEntryDetail } from '../../../contract/audit-log.ts';
import { normalizeCode } from '../../../contract/code-form.ts';
import { addDays, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, numberId, type Page, readPage } from '../../platform/lists.ts';
import { auditCsvHeader, auditCsvLines } from './audit-csv.ts';
import { type AuditFilter, type AuditRow, actorsLike, findEntries, findEntry, findNames } from './audit-log.store.ts';
import { findCodeId } from './audit-names.store.ts';
import { Names, subjectOf, thingsIn, withNames } from './audit-names.ts';
import { type AuditContent, valuesOf } from './audit-values.ts';

/** What a list is narrowed to; days are Hawaiʻi's, both of them within. */
export type Asked = Omit<AuditFilter, 'from' | 'until' | 'actors'> & {
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

function present(row: AuditRow, names: Names): AuditEntry {
  const { id, recorded_at, action, actor_id, email, subject_kind, subject_id } = row;
  return {
    ...{ id, recorded_at: recorded_at.toISOString(), action, subject_kind, subject_id },
    actor: actor_id === null ? null : { id: actor_id, email },
    subject: names.nameOf(subjectOf(row)),
    screen: names.screenOf(subjectOf(row)),
  };
}

const startOf = (day: string) => hawaiiDayStart(new Date(`${day}T22:00:00Z`));

/** What is asked for as it is kept: a code, which people know as it is printed, by its number. */
async function subjectAsked(db: Db, { subject_kind, subject_id }: Pick<Asked, 'subject_kind' | 'subject_id'>) {
  const code = subject_id && normalizeCode(subject_id);
  const id = code && (await findCodeId(db, code));
  return id ? { subject_kind: subject_kind ?? 'qr_code', subject_id: String(id) } : { subject_kind, subject_id };
}

const filterOf = async (db: Db, { search, from, to, ...filter }: Asked): Promise<AuditFilter> => ({
  ...filter,
  ...(await subjectAsked(db, filter)),
  actors: search ? await actorsLike(db, search) : undefined,
  from: from === undefined ? undefined : startOf(from),
  until: to === undefined ? undefined : startOf(addDays(to, 1)),
});

const isPlace = (_by: string, value: string | null) => isWhole(value);

/** A page of the audit log. @throws Refusal `invalid_request` for a cursor that is none */
export async function listAuditLog(db: Db, { sort, after, limit, ...asked }: ListQuery & Asked) {
  const page = readPage({ sort, after, limit }, isPlace, numberId);
  const { rows, total } = await findEntries(db, await filterOf(db, asked), page);
  const names = await Names.of(db, rows.map(subjectOf));
  return {
    rows: rows.map((row) => present(row, names)),
    total,
    next: nextOf(sort, page, rows),
    ...(await findNames(db)),
  };
}

/** One entry with all that is left of it. @throws Refusal `not_found` */
export async function getAuditEntry(db: Db, id: number): Promise<AuditEntryDetail> {
  const row = await findEntry(db, id);
  if (!row) throw new Refusal('not_found');
  const content = JSON.parse(row.content ?? '{}') as AuditContent;
  const values = valuesOf(content);
  const names = await Names.of(db, [subjectOf(row), ...thingsIn(values)]);
  const { details_hash, previous_hash, hash, of } = row;
  return {
    ...{ ...present(row, names), details_hash, previous_hash, hash, of },
    request_id: content.request_id ?? null,
    erased: row.content === null,
    values: withNames(values, names),
  };
}

const rowsPerStatement = 1_000;

/** All entries that match, as CSV, piece by piece. That it was asked for is in the log before the first of them is given. */
export async function exportAuditLog(
  db: Db,
  now: Date,
  actor: Actor,
  { sort, ...asked }: Asked & { sort: string },
): Promise<AsyncGenerator<string>> {
  await withTransaction(db, (tx) =>
    recordAudit(tx, now, {
      action: 'audit_log_exported',
      actorId: actor.userId,
      subject: { kind: 'audit_log', id: 'all' },
      // Not whom: these details are the administrator's, and stay when that person's are erased.
      after: { sort, ...asked, ...(asked.search && { search: 'somebody' }) },
      requestId: actor.requestId,
      personId: actor.userId,
    }),
  );
  return csvOf(db, await filterOf(db, asked), readPage({ sort, limit: rowsPerStatement }, isPlace, numberId));
}

async function* csvOf(db: Db, filter: AuditFilter, first: Page): AsyncGenerator<string> {
  yield auditCsvHeader;
  for (let page = first; ; ) {
    const { rows } = await findEntries(db, filter, page, true);
    if (rows.length > 0) yield await auditCsvLines(db, rows);
    const last = rows.at(-1);
    if (!last || rows.length < page.limit) return;
    page = { ...page, after: { value: last.order_value, id: String(last.id) } };
  }
}
