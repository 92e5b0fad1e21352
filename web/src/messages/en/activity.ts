import type { ActivityEntry } from '../../../../contract/activity.ts';
import { bookings } from './bookings.ts';
import { moment } from './format.ts';

const kinds: Record<ActivityEntry['kind'], string> = {
  scan: 'Scanned',
  booking: 'Booked',
  saved: 'Saved',
};

/** Words of what a traveler has done. */
export const activity = {
  counts: 'Counted',
  kinds,
  moment,
  status: (status: string) => (bookings.statuses as Record<string, string>)[status] ?? status,
  timeline: 'What you did',
  more: 'Show earlier',
  loadingMore: 'Loading...',
  moreFailed: 'Earlier entries could not be loaded. Please check your connection and try again.',
  empty: 'Your journey begins here',
  emptyText: 'Scan a code, save a place or follow a booking link, and it is noted here.',
  scan: 'Scan QR Code',
  toBookings: 'See your bookings',
  toSaved: 'See your saved places',
  toFigures: 'Your figures over time',
};
