import type { Booking } from '../../../../contract/bookings.ts';
import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { keptForMs } from '../../device/kept-for.ts';
import { tickets as words } from '../../messages/en/tickets.ts';

/** A booking as it is kept on the device: without what one does not need on the way, with what a ticket needs offline. */
export interface KeptBooking extends Sanitized {
  /** What the code on the offline ticket holds: the reference, or the transaction's id. */
  offline_qr_code: string;
  offline_address: string;
  offline_contact: string;
  /** ISO instant. */
  cached_at: string;
}
type Sanitized = Omit<Booking, 'location_address' | 'contact_info' | 'review' | AdminField>;
type AdminField = 'commission_amount' | 'qr_code_id' | 'traveler';

/** All of it, as stored. */
interface BookingCache {
  version: string;
  /** Whose they are: for nobody else. */
  userId: string;
  /** ISO instant of the last real answer. */
  lastSync: string;
  deviceInfo: { userAgent: string };
  bookings: KeptBooking[];
}

const key = 'holoholo.bookings';
const version = '1.0';
const mostKept = 10;

const isAhead = (booking: Pick<Booking, 'check_in_date'>, now: Date) =>
  booking.check_in_date !== null && booking.check_in_date >= hawaiiDay(now);

/** One booking as it is kept. */
export function sanitize(booking: Booking, now: Date): KeptBooking {
  const {
    location_address,
    contact_info,
    review: _review,
    commission_amount: _commission,
    qr_code_id: _code,
    traveler: _traveler,
    ...kept
  } = booking;
  return {
    ...kept,
    offline_qr_code: booking.booking_reference ?? booking.transaction_id,
    offline_address: location_address ?? words.offlineAddress,
    offline_contact: contact_info ?? words.offlineContact,
    cached_at: now.toISOString(),
  };
}

/** A kept booking as the list shows it. */
const restore = ({
  offline_address,
  offline_contact,
  offline_qr_code: _code,
  cached_at: _at,
  ...kept
}: KeptBooking): Booking => ({
  ...kept,
  location_address: offline_address,
  contact_info: offline_contact,
  review: null,
});

/** The ten that matter on the way: confirmed, pending or with a check-in ahead; the nearest journeys first. */
function choose(bookings: readonly Booking[], now: Date): Booking[] {
  const rank = (one: Booking) => (isAhead(one, now) ? 0 : one.status === 'confirmed' ? 1 : 2);
  const near = (one: Booking) => (isAhead(one, now) ? one.check_in_date! : '');
  return bookings
    .filter((one) => one.status === 'confirmed' || one.status === 'pending' || isAhead(one, now))
    .sort(
      (one, other) =>
        rank(one) - rank(other) ||
        near(one).localeCompare(near(other)) ||
        other.booking_date.localeCompare(one.booking_date),
    )
    .slice(0, mostKept);
}

/**
 * Keeps the last real answer for a user on this device, in place of whatever was there.
 * @param storage asking for it may throw where it is forbidden
 * @returns false where the device keeps nothing
 */
export function keepBookings(
  storage: () => Storage,
  userId: string,
  bookings: readonly Booking[],
  { now, userAgent }: { now: Date; userAgent: string },
): boolean {
  const cache: BookingCache = {
    version,
    userId,
    lastSync: now.toISOString(),
    deviceInfo: { userAgent },
    bookings: choose(bookings, now).map((one) => sanitize(one, now)),
  };
  try {
    storage().setItem(key, JSON.stringify(cache));
    return true;
  } catch {
    return false;
  }
}

/** What this device has of a user's bookings, and from when; never another's, nor what is older than 168 hours. */
export function findKeptBookings(
  storage: () => Storage,
  userId: string,
  now: Date,
): { bookings: Booking[]; lastSync: string } | undefined {
  try {
    const cache: Partial<BookingCache> | null = JSON.parse(storage().getItem(key) ?? 'null');
    const isOurs = cache?.version === version && cache.userId === userId && Array.isArray(cache.bookings);
    if (!isOurs || !cache.lastSync || !isFresh(cache.lastSync, now)) return undefined;
    const fresh = cache.bookings!.filter((one) => isFresh(one.cached_at, now));
    return { bookings: fresh.map(restore), lastSync: cache.lastSync };
  } catch {
    return undefined;
  }
}

const isFresh = (at: string, now: Date) => now.getTime() - Date.parse(at) < keptForMs;
