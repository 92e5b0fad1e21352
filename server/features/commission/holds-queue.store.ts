import { type RawBuilder, sql } from 'kysely';
import type { BookingStatus } from '../../../contract/booking-states.ts';
import type { HoldRule, HoldState } from '../../../contract/commission-states.ts';
import type { RuleCount } from '../../../contract/holds.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant, contains, findPage, findSeen } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

export interface HoldFilter {
  search?: string | undefined;
  rule?: HoldRule | undefined;
  state?: HoldState | undefined;
  id?: string | undefined;
}

export interface HoldRow {
  id: string;
  rule: string;
  details: Record<string, string | number>;
  state: HoldState;
  opened_at: Date;
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: string | null;
  booking_id: string;
  transaction_id: string;
  experience: string;
  status: BookingStatus;
  amount_cents: number;
  email: string;
  booked_at: Date;
  partner: string | null;
  share_cents: number;
  others_open: number;
}

const queue = sql`commission_holds h join bookings b on b.id = h.booking_id join users u on u.id = b.user_id
  left join commissions c on c.booking_id = h.booking_id left join organisations o on o.id = c.organisation_id`;

/** The partner's part of an amount, whatever of it is posted: half cents up, as positionOf has it; of a cancelled booking nothing. */
const share = sql`case when b.status = 'cancelled' then 0
  else floor(b.amount_cents * coalesce(c.partner_share, 0) + 0.5) end::bigint`;

function matching({ search, rule, state, id }: HoldFilter): RawBuilder<unknown>[] {
  const conditions = [];
  if (search) {
    const found = [sql`o.name`, sql`u.email`, sql`b.transaction_id`].map((text) => contains(text, search));
    conditions.push(sql`(${sql.join(found, sql` or `)})`);
  }
  if (rule) conditions.push(sql`h.rule = ${rule}`);
  if (state) conditions.push(sql`h.state = ${state}`);
  // What was cancelled has left the queue; it stays among all.
  if (state === 'open') conditions.push(sql`b.status <> 'cancelled'`);
  if (id) conditions.push(sql`h.id = ${id}::uuid`);
  return conditions;
}

/** A page of holds. */
export async function findHoldPage(db: Db, filter: HoldFilter, page: Page) {
  return await findPage<HoldRow>(
    db,
    {
      from: sql`${queue} join listings l on l.id = b.listing_id left join users d on d.id = h.decided_by`,
      id: sql`h.id`,
      matching: matching(filter),
      order: byInstant(sql`h.opened_at`),
      isDigested: true,
      columns: sql`h.id, h.rule, h.details, h.state, h.opened_at, h.decided_at, d.email as decided_by, h.decision_reason,
        b.id as booking_id, b.transaction_id, l.name as experience, b.status, b.amount_cents, u.email, b.booked_at, o.name as partner,
        ${share} as share_cents, (select count(*)::integer from commission_holds other
          where other.booking_id = h.booking_id and other.id <> h.id and other.state = 'open') as others_open`,
    },
    page,
  );
}

/** How often each rule has held, and what became of it. What a rebooked booking took over of the one before is held once. */
export async function countByRule(db: Db): Promise<Omit<RuleCount, 'false_alarms'>[]> {
  const { rows } = await sql<Omit<RuleCount, 'false_alarms'>>`
    select h.rule, count(*)::integer as held,
      (count(*) filter (where h.state = 'open' and b.status <> 'cancelled'))::integer as open,
      (count(*) filter (where h.state = 'open' and b.status = 'cancelled'))::integer as cancelled,
      (count(*) filter (where h.state = 'released'))::integer as released,
      (count(*) filter (where h.state = 'voided'))::integer as voided
    from commission_holds h left join bookings b on b.id = h.booking_id and h.state = 'open'
    where not exists (select from commission_holds later where later.taken_over_from = h.id)
    group by h.rule order by h.rule`.execute(db);
  return rows;
}

/** Bookings that are on hold, and what stands on the partners' accounts of what is held. */
export async function sumHeld(db: Db): Promise<{ bookings: number; cents: number }> {
  const { rows } = await sql<{ bookings: number; cents: number }>`
    select (select count(distinct h.booking_id) from commission_holds h join bookings b on b.id = h.booking_id
        where h.state = 'open' and b.status <> 'cancelled') as bookings,
      (select coalesce(sum(b.cents), 0)::bigint from ledger_balances b join ledger_accounts a on a.id = b.account_id
        where a.kind = 'partner' and a.state = 'held') as cents`.execute(db);
  return rows[0]!;
}

/** The holds that match, which are those that somebody has seen. @throws Refusal `list_changed` */
export const findSeenHolds = (db: Db, filter: HoldFilter, seen: string): Promise<string[]> =>
  findSeen(db, { from: queue, id: sql`h.id`, matching: matching(filter) }, seen);

/** What holds are called in a file, of those there are. */
export async function nameHolds(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; transaction_id: string; rule: string }[]> {
  const { rows } = await sql<{ id: string; transaction_id: string; rule: string }>`
    select h.id, b.transaction_id, h.rule from ${queue} where h.id = any(${ids}::uuid[]) order by h.id`.execute(db);
  return rows;
}

/** What a request has decided since a moment. */
export async function findDecidedBy(
  db: Db,
  { requestId, userId }: { requestId: string; userId: string },
  since: Date,
): Promise<{ id: string; transaction_id: string; rule: string }[]> {
  const { rows } = await sql<{ id: string; transaction_id: string; rule: string }>`
    select h.id, b.transaction_id, h.rule
    from audit_entries e join audit_details d on d.sequence = e.sequence
      join commission_holds h on h.id = (d.content::json -> 'after' ->> 'hold')::uuid join bookings b on b.id = h.booking_id
    where e.actor_id = ${userId} and e.action in ('hold_released', 'hold_voided') and e.recorded_at >= ${since}
      and d.content::json ->> 'request_id' = ${requestId}
    order by h.id`.execute(db);
  return rows;
}
