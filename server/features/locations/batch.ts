import { createHash } from 'node:crypto';
import type {
  BatchFault,
  CheckedBatchRow,
  LimitRaise,
  LocationBatch,
  ShortOfRoom,
} from '../../../contract/location-batches.ts';
import { type BatchColumn, batchColumns, mostBatchFaults, mostBatchRows } from '../../../contract/location-form.ts';
import { mostCodesLimit } from '../../../contract/organisations.ts';
import { type Actor, actorOf, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import { readTableFile } from '../../platform/tables/table-file.ts';
import { peekUpload } from '../../platform/uploads/uploads.ts';
import { holdRoom } from '../codes/codes.ts';
import { setCodeLimit } from '../organisations/organisations.ts';
import { beginLongWork } from '../work/work.ts';
import {
  type BatchChoice,
  type BatchRow,
  findBatchOf,
  findBatchPage,
  findPartnersCalled,
  findPlacesThere,
  findUnmade,
  insertBatch,
  insertBatchRows,
  lockBatches,
  type NewRow,
  updateBatch,
} from './batch.store.ts';
import { type ReadRow, readRows, type SentRow } from './check-rows.ts';

/** What is sent: the rows, or an upload that has them. */
interface Source {
  rows?: Record<BatchColumn, string>[] | undefined;
  upload_id?: string | undefined;
  /** What limits of partners that have no room for their rows are raised to. */
  raise_limits?: LimitRaise[];
}

const sampleRows = 5;
const longestCell = 4_000;

interface Checked {
  rows: (NewRow & { partner: string | null })[];
  faults: BatchFault[];
  /** Names the rows; what is at fault is no part of it. */
  digest: Buffer;
  short: ShortOfRoom[];
  madeBefore: number | null;
}

/** What would become of the rows of a batch. Nothing of them is kept. @throws Refusal `not_found`, `file_refused` */
export async function checkBatch(ctx: Context, source: Source) {
  const { rows, faults, short, madeBefore } = await check(ctx, source);
  const shown = rows.slice(0, sampleRows).map(({ organisation_id: _, ...row }): CheckedBatchRow => row);
  return {
    ...{ rows: rows.length, sample: shown, made_before: madeBefore },
    ...{ faults: faults.slice(0, mostBatchFaults), fault_count: faults.length },
    short_of_room: short,
  };
}

/**
 * Takes the rows of a batch, all or none, and begins to make them. Of the same rows as before what is left is made, and the file is drawn
 * anew; where it can still be fetched, nothing is begun.
 * @returns its number
 * @throws Refusal `not_found`, `file_refused`, `batch_faults` with the first of them
 */
export async function createBatch(ctx: Context, { format, paper, language, ...source }: Source & BatchChoice) {
  const checked = await check(ctx, source);
  const [now, actor] = [ctx.clock.now(), actorOf(ctx)];
  const choice = { format, paper, language };
  requireNone(checked.faults);
  return await withTransaction(ctx.db, async (tx) => {
    await lockBatches(tx);
    const known = await findBatchOf(tx, checked.digest, now);
    const isSame = known?.format === format && known.paper === paper && known.language === language;
    if (known && (known.is_busy || (known.has_file && isSame))) return known.id;
    const raise = (id: string, short: ShortOfRoom) => raiseLimit(tx, now, actor, raiseOf(source, id, short));
    await requireFree(tx, await leftOf(tx, known, checked.rows), raise);
    const batch = known?.id ?? (await takeRows(tx, now, actor, checked, choice));
    const parameters = { batch, ...choice, actor };
    const work = { kind: 'location-batch', parameters, mailWhenDone: false };
    const work_id = await beginLongWork({ ...ctx, db: tx }, now, actor, work);
    await updateBatch(tx, batch, { ...choice, work_id });
    return batch;
  });
}

/** Keeps the rows of a batch that is new. @returns its number */
async function takeRows(
  tx: Tx,
  now: Date,
  actor: Actor,
  { rows, digest }: Checked,
  choice: BatchChoice,
): Promise<number> {
  const id = await insertBatch(tx, { ...choice, digest, created_by: actor.userId, created_at: now });
  await insertBatchRows(tx, id, rows);
  await recordAudit(tx, now, {
    action: 'location_batch_taken',
    actorId: actor.userId,
    subject: { kind: 'location_batch', id },
    after: { rows: rows.length, ...choice },
    requestId: actor.requestId,
  });
  return id;
}

/** @throws Refusal `batch_faults` with the first of them */
function requireNone(faults: readonly BatchFault[]): void {
  const [first] = faults;
  if (!first) return;
  const detail = `row ${first.row.toLocaleString('en')}, column "${first.column}": ${first.problem}`;
  throw new Refusal('batch_faults', { count: faults.length.toLocaleString('en'), detail });
}

/** Those of a batch's rows that are still to be made; none while its work is under way. */
async function leftOf(db: Db, batch: Awaited<ReturnType<typeof findBatchOf>>, rows: Checked['rows']) {
  if (!batch) return rows;
  const unmade = batch.is_busy ? new Set() : await findUnmade(db, batch.id);
  return rows.filter((_, at) => unmade.has(at + 1));
}

/** Which of these are places already, or about to be. */
async function there(db: Db, rows: Checked['rows']): Promise<BatchFault[]> {
  if (rows.length === 0) return [];
  return (await findPlacesThere(db, rows)).map(({ number, place, batch }) => ({
    ...{ row: number, column: 'name' },
    problem:
      place === null
        ? `batch ${batch} is making a place of this name, address and partner`
        : `the place ${place} has this name, address and partner already`,
  }));
}

/**
 * Holds the partners of places that are to be made, whose codes are all made or none.
 * @param raise gives one that has no room for them a limit that has, where that was asked for
 * @throws Refusal `batch_faults` where one has no room for them, or a place is there by now
 */
async function requireFree(
  tx: Tx,
  rows: Checked['rows'],
  raise: (partner: string, short: ShortOfRoom) => Promise<boolean>,
): Promise<void> {
  requireNone(await there(tx, rows));
  const own = Map.groupBy(rows, ({ organisation_id }) => organisation_id);
  // In one order, so that two batches do not wait for each other.
  for (const id of [...own.keys()].sort()) {
    if (id === null) continue;
    const short = shortOfRoom(id, own.get(id)!, await holdRoom(tx, id));
    if (short && !(await raise(id, short))) requireNone([roomFault(own.get(id)!, short)]);
  }
}

const inWords = (count: number) => count.toLocaleString('en');

/** What was agreed to for a partner that lacks room; nothing where its limit is another by now, or that would not do. */
const raiseOf = ({ raise_limits }: Source, id: string, { most, raise_to }: ShortOfRoom): LimitRaise | undefined =>
  raise_limits?.find(
    ({ organisation_id, qr_codes_limit, replaces_limit }) =>
      organisation_id === id && replaces_limit === most && raise_to !== null && qr_codes_limit >= raise_to,
  );

/** @returns whether there was one */
async function raiseLimit(tx: Tx, now: Date, actor: Actor, raise: LimitRaise | undefined): Promise<boolean> {
  if (!raise) return false;
  const { organisation_id, qr_codes_limit: limit, replaces_limit: replaces } = raise;
  await setCodeLimit(tx, now, actor, organisation_id, { limit, replaces, reason: 'For a batch of places' });
  return true;
}

/** What a partner lacks for its rows; nothing where it has room for all. */
function shortOfRoom(
  id: string,
  own: Checked['rows'],
  { codes, left, most }: { codes: number; left: number; most: number },
): ShortOfRoom | undefined {
  const needed = own.length;
  if (needed <= left) return undefined;
  const limit = codes + needed;
  const raise_to = limit > mostCodesLimit ? null : limit;
  return { organisation_id: id, partner: own[0]!.partner!, needed, left, most, raise_to };
}

/** At the first of its rows that has no room. */
const roomFault = (own: Checked['rows'], { partner, needed, left, most }: ShortOfRoom): BatchFault => ({
  ...{ row: own[left]!.number, column: 'partner' },
  problem: `${partner} has room for ${inWords(left)} further codes, of ${inWords(most)}, and ${inWords(needed)} rows need one`,
});

/** Checks rows: each by itself, then whose they are, whether they are there already, and whether their partners have room. */
async function check(ctx: Context, source: Source): Promise<Checked> {
  const { db, clock } = ctx;
  const [read, now] = [readRows(await sentRows(ctx, source)), clock.now()];
  // What is at fault by itself may be nothing that the database can be asked about.
  const faulty = new Set(read.faults.map(({ row }) => row));
  const { rows, faults } = await named(db, read);
  const digest = digestOf(rows);
  const before = await findBatchOf(db, digest, now);
  const left = await leftOf(db, before, rows);
  const found = await there(
    db,
    left.filter(({ number }) => !faulty.has(number)),
  );
  const all = [...read.faults, ...faults.all, ...found];
  const short: ShortOfRoom[] = [];
  for (const { id, own, ...room } of faults.rooms(left)) {
    const lack = shortOfRoom(id, own, room);
    if (!lack) continue;
    short.push(lack);
    if (!raiseOf(source, id, lack)) all.push(roomFault(own, lack));
  }
  const sorted = all.sort((one, other) => one.row - other.row);
  return { rows, faults: sorted, short, digest, madeBefore: before?.id ?? null };
}

/** Finds the partners that rows name. */
async function named(db: Db, { rows: read, faults }: ReturnType<typeof readRows>) {
  const faulty = new Set(faults.filter(({ column }) => column === 'partner').map(({ row }) => row));
  const isAsked = ({ number, partner }: ReadRow) => partner !== '' && !faulty.has(number);
  const called = [...new Set(read.filter(isAsked).map(({ partner }) => partner))];
  const found = Map.groupBy(called.length ? await findPartnersCalled(db, called) : [], (one) => one.called);
  const all: BatchFault[] = [];
  const rows = read.map((one) => {
    const { partner: typed, ...row } = one;
    const partners = found.get(typed) ?? [];
    if (isAsked(one) && partners.length !== 1) {
      const problem = partners.length
        ? 'several partners have this name: give the e-mail address of an owner'
        : 'is no partner: give the name, or the e-mail address of an owner';
      all.push({ row: row.number, column: 'partner', problem });
    }
    const [partner] = partners.length === 1 ? partners : [];
    return { ...row, organisation_id: partner?.id ?? null, partner: partner?.name ?? null };
  });
  const rooms = (of: Checked['rows']) =>
    [...new Map([...found.values()].flat().map((one) => [one.id, one])).values()].map(({ id, codes, most }) => ({
      ...{ id, codes, left: Math.max(0, most - codes), most },
      own: of.filter(({ organisation_id }) => organisation_id === id),
    }));
  return { rows, faults: { all, rooms } };
}

const digestOf = (rows: Checked['rows']): Buffer => {
  const of = ({ name, address, description, latitude, longitude, organisation_id }: NewRow) => [
    ...[name, address, description, latitude, longitude, organisation_id],
  ];
  return createHash('sha256')
    .update(JSON.stringify(rows.map(of)))
    .digest();
};

/** The rows that a request brings. @throws Refusal `not_found`, `file_refused` */
async function sentRows(ctx: Context, { rows, upload_id }: Source): Promise<SentRow[]> {
  if (rows) return rows.map((cells, at) => ({ number: at + 1, cells }));
  const file = await peekUpload(ctx, upload_id!, 'locations');
  const all: SentRow[] = [];
  let columns: (BatchColumn | undefined)[] | undefined;
  for await (const part of readTableFile(file, { mostRows: mostBatchRows, longestCell })) {
    columns ??= columnsOf(part.header);
    for (const { number, cells } of part.rows) all.push({ number, cells: cellsOf(columns, cells) });
  }
  return all;
}

/** @throws Refusal `file_refused` for a column that is none of ours, or without names of places */
function columnsOf(header: readonly string[]): BatchColumn[] {
  const wrong = (detail: string) => new Refusal('file_refused', { detail });
  const columns = header.map((name) => {
    const column = batchColumns.find((one) => one === name.toLowerCase());
    if (!column) throw wrong(`row 1, column "${name}": the columns are ${batchColumns.join(', ')}`);
    return column;
  });
  if (!columns.includes('name')) throw wrong('row 1: the column "name" is missing');
  return columns;
}

function cellsOf(columns: readonly (BatchColumn | undefined)[], cells: readonly string[]): SentRow['cells'] {
  const of = (column: BatchColumn) => cells[columns.indexOf(column)] ?? '';
  return Object.fromEntries(batchColumns.map((column) => [column, of(column)])) as SentRow['cells'];
}

const show = ({ created_at, file_until, ...row }: BatchRow): LocationBatch => ({
  ...row,
  created_at: created_at.toISOString(),
  file_until: file_until?.toISOString() ?? null,
});

/** A page of the batches. @throws Refusal `invalid_request` for a cursor that is none */
export async function listBatches(db: Db, now: Date, { sort, after, limit, search }: ListQuery) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), numberId);
  const { rows, total } = await findBatchPage(db, { search, now }, page);
  return { rows: rows.map(show), total, next: nextOf(sort, page, rows) };
}

/** One of them. @throws Refusal `not_found` */
export async function getBatch(db: Db, now: Date, id: number): Promise<LocationBatch> {
  const { rows } = await findBatchPage(
    db,
    { id, now },
    readPage({ sort: '-created' }, () => true, numberId),
  );
  if (!rows[0]) throw new Refusal('not_found');
  return show(rows[0]);
}
