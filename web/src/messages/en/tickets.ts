import type { Booking } from '../../../../contract/bookings.ts';
import { bookings } from './bookings.ts';
import { counted } from './counted.ts';
import { calendarDay, hawaiiMoment } from './format.ts';

const over = {
  completed: 'You have been there: this booking is completed.',
  cancelled: 'This booking was cancelled, so there is no ticket.',
};

const offlinePrefix = 'OFFLINE';
const unknown = 'Not given yet';

/** Words of a ticket. */
export const tickets = {
  title: 'Ticket Details',
  close: 'Close',
  live: 'Live Ticket',
  show: 'Show this code to your tour guide',
  offline: 'Offline Mode',
  notKept: 'Not kept on this device. Take a screenshot of the code before you leave this page.',
  /** What a guide can read aloud where nothing can be scanned. */
  offlineCode: (reference: string, listing: string) => `${offlinePrefix}-${reference}-${listing}`,
  /** What a ticket says without a network of what was never kept. */
  offlineAddress: 'Address available online',
  offlineContact: 'Contact info available online',
  codeOf: (reference: string) => `QR code of the reference ${reference}`,
  notConfirmed: 'Not confirmed',
  notConfirmedText:
    'You followed the booking link; whether you booked, the platform has not told us yet. Tap “I booked this” and add the reference of its confirmation.',
  notConfirmedOffline:
    'You followed the booking link; whether you booked, the platform has not told us yet. Once you have a connection, you can add the reference of its confirmation here.',
  waiting: (reference: string) =>
    `We have noted the reference ${reference} and wait for the platform to confirm it. The ticket appears here then.`,
  booked: bookings.booked,
  noReference: 'Confirmed. We do not have the platform’s reference, so please show the confirmation it sent you.',
  over,
  status: 'Status',
  when: 'Date and time',
  date: ({ check_in_date: from, check_in_time: time, check_out_date: until }: Booking) => {
    if (!from) return unknown;
    if (until) return `${calendarDay(from)} to ${calendarDay(until)} (Hawaiʻi)`;
    return time ? `${hawaiiMoment(from, time)} (Hawaiʻi time)` : `${calendarDay(from)} (Hawaiʻi)`;
  },
  /** Null while no date is known. */
  shortDate: ({ check_in_date: from, check_in_time: time, check_out_date: until }: Booking) => {
    if (!from) return null;
    if (until) return `${calendarDay(from)} to ${calendarDay(until)}`;
    return time ? hawaiiMoment(from, time) : calendarDay(from);
  },
  party: 'Party size',
  guests: (count: number) => counted(count, 'person', 'people'),
  reference: 'Reference',
  platform: 'Platform',
  platforms: bookings.platforms,
  address: 'Address',
  contact: 'Contact',
  unknown,
  calendar: 'Add to calendar',
};
