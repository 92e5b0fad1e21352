import type { FiguresQuery, getRevenueAnalytics } from '../../../contract/analytics-figures.ts';
import { type BookingPlatform, bookingPlatforms } from '../../../contract/booking-states.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { type Db, readAtOnce } from '../../platform/database/database.ts';
import { type SpanRow, sumEarned } from '../analytics/analytics.ts';
import { readOwnEarned } from '../performance/performance.ts';
import { type ComparedRange, comparing, partOf, rangeOf, totalOf } from './compared.ts';
import { type Own, readGround } from './ground.ts';

type Revenue = Answer<typeof getRevenueAnalytics>;

/** What the bookings of a range up to now brought, by day and platform, and what they earn by the ledger. */
export const readRevenue = async (db: Db, now: Date, own: Own, { time_range }: FiguresQuery): Promise<Revenue> => ({
  time_range,
  ...(await readRevenueOf(db, now, own, rangeOf(time_range, now))),
});

/** The same of any range. */
export async function readRevenueOf(
  db: Db,
  now: Date,
  own: Own,
  range: ComparedRange,
): Promise<Omit<Revenue, 'time_range'>> {
  const [ground, earned, earnedBefore] = await readAtOnce(
    db,
    () => readGround(db, own, range, { actions: false }),
    () => readEarned(db, own, range),
    () => readEarned(db, own, { ...range, from: range.before, until: range.from }),
  );
  const of = comparing(ground, range, now);
  const { scans, bookings } = totalOf(ground.now);
  const before = totalOf(ground.before);
  return {
    ...{ from: range.from.toISOString(), until: range.until.toISOString() },
    total_revenue: of.late(({ cents }) => cents / 100, 'cents'),
    bookings: of.late((figures) => figures.bookings, 'bookings'),
    ...toldEarned(earned),
    daily_revenue: byDay(ground.platforms),
    conversion_metrics: { scans, conversions: bookings, conversion_rate: partOf(bookings, scans) },
    before: {
      ...(of.before(toldEarned(earnedBefore), 'bookings') ?? { average_booking: null, commission: null, margin: null }),
      scans: of.before(before.scans, 'scans'),
      conversion_rate: of.before(partOf(before.bookings, before.scans), 'bookings', 'scans'),
    },
  };
}

interface Told {
  told: number;
  told_cents: number;
  commission: number;
  margin: number | null;
}

const toldEarned = ({ told, told_cents, commission, margin }: Told) => ({
  average_booking: told > 0 ? Math.round(told_cents / told) / 100 : null,
  commission: commission / 100,
  margin: margin === null ? null : margin / 100,
});

async function readEarned(db: Db, own: Own, range: ComparedRange): Promise<Told> {
  if (own) return { ...(await readOwnEarned(db, own.organisationId, range)), margin: null };
  const { told, told_cents, partner_cents, platform_cents } = await sumEarned(db, range);
  return { told, told_cents, commission: platform_cents, margin: platform_cents - partner_cents };
}

/** Keys are the platform's name, with a partner before it where it is one partner's. */
function byDay(rows: readonly SpanRow[]) {
  const days = new Map<
    string,
    { date: string; booking_platform: BookingPlatform; cents: number; booking_count: number }
  >();
  for (const { key, starts_at, bookings, cents } of rows) {
    const booking_platform = bookingPlatforms.find((platform) => key.split('/').at(-1) === platform);
    if (!booking_platform || bookings === 0) continue;
    const date = hawaiiDay(starts_at);
    const day = days.get(`${date} ${booking_platform}`) ?? { date, booking_platform, cents: 0, booking_count: 0 };
    day.cents += cents;
    day.booking_count += bookings;
    days.set(`${date} ${booking_platform}`, day);
  }
  return [...days.values()].map(({ cents, ...day }) => ({ ...day, revenue: cents > 0 ? cents / 100 : null }));
}
