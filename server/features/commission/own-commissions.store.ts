import { type RawBuilder, sql } from 'kysely';
import type { EarningState } from '../../../contract/commission-states.ts';
import type { BookingRows } from '../../../contract/figure-rows.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import type { Span } from './statements.store.ts';

export interface OwnCommissionRow {
  id: string;
  booked_on: string;
  experience: string;
  place: string | null;
  code: string | null;
  state: EarningState;
  cents: number;
  revenue_cents: number | null;
  payable_on: string | null;
  estimated: boolean;
}

/** Where a commission `c` stands by its own row alone, as the index `commissions_by_standing` has it to the letter. */
const standing = sql`(case when c.due_cents < 0 then 'taken_back'
  when c.state = 'payable' and c.paid_out_cents > 0 and c.due_cents = 0 then 'paid' when c.state = 'voided' then 'none' else c.state end)`;

/** Bookings that a payout of an organisation has taken which is not released. */
const inPayout = (organisationId: string) => sql`select e.booking_id from payouts p
  join ledger_entries e on e.payout_id = p.id and e.kind = 'payout' where p.organisation_id = ${organisationId} and p.state = 'prepared'`;

/** Bookings of which something was asked back from an organisation, ever. */
const takenBack = (organisationId: string) => sql`select e.booking_id from ledger_entries e where e.kind = 'clawback'
  and e.from_account = any(array(select id from ledger_accounts where organisation_id = ${organisationId} and state = 'payable'))`;

/** Whether payouts had taken what a commission `c` has no more. */
const wasTaken = sql`exists (select from ledger_entries e where e.booking_id = c.booking_id and e.kind = 'clawback')`;

const isInPayout = sql`exists (select from ledger_entries e join payouts p on p.id = e.payout_id
  where e.booking_id = c.booking_id and e.kind = 'payout' and p.state = 'prepared')`;

/**
 * What was asked back of a commission `c` in all: of a share that became less, all is asked back and what is left is posted in the same
 * moment.
 */
const askedBack = sql`(select coalesce(sum(case e.kind when 'clawback' then e.cents else -e.cents end), 0)
  from ledger_entries e where e.booking_id = c.booking_id and (e.kind = 'clawback' or e.kind = 'correction' and exists
    (select from ledger_entries o where o.booking_id = e.booking_id and o.kind = 'clawback' and o.posted_at = e.posted_at)))`;

/** What each state narrows the list to. Each is found by an index, and skips no more than what waits in payouts. */
function conditionsOf(state: EarningState, organisationId: string): RawBuilder<unknown>[] {
  switch (state) {
    case 'in_payout':
      return [sql`${standing} = 'paid'`, sql`c.booking_id = any(array(${inPayout(organisationId)}))`];
    case 'paid':
      return [sql`${standing} = 'paid'`, sql`c.booking_id not in (${inPayout(organisationId)})`];
    case 'taken_back':
      return [sql`${standing} in ('taken_back', 'none')`, sql`c.booking_id = any(array(${takenBack(organisationId)}))`];
    case 'none':
      return [sql`${standing} = 'none'`, sql`c.booking_id not in (${takenBack(organisationId)})`];
    default:
      return [sql`${standing} = ${state}`];
  }
}

/** Of a commission `c`, whether its booking is one that a figure counts, as server/features/analytics/rollup-figures.store.ts counts them. */
const isCounted = (of: BookingRows) =>
  sql`exists (select from bookings b where b.id = c.booking_id and b.status in (${sql.join(
    of === 'bookings' ? ['confirmed', 'completed'] : [of],
  )}))`;

/** A page of an organisation's commissions. @param filter.booked in all of which they were booked */
export async function findOwnCommissions(
  db: Db,
  organisationId: string,
  { state, booked, of }: { state: EarningState | undefined; booked: readonly Span[]; of?: BookingRows | undefined },
  page: Page,
) {
  return await findPage<OwnCommissionRow>(
    db,
    {
      from: sql`commissions c`,
      id: sql`c.booking_id`,
      matching: [
        sql`c.organisation_id = ${organisationId}`,
        ...booked.flatMap(({ from, until }) => [sql`c.booked_at >= ${from}`, sql`c.booked_at < ${until}`]),
        ...(of ? [isCounted(of)] : []),
        ...(state ? conditionsOf(state, organisationId) : []),
      ],
      order: byInstant(sql`c.booked_at`),
      columns: sql`c.booking_id as id, (c.booked_at at time zone ${sql.lit(hawaiiZone)})::date as booked_on,
        (select l.name from listings l where l.id = c.listing_id) as experience,
        (select p.name from bookings b join locations p on p.id = b.location_id where b.id = c.booking_id) as place,
        (select q.code from bookings b join qr_codes q on q.id = b.qr_code_id where b.id = c.booking_id) as code,
        case ${standing} when 'paid' then case when ${isInPayout} then 'in_payout' else 'paid' end
          when 'none' then case when ${wasTaken} then 'taken_back' else 'none' end else ${standing} end as state,
        (case ${standing} when 'taken_back' then c.due_cents when 'payable' then c.due_cents when 'none' then -${askedBack}
          else c.partner_cents end)::bigint as cents, c.payable_on,
        (select b.amount_cents from bookings b where b.id = c.booking_id and b.status in ('confirmed', 'completed') and not b.estimated)::bigint
          as revenue_cents,
        (select b.estimated from bookings b where b.id = c.booking_id) as estimated`,
    },
    page,
  );
}

/** What is asked back of what payouts have taken, and was not taken off another one yet; in cents. */
export async function sumAskedBack(db: Db, organisationId: string): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(-sum(due_cents), 0)::bigint as cents from commissions
    where organisation_id = ${organisationId} and due_cents < 0`.execute(db);
  return rows[0]!.cents;
}
