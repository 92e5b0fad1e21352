import type { FiguresQuery, getAnalyticsOverview } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { comparing, eachPiece, partOf, piecesOf, rangeOf, totalOf } from './compared.ts';
import { type Own, readGround, seesMoney } from './ground.ts';

/** How far those came who scanned in a range, beside the span before, and by day or hour. */
export async function readOverview(
  db: Db,
  now: Date,
  own: Own,
  { time_range }: FiguresQuery,
): Promise<Answer<typeof getAnalyticsOverview>> {
  const range = rangeOf(time_range, now);
  const ground = await readGround(db, own, range);
  const of = comparing(ground, range, now);
  const money = (cents: number) => (seesMoney(own) ? cents / 100 : null);
  return {
    ...{ time_range, from: range.from.toISOString(), until: range.until.toISOString() },
    scans: of(({ scans }) => scans),
    openings: of(({ openings }) => openings),
    clicks: of(({ clicks }) => clicks),
    bookings: of(({ bookings }) => bookings),
    revenue: seesMoney(own) ? of(({ cents }) => cents / 100) : { value: null, before: null, beyond_chance: null },
    conversion_rate: of(({ bookings, scans }) => partOf(bookings, scans)),
    estimated_bookings: totalOf(ground.now).pending,
    points: eachPiece(ground.now, piecesOf(range, range.grain)).map(({ at, scans, clicks, bookings, cents }) => ({
      at: range.grain === 'hour' ? at.toISOString() : hawaiiDay(at),
      ...{ scans, clicks, bookings, revenue: money(cents) },
    })),
  };
}
