import type { BookingPlatform, BookingStatus } from '../../../../contract/booking-states.ts';
import { counted } from './counted.ts';
import { day, dollars, moment } from './format.ts';

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

/** Words of the list of bookings. */
export const bookings = {
  online: 'Online',
  offline: 'Offline',
  onlineText: 'Live from our server',
  offlineText: 'Your tickets still open',
  offlineUnkeptText: 'Keep this page open: nothing is kept on this device',
  filter: 'Filter by status',
  all: 'All',
  totalTile: 'Total',
  valueTile: 'Total value (USD)',
  heldTile: 'Confirmed + completed',
  valueNote: 'Estimated amounts are included, cancelled bookings are not.',
  count: (shown: number) => counted(shown, 'booking', 'bookings'),
  empty: 'No bookings yet',
  emptyText: 'When you follow a booking link, it is noted here with its status.',
  emptyStatus: (status: BookingStatus) => `Nothing is ${statuses[status].toLowerCase()}`,
  emptyStatusText: 'Your other bookings are under All.',
  emptyOffline: 'No bookings on this device',
  emptyOfflineText: 'Once you are online again, your bookings appear here by themselves.',
  explore: 'Explore Experiences',
  kept: (at: string) => `You see your bookings as of ${moment(at)} (Hawaiʻi time).`,
  keptPart:
    'Your phone keeps those that are confirmed, pending or still ahead. Any others are here again as soon as our server can be reached.',
  sample: 'Sample data',
  sampleText: 'Your bookings could not be loaded, so these are examples: nothing here is booked or can be booked.',
  retry: 'Try Again',
  cacheUnavailable: 'Offline cache unavailable: offline mode is disabled',
  noCache:
    'This device keeps no tickets: its storage is full or closed to websites. They open while you are online, or as long as this page stays open.',
  ticket: 'View Ticket',
  ticketOf: (name: string) => `: ${name}`,
  booked: 'I booked this',
  rate: 'Rate this experience',
  editReview: 'Edit your review',
  yourRating: 'Your rating',
  rated: (rating: number) => `${rating} out of 5`,
  missing: 'My booking is missing',
  missingText: 'Booked on the platform, and it is not here?',
  suggestions: 'More Experiences for You',
  suggestionsText: (name: string) => `Because you have been at ${name}`,
  platforms,
  statuses,
  amount: 'Amount',
  estimated: 'estimated',
  platform: 'Booked with',
  bookedOn: 'Booked on',
  when: 'Date',
  dollars,
  day,
};
