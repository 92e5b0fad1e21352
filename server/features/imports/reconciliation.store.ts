import { type RawBuilder, sql } from 'kysely';
import type { DifferenceKind } from '../../../contract/statement-forms.ts';
import type { Db } from '../../platform/database/database.ts';
import { allOf } from '../../platform/lists.store.ts';
import type { PlatformName } from '../platforms/platforms.ts';

/** Which month of which platform; all where nothing is told. */
export interface Span {
  platform: PlatformName;
  month: string;
}

/**
 * Each booking by what the newest applied row of a statement says of it and what the ledger has: `statement` and `ledger` in cents, the
 * latter of confirmed and completed bookings. The month is that of travel as the ledger has it, else as the statement has it.
 */
const compared: RawBuilder<unknown> = sql`
  told as (
    select distinct on (r.platform, r.supplier, r.reference) r.platform, r.supplier, r.reference, r.status, r.amount_cents,
      r.commission_cents, r.currency, r.travel_date, r.import_id, r.number
    from statement_rows r join statement_imports i on i.id = r.import_id
    where r.applied_at is not null and not r.is_repeated
    order by r.platform, r.supplier, r.reference, i.created_at desc, r.import_id desc, r.number desc
  ), owed as (
    select c.booking_id, b.platform as bookings, b.supplier, b.reference, b.status, b.transaction_id, c.listing_id, c.travel_day, c.amount_cents,
      case when c.basis in ('pending', 'earned') then c.platform_cents else 0 end as cents
    from commissions c join bookings b on b.id = c.booking_id
  ), compared as (
    select coalesce(t.platform, p.platform, case when o.bookings <> 'external' then o.bookings
        when o.supplier ~ '(^|[.])getyourguide[.]' then 'getyourguide' else 'operator' end) as platform,
      coalesce(to_char(coalesce(o.travel_day, t.travel_date), 'YYYY-MM'), 'undated') as month,
      t.reference is not null as is_told, coalesce(t.reference, p.reference, o.reference) as reference, t.status as told_status,
      t.amount_cents as told_amount, t.commission_cents as statement, t.currency, t.import_id, t.number, t.travel_date,
      o.booking_id, o.status, o.transaction_id, o.listing_id, o.travel_day, o.amount_cents, coalesce(o.cents, 0) as ledger
    from told t
      left join platform_bookings q on q.platform = t.platform and q.supplier = t.supplier and q.reference = t.reference
        and q.match_kind <> 'evidence'
      full join owed o on o.booking_id = q.booking_id
      left join platform_bookings p on p.booking_id = o.booking_id and p.match_kind <> 'evidence'
    where t.reference is not null or coalesce(o.cents, 0) <> 0
  ), judged as (
    select c.*, case
        when c.is_told and c.currency is not null and c.currency <> 'USD' and c.told_status <> 'cancelled' then 'currency'
        when c.is_told and c.statement is null and c.told_status <> 'cancelled' then 'untold'
        when coalesce(c.statement, 0) = c.ledger then null
        when not c.is_told then 'not_on_statement'
        when c.booking_id is null then 'unmatched'
        when c.told_status = 'cancelled' then 'cancelled_there'
        when c.status = 'cancelled' then 'cancelled_here'
        when c.told_amount is not null and c.told_amount <> c.amount_cents then 'amount'
        else 'rate' end as kind
    from compared c
  )`;

export interface TotalRow extends Span {
  statement: number;
  ledger: number;
  statement_bookings: number;
  ledger_bookings: number;
  differences: number;
}

const within = (span: Span | undefined) =>
  allOf(span ? [sql`j.platform = ${span.platform}`, sql`j.month = ${span.month}`] : []);

/** Totals by platform and month, the newest month first. */
export async function sumMonths(db: Db, span?: Span): Promise<TotalRow[]> {
  const { rows } = await sql<TotalRow>`with ${compared}
    select j.platform, j.month, coalesce(sum(j.statement), 0)::bigint as statement, sum(j.ledger)::bigint as ledger,
      count(*) filter (where j.is_told) as statement_bookings, count(*) filter (where j.ledger <> 0) as ledger_bookings,
      count(j.kind) as differences
    from judged j where ${within(span)} group by j.platform, j.month order by j.month desc, j.platform`.execute(db);
  return rows;
}

export interface DifferenceRow {
  kind: DifferenceKind;
  reference: string | null;
  booking_id: string | null;
  transaction_id: string | null;
  experience: string | null;
  travel_date: string | null;
  statement_amount: number | null;
  ledger_amount: number | null;
  statement: number | null;
  ledger: number;
  currency: string | null;
  import_id: number | null;
  file_name: string | null;
  number: number | null;
}

/** The bookings of a month on which the two differ, by how much. */
export async function findDifferences(db: Db, span: Span, limit: number | null): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`with ${compared}
    select j.kind, j.reference, j.booking_id, j.transaction_id, l.name as experience,
      coalesce(j.travel_day, j.travel_date) as travel_date, j.told_amount as statement_amount, j.amount_cents as ledger_amount,
      j.statement, j.ledger, j.currency, j.import_id, i.file_name, j.number
    from judged j left join listings l on l.id = j.listing_id left join statement_imports i on i.id = j.import_id
    where ${within(span)} and j.kind is not null
    order by abs(coalesce(j.statement, 0) - j.ledger) desc, j.reference, j.booking_id limit ${limit}`.execute(db);
  return rows;
}
