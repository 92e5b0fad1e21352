import { type FiguresQuery, type getUserBehavior, mostListings } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiOffsetMs } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { findExactly, rangeOf } from '../analytics/analytics.ts';
import { countEvents, findFirstDay, findListings, findTimes } from './behavior.store.ts';
import { isBeyondChance } from './welch.ts';

type Behavior = Answer<typeof getUserBehavior>;
type Compared = 'impressions' | 'openings' | 'clicks';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What visitors looked at, opened and followed in a range, and when. */
export async function readBehavior(db: Db, now: Date, { time_range }: FiguresQuery): Promise<Behavior> {
  const range = rangeOf(time_range, now);
  const { from, until, before, grain } = range;
  const byTime = await findTimes(db, range);
  const times = byTime.flatMap(({ at, ...row }) => (at ? [{ starts_at: at, ...row }] : []));
  const timesBefore = await findExactly(db, 'total', grain, { from: before, until: from });
  const since = await findFirstDay(db);
  const listings = await findListings(db, range, mostListings);
  const lengthMs = grain === 'day' ? dayMs : hourMs;
  const whole = (first: Date, last: Date) =>
    since
      ? wholePieces(Math.max(first.getTime(), since.getTime()), Math.min(last.getTime(), now.getTime()), lengthMs)
      : [];
  const [pieces, piecesBefore] = [whole(from, until), whole(before, from)];
  const compare = (figure: Compared) => ({
    value: sumOf(times, figure),
    before: sumOf(timesBefore, figure),
    beyond_chance: isBeyondChance(samplesOf(times, pieces, figure), samplesOf(timesBefore, piecesBefore, figure)),
  });
  return {
    ...{ time_range, from: from.toISOString(), until: until.toISOString() },
    impressions: compare('impressions'),
    openings: compare('openings'),
    clicks: compare('clicks'),
    hours: Array.from({ length: 24 }, (_, hour) => addUp(byTime.filter((row) => row.hour === hour))),
    weekdays:
      grain === 'day'
        ? Array.from({ length: 7 }, (_, day) => addUp(times.filter(({ starts_at }) => weekdayOf(starts_at) === day)))
        : null,
    listings: listings.flatMap(({ listing_id, name, ...row }) =>
      listing_id === null ? [] : [{ listing_id, name: name!, ...row }],
    ),
    categories: listings.flatMap(({ listing_id, name: _, ...row }) => (listing_id === null ? [row] : [])),
    events: await countEvents(db, range),
  };
}

type Counted = Record<Compared | 'scans', number>;

const sumOf = (rows: readonly Counted[], figure: keyof Counted) => rows.reduce((sum, row) => sum + row[figure], 0);

const addUp = (rows: readonly Counted[]) => ({
  scans: sumOf(rows, 'scans'),
  openings: sumOf(rows, 'openings'),
  clicks: sumOf(rows, 'clicks'),
});

/** Monday is the first. */
const weekdayOf = (at: Date) => (new Date(at.getTime() - hawaiiOffsetMs).getUTCDay() + 6) % 7;

/** The beginnings of the days, or hours, that are wholly between two moments: only such are like each other. */
function wholePieces(first: number, last: number, lengthMs: number): number[] {
  // Days of Hawaiʻi begin at an hour of UTC.
  const offset = lengthMs === dayMs ? hawaiiOffsetMs : 0;
  const begin = Math.ceil((first - offset) / lengthMs) * lengthMs + offset;
  return Array.from({ length: Math.max(0, Math.floor((last - begin) / lengthMs)) }, (_, at) => begin + at * lengthMs);
}

/** Of each of these pieces; nothing happened in those that are not there. */
function samplesOf(
  rows: readonly (Counted & { starts_at: Date })[],
  pieces: readonly number[],
  figure: Compared,
): number[] {
  const byStart = new Map(rows.map((row) => [row.starts_at.getTime(), row[figure]]));
  return pieces.map((at) => byStart.get(at) ?? 0);
}
