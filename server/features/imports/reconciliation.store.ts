import { type RawBuilder, sql } from 'kysely';
import type { DifferenceKind } from '../../../contract/statement-forms.ts';
import type { Db } from '../../platform/database/database.ts';
import { allOf } from '../../platform/lists.store.ts';
import type { PlatformName } from '../platforms/platforms.ts';

/** Days of travel, the first of them and the one after the last; null: what has none. */
export type Days = { from: string; until: string } | null;

/** What is compared: of some days, and of which platform; of all where none is told. */
export interface Span {
  platform?: PlatformName | undefined;
  days: Days;
}

/** Of commissions `c`: those by which a platform owes something, or has paid it. */
const isOwed = sql`c.basis in ('pending', 'earned')`;
/** Of rows of statements `t`: those that count. */
const isTaken = sql`t.applied_at is not null and not t.is_repeated`;

/** That no newer row tells of the same booking: by what names it, and where nothing is known of it by how it is spelled. */
const isNewest = sql`
  not exists (select from statement_rows later where later.platform_booking_id = t.platform_booking_id
    and (later.import_id, later.number) > (t.import_id, t.number))
  and not (t.platform_booking_id is null and exists (select from statement_rows later
    where later.platform_booking_id is null and later.applied_at is not null and not later.is_repeated and later.platform = t.platform
      and later.supplier = t.supplier and later.reference = t.reference and (later.import_id, later.number) > (t.import_id, t.number)))`;

const ofBoth = sql`
  coalesce(t.platform, p.platform, case when b.platform <> 'external' then b.platform
      when b.supplier ~ '(^|[.])getyourguide[.]' then 'getyourguide' else 'operator' end) as platform,
  coalesce(to_char(coalesce(case when ${isOwed} then c.travel_day end, t.travel_date), 'YYYY-MM'), 'undated') as month,
  t.reference is not null as is_told, coalesce(t.reference, p.reference, b.reference) as reference, t.status as told_status,
  t.amount_cents as told_amount, t.commission_cents as statement, t.currency, t.import_id, t.number, t.travel_date,
  c.booking_id, b.status, b.transaction_id, c.listing_id, c.travel_day, c.amount_cents,
  case when ${isOwed} then c.platform_cents else 0 end as ledger`;

/**
 * Each booking of some days of travel by what the newest applied row of a statement says of it, whichever of its names that has, and what
 * the ledger has: `statement` and `ledger` in cents, the latter of confirmed and completed bookings. The day is that of the ledger where
 * that owes something, else that of the statement. Nothing is read but what is of these days by either of them.
 */
function compared(days: Days): RawBuilder<unknown> {
  const within = (day: RawBuilder<unknown>) =>
    days ? sql`${day} >= ${days.from}::date and ${day} < ${days.until}::date` : sql`${day} is null`;
  return sql`
  compared as (
    select ${ofBoth} from commissions c join bookings b on b.id = c.booking_id
      left join platform_bookings p on p.booking_id = c.booking_id and p.match_kind <> 'evidence'
      left join lateral (select t.platform, t.reference, t.status, t.amount_cents, t.commission_cents, t.currency, t.import_id,
          t.number, t.travel_date from statement_rows t where t.platform_booking_id = p.id
        order by t.import_id desc, t.number desc limit 1) t on true
    where ${isOwed} and ${within(sql`c.travel_day`)}
      and ${days ? sql`(t.import_id is not null or c.platform_cents <> 0)` : sql`t.import_id is null and c.platform_cents <> 0`}
    union all
    select ${ofBoth} from statement_rows t
      left join platform_bookings p on p.id = t.platform_booking_id and p.match_kind <> 'evidence'
      left join commissions c on c.booking_id = p.booking_id left join bookings b on b.id = c.booking_id
    where ${isTaken} and ${within(sql`t.travel_date`)} and ${isNewest}
      and (c.booking_id is null or not (${isOwed}) or c.travel_day is null)
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
}

/** The newest months, as their first days, of which statements or the ledger have something, before a day. */
export async function findMonths(db: Db, before: string | null, limit: number): Promise<string[]> {
  const newestBefore = (day: RawBuilder<unknown>) => sql`date_trunc('month', greatest(
    (select max(c.travel_day) from commissions c where ${isOwed} and c.platform_cents <> 0 and c.travel_day < ${day}),
    (select max(t.travel_date) from statement_rows t where ${isTaken} and t.travel_date < ${day})))::date`;
  const { rows } = await sql<{ month: string }>`
    with recursive months as (
      select ${newestBefore(sql`coalesce(${before}::date, 'infinity'::date)`)} as month, 1 as place
      union all select ${newestBefore(sql`months.month`)}, months.place + 1 from months
        where months.month is not null and months.place < ${limit}
    ) select month from months where month is not null order by month desc`.execute(db);
  return rows.map(({ month }) => month);
}

export interface TotalRow {
  platform: PlatformName;
  month: string;
  statement: number;
  ledger: number;
  statement_bookings: number;
  ledger_bookings: number;
  differences: number;
}

const ofPlatform = ({ platform }: Span) => allOf(platform ? [sql`j.platform = ${platform}`] : []);

/** Totals by platform and month, the newest month first. */
export async function sumMonths(db: Db, span: Span): Promise<TotalRow[]> {
  const { rows } = await sql<TotalRow>`with ${compared(span.days)}
    select j.platform, j.month, coalesce(sum(j.statement), 0)::bigint as statement, sum(j.ledger)::bigint as ledger,
      count(*) filter (where j.is_told) as statement_bookings, count(*) filter (where j.ledger <> 0) as ledger_bookings,
      count(j.kind) as differences
    from judged j where ${ofPlatform(span)} group by j.platform, j.month order by j.month desc, j.platform`.execute(db);
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

/** The bookings on which the two differ, by how much. */
export async function findDifferences(db: Db, span: Span, limit: number | null): Promise<DifferenceRow[]> {
  const { rows } = await sql<DifferenceRow>`with ${compared(span.days)}
    select j.kind, j.reference, j.booking_id, j.transaction_id, l.name as experience,
      coalesce(j.travel_day, j.travel_date) as travel_date, j.told_amount as statement_amount, j.amount_cents as ledger_amount,
      j.statement, j.ledger, j.currency, j.import_id, i.file_name, j.number
    from judged j left join listings l on l.id = j.listing_id left join statement_imports i on i.id = j.import_id
    where ${ofPlatform(span)} and j.kind is not null
    order by abs(coalesce(j.statement, 0) - j.ledger) desc, j.reference, j.booking_id limit ${limit}`.execute(db);
  return rows;
}
