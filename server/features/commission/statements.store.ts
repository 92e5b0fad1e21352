import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';

/** Instants that a statement is of: its beginning is in it, its end is not. */
export interface Span {
  from: Date;
  until: Date;
}

/**
 * What moves between what is owed to an organisation (payable, or in a payout that was not released) and all else, from an instant on, or
 * from the beginning, up to another. That something is in a payout moves nothing; only its release does. Of a share that became
 * less after it was paid out, all is asked back and what is left is posted in one moment: the difference counts as asked back.
 */
const movements = (organisationId: string, { from, until }: { from?: Date; until: Date }): RawBuilder<unknown> => sql`
  owed as materialized (
    select id from ledger_accounts where organisation_id = ${organisationId} and state in ('payable', 'in_payout')
  ), moved as materialized (
    select e.booking_id, e.posted_at, case when e.kind = 'paid' then 'paid' when e.kind = 'clawback' or e.kind = 'correction'
        and bool_or(e.kind = 'clawback') over (partition by e.booking_id, e.posted_at) then 'clawback' else 'earned' end as as_what,
      e.cents * ((e.to_account in (select id from owed))::integer - (e.from_account in (select id from owed))::integer) as cents
    from ledger_entries e
    where (e.to_account = any(array(select id from owed)) or e.from_account = any(array(select id from owed)))
      and e.posted_at < ${until} ${from ? sql`and e.posted_at >= ${from}` : sql``}
  )`;

/** What moved, in cents. */
export interface Moved {
  earned: number;
  clawed_back: number;
  paid: number;
}

const sums = sql`
  coalesce(sum(m.cents) filter (where m.as_what = 'earned'), 0)::bigint as earned,
  coalesce(-sum(m.cents) filter (where m.as_what = 'clawback'), 0)::bigint as clawed_back,
  coalesce(-sum(m.cents) filter (where m.as_what = 'paid'), 0)::bigint as paid`;

/** What was owed to an organisation when its newest statement ended that is final before an instant, and when that was. */
async function findFinalBefore(
  db: Db,
  organisationId: string,
  instant: Date,
): Promise<{ until: Date; cents: number } | undefined> {
  const { rows } = await sql<{ until: Date; cents: number }>`
    select (month + interval '1 month') at time zone ${sql.lit(hawaiiZone)} as until,
      opening_cents + earned_cents - clawed_back_cents - paid_cents as cents
    from partner_statements where organisation_id = ${organisationId}
      and (month + interval '1 month') at time zone ${sql.lit(hawaiiZone)} <= ${instant}
    order by month desc limit 1`.execute(db);
  return rows[0];
}

/**
 * What was owed to an organisation when a span began, and what moved in it. What a final statement comes to is not added up again: nothing
 * is posted into its month any more.
 */
export async function sumStatement(db: Db, organisationId: string, { from, until }: Span) {
  const before = await findFinalBefore(db, organisationId, from);
  const { rows } = await sql<Moved & { opening: number; line_count: number }>`
    with ${movements(organisationId, { until, ...(before && { from: before.until }) })}
    select (select ${before?.cents ?? 0}::bigint + coalesce(sum(cents), 0)::bigint from moved where posted_at < ${from}) as opening,
      count(distinct m.booking_id) filter (where m.cents <> 0)::integer as line_count, ${sums}
    from moved m where m.posted_at >= ${from}`.execute(db);
  return rows[0]!;
}

export interface StatementLine extends Moved {
  booking_id: string;
  experience: string;
  booked_on: string;
  travel_day: string | null;
  amount_cents: number;
  partner_share: number;
}

/** The same by booking, in the order they were booked in. */
export async function findStatementLines(db: Db, organisationId: string, { from, until }: Span, limit: number | null) {
  const { rows } = await sql<StatementLine>`
    with ${movements(organisationId, { from, until })}, line as (
      select m.booking_id, ${sums} from moved m where m.cents <> 0 group by m.booking_id
    )
    select line.booking_id, line.earned, line.clawed_back, line.paid, l.name as experience,
      (c.booked_at at time zone ${sql.lit(hawaiiZone)})::date as booked_on, c.travel_day, c.amount_cents, c.partner_share
    from line join commissions c on c.booking_id = line.booking_id join listings l on l.id = c.listing_id
    order by c.booked_at, line.booking_id limit ${limit}::bigint`.execute(db);
  return rows;
}

export async function findPartner(db: Db, id: string) {
  return await db
    .selectFrom('organisations')
    .select(['id', 'name', 'minimum_payout_cents'])
    .where('id', '=', id)
    .where('kind', '=', 'partner')
    .executeTakeFirst();
}

/** What of an organisation becomes payable on the first such day after one, where its amount is told; in cents. */
export async function findPayableAfter(db: Db, organisationId: string, after: string | null) {
  // How few there are of a day is not foreseen: without `offset 0` all bookings would be read for them.
  const open = sql`commissions c cross join lateral (select from bookings where id = c.booking_id and not estimated offset 0) b
    where c.organisation_id = ${organisationId} and c.state = 'pending' and c.partner_cents > 0`;
  const { rows } = await sql<{ day: string; booking_id: string; cents: number }>`
    select c.payable_on as day, c.booking_id, c.partner_cents as cents from ${open} and c.payable_on = (
      select c.payable_on from ${open} and c.payable_on > coalesce(${after}::date, '-infinity') order by c.payable_on limit 1)`.execute(
    db,
  );
  return rows;
}

/** What stands on each of an organisation's accounts, in cents. */
export async function findBalances(db: Db, organisationId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ state: string; cents: number }>`
    select a.state, coalesce(sum(b.cents), 0)::bigint as cents from ledger_accounts a
    left join ledger_balances b on b.account_id = a.id where a.organisation_id = ${organisationId} group by a.state`.execute(
    db,
  );
  return new Map(rows.map(({ state, cents }) => [state, cents]));
}
