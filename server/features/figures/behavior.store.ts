import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { booked, spanFigures } from '../analytics/analytics.ts';
import type { ComparedRange } from './compared.ts';

interface Seen {
  impressions: number;
  openings: number;
  clicks: number;
}

/** What visitors did in one hour of Hawaiʻi's day, all days together. */
export interface HourRow {
  hour: number;
  scans: number;
  openings: number;
  clicks: number;
}

export async function findHours(db: Db, { from, until }: ComparedRange): Promise<HourRow[]> {
  const { rows } = await sql<HourRow>`
    with ${spanFigures(['total'], { from, until, grain: 'hour', bookings: false })}
    select extract(hour from starts_at at time zone ${sql.lit(hawaiiZone)})::integer as hour,
      sum(scans)::bigint as scans, sum(openings)::bigint as openings, sum(clicks)::bigint as clicks
    from figure group by 1`.execute(db);
  return rows;
}

const seen = sql`sum(impressions)::bigint as impressions, sum(openings)::bigint as openings, sum(clicks)::bigint as clicks`;
const ofAll = ({ from, until, grain }: ComparedRange) => ({ from, until, grain, events: true });

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
    with ${spanFigures(['listing'], ofAll(range))}, sum_of as (
      select l.id as listing_id, l.name, l.category, f.* from (
        select key, ${seen}, sum(${booked})::bigint as bookings from figure group by key
      ) f join listings l on l.id = f.key::integer
    ), of_category as (
      select category, ${seen}, sum(bookings)::bigint as bookings from sum_of group by category
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
    with ${spanFigures(['event'], ofAll(range))}
    select key as event_type, sum(events)::bigint as count from figure
    group by key having sum(events) > 0 order by 2 desc, 1`.execute(db);
  return rows;
}
