import { z } from 'zod';
import { bookingPlatforms, bookingStatuses } from './booking-states.ts';
import { endpoint } from './endpoint.ts';
import { figureRows } from './figure-rows.ts';
import { timeRanges, usualRange } from './time-ranges.ts';
import { calendarDay, dollars, rowId, uuid } from './values.ts';

const query = z.object({ time_range: z.enum(timeRanges).default(usualRange) });
export type FiguresQuery = z.output<typeof query>;

/** 24h: the last 24 hours to the minute; else whole days of Hawaiʻi up to now, today the last. Instants. */
const span = { time_range: z.enum(timeRanges), from: z.string(), until: z.string() };

/**
 * A figure with the same of the span before, as long. `beyond_chance`: whether they differ by more than they would by chance once in
 * twenty times (docs/figures.md); null where there are too few days or hours to say.
 */
const compared = (value: z.ZodType<number | null>) =>
  z.object({ value, before: value, beyond_chance: z.boolean().nullable() });
const count = compared(z.int());
/** A part of the scans; null without a scan. */
const rate = z.number().nullable();
/** Dollars; null for those who may not see money. */
const money = dollars.nullable();

/** A partner is told of its own, whoever works for the house of everything. */
const ofFigures = { access: ['partner', 'admin'], permission: 'performance_analytics' } as const;
const ofAdmins = { access: ['admin'] } as const;

export const getAnalyticsOverview = endpoint({
  method: 'GET',
  path: '/api/analytics/overview',
  ...ofFigures,
  summary: 'Scans, openings, clicks, bookings and revenue of a range beside the range before, and by hour or by day',
  query,
  reply: z.object({
    ...span,
    scans: count,
    openings: count,
    clicks: count,
    bookings: count,
    revenue: compared(money),
    conversion_rate: compared(rate),
    /** Ways to a booking page of which nobody has told more. */
    estimated_bookings: z.int(),
    points: z.array(
      z.object({
        /** An hour's first instant (24h: the first and the last are parts of an hour), or a day of Hawaiʻi. */
        at: z.string(),
        ...{ scans: z.int(), clicks: z.int(), bookings: z.int(), revenue: money },
      }),
    ),
  }),
});

export const getRevenueAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/revenue',
  access: ['partner', 'admin'],
  permission: 'commission_tracking',
  summary: 'What confirmed and completed bookings of a range brought: by day and platform, and what was earned by them',
  query,
  reply: z.object({
    ...span,
    total_revenue: compared(dollars),
    bookings: count,
    /** The mean of those whose amount is told. */
    average_booking: money,
    /** What these bookings earn by the ledger: a partner its share, the house what platforms pay it. */
    commission: dollars,
    /** What of that is left to the house; null for partners. */
    margin: money,
    /** Of each day and platform with a booking. */
    daily_revenue: z.array(
      z.object({
        date: calendarDay,
        booking_platform: z.enum(bookingPlatforms),
        ...{ revenue: dollars, booking_count: z.int() },
      }),
    ),
    conversion_metrics: z.object({ scans: z.int(), conversions: z.int(), conversion_rate: rate }),
  }),
});

export const getBusinessIntelligence = endpoint({
  method: 'GET',
  path: '/api/analytics/business-intelligence',
  ...ofFigures,
  summary:
    'How far those come who scan, how content they are, which partners and campaigns pay off, and how large it all is',
  query,
  reply: z.object({
    ...span,
    conversion_funnel: z.object({
      ...{ qr_scans: z.int(), openings: z.int(), clicks: z.int(), bookings: z.int(), completed_bookings: z.int() },
      /** Parts of the scans. */
      conversion_rates: z.object({ clicks: rate, bookings: rate, overall_conversion: rate }),
    }),
    stakeholder_insights: z.object({
      /** The mean of the stars of visible reviews written in the range; null without one. */
      tourist_satisfaction: z.object({
        average: z.number().nullable(),
        reviews: z.int(),
        stars: z.array(z.int()).length(5),
      }),
      /** The partners who brought most; a partner sees its places. */
      distributor_performance: z.array(
        z.object({
          id: z.string(),
          ...{ name: z.string(), scans: z.int(), bookings: z.int(), conversion_rate: rate, revenue: money },
        }),
      ),
      /** Of all campaigns; null for partners. */
      advertiser_roi: z.object({ revenue: dollars, cost: dollars, roi: z.number().nullable() }).nullable(),
    }),
    /** What there is now: a partner's own, or all that is active. Those that a partner has none of are null. */
    network_size: z.object({
      ...{ partners: z.int().nullable(), advertisers: z.int().nullable(), places: z.int(), codes: z.int() },
      listings: z.int().nullable(),
    }),
  }),
});

