import { z } from 'zod';
import { bookingStatuses } from './bookings.ts';
import { endpoint } from './endpoint.ts';
import { timeRanges } from './time-ranges.ts';
import { category } from './values.ts';

const count = z.int().min(0);

/** One thing a traveler did. */
export const activityEntry = z.object({
  kind: z.enum(['scan', 'booking', 'saved']),
  /** ISO 8601 instant. */
  at: z.string(),
  /** Name of the place or of the experience. */
  title: z.string(),
  /** Of a scan the place's address, of a booking its status, of a saved place its note. */
  detail: z.string().nullable(),
  /** The screen that shows it. */
  href: z.string(),
});
export type ActivityEntry = z.output<typeof activityEntry>;

/** Whether the moment that begins this text is in the calendar. */
function isMoment(position: string): boolean {
  const moment = Date.parse(position.slice(0, 19).concat('Z'));
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(position.slice(0, 19));
}

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  access: ['traveler', 'admin'],
  summary: 'What the signed-in traveler has scanned, booked and saved: the counts, and a timeline, newest first',
  query: z.object({
    /** `next` of the page before. */
    before: z
      .string()
      .regex(/^2\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z~[a-z]{1,10}~[\w-]{1,40}$/, 'must be what `next` was')
      .refine(isMoment, 'must be what `next` was')
      .optional(),
    /** Entries of a page, 1 to 50; 20 unless told. */
    limit: z
      .string()
      .regex(/^([1-9]|[1-4]\d|50)$/, 'must be 1 to 50')
      .transform(Number)
      .optional(),
  }),
  reply: z.object({
    counts: z.object({ scanned: count, booked: count, saved: count }),
    timeline: z.array(activityEntry),
    /** What to send as `before` for the entries after these; null at the end. */
    next: z.string().nullable(),
  }),
});

const statuses = z.object(
  Object.fromEntries(bookingStatuses.map((status) => [status, count])) as Record<
    (typeof bookingStatuses)[number],
    typeof count
  >,
);

/** Figures of one traveler in a range of time. Amounts are US dollars; days are those of Hawaiʻi. */
export const travelerAnalytics = z.object({
  time_range: z.enum(timeRanges),
  /** The range: from this instant up to that. */
  from: z.string(),
  until: z.string(),
  /** Counted scans, and how many different places they were of. */
  scans: count,
  places_visited: count,
  bookings: statuses,
  /** Assumed from price ranges, of bookings that are not cancelled and not settled. */
  estimated_amount: z.number(),
  /** Of confirmed and completed bookings. */
  confirmed_amount: z.number(),
  /** Places saved in this range that are still on the list. */
  saved: count,
  by_category: z.array(z.object({ category, bookings: count, saved: count })),
  /** Every day of the range, oldest first, `YYYY-MM-DD`. */
  by_day: z.array(z.object({ day: z.string(), scans: count, bookings: count, saved: count })),
});
export type TravelerAnalytics = z.output<typeof travelerAnalytics>;

export const getTravelerAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/traveler',
  access: ['traveler', 'admin'],
  summary: "The signed-in traveler's own figures: 24h is the last 24 hours, the others are whole days up to today",
  query: z.object({ time_range: z.enum(timeRanges).optional() }),
  reply: travelerAnalytics,
});
