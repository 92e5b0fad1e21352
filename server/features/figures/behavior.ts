import { type FiguresQuery, type getUserBehavior, mostListings } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiOffsetMs } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { countEvents, findHours, findListings } from './behavior.store.ts';
import { comparing, rangeOf, totalOf } from './compared.ts';
import { readGround } from './ground.ts';

type Behavior = Answer<typeof getUserBehavior>;

/** What visitors looked at, opened and followed in a range, and when. */
export async function readBehavior(db: Db, now: Date, { time_range }: FiguresQuery): Promise<Behavior> {
  const range = rangeOf(time_range, now);
  const ground = await readGround(db, undefined, range, { events: true });
  const hours = new Map((await findHours(db, range)).map(({ hour, ...row }) => [hour, row]));
  const listings = await findListings(db, range, mostListings);
  const of = comparing(ground, range, now);
  return {
    ...{ time_range, from: range.from.toISOString(), until: range.until.toISOString() },
    impressions: of(({ impressions }) => impressions),
    openings: of(({ openings }) => openings),
    clicks: of(({ clicks }) => clicks),
    hours: Array.from({ length: 24 }, (_, hour) => hours.get(hour) ?? { scans: 0, openings: 0, clicks: 0 }),
    weekdays:
      range.grain === 'day'
        ? Array.from({ length: 7 }, (_, weekday) => {
            const { scans, openings, clicks } = totalOf(
              ground.now.filter((row) => weekdayOf(row.starts_at) === weekday),
            );
            return { scans, openings, clicks };
          })
        : null,
    listings: listings.flatMap(({ listing_id, name, ...row }) =>
      listing_id === null ? [] : [{ listing_id, name: name!, ...row }],
    ),
    categories: listings.flatMap(({ listing_id, name: _, ...row }) => (listing_id === null ? [row] : [])),
    events: await countEvents(db, range),
  };
}

/** Of the beginning of a day of Hawaiʻi; Monday is the first. */
const weekdayOf = (day: Date) => (new Date(day.getTime() - hawaiiOffsetMs).getUTCDay() + 6) % 7;