const percentiles = { p50_ms: z.number().nullable(), p95_ms: z.number().nullable(), p99_ms: z.number().nullable() };
const answered = { requests: z.int(), errors: z.int(), ...percentiles };

export const getSystemPerformance = endpoint({
  method: 'GET',
  path: '/api/analytics/performance',
  ...ofAdmins,
  summary:
    'How many requests all server processes answered, how quickly and with how many faults of their own, by hour or day and by endpoint',
  query,
  reply: z.object({
    ...span,
    /** `errors`: answers of 500 and above. Milliseconds are those until the answer was sent, by buckets an eighth wide. */
    ...answered,
    error_rate: rate,
    before: z.object({ requests: z.int(), errors: z.int(), p95_ms: z.number().nullable() }),
    /** Of the minutes of the range since the first one that was measured, the part in which a process was up; null before any was. */
    uptime: rate,
    points: z.array(z.object({ at: z.string(), requests: z.int(), errors: z.int(), p95_ms: z.number().nullable() })),
    /** Those that took the most time in all. */
    endpoints: z.array(z.object({ endpoint: z.string(), ...answered })),
  }),
});

export const getUserBehavior = endpoint({
  method: 'GET',
  path: '/api/analytics/behavior',
  ...ofAdmins,
  summary: 'What visitors look at, open and follow, when they do, and what pages tell of them',
  query,
  reply: z.object({
    ...span,
    impressions: count,
    openings: count,
    clicks: count,
    /** Of 24 hours and 7 days (Monday first) of Hawaiʻi, added up over the range; of 24h hours alone. */
    hours: z.array(z.object({ scans: z.int(), openings: z.int(), clicks: z.int() })).length(24),
    weekdays: z
      .array(z.object({ scans: z.int(), openings: z.int(), clicks: z.int() }))
      .length(7)
      .nullable(),
    /** Opened most; ten at most. */
    listings: z.array(
      z.object({
        listing_id: rowId,
        ...{
          name: z.string(),
          category: z.string(),
          impressions: z.int(),
          openings: z.int(),
          clicks: z.int(),
          bookings: z.int(),
        },
      }),
    ),
    categories: z.array(
      z.object({ category: z.string(), impressions: z.int(), openings: z.int(), clicks: z.int(), bookings: z.int() }),
    ),
    events: z.array(z.object({ event_type: z.string(), count: z.int() })),
  }),
});

export const listFigureRows = endpoint({
  method: 'GET',
  path: '/api/analytics/rows',
  ...ofAdmins,
  summary: 'The scans, clicks or bookings of a range that a figure counts, newest first',
  query: z.object({
    ...query.shape,
    of: z.enum(figureRows),
    /** One day of it. */
    day: calendarDay.optional(),
    /** Of clicks and bookings. */
    platform: z.enum(bookingPlatforms).optional(),
    after: z.string().max(200).optional(),
  }),
  reply: z.object({
    ...span,
    rows: z.array(
      z.object({
        at: z.string(),
        /** Of a booking. */
        booking: uuid.nullable(),
        ...{ code: z.string().nullable(), location_id: rowId.nullable(), place: z.string().nullable() },
        ...{ partner: z.string().nullable(), listing_id: rowId.nullable(), listing: z.string().nullable() },
        platform: z.enum(bookingPlatforms).nullable(),
        status: z.enum(bookingStatuses).nullable(),
        amount: money,
      }),
    ),
    /** What the figure says. */
    total: z.int(),
    next: z.string().nullable(),
  }),
});
