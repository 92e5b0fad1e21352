import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { codeSpans, performanceRanges, untoldFigures } from './portal-states.ts';
import { calendarDay, dollars, rowId, rowIdText } from './values.ts';

/** A figure of a breakdown, or why it is not told: visits are each counted once a day (docs/decisions/040-few-visits-are-not-told.md). */
const told = z.int().or(z.enum(untoldFigures));
/** Dollars; null for those who may not see money, and where the bookings are not told. */
const money = dollars.nullable();

/** How far those come whom a code has brought: scans that count, ways to a booking page, bookings. */
const funnel = { scans: told, clicks: told, bookings: told };

const codeFigures = z.object({
  /** The code in words. */
  qr_code_id: z.string(),
  label: z.string().nullable(),
  /** Where it leads now; what it brought before stays with the place that it led to then. */
  location_id: rowId,
  location_name: z.string(),
  ...funnel,
  revenue: money,
  commission: money,
});

const ofFigures = { access: ['partner'], permission: 'performance_analytics' } as const;

export const getPerformance = endpoint({
  method: 'GET',
  path: '/api/partner-portal/performance',
  ...ofFigures,
  summary: "What a partner's codes have brought: totals with those of the span before, by day, by place and by code",
  query: z.object({ range: z.enum(performanceRanges).default('month') }),
  reply: z.object({
    range: z.enum(performanceRanges),
    /** Days of Hawaiʻi, both of them within. */
    from: calendarDay,
    until: calendarDay,
    /** Scans that count: one of a visit, code and ten minutes. */
    total_scans: z.int(),
    /** Confirmed and completed bookings, by when they were clicked. */
    total_bookings: z.int(),
    /** Of those alone; without the permission for commission null. */
    total_revenue: money,
    commission_earned: money,
    /** How many of them earn that: those whose amount is told, and earns anything. */
    earning_bookings: z.int().nullable(),
    /** The mean of those whose amount is told; null where there is none. */
    average_booking: money,
    /** Bookings of scans, as a part of one; null without a scan. */
    conversion_rate: z.number().nullable(),
    /** Ways to a booking page, and those of them that no platform has confirmed yet. */
    clicks: z.int(),
    openings: z.int(),
    estimated_bookings: z.int(),
    /** The same of the span before, as long; null where all is asked for. */
    before: z
      .object({
        ...{ total_scans: z.int(), total_bookings: z.int(), clicks: z.int(), conversion_rate: z.number().nullable() },
        ...{ total_revenue: money, commission_earned: money, average_booking: money },
      })
      .nullable(),
    top_performing_locations: z.array(
      z.object({
        ...{ location_id: rowId, location_name: z.string(), ...funnel },
        /** Of an experience, by guests of the place; by which code they came is not noted. */
        openings: told,
        ...{ revenue: money, commission: money },
      }),
    ),
    codes: z.array(codeFigures),
    days: z.array(z.object({ day: calendarDay, scans: z.int(), clicks: z.int(), bookings: z.int() })),
  }),
});

export const getCodeDays = endpoint({
  method: 'GET',
  path: '/api/partner-portal/performance/places/{id}',
  ...ofFigures,
  summary:
    "Scans by day, or by more days where few were scanned, of the codes that lead to one of the organisation's places, of at most four: those with the most",
  params: z.object({ id: rowIdText }),
  query: z.object({ range: z.enum(performanceRanges).default('month') }),
  reply: z.object({
    range: z.enum(performanceRanges),
    /** Days that each point stands for; null where nothing but totals may be told. */
    span: z.literal(codeSpans).nullable(),
    /** The first day of each point; days before the first whole span are in the total alone. */
    days: z.array(calendarDay),
    codes: z.array(
      z.object({
        ...codeFigures.pick({ qr_code_id: true, label: true }).shape,
        /** In the whole range. */
        total: told,
        /** Of each point. */
        scans: z.array(told),
      }),
    ),
  }),
});

/** Of a report whose days nobody says, and at most. */
export const reportDays = 90;
export const longestReportDays = 366;

export const exportReport = endpoint({
  method: 'GET',
  path: '/api/partner-portal/export-report',
  ...ofFigures,
  summary:
    "A partner's figures of days of Hawaiʻi as CSV, of the last 90 unless told: in all and by day; of days that the screen offers also by place and by code",
  query: z.object({
    start_date: calendarDay.optional(),
    end_date: calendarDay.optional(),
    format: z.literal('csv').optional(),
  }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
});
