import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { booked, hourOfDay, spanFigures } from '../analytics/analytics.ts';
import type { ComparedRange } from './compared.ts';

/** What visitors did in one hour of Hawaiʻi's day, all days together. */
export interface HourRow {
  hour: number;
  scans: number;
  openings: number;
  clicks: number;
}

/** Of a range of days. */
export async function findHours(db: Db, { from, until }: ComparedRange): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    with ${spanFigures(['total'], { from, until, grain: 'hour', bookings: false })}, of_hour as (
      select ${hourOfDay(sql`starts_at`)} as hour, sum(scans)::bigint as scans, sum(openings)::bigint as openings,
        sum(clicks)::bigint as clicks
      from figure group by 1)
    select extract(hour from hour)::integer as hour, scans, openings, clicks from of_hour`.execute(db);
  return rows;
}

interface Seen {
  scans: number;
  impressions: number;
  openings: number;
  clicks: number;
  bookings: number;
  events: number;
}

/** What visitors did: of a day or an hour, of one of the listings that were opened most, of a category, or of a type of what pages told. */
export type SeenRow = Seen &
  (
    | { of: 'total'; starts_at: Date; listing_id: null; name: null; category: null }
    | { of: 'listing'; starts_at: null; listing_id: number; name: string; category: string }
    | { of: 'category'; starts_at: null; listing_id: null; name: null; category: string }
    | { of: 'event'; starts_at: null; listing_id: null; name: string; category: null }
  );

/** All of it in one statement, as what is not added up yet is counted once for all. Each kind is in its order. */
export async function findSeen(
  db: Db,
  { from, until, grain }: ComparedRange,
  mostListings: number,
): Promise<SeenRow[]> {
  const figures = sql`scans, impressions, openings, clicks, bookings, events`;
  const sums = sql.join(
    (['scans', 'impressions', 'openings', 'clicks', 'bookings', 'events'] as const).map(
      (name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`,
    ),
  );
  const order = (name: RawBuilder<unknown>) => sql`order by openings desc, clicks desc, impressions desc, ${name}`;
  const unnamed = sql`null::integer as listing_id, null::text as name, null::text as category`;
  const { rows } = await sql<SeenRow>`
    with ${spanFigures(['total', 'listing', 'event'], { from, until, grain, events: true, summed: 'listing' })}, part as materialized (
      select dimension, case when dimension = 'total' then starts_at end as starts_at, key, ${sums}
      from (select dimension, key, starts_at, scans, impressions, openings, clicks, events, ${booked} as bookings from figure) as f
      group by 1, 2, 3
    ), of_listing as (
      select l.id as listing_id, l.name, l.category, ${figures} from part join listings l on l.id = key::integer where dimension = 'listing'
    ), of_category as (select category, ${sums} from of_listing group by category)
    (select 'total' as of, starts_at, ${unnamed}, ${figures} from part where dimension = 'total' order by starts_at)
    union all
    (select 'listing', null, listing_id, name, category, ${figures} from of_listing
      where openings > 0 ${order(sql`listing_id`)} limit ${mostListings})
    union all
    (select 'category', null, null, null, category, ${figures} from of_category ${order(sql`category`)})
    union all
    (select 'event', null, null, key, null, ${figures} from part where dimension = 'event' and events > 0 order by events desc, key)`.execute(
    db,
  );
  return rows;
}
