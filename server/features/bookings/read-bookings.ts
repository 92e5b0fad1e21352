import { bookingCalendar } from '../../../contract/booking-calendar.ts';
import type { Booking, BookingPlatform, BookingStatus } from '../../../contract/bookings.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { answerPage, isWhole, type ListQuery, readPage } from '../../platform/lists.ts';
import { findBookingPage } from './booking-lists.store.ts';
import { type BookingFilter, type BookingRow, findBookings, sumBookings } from './bookings.store.ts';

/** A booking as its owner sees it. */
export const present = (row: BookingRow): Booking => ({
  id: row.id,
  transaction_id: row.transaction_id,
  business_listing_id: row.listing_id,
  business_listing_name: row.name,
  business_listing_category: row.category,
  booking_platform: row.platform as BookingPlatform,
  booking_reference: row.reference ?? row.claimed_reference,
  amount: row.amount_cents / 100,
  estimated: row.estimated,
  status: row.status as BookingStatus,
  booking_date: row.booked_at.toISOString(),
  check_in_date: row.check_in_date,
  check_in_time: row.check_in_time,
  check_out_date: row.check_out_date,
  guest_count: row.guest_count,
  location_name: row.location_name,
  location_address: row.address,
  contact_info: row.contact_info ?? row.phone,
  ...(row.facts && { facts: row.facts }),
  review:
    row.review_rating === null
      ? null
      : { rating: row.review_rating, words: row.review_words, hidden: row.review_hidden ?? false },
});

/** The same for an administrator: with commission, the code it came from, and whose it is. */
const presentToAdmin = (row: BookingRow): Booking => ({
  ...present(row),
  commission_amount: row.commission_cents / 100,
  qr_code_id: row.code,
  traveler: { name: row.traveler_name, email: row.traveler_email },
});

type Page = Pick<BookingFilter, 'status' | 'limit' | 'offset'>;

/** A traveler's own bookings, newest first, at most 500. */
export async function listOwnBookings(db: Db, userId: string, page: Page): Promise<Booking[]> {
  return (await findBookings(db, { ...page, userId })).map(present);
}

/** The bookings of all travelers, newest first. */
export async function listAllBookings(db: Db, page: Page): Promise<Booking[]> {
  return (await findBookings(db, { limit: 50, ...page, asPosted: true })).map(presentToAdmin);
}

/** A page of the bookings of all travelers. @throws Refusal `invalid_request` for no cursor */
export async function findAllBookings(
  db: Db,
  query: ListQuery & {
    status?: BookingStatus | undefined;
    platform?: BookingPlatform | undefined;
    id?: string | undefined;
  },
) {
  const page = readPage(query, (_by, value) => isWhole(value));
  const found = await findBookingPage(db, query, page);
  return await answerPage(
    { ...query, page },
    found,
    (ids) => findBookings(db, { ids, asPosted: true }),
    presentToAdmin,
  );
}

/** How many bookings of all travelers there are and what they are worth; cancelled ones are worth nothing. */
export async function summarizeBookings(db: Db, status: BookingStatus | undefined) {
  const { total, value_cents, held } = await sumBookings(db, status);
  return { total, total_value: value_cents / 100, confirmed_or_completed: held };
}

/** One booking as its owner sees it. @throws Refusal `not_found` for a missing one and for somebody else's */
export async function getOwnBooking(db: Db, userId: string, id: string): Promise<Booking> {
  const [row] = await findBookings(db, { userId, id });
  if (!row) throw new Refusal('not_found');
  return present(row);
}

/** One booking as administrators see it. @throws Refusal `not_found` */
export async function getAnyBooking(db: Db, id: string): Promise<Booking> {
  const [row] = await findBookings(db, { id, asPosted: true });
  if (!row) throw new Refusal('not_found');
  return presentToAdmin(row);
}

/** A traveler's booking as a calendar file. @throws Refusal `not_found`, `booking_undated` */
export async function getBookingCalendar(db: Db, userId: string, id: string, productName: string, now: Date) {
  const file = bookingCalendar(await getOwnBooking(db, userId, id), productName, now);
  if (file === undefined) throw new Refusal('booking_undated');
  return file;
}
