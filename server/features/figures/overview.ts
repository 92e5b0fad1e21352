import type { FiguresQuery, getAnalyticsOverview } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { type ComparedRange, comparing, eachPiece, partOf, piecesOf, rangeOf, totalOf } from './compared.ts';
import { type Own, readGround, seesMoney } from './ground.ts';

type Overview = Answer<typeof getAnalyticsOverview>;

/** How far those came who scanned in a range up to now, beside the span before, and by day or hour. */
export const readOverview = async (db: Db, now: Date, own: Own, { time_range }: FiguresQuery): Promise<Overview> => ({
  time_range,
  ...(await readOverviewOf(db, now, own, rangeOf(time_range, now))),
});

/** The same of any range. */
export async function readOverviewOf(
  db: Db,
  now: Date,
  own: Own,
  range: ComparedRange,
): Promise<Omit<Overview, 'time_range'>> {
  const ground = await readGround(db, own, range);
  const of = comparing(ground, range, now);
  const money = (cents: number) => (seesMoney(own) ? cents / 100 : null);
  return {
    ...{ from: range.from.toISOString(), until: range.until.toISOString() },
    scans: of.count('scans'),
    openings: of.count('openings'),
    clicks: of.count('clicks'),
    bookings: of.late(({ bookings }) => bookings, 'bookings'),
    revenue: of.late(({ cents }) => money(cents), 'cents'),
    conversion_rate: of.late(({ bookings, scans }) => partOf(bookings, scans), 'bookings', 'scans'),
    estimated_bookings: totalOf(ground.now).pending,
    points: eachPiece(ground.now, toldPieces(range, own)).map(({ at, cents, ...of }) => ({
      at: range.grain === 'hour' ? at.toISOString() : hawaiiDay(at),
      ...{ scans: of.scans, openings: of.openings, clicks: of.clicks, bookings: of.bookings, revenue: money(cents) },
    })),
  };
}

/** Of hours a partner would learn when a single guest came, and what of it (docs/decisions/040-few-visits-are-not-told.md). */
const toldPieces = (range: ComparedRange, own: Own) =>
  own && range.grain === 'hour' ? [] : piecesOf(range, range.grain);
