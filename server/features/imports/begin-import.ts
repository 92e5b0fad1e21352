import type { ColumnMap } from '../../../contract/statement-imports.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { digestOf } from '../../platform/tables/headers.ts';
import { checkTableFile } from '../../platform/tables/table-file.ts';
import { claimUpload } from '../../platform/uploads/uploads.ts';
import { beginLongWork } from '../work/work.ts';
import { faultsOf, inLettersOf, isAsking, knownMap } from './column-maps.ts';
import { insertRows } from './import-rows.store.ts';
import { findMapOf, insertImport, insertMap, type LockedImport, lockImport, updateImport } from './imports.store.ts';
import { findFirstFault } from './outcomes.store.ts';
import { statementLimits } from './statement-file.ts';

type Importing = Pick<Services, 'db' | 'jobs' | 'settings'>;

/**
 * Takes up a statement that the actor has uploaded, or refuses it whole. Where its header has a map, or is one that is known, its rows
 * are kept at once and what would become of them is found out; not where that map alone says whose bookings they are, as another
 * operator's statement may have the same columns.
 * @returns its number
 * @throws Refusal `not_found`, `file_refused`
 */
export async function startImport(services: Importing, now: Date, actor: Actor, uploadId: string): Promise<number> {
  return await withTransaction(services.db, async (tx) => {
    const upload = await withTenant(tx, { person: actor.userId }, (own) =>
      claimUpload(own, { settings: services.settings, now }, uploadId, 'statement'),
    );
    const { header, rowCount, sample } = await checkTableFile(upload, statementLimits);
    const kept = await findMapOf(tx, digestOf(header));
    const map_id = (kept ? !isAsking(kept.map) && kept.id : await keepKnownMap(tx, now, actor, header)) || null;
    const id = await insertImport(tx, {
      ...{ file_name: upload.name, sha256: upload.sha256, header, row_count: rowCount, map_id },
      ...{ state: map_id === null ? 'unmapped' : 'reading', created_by: actor.userId, created_at: now },
      upload_id: uploadId,
    });
    await insertRows(tx, id, sample);
    const subject = { kind: 'statement_import', id };
    const after = { file_name: upload.name, rows: rowCount };
    await recordAudit(tx, now, {
      action: 'statement_taken',
      actorId: actor.userId,
      subject,
      after,
      requestId: actor.requestId,
    });
    if (map_id !== null) await beginPreview({ ...services, db: tx }, now, actor, id);
    return id;
  });
}

async function keepKnownMap(tx: Tx, now: Date, { userId }: Actor, header: string[]): Promise<number | undefined> {
  const map = knownMap(header);
  return map && (await insertMap(tx, { ...map, header_digest: digestOf(header), created_by: userId, created_at: now }));
}

async function beginPreview(services: Pick<Services, 'db' | 'jobs'>, now: Date, actor: Actor, id: number) {
  return await begin(services, now, actor, id, { kind: 'statement-preview', parameters: { statement: id } });
}

async function begin(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  actor: Actor,
  id: number,
  work: { kind: string; parameters: object },
): Promise<string> {
  const work_id = await beginLongWork({ db, jobs }, now, actor, { ...work, mailWhenDone: false });
  await updateImport(db as Tx, id, { work_id });
  return work_id;
}

/** Holds one on which nobody works. @throws Refusal `not_found`, `import_busy`, `import_applied` */
async function lockIdle(tx: Tx, id: number): Promise<LockedImport> {
  const found = await lockImport(tx, id);
  if (!found) throw new Refusal('not_found');
  if (found.is_busy) throw new Refusal('import_busy');
  if (found.state === 'applied') throw new Refusal('import_applied');
  return found;
}

/**
 * Keeps a map for all statements with the header of one, and begins to find out anew what becomes of its rows.
 * @returns the long work that does
 * @throws Refusal `not_found`, `import_busy`, `import_applied` also where it was begun to be applied, `invalid_request` by column
 */
export async function setMap(
  services: Importing,
  now: Date,
  actor: Actor,
  id: number,
  given: ColumnMap,
): Promise<string> {
  return await withTransaction(services.db, async (tx) => {
    const { state, header } = await lockIdle(tx, id);
    if (state === 'applying') throw new Refusal('import_applied');
    const map = inLettersOf(header, given);
    const [fault, ...others] = faultsOf(header, map);
    if (fault)
      throw new Refusal('invalid_request', { detail: `${fault.path}: ${fault.message}` }).withFields([
        fault,
        ...others,
      ]);
    const kept = { ...map, header_digest: digestOf(header), created_by: actor.userId, created_at: now };
    const map_id = await insertMap(tx, kept);
    await updateImport(tx, id, { map_id, state: 'reading' });
    const subject = { kind: 'statement_import', id };
    await recordAudit(tx, now, {
      action: 'statement_mapped',
      actorId: actor.userId,
      subject,
      before: { state },
      after: { state: 'reading', ...map },
      requestId: actor.requestId,
    });
    return await beginPreview({ ...services, db: tx }, now, actor, id);
  });
}

/**
 * Begins to do what the rows of a statement tell, or goes on with it.
 * @returns the long work that does
 * @throws Refusal `not_found`, `import_busy`, `import_applied`, `import_unread`, `import_unreadable` with the first row and its column
 */
export async function applyStatement(
  services: Importing,
  now: Date,
  actor: Actor,
  id: number,
  { leave_out_unreadable, reason }: { leave_out_unreadable: boolean; reason: string },
): Promise<string> {
  return await withTransaction(services.db, async (tx) => {
    const { state } = await lockIdle(tx, id);
    if (state !== 'previewed' && state !== 'applying') throw new Refusal('import_unread');
    const first = leave_out_unreadable ? undefined : await findFirstFault(tx, id);
    if (first && state === 'previewed')
      throw new Refusal('import_unreadable', {
        detail: `row ${first.number.toLocaleString('en')}, column "${first.fault_column}": ${first.fault}`,
        count: first.faults.toLocaleString('en'),
      });
    await updateImport(tx, id, { state: 'applying' });
    const subject = { kind: 'statement_import', id };
    const after = { state: 'applying', reason, leave_out_unreadable };
    await recordAudit(tx, now, {
      action: 'statement_applying',
      actorId: actor.userId,
      subject,
      before: { state },
      after,
      requestId: actor.requestId,
    });
    const parameters = { statement: id, actor };
    return await begin({ ...services, db: tx }, now, actor, id, { kind: 'statement-application', parameters });
  });
}
