import { type FiguresQuery, type getUserBehavior, mostListings } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiClock, hawaiiOffsetMs } from '../../../contract/hawaii-time.ts';
import { type Db, readAtOnce } from '../../platform/database/database.ts';
import { findFirstMeasured, readSpan, type SpanFigures } from '../analytics/analytics.ts';
import { findHours, findSeen, type HourRow, type SeenRow } from './behavior.store.ts';
import { type ComparedRange, comparing, measuredSince, nothing, piecesOf, rangeOf, totalOf } from './compared.ts';

type Behavior = Answer<typeof getUserBehavior>;
type Timed = SpanFigures & { starts_at: Date };

/** What visitors looked at, opened and followed in a range, and when. */
export async function readBehavior(db: Db, now: Date, { time_range }: FiguresQuery): Promise<Behavior> {
  const range = rangeOf(time_range, now);
  const { from, until, before, grain } = range;
  const [seen, rowsBefore, addedUp, hoursOfDays] = await readAtOnce(
    db,
    () => findSeen(db, range, mostListings),
    () => readSpan(db, ['total'], { from: before, until: from, grain, events: true, bookings: false }),
    () => findFirstMeasured(db, { dimension: 'total', key: '', grain }),
    async () => (grain === 'day' ? await findHours(db, range) : undefined),
  );
  const of = <Kind extends SeenRow['of']>(kind: Kind) =>
    seen.filter((row): row is Extract<SeenRow, { of: Kind }> => row.of === kind);
  const told = of('total').map((row): Timed => ({ ...nothing, ...row }));
  const since = measuredSince(addedUp, rowsBefore, told);
  const compared = comparing({ now: told, before: rowsBefore, since }, range, now);
  const hours = new Map((hoursOfDays ?? hoursOf(told)).map(({ hour, ...row }) => [hour, row]));
  return {
    ...{ time_range, from: from.toISOString(), until: until.toISOString() },
    impressions: compared.count('impressions'),
    openings: compared.count('openings'),
    clicks: compared.count('clicks'),
    hours: Array.from({ length: 24 }, (_, hour) => hours.get(hour) ?? { scans: 0, openings: 0, clicks: 0 }),
    weekdays: grain === 'day' ? Array.from({ length: 7 }, (_, weekday) => ofWeekday(told, range, weekday)) : null,
    listings: of('listing').map(({ listing_id, name, category, impressions, openings, clicks, bookings }) => ({
      ...{ listing_id, name, category, impressions, openings, clicks, bookings },
    })),
    categories: of('category').map(({ category, impressions, openings, clicks, bookings }) => ({
      ...{ category, impressions, openings, clicks, bookings },
    })),
    events: of('event').map(({ name, events }) => ({ event_type: name, count: events })),
  };
}

const timed = ({ scans, openings, clicks }: SpanFigures) => ({ scans, openings, clicks });

/** Of two days the first and the last hour may be one of the day. */
function hoursOf(rows: readonly Timed[]): HourRow[] {
  const hourOf = ({ starts_at }: Timed) => Number(hawaiiClock(starts_at).slice(11, 13));
  return [...new Set(rows.map(hourOf))].map((hour) => ({
    hour,
    ...timed(totalOf(rows.filter((row) => hourOf(row) === hour))),
  }));
}

/** A range may have one more of one day of the week than of another, so it says how many there are. */
const ofWeekday = (rows: readonly Timed[], range: ComparedRange, weekday: number) => ({
  days: piecesOf(range, 'day').filter((day) => weekdayOf(day) === weekday).length,
  ...timed(totalOf(rows.filter((row) => weekdayOf(row.starts_at) === weekday))),
});

/** Of the beginning of a day of Hawaiʻi; Monday is the first. */
const weekdayOf = (day: Date) => (new Date(day.getTime() - hawaiiOffsetMs).getUTCDay() + 6) % 7;
