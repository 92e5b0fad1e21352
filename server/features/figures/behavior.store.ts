import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { type ComparedRange, exactSpan } from '../analytics/analytics.ts';

interface Seen {
  impressions: number;
  openings: number;
  clicks: number;
}

/** What visitors did in one hour of the day, all days together; or in one piece of a span, where `hour` is null. */
export interface TimeRow extends Seen {
  hour: number | null;
  /** The beginning of the piece: a day of Hawaiʻi, or an hour. */
  at: Date | null;
  scans: number;
}

const seen = sql`sum(impressions)::integer as impressions, sum(openings)::integer as openings, sum(clicks)::integer as clicks`;
const span = ({ from, until }: Pick<ComparedRange, 'from' | 'until'>) => ({ from, until });

/** Of a range by the hour of Hawaiʻi's clocks, and beside it by day, or hour, in the order of time. */
export async function findTimes(db: Db, range: Pick<ComparedRange, 'from' | 'until' | 'grain'>): Promise<TimeRow[]> {
  const { rows } = await sql<TimeRow>`
    with ${exactSpan('total', 'hour', span(range))}, placed as (
      select part.*, extract(hour from starts_at at time zone ${sql.lit(hawaiiZone)})::integer as hour,
        date_trunc(${sql.lit(range.grain)}, starts_at, ${sql.lit(hawaiiZone)}) as at
      from part)
    select hour, at, sum(scans)::integer as scans, ${seen}
    from placed group by grouping sets ((hour), (at)) order by at, hour`.execute(db);
  return rows;
}

/** The day on which anything was first added up; undefined where nothing was yet. */
export async function findFirstDay(db: Db): Promise<Date | undefined> {
  const { rows } = await sql<{ starts_at: Date }>`
    select starts_at from rollups where grain = 'day' and dimension = 'total' and key = '' order by starts_at limit 1`.execute(
    db,
  );
  return rows[0]?.starts_at;
}

export interface ListingSum extends Seen {
  listing_id: number | null;
  name: string | null;
  category: string;
  bookings: number;
}

/** Of the listings that were opened most, and of every category, where `listing_id` and `name` are null. */
export async function findListings(db: Db, range: ComparedRange, mostListings: number): Promise<ListingSum[]> {
  const order = (name: RawBuilder<unknown>) => sql`openings desc, clicks desc, impressions desc, ${name}`;
  const { rows } = await sql<ListingSum>`
    with ${exactSpan('listing', range.grain, span(range))}, sum_of as (
      select l.id as listing_id, l.name, l.category, f.* from (
        select key, ${seen}, sum(bookings_confirmed + bookings_completed)::integer as bookings from part group by key
      ) f join listings l on l.id = f.key::integer
    ), of_category as (
      select category, ${seen}, sum(bookings)::integer as bookings from sum_of group by category
    )
    (select listing_id, name, category, impressions, openings, clicks, bookings from sum_of
      where openings > 0 order by ${order(sql`listing_id`)} limit ${mostListings})
    union all
    (select null, null, category, impressions, openings, clicks, bookings from of_category order by ${order(sql`category`)})`.execute(
    db,
  );
  return rows;
}

/** What pages told, by type, the most frequent first. */
export async function countEvents(db: Db, range: ComparedRange): Promise<{ event_type: string; count: number }[]> {
  const { rows } = await sql<{ event_type: string; count: number }>`
    with ${exactSpan('event', range.grain, span(range))}
    select key as event_type, sum(events)::integer as count from part
    group by key having sum(events) > 0 order by 2 desc, 1`.execute(db);
  return rows;
}
