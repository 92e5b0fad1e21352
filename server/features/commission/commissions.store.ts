import { sql, type Updateable } from 'kysely';
import type { BookingStatus } from '../../../contract/booking-states.ts';
import { type HoldState, usualHoldingDays } from '../../../contract/commission-states.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { keyOfColumn } from '../platforms/platforms.ts';
import { isOf } from './own-organisation.store.ts';
import type { Position } from './position.ts';

/**
 * Holds a booking against other changes until the transaction ends; what is read of it afterwards is what was committed last. Entries that
 * refer to it are not held up: a payout that holds its commission would otherwise wait in a circle with the one who waits for that.
 */
export async function lockBookingRow(tx: Tx, bookingId: string): Promise<void> {
  await tx.selectFrom('bookings').select('id').where('id', '=', bookingId).forNoKeyUpdate().execute();
}

/**
 * Freezes what a booking's commission is reckoned by, once: who is credited (the organisation of the credited scan's partner), by the card
 * of the tier that it had when it was booked, which held on the Hawaiian day of the booking (that of `standard` where the tier had none
 * yet), and what the platform pays, which the click kept.
 */
export async function insertCommission(tx: Tx, bookingId: string): Promise<void> {
  await sql`
    insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at)
    select b.id, case when card.id is not null then o.id end, card.id, coalesce(card.partner_share, 0),
      coalesce(c.commission_rate, l.commission_rate), b.listing_id, b.booked_at
    from bookings b join listings l on l.id = b.listing_id left join clicks c on c.id = b.click_id
      left join organisations o on o.owner_id = b.partner_id and o.kind = 'partner'
      left join lateral (
        select coalesce((select t.tier from past_tiers t where t.organisation_id = o.id and t.until > b.booked_at
          order by t.until limit 1), o.tier) as tier) of_then on true
      left join lateral (
        select r.id, r.partner_share from rate_cards r
        where o.id is not null and r.tier in (of_then.tier, 'standard')
          and r.effective_from <= (b.booked_at at time zone ${sql.lit(hawaiiZone)})::date
        order by r.tier = of_then.tier desc, r.effective_from desc, r.id desc limit 1) card on true
    where b.id = ${bookingId} on conflict do nothing`.execute(tx);
}

const ofPlatform = sql`from platform_bookings p where p.booking_id = b.id and p.match_kind <> 'evidence'`;
/** Proposed for the booking that has its reference by somebody's decision; not for one that is only likely. */
const ofReference = sql`from platform_bookings p where p.booking_id = b.id and p.match_kind = 'evidence'
  and ${keyOfColumn('b.reference')} = any(p.reference_keys) and (p.supplier = b.supplier or '' in (p.supplier, b.supplier))`;

/** Whether a person is asked about what its platform told of a booking `b`. Of the two, each has an index of its own. */
export const isDoubted = sql<boolean>`(exists (select ${ofPlatform} and p.state = 'proposed')
  or exists (select ${ofReference} and p.state = 'proposed'))`;

/** Whether a commission `c` of a booking that is confirmed earns, payable or not yet. */
export const isEarning = sql`c.state in ('pending', 'held', 'payable')`;

/** Whether a booking's commission is of an organisation that somebody is of, or was lately. */
export async function isOwnCommission(db: Db, bookingId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`select from commissions c
    where c.booking_id = ${bookingId} and ${isOf(sql`c.organisation_id`, userId)}`.execute(db);
  return rows.length > 0;
}

