import type { Booking, listAllBookings, summarizeBookings } from '../../../../contract/bookings.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Inquiry, listInquiries } from '../../../../contract/inquiries.ts';
import type { listReviews, ModeratedReview } from '../../../../contract/reviews.ts';
import { type DeskLoaded, deskSteps } from '../../desk/desk-loader.ts';
import { asked } from '../../desk/list-query.ts';

export const platformViews = ['bookings', 'inquiries', 'reviews'] as const;

/** What an administrator looks at, a page at a time, and what is open of it. */
type Looked =
  | {
      view: 'bookings';
      list: Answer<typeof listAllBookings>;
      open: Booking | null;
      summary: Answer<typeof summarizeBookings>;
    }
  | { view: 'inquiries'; list: Answer<typeof listInquiries>; open: Inquiry | null }
  | { view: 'reviews'; list: Answer<typeof listReviews>; open: ModeratedReview | null };
export type PlatformData = Looked & DeskLoaded & { kind: 'platform' };

export const platformSteps = deskSteps<Looked & { kind: 'platform' }>(async (api, { request }) => {
  const { searchParams: query } = new URL(request.url);
  const kind = 'platform' as const;
  const view = platformViews.find((one) => one === query.get('view')) ?? 'bookings';
  const id = query.get('open');
  const filters = view === 'reviews' ? ['hidden', 'awaits_look'] : ['status'];
  const list = asked(query, ['search', 'sort', 'after', ...filters]);
  // The server judges both.
  const of = <Q>(given: object) => given as Q;
  if (view === 'inquiries') {
    const [found, open] = await Promise.all([
      api('GET /api/bookings/inquiries', { query: of(list) }),
      id ? api('GET /api/bookings/inquiries', { query: of({ id }) }) : null,
    ]);
    return { kind, view, list: found, open: open?.rows[0] ?? null };
  }
  if (view === 'reviews') {
    const [found, open] = await Promise.all([
      api('GET /api/reviews', { query: of(list) }),
      id ? api('GET /api/reviews', { query: of({ id }) }) : null,
    ]);
    return { kind, view, list: found, open: open?.rows[0] ?? null };
  }
  const [found, open, summary] = await Promise.all([
    api('GET /api/admin/bookings', { query: of(list) }),
    id ? api('GET /api/admin/bookings', { query: of({ id }) }) : null,
    api('GET /api/bookings/summary', { query: of(asked(query, ['status'])) }),
  ]);
  return { kind, view, list: found, open: open?.rows[0] ?? null, summary };
});
