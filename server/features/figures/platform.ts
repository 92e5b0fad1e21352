import type { Answer } from '../../../contract/endpoint.ts';
import { lastDays } from '../../../contract/hawaii-time.ts';
import { daysOfRange, type getPlatformPerformance } from '../../../contract/platform-figures.ts';
import type { DayRange } from '../../../contract/time-ranges.ts';
import type { Db } from '../../platform/database/database.ts';
import { performanceOf } from '../platform-figures/platform-figures.ts';
import { comparing, partOf, rangeOf } from './compared.ts';
import { readGround } from './ground.ts';

/** How far those came who scanned in a range up to now, beside as many days before, and by day. */
export async function readPlatformPerformance(
  db: Db,
  now: Date,
  range: DayRange,
): Promise<Answer<typeof getPlatformPerformance>> {
  const span = rangeOf(range, now);
  const ground = await readGround(db, undefined, span);
  const of = comparing(ground, span, now);
  return {
    ...performanceOf(lastDays(now, daysOfRange[range]).days, ground.now),
    compared: {
      qr_scans: of.count('scans'),
      clicks: of.count('clicks'),
      bookings: of.late(({ bookings }) => bookings, 'bookings'),
      completed_bookings: of.late(({ completed }) => completed, 'completed'),
      overall_conversion: of.late(({ completed, scans }) => partOf(completed, scans), 'completed', 'scans'),
    },
  };
}
