import type { Need } from '../../../../contract/today.ts';
import { number } from '../format.ts';

/** Words of what waits for an administrator, on their home. */
export const todayDesk = {
  title: 'What needs you today',
  nothing: 'Nothing needs you today.',
  failed: 'What needs you today could not be had. Please try again in a moment.',
  number,
  needs: {
    qr_requests: 'Requests for QR codes',
    place_proposals: 'Places to review',
    listing_proposals: 'Listings to review',
    empty_places: 'Places with a QR code that show nothing',
    applications: 'Applications',
    reviews: 'Reviews to look at',
    holds: 'Commissions on hold',
    proposed_news: 'Platform bookings to decide',
    unmatched_news: 'Platform bookings that match nothing',
    unreadable_news: 'Unreadable news of platforms',
    payouts: 'Payouts to be released',
    rate_changes: 'Rates to be confirmed',
    inquiries: 'Travelers who miss a booking',
    broken_links: 'Listings with broken links',
    dead_letters: 'Mails and work that failed for good',
  } satisfies Record<Need, string>,
  late: (count: number) => `${number(count)} late`,
  due: (count: number) => `${number(count)} due soon`,
};
