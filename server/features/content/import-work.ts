import { z } from 'zod';
import { mostImportedRows } from '../../../contract/listing-import-forms.ts';
import { type AuditRecord, recordAudit, recordAudits } from '../../platform/audit/audit.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { GivingWay } from '../../platform/long-work/giving-way.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { columnsInLettersOf } from '../../platform/tables/headers.ts';
import { readTableFile } from '../../platform/tables/table-file.ts';
import { deleteUpload } from '../../platform/uploads/uploads.store.ts';
import { readClaimed } from '../../platform/uploads/uploads.ts';
import { RowCheck } from './check-rows.ts';
import { type Content, findContents, insertListings, lockListings, updateContents } from './content.store.ts';
import {
  deleteChecked,
  findRowsToTell,
  findWaitingRows,
  insertChecked,
  updateImported,
  type WaitingRow,
} from './import-rows.store.ts';
import { findNamed, findOpenImport, lockImport, updateImport } from './listing-imports.store.ts';
import { changeOf, versionOf } from './listing-version.ts';

/** Rows checked at once, between which others have their turn; and rows imported in a transaction, of which each tells guests' pages. */
const perCheck = 100;
const perPage = 500;

/** How much of a file is taken. A description has up to 5,000 characters. */
export const listingLimits = { mostRows: mostImportedRows, longestCell: 12_000 };

const fileOf =
  (what: string) =>
  ({ listings }: { listings: number }) => ({
    name: `listings-${listings}-${what}.csv`,
    type: 'text/csv; charset=utf-8',
  });

/**
 * Finds out what would become of each row of a file, and writes it down; nothing of the guide is changed. Its own file tells of the rows
 * that are wrong, by row and column.
 */
export const listingsCheck = declareLongWork({
  parameters: z.object({ listings: z.int() }),
  file: fileOf('wrong'),
  run: async function* ({ db, settings, parameters: { listings: id }, report, signal }) {
    const given = await findOpenImport(db, id);
    const { upload_id, media_type } = given ?? {};
    const isOpen = given?.state === 'checking' || given?.state === 'checked';
    if (isOpen && upload_id && media_type) {
      report(0, given.row_count);
      await deleteChecked(db, id);
      const check = new RowCheck(given.header, columnsInLettersOf(given.header, given.columns));
      const file = { mediaType: media_type, read: () => readClaimed(settings, upload_id) };
      const way = new GivingWay();
      let done = 0;
      for await (const { rows } of readTableFile(file, listingLimits))
        for (let at = 0; at < rows.length; at += perCheck) {
          signal.throwIfAborted();
          const some = rows.slice(at, at + perCheck);
          await insertChecked(db, id, await check.check(db, some));
          done += some.length;
          report(done, given.row_count);
          await way.rest(signal);
        }
      await withTransaction(db, async (tx) => {
        if ((await lockImport(tx, id))?.state === 'checking') await updateImport(tx, id, { state: 'checked' });
      });
    }
    yield csvHeader(['row', 'column', 'problem', 'value']);
    yield* linesOf(db, id, true);
  },
});

/** A line for each wrong column of each wrong row; or one for each row, with what has become of it. */
async function* linesOf(db: Db, id: number, isWrong: boolean): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const rows = await findRowsToTell(db, id, { after, limit: perPage, isWrong });
    if (rows.length === 0) return;
    yield rows
      .flatMap((row) =>
        isWrong
          ? row.faults.map(({ column, problem, value }) => csvLine([row.id, column, problem, value]))
          : csvLine([row.id, row.outcome, row.listing_id, row.name]),
      )
      .join('');
    after = rows.at(-1)!.id;
  }
}

/**
 * Makes and changes the listings of a checked file, some hundred in a transaction, each once: run again, after whatever ended it, it
 * does the rest. A listing that somebody has changed since the check is left as they made it.
 */
export const listingsImport = declareLongWork({
  parameters: z.object({ listings: z.int(), actor: z.object({ userId: z.string(), requestId: z.string() }) }),
  file: fileOf('imported'),
  run: async function* ({ db, parameters: { listings: id, actor }, report, signal, now }) {
    const given = await findOpenImport(db, id);
    if (given?.state === 'importing') {
      report(0, given.row_count);
      const way = new GivingWay();
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const last = await withTransaction(db, async (tx) => {
          if ((await lockImport(tx, id))?.state !== 'importing') return undefined;
          const rows = await findWaitingRows(tx, id, after, perPage);
          await takeRows(tx, now(), id, actor, rows);
          return rows.at(-1)?.number;
        });
        if (last === undefined) break;
        after = last;
        report(last - 1, given.row_count);
        await way.rest(signal);
      }
      await withTransaction(db, async (tx) => {
        const found = await lockImport(tx, id);
        if (found?.state !== 'importing') return;
        await updateImport(tx, id, { state: 'imported', upload_id: null });
        if (found.upload_id) await deleteUpload(tx, found.upload_id);
        await recordAudit(tx, now(), {
          action: 'listings_imported',
          actorId: actor.userId,
          subject: { kind: 'listing_import', id },
          before: { state: 'importing' },
          after: { state: 'imported', rows: given.row_count },
          requestId: actor.requestId,
        });
      });
      report(given.row_count, given.row_count);
    }
    yield csvHeader(['row', 'outcome', 'listing', 'name']);
    yield* linesOf(db, id, false);
  },
});

type Doer = { userId: string; requestId: string };

/** Does what rows say, in the transaction. */
async function takeRows(tx: Tx, now: Date, importId: number, actor: Doer, rows: readonly WaitingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.flatMap(({ listing_id }) => listing_id ?? []);
  await lockListings(tx, ids);
  const current = await findContents(tx, ids);
  const made = rows.filter(({ outcome }) => outcome === 'new');
  // Another file, or the editor, may have made the same meanwhile.
  const named = await findNamed(
    tx,
    made.map(({ number, content: { name, category, address } }) => ({ number, name, category, address })),
  );
  const fresh = made.filter(({ number }) => !named.has(number));
  const changes = rows.flatMap(({ number, listing_id, replaces, content }) => {
    const before = listing_id === null ? undefined : current.get(listing_id);
    const isSame = before && !before.deleted_at && versionOf(before) === replaces;
    return isSame ? [{ number, id: listing_id!, before, content }] : [];
  });
  const newIds = fresh.length > 0 ? await insertListings(tx, contentsOf(fresh), now) : [];
  if (changes.length > 0) await updateContents(tx, changes, now);
  const by = { actorId: actor.userId, requestId: actor.requestId };
  const subjectOf = (id: number): AuditRecord['subject'] => ({ kind: 'listing', id });
  await recordAudits(tx, now, [
    ...fresh.map(({ content }, at) => ({
      ...{ ...by, action: 'listing_created', subject: subjectOf(newIds[at]!), after: content },
    })),
    ...changes.map(({ id, before, content }) => ({
      ...{ ...by, action: 'listing_changed', subject: subjectOf(id), ...changeOf(before, content) },
    })),
  ]);
  const idOf = new Map([
    ...fresh.map(({ number }, at) => [number, newIds[at]!] as const),
    ...changes.map(({ number, id }) => [number, id] as const),
  ]);
  const ends = rows.map(({ number, outcome, listing_id }) => {
    const id = idOf.get(number);
    if (id !== undefined) return { number, outcome, listing_id: id };
    return { number, outcome: 'changed_meanwhile' as const, listing_id: named.get(number)?.[0] ?? listing_id };
  });
  await updateImported(tx, importId, ends, now);
}

const contentsOf = (rows: readonly WaitingRow[]): Content[] => rows.map(({ content }) => content);