/** Those of some bookings of which a person is asked; read outside of walls, as no tenant sees what platforms tell. */
export async function findDoubted(db: Db, bookingIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b where b.id = any(${bookingIds}::uuid[]) and ${isDoubted}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Of a booking that no platform has told of, what its traveler says is what the administrator who confirmed it stands for. */
const isProven = sql`(b.claimed_reference is null or not exists (select ${ofPlatform}))`;

/** No platform tells when somebody leaves: that is the traveler's word, and puts nothing off for longer than visitors stay in one place. */
const longestStayDays = 30;

/** The last day of a booking `b`. */
export const lastDay = sql<
  string | null
>`least(coalesce(b.check_out_date, b.check_in_date), b.check_in_date + ${sql.lit(longestStayDays)})`;

/** The last day of a confirmed booking `b`, where it is more than what its traveler alone has said. */
export const toldDay = sql<string | null>`case when ${isProven} then ${lastDay}
  when exists (select ${ofPlatform} and p.travel_date = b.check_in_date) then b.check_in_date end`;

/** A commission with the booking that it follows and the states of its holds. */
export interface CommissionRow extends Position {
  organisation_id: string | null;
  rate_card_id: number | null;
  partner_share: number;
  /** By its card. */
  holding_days: number;
  platform_rate: number;
  completed_on: string | null;
  paid_out_cents: number;
  platform: string;
  status: BookingStatus;
  booking: { amount_cents: number; told_day: string | null; is_estimate: boolean; is_doubted: boolean };
  holds: HoldState[];
}

/** A booking's commission, held until the transaction ends; nothing where none was posted yet. The caller holds the booking. */
export async function lockCommission(tx: Tx, bookingId: string): Promise<CommissionRow | undefined> {
  const { rows } = await sql<CommissionRow>`
    select c.organisation_id, c.rate_card_id, c.partner_share, coalesce(r.holding_days, ${sql.lit(usualHoldingDays)}) as holding_days, c.platform_rate, c.state, c.basis, c.amount_cents, c.partner_cents,
      c.platform_cents, c.travel_day, c.payable_on, c.completed_on, c.paid_out_cents, b.platform, b.status,
      json_build_object('amount_cents', b.amount_cents, 'told_day', ${toldDay}, 'is_estimate', b.estimated,
        'is_doubted', ${isDoubted}) as booking,
      array(select h.state from commission_holds h where h.booking_id = c.booking_id) as holds
    from commissions c join bookings b on b.id = c.booking_id left join rate_cards r on r.id = c.rate_card_id
    where c.booking_id = ${bookingId} for update of c`.execute(tx);
  return rows[0];
}

export async function updateCommission(
  tx: Tx,
  bookingId: string,
  position: Updateable<Tables['commissions']>,
): Promise<void> {
  await tx.updateTable('commissions').set(position).where('booking_id', '=', bookingId).execute();
}

/** Bookings after one, in the order of their ids, that were made or have changed since their commission was compared with them. */
export async function findMarked(db: Db, after: string, limit: number): Promise<string[]> {
  const marks = db.selectFrom('commission_marks').select('booking_id').where('booking_id', '>', after);
  return (await marks.orderBy('booking_id').limit(limit).execute()).map(({ booking_id }) => booking_id);
}

/** The caller holds the booking, so that nobody marks it meanwhile. */
export async function deleteMark(tx: Tx, bookingId: string): Promise<void> {
  await tx.deleteFrom('commission_marks').where('booking_id', '=', bookingId).execute();
}

/**
 * Bookings after one, in the order of their ids, whose day has come and whose amount is told: also of what is held or voided the
 * platform's money is earned then.
 */
export async function findBecomingPayable(db: Db, today: string, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select c.booking_id from commissions c join bookings b on b.id = c.booking_id
    where c.basis = 'pending' and c.payable_on <= ${today}::date and not b.estimated and not ${isDoubted}
      and c.booking_id > ${after}::uuid order by c.booking_id limit ${limit}`.execute(db);
  return rows.map(({ booking_id }) => booking_id);
}

/** Bookings after one, in the order of their ids, of which something is due though their amount is not certain. */
export async function findDueTooEarly(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select c.booking_id from commissions c join bookings b on b.id = c.booking_id
    where c.due_cents > 0 and (b.estimated or ${isDoubted}) and c.booking_id > ${after}::uuid
    order by c.booking_id limit ${limit}`.execute(db);
  return rows.map(({ booking_id }) => booking_id);
}
