import {
  type ImportOutcome,
  importFields,
  importOutcomes,
  neededOfNew,
} from '../../../contract/listing-import-forms.ts';
import type { ImportRow, ListedImport, ListingImport } from '../../../contract/listing-imports.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import { columnFaults, columnsInLettersOf, columnsNamed, digestOf } from '../../platform/tables/headers.ts';
import { checkTableFile } from '../../platform/tables/table-file.ts';
import { claimUpload } from '../../platform/uploads/uploads.ts';
import { beginLongWork } from '../work/work.ts';
import { inWords } from './check-rows.ts';
import { findFirstWrong, findImportRows } from './import-rows.store.ts';
import { listingLimits } from './import-work.ts';
import {
  findColumnsOf,
  findImport,
  findImportPage,
  type ImportColumns,
  insertImport,
  type LockedImport,
  lockImport,
  updateImport,
} from './listing-imports.store.ts';

type Importing = Pick<Services, 'db' | 'jobs' | 'settings'>;

const longestSample = 60;
const subjectOf = (id: number) => ({ kind: 'listing_import', id });

/** What columns may be called, beside the field's own name with or without its underscores. */
const otherNames: ImportColumns = {
  ...{ id: 'number', website_url: 'website', booking_url: 'booking link', commission_rate: 'commission' },
  ...{ is_active: 'shown to guests', is_featured: 'featured' },
};
const names = Object.fromEntries(
  importFields.map((field) => [field, [field, field.replaceAll('_', ' '), otherNames[field] ?? field]]),
);

/** Whether rows can be read by these columns: they name their listings, or have all that a new one needs. */
const isEnough = (columns: ImportColumns): boolean =>
  columns.id !== undefined || neededOfNew.every((field) => columns[field] !== undefined);

/**
 * Takes up a list of experiences that the actor has uploaded, or refuses it whole. Where its columns are known, by name or from a file
 * before with the same ones, its rows are checked at once.
 * @returns its number
 * @throws Refusal `not_found`, `file_refused`
 */
export async function startImport(services: Importing, now: Date, actor: Actor, uploadId: string): Promise<number> {
  return await withTransaction(services.db, async (tx) => {
    const upload = await withTenant(tx, { person: actor.userId }, (own) =>
      claimUpload(own, { settings: services.settings, now }, uploadId, 'listings'),
    );
    const { header, rowCount, sample } = await checkTableFile(upload, listingLimits);
    const header_digest = digestOf(header);
    const kept = await findColumnsOf(tx, header_digest);
    const columns = kept ? columnsInLettersOf(header, kept) : columnsNamed(header, names);
    const isKnown = isEnough(columns);
    const id = await insertImport(tx, {
      ...{ file_name: upload.name, header, header_digest, columns, row_count: rowCount, upload_id: uploadId },
      sample: sample.map(({ cells }) => cells.map((cell) => cell.slice(0, longestSample).toWellFormed())),
      ...{ state: isKnown ? 'checking' : 'unmapped', created_by: actor.userId, created_at: now },
    });
    await audit(tx, now, actor, 'listings_taken', id, { after: { file_name: upload.name, rows: rowCount } });
    if (isKnown) await begin({ ...services, db: tx }, now, actor, id, 'listings-check');
    return id;
  });
}

/**
 * Says which columns of a file are what, and begins to check its rows anew.
 * @returns the long work that does
 * @throws Refusal `not_found`, `import_busy`, `import_applied` also where it was begun to be, `invalid_request` by column
 */
export async function setColumns(
  services: Importing,
  now: Date,
  actor: Actor,
  id: number,
  given: ImportColumns,
): Promise<string> {
  return await withTransaction(services.db, async (tx) => {
    const { state, header } = await lockIdle(tx, id);
    if (state === 'importing') throw new Refusal('import_applied');
    const columns = columnsInLettersOf(header, given);
    const missing = isEnough(columns) ? [] : neededOfNew.filter((field) => columns[field] === undefined);
    const faults = [
      ...columnFaults(header, importFields, columns),
      ...missing.map((field) => ({ path: `body.columns.${field}`, code: 'custom', message: 'must be given' })),
    ];
    if (faults[0])
      throw new Refusal('invalid_request', { detail: `${faults[0].path}: ${faults[0].message}` }).withFields([
        faults[0],
        ...faults.slice(1),
      ]);
    await updateImport(tx, id, { columns, state: 'checking' });
    await audit(tx, now, actor, 'listings_mapped', id, { before: { state }, after: { state: 'checking', columns } });
    return await begin({ ...services, db: tx }, now, actor, id, 'listings-check');
  });
}

