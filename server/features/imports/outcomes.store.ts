import { sql } from 'kysely';
import type { RowOutcome } from '../../../contract/statement-forms.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { type BookingNews, isCalled, isReferenceOf, notByIndex, partsOf } from '../platforms/platforms.ts';
import { findLastNumber, type RawRow } from './import-rows.store.ts';

/** Rows that one statement says something of: that of a whole file is longer than a statement may take. */
const knownAtOnce = 1_000;

/**
 * Says of rows what is known without trying: a booking that an earlier row of the file tells of changes nothing where it is the same,
 * and cannot be read where it is not; what another import of the same file has applied is repeated.
 * @param column what a row is called by that stands there twice
 */
export async function updateKnownRows(db: Db, importId: number, column: string): Promise<void> {
  for (let changed = knownAtOnce; changed === knownAtOnce; ) {
    const { numAffectedRows } = await sql`with told as (
        select number, outcome, digest, first_value(number) over same as first_number, first_value(digest) over same as first_digest
        from statement_rows where import_id = ${importId} and fault is null
        window same as (partition by platform, supplier, ${partsOf(sql`reference`)} order by number)),
      repeated as (select number, first_number, digest, first_digest from told
        where first_number < number and outcome is null limit ${knownAtOnce})
      update statement_rows s set outcome = case when t.digest = t.first_digest then 'already_known' else 'unreadable' end,
        is_repeated = t.digest = t.first_digest,
        fault_column = case when t.digest <> t.first_digest then ${column}::text end,
        fault = case when t.digest <> t.first_digest then 'row ' || t.first_number || ' tells something else of the same booking' end
      from repeated t where s.import_id = ${importId} and s.number = t.number`.execute(db);
    changed = Number(numAffectedRows);
  }
  const last = await findLastNumber(db, importId);
  for (let after = 0; after < last; after += knownAtOnce)
    await sql`update statement_rows s set outcome = 'already_known', is_repeated = true
      where s.import_id = ${importId} and s.number > ${after} and s.number <= ${after + knownAtOnce}
        and s.outcome is null and s.applied_at is null
        and exists (select from statement_rows o where o.digest = s.digest and o.applied_at is not null)`.execute(db);
}

/** Rows of which nothing is said yet, after one, in their order. */
export async function findUntriedRows(db: Db, importId: number, after: number, limit: number): Promise<RawRow[]> {
  const { rows } = await sql<RawRow>`select number, cells from statement_rows
    where import_id = ${importId} and number > ${after} and outcome is null order by number limit ${limit}`.execute(db);
  return rows;
}

/** What becomes of a row. */
export interface RowEnd {
  number: number;
  outcome: RowOutcome;
  fault_column: string | null;
  fault: string | null;
}

export async function updateOutcomes(db: Db, importId: number, ends: readonly RowEnd[]): Promise<void> {
  await sql`insert into statement_rows as s (import_id, number, cells, outcome, fault_column, fault)
    select ${importId}, number, '{}', outcome, fault_column, fault
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as r(number integer, outcome text, fault_column text, fault text)
    on conflict (import_id, number) do update set outcome = excluded.outcome, fault_column = excluded.fault_column,
      fault = excluded.fault
    where s.applied_at is null`.execute(db);
}

/** Rows that are still to be applied, after one, in their order. */
export async function findUnappliedRows(db: Db, importId: number, after: number, limit: number): Promise<RawRow[]> {
  const { rows } = await sql<RawRow>`select number, cells from statement_rows
    where import_id = ${importId} and number > ${after} and applied_at is null and outcome <> 'unreadable'
    order by number limit ${limit}`.execute(db);
  return rows;
}

/** Holds a row that is still to be applied; nothing where somebody has applied it. @returns whether it repeats another row */
export async function lockUnapplied(
  tx: Tx,
  importId: number,
  number: number,
): Promise<{ is_repeated: boolean } | undefined> {
  const { rows } = await sql<{ is_repeated: boolean }>`
    select is_repeated or exists (select from statement_rows o where o.digest = s.digest and o.applied_at is not null) as is_repeated
    from statement_rows s where import_id = ${importId} and number = ${number} and applied_at is null for update`.execute(
    tx,
  );
  return rows[0];
}

export async function updateApplied(
  tx: Tx,
  importId: number,
  number: number,
  end: {
    outcome: RowOutcome;
    is_repeated: boolean;
    platform_booking_id: string | null;
    booking_id: string | null;
    applied_at: Date;
  },
): Promise<void> {
  const applied = tx.updateTable('statement_rows').set(end);
  await applied.where('import_id', '=', importId).where('number', '=', number).execute();
}

/** The first row that cannot be read, and how many there are. */
export async function findFirstFault(db: Db, importId: number) {
  const { rows } = await sql<{ number: number; fault_column: string; fault: string; faults: number }>`
    select number, fault_column, fault, count(*) over () as faults from statement_rows
    where import_id = ${importId} and outcome = 'unreadable' order by number limit 1`.execute(db);
  return rows[0];
}

/**
 * What a booking was known to be worth before, where that is no estimate: told by its platform, or by an administrator. It is found by any
 * of its names.
 */
export async function findKnownCents(
  tx: Tx,
  { platform, bookings, supplier, reference, referenceKeys }: BookingNews & { bookings: string },
): Promise<number | undefined> {
  // Each part by an index of its own: asked as one condition with `or`, all bookings would be read.
  const { rows } = await sql<{ amount_cents: number }>`
    select known.amount_cents from (
      select b.id, b.reference, b.amount_cents, b.estimated from platform_bookings join bookings b on b.id = platform_bookings.booking_id
        where match_kind <> 'evidence' and (platform_bookings.platform = ${platform} and platform_bookings.supplier = ${supplier}
          and platform_bookings.reference = ${reference} or ${isCalled([platform], reference, referenceKeys)}
          and ${notByIndex('supplier')} in (${supplier}, ''))
      union all select b.id, b.reference, b.amount_cents, b.estimated from bookings b
        where b.platform = ${bookings} and b.supplier = ${supplier} and b.reference is not null
          and ${isReferenceOf('b.reference', { platform, reference, reference_keys: referenceKeys })}
    ) known where not known.estimated order by known.reference = ${reference} desc, known.id limit 1`.execute(tx);
  return rows[0]?.amount_cents;
}
