import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { isReferenceOf } from '../platforms/platforms.ts';
import { mayBeAt, mayBeOf, type PlatformBookingRow } from './platform-bookings.store.ts';

/** A booking of ours that a platform may be telling of. */
export interface Candidate {
  id: string;
  user_id: string;
  status: string;
  booked_at: Date;
}

/** One that came from a click. */
export interface OfClick extends Candidate {
  is_free: boolean;
  /** Settled by hand: no platform has told of it. */
  is_untold: boolean;
  platform: string;
  supplier: string;
  reference: string | null;
}

/** One whose traveler claims the reference. */
export interface Claimant extends Candidate {
  email: string;
  claimed_at: Date | null;
  /** How many references the same traveler claims in all of which no platform has told, or of which it is not known whose they are. */
  open_claims: number;
}

/** Of bookings `b`: those that no platform has told of. */
const isUntold = sql`not exists (select from platform_bookings other where other.booking_id = b.id and other.match_kind <> 'evidence')`;
/** Those that are no platform's yet. */
const isFree = sql`b.reference is null and ${isUntold}`;

/** One that has the reference by somebody's decision. */
interface OfReference extends Candidate {
  is_same_company: boolean;
}

/**
 * The bookings that have the reference already, or another of its names, however spelled, by somebody's decision; two at the most, those of
 * the same company first. A message or a link may not say of which company it is: that speaks against nothing.
 */
export async function findByReference(tx: Tx, platform: string, row: PlatformBookingRow): Promise<OfReference[]> {
  const { rows } = await sql<OfReference>`
    select b.id, b.user_id, b.status, b.booked_at, b.supplier = ${row.supplier} as is_same_company from bookings b
    where ${mayBeAt(sql`${platform}::text`, sql`${row.supplier}::text`)} and b.reference is not null
      and ${isReferenceOf('b.reference', row)}
    order by is_same_company desc, b.reference = ${row.reference} desc, b.id limit 2`.execute(tx);
  return rows;
}

/** Whether a booking that stands goes by the reference that its platform tells, or by another of its names, and may be of its company. */
export async function hasReference(tx: Tx, bookingId: string, row: PlatformBookingRow): Promise<boolean> {
  const { rows } = await sql`select from bookings b where b.id = ${bookingId}::uuid and b.status <> 'cancelled'
    and ${isReferenceOf('b.reference', row)} and ${mayBeAt(sql`b.platform`, sql`${row.supplier}::text`)}`.execute(tx);
  return rows.length > 0;
}

/** All bookings of a click, those first that are free: the one whose traveler claims the reference, then the eldest. */
export const findOfClick = async (tx: Tx, clickId: string, row?: PlatformBookingRow) => {
  const isClaimant = row ? isReferenceOf('b.claimed_reference', row) : sql`false`;
  const { rows } = await sql<OfClick>`
    select b.id, b.user_id, b.status, b.booked_at, b.platform, b.supplier, b.reference,
      (${isFree}) and b.status in ('pending', 'confirmed') as is_free,
      ${isUntold} and b.status in ('confirmed', 'completed') as is_untold
    from clicks c join bookings b on b.click_id = c.id where c.click_id = ${clickId}
    order by is_free desc, coalesce(${isClaimant}, false) desc, b.click_ordinal, b.id`.execute(tx);
  return rows;
};

/** Pending bookings whose travelers say that this is the reference. */
export async function findClaimants(tx: Tx, platform: string, row: PlatformBookingRow): Promise<Claimant[]> {
  const { rows } = await sql<Claimant>`
    select b.id, b.user_id, b.status, b.booked_at, b.claimed_at, u.email,
      (select count(*) from bookings own where own.user_id = b.user_id and own.claimed_reference is not null and own.status = 'pending'
        and own.reference is null and not exists (select from platform_bookings other
          where other.booking_id = own.id and other.match_kind <> 'evidence'))::integer as open_claims
    from bookings b join users u on u.id = b.user_id
    where b.platform = ${platform} and b.supplier = ${row.supplier} and ${isReferenceOf('b.claimed_reference', row)}
      and b.claimed_reference is not null and b.status = 'pending' and ${isFree}
    order by b.booked_at desc, b.id limit 100`.execute(tx);
  return rows;
}

/** Whether a booking came from a click, and is one already: what is told of that click is another one. */
export async function isTakenOfClick(tx: Tx, bookingId: string, clickId: string): Promise<boolean> {
  return (await findOfClick(tx, clickId)).some(({ id, is_free }) => id === bookingId && !is_free);
}

/** The booking that another one of the platform's was, which this one was rebooked from. */
export async function findRebookedFrom(
  tx: Tx,
  { platform, supplier, rebooked_from }: PlatformBookingRow,
): Promise<string | undefined> {
  const { rows } = await sql<{ booking_id: string }>`
    select booking_id from platform_bookings where reference_keys @> array[${rebooked_from}::text]
      and match_kind <> 'evidence' and ${mayBeOf({ platform, supplier })} order by id limit 1`.execute(tx);
  return rows[0]?.booking_id;
}

export interface PossibleBooking extends Candidate {
  email: string;
  booking_url: string | null;
}

interface Span {
  platform: string;
  supplier: string;
  after: Date;
  until: Date;
  most: number;
}

/** The newest pending bookings of a supplier's that were clicked within a span, without one, `most` of them at most. */
export async function findPossible(
  tx: Tx,
  { platform, supplier, after, until, most }: Span,
): Promise<PossibleBooking[]> {
  const { rows } = await sql<PossibleBooking>`
    select b.id, b.user_id, b.status, b.booked_at, u.email, coalesce(c.url, l.booking_url) as booking_url
    from bookings b join users u on u.id = b.user_id join listings l on l.id = b.listing_id left join clicks c on c.id = b.click_id
    where b.platform = ${platform} and b.supplier = ${supplier} and b.status = 'pending' and ${isFree}
      and b.booked_at > ${after} and b.booked_at <= ${until}
    order by b.booked_at desc, b.id limit ${most}`.execute(tx);
  return rows;
}

/**
 * One more booking of the same click as another: pending, and assumed to be worth what a booking of its price range is.
 * @param bookedAt of which day its rate card is; that of the other one where none is given
 * @param receivedAt when it was heard of, where that is not when it was booked
 */
export async function insertFurtherBooking(
  tx: Tx,
  like: string,
  {
    transactionId,
    amounts,
    bookedAt,
    receivedAt,
  }: {
    transactionId: string;
    amounts: Readonly<Record<string, number>>;
    bookedAt: Date | null;
    receivedAt: Date | null;
  },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into bookings (transaction_id, click_id, click_ordinal, user_id, listing_id, qr_code_id, location_id, platform,
      amount_cents, booked_at, received_at, partner_id, supplier, language)
    select ${transactionId}, b.click_id,
      case when b.click_id is null then 1
        else (select max(all_of.click_ordinal) + 1 from bookings all_of where all_of.click_id = b.click_id) end,
      b.user_id, b.listing_id, b.qr_code_id, b.location_id, b.platform,
      (${JSON.stringify(amounts)}::jsonb ->> coalesce(c.price_range, l.price_range))::integer,
      greatest(${bookedAt}::timestamptz, b.booked_at), ${receivedAt}::timestamptz, b.partner_id, b.supplier, b.language
    from bookings b join listings l on l.id = b.listing_id left join clicks c on c.id = b.click_id
    where b.id = ${like}::uuid returning id`.execute(tx);
  return rows[0]!.id;
}
