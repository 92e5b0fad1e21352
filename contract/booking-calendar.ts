import type { Booking } from './bookings.ts';
import { addDays, hawaiiOffsetMs } from './hawaii-time.ts';
import { toWellFormed } from './well-formed.ts';

/** What of a booking goes into a calendar. */
export type CalendarBooking = Pick<
  Booking,
  | 'id'
  | 'business_listing_name'
  | 'booking_reference'
  | 'status'
  | 'check_in_date'
  | 'check_in_time'
  | 'check_out_date'
  | 'guest_count'
  | 'location_address'
>;

const states = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', completed: 'CONFIRMED', cancelled: 'CANCELLED' };

/**
 * A booking as a calendar file (RFC 5545), the same on the server and on a device without a network. With a time of day the
 * event begins at that instant in UTC; without one it takes the whole day, or the days until check-out.
 * @returns undefined where the booking has no date yet
 */
export function bookingCalendar(booking: CalendarBooking, productName: string, now: Date): string | undefined {
  const { check_in_date: from, check_in_time: time, check_out_date: until } = booking;
  if (!from) return undefined;
  const reference = booking.booking_reference && `Reference: ${booking.booking_reference}`;
  const party = booking.guest_count && `Party of ${booking.guest_count}`;
  const description = [reference, party].filter(Boolean).join('\n');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escaped(productName)}//Bookings//EN`,
    'BEGIN:VEVENT',
    // The row's own id: importing the file again replaces the event.
    `UID:${booking.id}`,
    `DTSTAMP:${instantOf(now)}`,
    ...(time && !until
      ? [`DTSTART:${instantOf(new Date(Date.parse(`${from}T${time}:00Z`) + hawaiiOffsetMs))}`]
      : [`DTSTART;VALUE=DATE:${compact(from)}`, `DTEND;VALUE=DATE:${compact(addDays(until ?? from, 1))}`]),
    `SUMMARY:${escaped(booking.business_listing_name)}`,
    ...(booking.location_address ? [`LOCATION:${escaped(booking.location_address)}`] : []),
    ...(description ? [`DESCRIPTION:${escaped(description)}`] : []),
    `STATUS:${states[booking.status]}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const compact = (text: string) => text.replace(/[-:]/g, '');
const instantOf = (at: Date) => `${compact(at.toISOString().slice(0, 19))}Z`;

/** Text as a value: separators escaped, line breaks as \n, other control characters gone. */
const escaped = (text: string) =>
  toWellFormed(text)
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, '')
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll('\n', '\\n');

const longestLine = 75;

/** At most 75 octets a line; the rest follows on lines that begin with a space. No character is cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  let folds = '';
  let room = longestLine;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (size > room) {
      folds += '\r\n ';
      room = longestLine - 1;
    }
    folds += character;
    room -= size;
  }
  return folds;
}
