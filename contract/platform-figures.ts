import { z } from 'zod';
import { compared } from './analytics-figures.ts';
import { endpoint } from './endpoint.ts';
import { type DayRange, dayRanges } from './time-ranges.ts';
import { calendarDay, dollars, uuid } from './values.ts';

/** How many days each range has. */
export const daysOfRange: Readonly<Record<DayRange, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

/** So many of the best are told of. */
export const mostTop = 5;

const ofAdmins = { access: ['admin'] } as const;
/** A part, of the scans unless it is said of what; null without any. */
const rate = z.number().nullable();
/** The days that figures are of, both of them within. */
const span = { from: calendarDay, until: calendarDay };

const metrics = {
  /** Accounts that are active. */
  total_travelers: z.int(),
  /** Organisations of partners and advertisers that are not suspended. */
  active_stakeholders: z.int(),
  /** Of the bookings whose amount is told, from the beginning. */
  total_revenue: dollars,
  qr_scans_today: z.int(),
  bookings_today: z.int(),
  /** Of yesterday in Hawaiʻi, up to this minute of the day; null what was not measured yet then. */
  before: z.object({ qr_scans: z.int().nullable(), bookings: z.int().nullable() }),
  /** From the beginning. */
  conversion_rate: rate,
};

export const getPlatformMetrics = endpoint({
  method: 'GET',
  path: '/api/admin/platform-metrics',
  ...ofAdmins,
  summary:
    'How many travel, work with the guide, scan and book: from the beginning, and today in Hawaiʻi beside yesterday by this time',
  reply: z.object(metrics),
});

export const getPlatformSummary = endpoint({
  method: 'GET',
  path: '/api/admin/platform-summary',
  ...ofAdmins,
  summary:
    'The platform from the beginning: scans, bookings, revenue, what there is of places and ratings now, and uptime',
  reply: z.object({
    ...metrics,
    total_scans: z.int(),
    total_bookings: z.int(),
    /** Places with a code that leads to them. */
    locations_active: z.int(),
    /** The mean of the ratings of listings that are shown, one decimal; null while none of them is rated. */
    average_rating: z.number().nullable(),
    /** Of the minutes of the last 30 days since the first that was measured, the part in which a server process was up; null where there are none. */
    uptime: rate,
  }),
});

export const getPlatformPerformance = endpoint({
  method: 'GET',
  path: '/api/admin/platform-performance',
  ...ofAdmins,
  summary: 'How far those came who scanned, all partners together, beside the days before, and each day of the range',
  query: z.object({ range: z.enum(dayRanges).default('30d') }),
  reply: z.object({
    ...span,
    qr_scans: z.int(),
    /** Ways to a booking page. */
    clicks: z.int(),
    /** Confirmed and completed. */
    bookings: z.int(),
    completed_bookings: z.int(),
    revenue: dollars,
    conversion_rate: rate,
    /** Of the completed bookings alone. */
    overall_conversion: rate,
    /** Beside as many days before. */
    compared: z.object({
      ...{ qr_scans: compared(z.int()), clicks: compared(z.int()), bookings: compared(z.int()) },
      ...{ completed_bookings: compared(z.int()), overall_conversion: compared(rate) },
    }),
    days: z.array(z.object({ day: calendarDay, scans: z.int(), clicks: z.int(), bookings: z.int(), revenue: dollars })),
  }),
});

export const listTopAdvertisers = endpoint({
  method: 'GET',
  path: '/api/admin/top-advertisers',
  ...ofAdmins,
  summary: 'Advertisers whose listings were booked in the last 30 days, by what those bookings brought; the first five',
  reply: z.object({
    ...span,
    advertisers: z.array(
      z.object({
        id: uuid,
        organization_name: z.string(),
        listings: z.int(),
        clicks: z.int(),
        bookings: z.int(),
        revenue: dollars,
      }),
    ),
  }),
});
