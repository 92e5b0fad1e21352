import { type ReportStakeholder, type ReportType, reportStakeholders } from '../../../contract/platform-reports.ts';
import { type CsvValue, csvHeader, csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import { findParts, partOf, rangeOfDays, readOverviewOf, readRevenueOf, reportedParts } from '../figures/figures.ts';
import { findStakeholders, readPerformanceBetween, type StakeholderRow } from '../platform-figures/platform-figures.ts';
import type { AddedUp } from './report-size.store.ts';

/** A report of days, both within. */
export interface ReportOf {
  type: ReportType;
  from: string;
  to: string;
  stakeholder_types: ReportStakeholder[];
  include_performance_metrics: boolean;
}

type Line = readonly CsvValue[];
interface Given {
  db: Db;
  now: Date;
  of: ReportOf;
}
interface Report {
  name: (of: ReportOf) => string;
  columns: (of: ReportOf) => readonly string[];
  /** By which keys, of which there may be very many, it is added up. */
  addedUpBy?: (of: ReportOf) => readonly AddedUp[];
  /** One after the other, each read by itself: a report has many lines. */
  parts: (of: ReportOf) => readonly ((given: Given) => Promise<Line[]>)[];
}

const cents = (dollars: number | null) => (dollars === null ? null : Math.round(dollars * 100) / 100);
const rate = (part: number | null) => part && Math.round(part * 10_000) / 10_000;
const rangeIn = ({ of: { from, to } }: Given) => rangeOfDays(from, to);
const whoseIn = ({ stakeholder_types: kinds }: ReportOf) => (new Set(kinds).size > 1 ? 'stakeholder' : kinds[0]!);

const who = ['stakeholder_type', 'organization', 'organization_id', 'status', 'listings', 'places'] as const;
const what = ['scans', 'clicks', 'bookings', 'revenue_usd'] as const;

/** Every organisation of these kinds, those with the most revenue first. */
const stakeholder: Report = {
  name: (of) => `${whoseIn(of)}-performance-report`,
  columns: (of) => [...who, ...(of.include_performance_metrics ? what : [])],
  addedUpBy: (of) => (of.stakeholder_types.includes('advertiser') ? ['listing'] : []),
  parts: ({ stakeholder_types: asked }) =>
    reportStakeholders
      .filter((kind) => asked.includes(kind))
      .map((kind) => async (given) => {
        const rows = await findStakeholders(given.db, kind, rangeIn(given));
        const withFigures = given.of.include_performance_metrics;
        return rows.map((row) => [...whoIs(kind, row), ...(withFigures ? figuresOf(kind, row) : [])]);
      }),
};

const whoIs = (kind: ReportStakeholder, { id, name, status, has }: StakeholderRow): CsvValue[] => [
  ...[kind, name, id, status],
  ...(kind === 'advertiser' ? [has, null] : [null, has]),
];

/** No scan is of a listing. */
const figuresOf = (kind: ReportStakeholder, { scans, clicks, bookings, revenue_cents }: StakeholderRow): CsvValue[] => [
  ...[kind === 'advertiser' ? null : scans, clicks, bookings, revenue_cents / 100],
];

/** The platform in all and by day. */
const platform: Report = {
  name: () => 'platform-report',
  columns: () => ['row', 'day', 'scans', 'clicks', 'bookings', 'completed_bookings', 'revenue_usd', 'conversion_rate'],
  parts: () => [
    async ({ db, of: { from, to } }) => {
      const of = await readPerformanceBetween(db, { from, until: to });
      const counts = [of.qr_scans, of.clicks, of.bookings, of.completed_bookings, of.revenue];
      return [
        ['total', null, ...counts, rate(of.conversion_rate)],
        ...of.days.map(({ day, scans, clicks, bookings, revenue }) => [
          ...['day', day, scans, clicks, bookings, null, revenue, null],
        ]),
      ];
    },
  ],
};

const earned = ['average_booking_usd', 'commission_usd', 'margin_usd'] as const;

/** What bookings brought, by day and platform and by whom they were brought, and what was earned by them in all. */
const revenue: Report = {
  name: () => 'revenue-summary',
  columns: () => [
    ...['row', 'day', 'platform', 'organization', 'organization_id', 'bookings', 'revenue_usd'],
    ...earned,
  ],
  addedUpBy: () => ['listing'],
  parts: () => [
    async (given) => {
      const of = await readRevenueOf(given.db, given.now, undefined, rangeIn(given));
      const total = [of.bookings.value, of.total_revenue.value, cents(of.average_booking), of.commission, of.margin];
      return [
        ['total', null, null, null, null, ...total],
        ...of.daily_revenue.map((day) => [
          ...['day', day.date, day.booking_platform, null, null, day.booking_count, day.revenue, null, null, null],
        ]),
      ];
    },
    ...reportStakeholders.map((kind) => async (given: Given) => {
      const rows = await findStakeholders(given.db, kind, rangeIn(given), { booked: true });
      return rows.map(({ id, name, bookings, revenue_cents }) => [
        ...[kind, null, null, name, id, bookings, revenue_cents / 100, null, null, null],
      ]);
    }),
  ],
};

/** How far those came who scanned, in all, by day, and by what they scanned, opened and booked. */
const performance: Report = {
  name: () => 'performance-analytics',
  columns: () => [
    'row',
    'day',
    'id',
    'name',
    'belongs_to',
    'scans',
    'openings',
    'clicks',
    'bookings',
    'conversion_rate',
  ],
  addedUpBy: () => ['place', 'code', 'listing'],
  parts: () => [
    async (given) => {
      const of = await readOverviewOf(given.db, given.now, undefined, rangeIn(given));
      const total = [of.scans.value, of.openings.value, of.clicks.value, of.bookings.value];
      return [
        ['total', null, null, null, null, ...total, rate(of.conversion_rate.value)],
        ...of.points.map(({ at, scans, openings, clicks, bookings }) => [
          ...['day', at, null, null, null, scans, openings, clicks, bookings, rate(partOf(bookings, scans))],
        ]),
      ];
    },
    ...reportedParts.map((part) => async (given: Given) => {
      const rows = await findParts(given.db, part, rangeIn(given));
      return rows.map(({ id, name, belongs_to, scans, openings, clicks, bookings }) => [
        ...[part, null, id, name, belongs_to],
        // No scan is of a listing.
        ...(part === 'listing'
          ? [null, openings, clicks, bookings, null]
          : [scans, openings, clicks, bookings, rate(partOf(bookings, scans))]),
      ]);
    }),
  ],
};

const reports: Record<ReportType, Report> = { stakeholder, platform, revenue, performance };

/** What a report is called: of a file without the day. */
export const nameOfReport = (of: ReportOf): string => reports[of.type].name(of);

/** By which keys, of which there may be very many, a report is added up. */
export const addedUpBy = (of: ReportOf): readonly AddedUp[] => reports[of.type].addedUpBy?.(of) ?? [];

/** The file of a report, named by its last day. */
export const fileOfReport = (of: ReportOf): string => `${nameOfReport(of)}-${of.to}.csv`;

/** A report as CSV, piece by piece. @param report is told how far it is */
export async function* writeReport(
  db: Db,
  now: Date,
  of: ReportOf,
  report: (done: number, total: number) => void = () => {},
): AsyncGenerator<string> {
  const { columns, parts } = reports[of.type];
  const all = parts(of);
  yield csvHeader(columns(of));
  for (const [at, part] of all.entries()) {
    report(at, all.length);
    yield (await part({ db, now, of })).map(csvLine).join('');
  }
  report(all.length, all.length);
}