/**
 * Begins to make and change the listings of a checked file, or goes on with it.
 * @returns the long work that does
 * @throws Refusal `not_found`, `import_busy`, `import_applied`, `import_unread`, `import_unreadable` with the first row and its column
 */
export async function importListings(
  services: Importing,
  now: Date,
  actor: Actor,
  id: number,
  { leave_out_wrong }: { leave_out_wrong: boolean },
): Promise<string> {
  return await withTransaction(services.db, async (tx) => {
    const { state } = await lockIdle(tx, id);
    if (state !== 'checked' && state !== 'importing') throw new Refusal('import_unread');
    const first = leave_out_wrong || state === 'importing' ? undefined : await findFirstWrong(tx, id);
    if (first)
      throw new Refusal('import_unreadable', {
        detail: `row ${first.number.toLocaleString('en')}, ${inWords(first.faults)}`,
        count: first.count.toLocaleString('en'),
      });
    await updateImport(tx, id, { state: 'importing' });
    const change = { before: { state }, after: { state: 'importing', leave_out_wrong } };
    await audit(tx, now, actor, 'listings_importing', id, change);
    return await begin({ ...services, db: tx }, now, actor, id, 'listings-import');
  });
}

/** Holds one on which nobody works. */
async function lockIdle(tx: Tx, id: number): Promise<LockedImport> {
  const found = await lockImport(tx, id);
  if (!found) throw new Refusal('not_found');
  if (found.is_busy) throw new Refusal('import_busy');
  if (found.state === 'imported') throw new Refusal('import_applied');
  return found;
}

async function begin(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  actor: Actor,
  id: number,
  kind: 'listings-check' | 'listings-import',
): Promise<string> {
  const parameters = { listings: id, ...(kind === 'listings-import' && { actor }) };
  const work_id = await beginLongWork({ db, jobs }, now, actor, { kind, parameters, mailWhenDone: false });
  await updateImport(db as Tx, id, { work_id });
  return work_id;
}

async function audit(
  tx: Tx,
  now: Date,
  actor: Actor,
  action: string,
  id: number,
  values: { before?: object; after: object },
): Promise<void> {
  await recordAudit(tx, now, {
    ...{ action, actorId: actor.userId, subject: subjectOf(id), ...values, requestId: actor.requestId },
  });
}

/** One file with what becomes of its rows. @throws Refusal `not_found` */
export async function getImport(db: Db, id: number): Promise<ListingImport> {
  const row = await findImport(db, id);
  if (!row) throw new Refusal('not_found');
  const { file_name, state, header, sample, columns, work_id, created_by, imported_rows } = row;
  return {
    ...{ id, file_name, state, rows: row.row_count, imported_rows, header, sample, columns, work_id, created_by },
    outcomes: Object.fromEntries(
      importOutcomes.map((one) => [one, row.outcomes[one] ?? 0]),
    ) as ListingImport['outcomes'],
    created_at: row.created_at.toISOString(),
  };
}

/** A page of the files that were taken up. @throws Refusal `invalid_request` for a cursor that is none */
export async function listImports(
  db: Db,
  { sort, after, limit, search }: ListQuery,
): Promise<{ rows: ListedImport[]; total: number; next: string | null }> {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), numberId);
  const { rows, total } = await findImportPage(db, search, page);
  const shown = rows.map(({ id, file_name, state, rows: count, wrong_rows, created_at, created_by }) => ({
    ...{ id, file_name, state, rows: count, wrong_rows, created_at: created_at.toISOString(), created_by },
  }));
  return { rows: shown, total, next: nextOf(sort, page, rows) };
}

/** A page of the rows of a file. @throws Refusal `not_found`, `invalid_request` for a cursor that is none */
export async function listRows(
  db: Db,
  importId: number,
  { sort, after, limit, ...filter }: ListQuery & { outcome?: ImportOutcome | undefined },
): Promise<{ rows: ImportRow[]; total: number; next: string | null }> {
  if (!(await findImport(db, importId))) throw new Refusal('not_found');
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), numberId);
  const { rows, total } = await findImportRows(db, { importId, ...filter }, page);
  const shown = rows.map(({ id, outcome, name, listing_id, faults, imported }) => ({
    ...{ id, outcome, name, listing_id, faults, imported },
  }));
  return { rows: shown, total, next: nextOf(sort, page, rows) };
}
