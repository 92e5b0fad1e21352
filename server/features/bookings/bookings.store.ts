import { sql, type Updateable } from 'kysely';
import type { BookingPlatform, BookingStatus } from '../../../contract/bookings.ts';
import type { ListingFacts } from '../../../contract/listing-facts-form.ts';
import type { PriceRange } from '../../../contract/values.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { anyOf } from '../../platform/lists.store.ts';
import { lastDay, toldDay } from '../commission/commission.ts';
import { factsColumn } from '../listings/listings.ts';

export async function findBookableListing(db: Db, listingId: number) {
  return await db
    .selectFrom('listings')
    .select(['id', 'booking_url', 'price_range', 'commission_rate'])
    .where('id', '=', listingId)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** A scan that is credited, and who handed out its place's codes when it was made. */
export interface CreditedScan {
  id: number;
  qr_code_id: number;
  location_id: number;
  partner_id: string | null;
}

/** The last valid scan of a traveler (any of their visits, or this browser's) in a span of time: who is credited. */
export async function findCreditedScan(
  db: Db,
  { userId, visitId, after, until }: { userId: string; visitId: number | null; after: Date; until: Date },
) {
  const { rows } = await sql<CreditedScan>`
    select s.id, s.qr_code_id, s.location_id, s.partner_id from scans s join visits v on v.id = s.visit_id
    where (v.user_id = ${userId} or (v.id = ${visitId}::bigint and v.user_id is null))
      and s.scanned_at > ${after} and s.scanned_at <= ${until}
    order by s.scanned_at desc, s.id desc limit 1`.execute(db);
  return rows[0];
}

export interface NewClick {
  clickId: string;
  userId: string;
  visitId: number | null;
  listingId: number;
  scan: CreditedScan | undefined;
  platform: BookingPlatform;
  url: string;
  clickedAt: Date;
  /** When that was reported. */
  receivedAt: Date;
  /** Of the listing, as it is now. */
  commissionRate: number;
  priceRange: string;
}

/** Keeps a click; undefined when its id is known already. Of two at once the second waits for the first. */
export async function insertClick(tx: Tx, click: NewClick): Promise<number | undefined> {
  const row = await tx
    .insertInto('clicks')
    .values({
      click_id: click.clickId,
      user_id: click.userId,
      visit_id: click.visitId,
      listing_id: click.listingId,
      scan_id: click.scan?.id ?? null,
      qr_code_id: click.scan?.qr_code_id ?? null,
      location_id: click.scan?.location_id ?? null,
      platform: click.platform,
      url: click.url,
      clicked_at: click.clickedAt,
      partner_id: click.scan?.partner_id ?? null,
      commission_rate: click.commissionRate,
      price_range: click.priceRange,
    })
    .onConflict((conflict) => conflict.columns(['click_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** The booking that the report of a click makes, the first of its click. */
export async function insertPendingBooking(
  tx: Tx,
  booking: NewClick & {
    clickRow: number;
    transactionId: string;
    amountCents: number;
    supplier: string;
    language?: string;
  },
) {
  return await tx
    .insertInto('bookings')
    .values({
      transaction_id: booking.transactionId,
      click_id: booking.clickRow,
      user_id: booking.userId,
      listing_id: booking.listingId,
      qr_code_id: booking.scan?.qr_code_id ?? null,
      location_id: booking.scan?.location_id ?? null,
      platform: booking.platform,
      amount_cents: booking.amountCents,
      booked_at: booking.clickedAt,
      received_at: booking.receivedAt.getTime() === booking.clickedAt.getTime() ? null : booking.receivedAt,
      partner_id: booking.scan?.partner_id ?? null,
      supplier: booking.supplier,
      language: booking.language ?? null,
    })
    .returning(['id', 'transaction_id', 'status', 'amount_cents', 'estimated'])
    .executeTakeFirstOrThrow();
}

/** The booking that the report of a click made. */
export async function findBookingOfClick(db: Db, clickId: string, userId: string) {
  return await db
    .selectFrom('bookings')
    .innerJoin('clicks', 'clicks.id', 'bookings.click_id')
    .select([
      'bookings.id',
      'bookings.transaction_id',
      'bookings.status',
      'bookings.amount_cents',
      'bookings.estimated',
    ])
    .where('clicks.click_id', '=', clickId)
    .where('clicks.user_id', '=', userId)
    .where('bookings.click_ordinal', '=', 1)
    .executeTakeFirst();
}

export interface BookingFilter {
  /** Everybody's where it is left out. */
  userId?: string | undefined;
  id?: string;
  ids?: readonly string[];
  status?: BookingStatus | undefined;
  limit?: number;
  offset?: number;
  /** Whether commissions are the ledger's, which nobody sees behind the wall. */
  asPosted?: boolean;
}

/** Bookings with what they are of and what was said of them, newest first. */
export async function findBookings(
  db: Db,
  { userId, id, ids, status, limit = 500, offset = 0, asPosted = false }: BookingFilter,
) {
  let query = db
    .selectFrom('bookings as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .innerJoin('users as u', 'u.id', 'b.user_id')
    .leftJoin('clicks as c', 'c.id', 'b.click_id')
    .leftJoin('locations as p', 'p.id', 'b.location_id')
    .leftJoin('qr_codes as q', 'q.id', 'b.qr_code_id')
    .leftJoin('reviews as r', 'r.booking_id', 'b.id')
    .select(['b.id', 'b.transaction_id', 'b.listing_id', 'b.platform', 'b.reference', 'b.claimed_reference'])
    .select(['b.amount_cents', 'b.estimated', 'b.status', 'b.booked_at', 'b.check_in_date', 'b.check_in_time'])
    .select(['b.check_out_date', 'b.guest_count', 'b.contact_info', 'b.user_id'])
    .select(['l.name', 'l.category', 'l.address', 'l.phone', 'p.name as location_name', 'q.code'])
    .select(sql<ListingFacts | null>`${sql.raw(factsColumn)}`.as('facts'))
    .select(['r.rating as review_rating', 'r.words as review_words', 'r.hidden as review_hidden'])
    .select(['u.name as traveler_name', 'u.email as traveler_email'])
    .select((asPosted ? ledgerCents : commissionCents).as('commission_cents'))
    .orderBy('b.booked_at', 'desc')
    .orderBy('b.id')
    .limit(limit)
    .offset(offset);
  if (userId) query = query.where('b.user_id', '=', userId);
  if (id) query = query.where('b.id', '=', id);
  if (ids) query = query.where('b.id', '=', anyOf(ids));
  if (status) query = query.where('b.status', '=', status);
  return await query.execute();
}
export type BookingRow = Awaited<ReturnType<typeof findBookings>>[number];

/** What the platform owes for a booking, in whole cents: its amount times the listing's rate at the click, or now where there is none. */
const commissionCents = sql<number>`round(b.amount_cents * coalesce(c.commission_rate, l.commission_rate))::integer`;

/** The same as the ledger has it, where it has the booking. */
const ledgerCents = sql<number>`coalesce((select m.platform_cents from commissions m where m.booking_id = b.id),
  case when b.status = 'cancelled' then 0 else ${commissionCents} end)::integer`;

/** Figures of all bookings of a status; cancelled ones are worth nothing. Added up as bookings are written, by triggers. */
export async function sumBookings(db: Db, status: BookingStatus | undefined) {
  const { rows } = await sql<{ total: number; value_cents: number; held: number }>`
    select coalesce(sum(bookings), 0) as total, coalesce(sum(cents) filter (where status <> 'cancelled'), 0) as value_cents,
      coalesce(sum(bookings) filter (where status in ('confirmed', 'completed')), 0) as held
    from booking_sums where ${status ?? null}::text is null or status = ${status ?? null}`.execute(db);
  return rows[0]!;
}

/** That of what was booked, as it was at the click. */
export async function findPriceRange(tx: Tx, id: string): Promise<PriceRange> {
  const { rows } = await sql<{ price_range: PriceRange }>`
    select coalesce(c.price_range, l.price_range) as price_range from bookings b join listings l on l.id = b.listing_id
      left join clicks c on c.id = b.click_id where b.id = ${id}::uuid`.execute(tx);
  return rows[0]!.price_range;
}

/** What a booking may be called by its platform, as it is at this moment. */
export const findNames = (db: Db, id: string) =>
  db
    .selectFrom('bookings')
    .select(['platform', 'supplier', 'reference', 'claimed_reference'])
    .where('id', '=', id)
    .executeTakeFirst();

/** A booking's own row, held against other changes until the transaction ends. */
export const lockBooking = (tx: Tx, id: string) => selectLocked(tx).where('id', '=', id).executeTakeFirst();

/** The same by what we call the booking towards its platform. */
export const lockBookingOfTransaction = (tx: Tx, transactionId: string) =>
  selectLocked(tx).where('transaction_id', '=', transactionId).executeTakeFirst();

/** A person's booking of a link that they followed: the one of that instant, else one that is pending, else the newest. */
export const lockClaimableBooking = (
  tx: Tx,
  { userId, listingId, platform, clickedAt }: ClaimedClick,
): Promise<LockedBooking | undefined> =>
  selectLocked(tx)
    .where('user_id', '=', userId)
    .where('listing_id', '=', listingId)
    .where('platform', '=', platform)
    .orderBy(sql`booked_at = ${clickedAt ?? null}::timestamptz`, (order) => order.desc().nullsLast())
    .orderBy(sql`status = 'pending'`, 'desc')
    .orderBy('booked_at', 'desc')
    .orderBy('click_ordinal')
    .limit(1)
    .executeTakeFirst();

interface ClaimedClick {
  userId: string;
  listingId: number;
  platform: BookingPlatform;
  clickedAt: Date | undefined;
}

const selectLocked = (tx: Tx) =>
  tx
    .selectFrom('bookings')
    .select([
      'id',
      'user_id',
      'platform',
      'supplier',
      'status',
      'amount_cents',
      'estimated',
      'reference',
      'claimed_reference',
      'booked_at',
    ])
    .select(['check_in_date', 'check_in_time', 'check_out_date', 'guest_count'])
    .forNoKeyUpdate();
export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;

/** Changes a booking's row. @returns false where another booking of its supplier has the reference; the transaction is lost then */
export async function updateBooking(tx: Tx, id: string, change: Updateable<Tables['bookings']>): Promise<boolean> {
  try {
    await tx.updateTable('bookings').set(change).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'bookings_platform_reference_key') return false;
    throw error;
  }
}

const isTravelledBy = (today: string) =>
  sql`b.status = 'confirmed' and ${lastDay} < ${today}::date and ${toldDay} is not null`;

/** Confirmed bookings after one, in the order of their last days, whose day of travel is told, and which ended before a day. */
export async function findTravelled(db: Db, today: string, after: string, limit: number): Promise<string[]> {
  const dayOfLast = sql`coalesce((select ${lastDay} from bookings b where b.id = ${after}::uuid), '-infinity')`;
  const { rows } = await sql<{ id: string }>`
    select b.id from bookings b where ${isTravelledBy(today)} and (${lastDay}, b.id) > (${dayOfLast}, ${after}::uuid)
    order by ${lastDay}, b.id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether a booking is one of these. */
export async function isTravelled(db: Db, today: string, id: string): Promise<boolean> {
  const { rows } = await sql`select from bookings b where ${isTravelledBy(today)} and b.id = ${id}`.execute(db);
  return rows.length > 0;
}
