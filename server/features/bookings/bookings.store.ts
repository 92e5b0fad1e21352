import { sql } from 'kysely';
import type { BookingPlatform, BookingStatus } from '../../../contract/bookings.ts';
import type { Db, Tx } from '../../platform/database.ts';

export async function findBookableListing(db: Db, listingId: number) {
  return await db
    .selectFrom('listings')
    .select(['id', 'booking_url', 'price_range'])
    .where('id', '=', listingId)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

/** The last valid scan of a traveler (any of their visits, or this browser's) in a span of time: who is credited. */
export async function findCreditedScan(
  db: Db,
  { userId, visitId, after, until }: { userId: string; visitId: number | null; after: Date; until: Date },
) {
  const { rows } = await sql<{ id: number; qr_code_id: number; location_id: number }>`
    select s.id, s.qr_code_id, s.location_id from scans s join visits v on v.id = s.visit_id
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
  scan: { id: number; qr_code_id: number; location_id: number } | undefined;
  platform: BookingPlatform;
  url: string;
  clickedAt: Date;
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
    })
    .onConflict((conflict) => conflict.columns(['click_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

export async function insertPendingBooking(
  tx: Tx,
  booking: NewClick & { clickRow: number; transactionId: string; amountCents: number },
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
    })
    .returning(['id', 'transaction_id', 'status', 'amount_cents', 'estimated'])
    .executeTakeFirstOrThrow();
}

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
    .where('bookings.user_id', '=', userId)
    .executeTakeFirst();
}

/** A traveler's bookings, newest first. */
export async function listBookingsOf(db: Db, userId: string, status: BookingStatus | undefined) {
  let query = db
    .selectFrom('bookings as b')
    .innerJoin('listings as l', 'l.id', 'b.listing_id')
    .leftJoin('locations as p', 'p.id', 'b.location_id')
    .select(['b.id', 'b.transaction_id', 'b.listing_id', 'b.platform', 'b.reference', 'b.amount_cents', 'b.estimated'])
    .select(['b.status', 'b.booked_at', 'b.check_in_date', 'b.check_out_date', 'b.guest_count', 'b.contact_info'])
    .select(['l.name', 'l.category', 'l.address', 'l.phone', 'p.name as location_name'])
    .where('b.user_id', '=', userId)
    .orderBy('b.booked_at', 'desc')
    .orderBy('b.id')
    .limit(500);
  if (status) query = query.where('b.status', '=', status);
  return await query.execute();
}
