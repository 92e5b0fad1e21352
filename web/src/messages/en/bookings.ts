import type { BookingPlatform, BookingStatus } from '../../../../contract/bookings.ts';
import { day, dollars } from './format.ts';

const platforms: Record<BookingPlatform, string> = {
  fareharbor: 'FareHarbor',
  viator: 'Viator',
  external: 'Operator’s own site',
};

const statuses: Record<BookingStatus, string> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

/** Words of bookings. */
export const bookings = {
  empty: 'No bookings yet',
  emptyText: 'When you follow a booking link, it is noted here with its status.',
  explore: 'Explore Experiences',
  platforms,
  statuses,
  amount: 'Amount',
  estimated: 'estimated',
  platform: 'Booked with',
  booked: 'Booked on',
  dollars,
  day,
};
