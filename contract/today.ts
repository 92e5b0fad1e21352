import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** What waits for an administrator, the most pressing first, each with the screen where it is decided. */
export const placesOfNeeds = {
  qr_requests: '/partners/requests?status=pending',
  place_proposals: '/partners/proposals?status=pending',
  listing_proposals: '/content/proposals?state=submitted',
  empty_places: '/locations/lists?empty=coded',
  applications: '/applications?state=new',
  holds: '/money/holds?state=open',
  proposed_news: '/money/news?state=proposed',
  unmatched_news: '/money/news?state=unmatched',
  unreadable_news: '/money/news?list=messages&state=unreadable',
  payouts: '/money/payouts?state=prepared',
  rate_changes: '/money/rate-cards',
  inquiries: '/bookings?view=inquiries&status=open',
  reviews: '/bookings?view=reviews&awaits_look=true',
  broken_links: '/content?links=broken',
  dead_letters: '/security/work?list=dead-letters',
} as const;
export type Need = keyof typeof placesOfNeeds;

const needs = Object.keys(placesOfNeeds) as [Need, ...Need[]];

export const getToday = endpoint({
  method: 'GET',
  path: '/api/admin/today',
  access: ['admin'],
  summary: 'What waits for an administrator: how much of each kind, and on which screen it is decided',
  reply: z.object({
    needs: z.array(z.object({ need: z.enum(needs), count: z.int(), path: z.string() })),
    /** Of the requests for codes: those that are about to be later than promised, and those that are. */
    qr_requests: z.object({ due: z.int(), late: z.int() }),
  }),
});
