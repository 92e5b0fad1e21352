import { z } from 'zod';
import { bookingPlatforms, bookingStatuses } from './booking-states.ts';
import { endpoint } from './endpoint.ts';
import { figureRows } from './figure-rows.ts';
import { untoldFigures } from './portal-states.ts';
import { timeRanges, usualRange } from './time-ranges.ts';
import { calendarDay, dollars, rowId, uuid } from './values.ts';

const query = z.object({ time_range: z.enum(timeRanges).default(usualRange) });
export type FiguresQuery = z.output<typeof query>;

/** Instants, `until` the first one after: the last 24 hours up to the end of this minute, or whole days of Hawaiʻi, today the last. */
const span = { time_range: z.enum(timeRanges), from: z.string(), until: z.string() };

/**
 * A figure with the same of the span before, as long; null where that was not measured yet then. `beyond_chance`: whether days and those of the same day of the week before, or hours,
 * differ by more than they would by chance once in twenty times; null where there is nothing to say of it, as of bookings (docs/figures.md).
 */
export const compared = (value: z.ZodType<number | null>) =>
  z.object({ value, before: value.nullable(), beyond_chance: z.boolean().nullable() });
const count = compared(z.int());
/** A part of the scans; null without a scan. */
const rate = z.number().nullable();
/** A figure of a breakdown, or why it is not told. */
const told = z.int().or(z.enum(untoldFigures));
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
    /** Of hours a partner is told nothing (docs/decisions/040-few-visits-are-not-told.md). */
    points: z.array(
      z.object({
        /** An hour's first instant (of the first and the last hour there is a part in the range), or a day of Hawaiʻi. */
        at: z.string(),
        ...{ scans: z.int(), openings: z.int(), clicks: z.int(), bookings: z.int(), revenue: money },
      }),
    ),
  }),
});

export const getRevenueAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/revenue',
  access: ['partner', 'admin'],
  // Of money, and with it of scans and what came of them.
  permission: ['performance_analytics', 'commission_tracking'],
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
        booking_count: z.int(),
        /** Null where no amount of them is told. */
        revenue: money,
      }),
    ),
    conversion_metrics: z.object({ scans: z.int(), conversions: z.int(), conversion_rate: rate }),
    /** Of the span before; null what was not measured yet then. */
    before: z.object({
      ...{ average_booking: money, commission: money, margin: money },
      ...{ scans: z.int().nullable(), conversion_rate: rate },
    }),
  }),
});

const advertising = { revenue: dollars, cost: dollars, roi: z.number().nullable() };

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
      /** Beside the span before; `click_rate` is of the scans. */
      compared: z.object({
        ...{ qr_scans: count, openings: count, clicks: count, bookings: count, completed_bookings: count },
        ...{ click_rate: compared(rate), overall_conversion: compared(rate) },
      }),
    }),
    stakeholder_insights: z.object({
      /**
       * The mean of the stars of visible reviews written in the range, null without one, and how many gave each. A partner is not told
       * what few guests gave (docs/decisions/040-few-visits-are-not-told.md).
       */
      tourist_satisfaction: z.object({
        average: z.number().nullable(),
        /** Of the span before. */
        average_before: z.number().nullable(),
        reviews: z.int(),
        stars: z.array(z.int()).length(5).nullable(),
      }),
      /**
       * The partners who were booked most; a partner sees its places, of which nothing is told of few guests, nor by hours
       * (docs/decisions/040-few-visits-are-not-told.md).
       */
      distributor_performance: z.array(
        z.object({
          id: z.string(),
          ...{ name: z.string(), scans: told, bookings: told, conversion_rate: rate, revenue: money },
        }),
      ),
      /** Of all campaigns; null for partners, of 24h, as campaigns are counted by days, and where they are too many to add up. */
      advertiser_roi: z.object({ ...advertising, before: z.object(advertising).nullable() }).nullable(),
    }),
    /** What there is now: a partner's own, or all that is active. Those that a partner has none of are null. */
    network_size: z.object({
      ...{ partners: z.int().nullable(), advertisers: z.int().nullable(), places: z.int(), codes: z.int() },
      listings: z.int().nullable(),
    }),
  }),
});

