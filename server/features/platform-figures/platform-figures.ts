import type { Answer } from '../../../contract/endpoint.ts';
import { addDays, hawaiiDay, hawaiiDayStart, lastDays, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import {
  daysOfRange,
  type getPlatformMetrics,
  type getPlatformPerformance,
  type getPlatformSummary,
  type listTopAdvertisers,
  mostTop,
} from '../../../contract/platform-figures.ts';
import type { Db } from '../../platform/database/database.ts';
import { readUptime } from '../../platform/request-metrics/uptime.ts';
import { rangeOf, readSpan, type SpanRow } from '../analytics/analytics.ts';
import { findPlatformState } from './platform-figures.store.ts';
import { findStakeholders } from './stakeholders.store.ts';

export { findStakeholders, type StakeholderRow } from './stakeholders.store.ts';

const dayMs = 86_400_000;
const startOf = (day: string) => new Date(`${day}T00:00:00-10:00`);
const partOf = (some: number, scans: number) => (scans > 0 ? some / scans : null);

type Summary = Answer<typeof getPlatformSummary>;

async function readState(db: Db, now: Date): Promise<Omit<Summary, 'uptime'>> {
  const state = await findPlatformState(db, now, { today: hawaiiDayStart(now), until: nextHawaiiDay(now) });
  return {
    total_travelers: state.total_travelers,
    active_stakeholders: state.active_stakeholders,
    total_revenue: state.revenue_cents / 100,
    qr_scans_today: state.scans_today,
    bookings_today: state.bookings_today,
    before: await readYesterday(db, now, {
      scans: state.scans - state.scans_today,
      bookings: state.bookings - state.bookings_today,
    }),
    conversion_rate: partOf(state.bookings, state.scans),
    total_scans: state.scans,
    total_bookings: state.bookings,
    locations_active: state.locations_active,
    average_rating: state.average_rating,
  };
}

/**
 * Of yesterday as much of the day as has passed of today, this minute with it.
 * @param earlier how many there were of each before today: of what there never was any, yesterday is not told
 */
async function readYesterday(
  db: Db,
  now: Date,
  earlier: { scans: number; bookings: number },
): Promise<Summary['before']> {
  const from = new Date(hawaiiDayStart(now).getTime() - dayMs);
  const rows = await readSpan(db, ['total'], { from, until: rangeOf('24h', now).from, grain: 'hour' });
  const told = (figure: 'scans' | 'bookings') => (earlier[figure] > 0 ? sumOf(rows, figure) : null);
  return { qr_scans: told('scans'), bookings: told('bookings') };
}

/** The platform from the beginning, today's part of it, what there is of it now, and how much of 30 days it was up. */
export async function readSummary(db: Db, now: Date): Promise<Summary> {
  const { uptime } = await readUptime(db, now, lastDays(now, daysOfRange['30d']));
  return { ...(await readState(db, now)), uptime };
}

/** The part of it that the specification names. */
export const readMetrics = (db: Db, now: Date): Promise<Answer<typeof getPlatformMetrics>> => readState(db, now);

type Performance = Omit<Answer<typeof getPlatformPerformance>, 'compared'>;

/** How far those came who scanned on some days, both within, in all and by day. */
export async function readPerformanceBetween(db: Db, named: { from: string; until: string }): Promise<Performance> {
  const [from, until] = [startOf(named.from), startOf(addDays(named.until, 1))];
  return performanceOf(named, await readSpan(db, ['total'], { from, until, grain: 'day' }));
}

type Figure = 'scans' | 'clicks' | 'bookings' | 'completed' | 'cents';
const sumOf = (rows: readonly SpanRow[], figure: Figure) => rows.reduce((so, row) => so + row[figure], 0);

/** The same of what happened on them. */
export function performanceOf(named: { from: string; until: string }, rows: readonly SpanRow[]): Performance {
  const [from, until] = [startOf(named.from), startOf(addDays(named.until, 1))];
  const sum = (figure: Figure) => sumOf(rows, figure);
  const byDay = new Map(rows.map((row) => [hawaiiDay(row.starts_at), row]));
  const qr_scans = sum('scans');
  return {
    ...named,
    qr_scans,
    clicks: sum('clicks'),
    bookings: sum('bookings'),
    completed_bookings: sum('completed'),
    revenue: sum('cents') / 100,
    conversion_rate: partOf(sum('bookings'), qr_scans),
    overall_conversion: partOf(sum('completed'), qr_scans),
    days: Array.from({ length: (until.getTime() - from.getTime()) / dayMs }, (_, at) => {
      const day = addDays(named.from, at);
      const of = byDay.get(day);
      return {
        ...{ day, scans: of?.scans ?? 0, clicks: of?.clicks ?? 0, bookings: of?.bookings ?? 0 },
        revenue: (of?.cents ?? 0) / 100,
      };
    }),
  };
}

/** Who has brought most by bookings of their listings in 30 days. */
export async function readTopAdvertisers(db: Db, now: Date): Promise<Answer<typeof listTopAdvertisers>> {
  const span = lastDays(now, daysOfRange['30d']);
  const rows = await findStakeholders(db, 'advertiser', { ...span, grain: 'day' }, { booked: true, limit: mostTop });
  return {
    ...span.days,
    advertisers: rows.map(({ id, name, has, clicks, bookings, revenue_cents }) => ({
      ...{ id, organization_name: name, listings: has, clicks, bookings, revenue: revenue_cents / 100 },
    })),
  };
}