/** Milliseconds within which half, 95 and 99 of a hundred requests were answered, to a sixteenth; null without any. */
const percentiles = { p50_ms: z.number().nullable(), p95_ms: z.number().nullable(), p99_ms: z.number().nullable() };
const answered = {
  requests: z.int(),
  /** Answers of 500 and above; of these, those of 503: the server was busy, or its database away. */
  ...{ errors: z.int(), unavailable: z.int() },
  ...percentiles,
};
const answeredThen = { requests: z.int(), errors: z.int(), p95_ms: z.number().nullable() };

/** So many endpoints are told of. */
export const mostEndpoints = 20;

export const getSystemPerformance = endpoint({
  method: 'GET',
  path: '/api/analytics/performance',
  ...ofAdmins,
  summary:
    'How many requests all server processes answered, how quickly and with how many faults of their own, by hour or day and by endpoint',
  query,
  reply: z.object({
    ...span,
    ...answered,
    /** A part of the requests; null without one. */
    error_rate: rate,
    before: z.object({ ...answered, error_rate: rate }),
    /** The first minute that was measured; null before there was one. */
    measured_since: z.string().nullable(),
    /** Of the minutes of the range since then, the part in which a process was up; null where there are none. */
    uptime: rate,
    /** Every hour (24h: of the first and the last a part) or day of the range. */
    points: z.array(z.object({ at: z.string(), ...answeredThen })),
    /** Those that took the most time in all, by `GET /api/things/{id}`; beside them `page /location/{id}`, `page` (all others), `files` and `unknown`. */
    endpoints: z.array(z.object({ endpoint: z.string(), ...answered })).max(mostEndpoints),
  }),
});

/** Bookings are confirmed and completed ones. */
const ofListings = { impressions: z.int(), openings: z.int(), clicks: z.int(), bookings: z.int() };
/** So many listings are told of. */
export const mostListings = 10;
const ofHours = z.object({ scans: z.int(), openings: z.int(), clicks: z.int() });

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
    /** Of 24 hours and 7 days (Monday first) of Hawaiʻi, added up over the range, which has so many such days; of 24h hours alone. */
    hours: z.array(ofHours).length(24),
    weekdays: z
      .array(ofHours.extend({ days: z.int() }))
      .length(7)
      .nullable(),
    /** Opened most, then clicked most. */
    listings: z
      .array(z.object({ listing_id: rowId, name: z.string(), category: z.string(), ...ofListings }))
      .max(mostListings),
    /** By the category that a listing has now; those with most openings first. */
    categories: z.array(z.object({ category: z.string(), ...ofListings })),
    /** What pages told, by type; the most frequent first. */
    events: z.array(z.object({ event_type: z.string(), count: z.int() })),
  }),
});

const rowsQuery = z.object({
  ...query.shape,
  of: z.enum(figureRows).default('scans'),
  /** One day of it. */
  day: calendarDay.optional(),
  /** Of clicks and bookings. */
  platform: z.enum(bookingPlatforms).optional(),
  after: z.string().max(240).optional(),
});
export type FigureRowsQuery = z.output<typeof rowsQuery>;

export const listFigureRows = endpoint({
  method: 'GET',
  path: '/api/analytics/rows',
  ...ofAdmins,
  summary:
    'The scans, clicks or bookings of a range that a figure counts, newest first; openings and impressions by day, or hour, and experience',
  query: rowsQuery,
  reply: z.object({
    ...span,
    rows: z.array(
      z.object({
        /** Of what is summed, when the day or the hour begins. */
        at: z.string(),
        /** How many it is: one, but of what is summed. */
        count: z.int(),
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
