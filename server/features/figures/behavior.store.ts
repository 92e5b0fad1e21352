import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { booked, hourOfDay, partsOfSpan, spanFigures } from '../analytics/analytics.ts';
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

const figures = ['scans', 'impressions', 'openings', 'clicks', 'bookings', 'events'] as const;
const columns = sql.join(figures.map((name) => sql.ref(name)));
const sums = sql.join(figures.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`));

/** Of one key in a part of a range, by day where it is the total. */
type Part = Seen & { dimension: SeenRow['of']; starts_at: Date | null; key: string };

/** What a statement's `with` begins with: `part`, all of a part of a range together, as what is not added up yet is counted once for all. */
const partOf = (span: Pick<ComparedRange, 'from' | 'until' | 'grain'>, earlier: readonly Part[] = []) => {
  const of = <Name extends keyof Part>(name: Name) => sql`${earlier.map((part) => part[name])}`;
  return sql`${spanFigures(['total', 'listing', 'event'], { ...span, events: true, summed: 'listing' })}, part as materialized (
      select dimension, starts_at, key, ${sums}
      from (
        select dimension, case when dimension = 'total' then starts_at end as starts_at, key, scans, impressions, openings, clicks, events,
          ${booked} as bookings from figure
        union all
        select dimension, starts_at, key, scans, impressions, openings, clicks, events, bookings
          from unnest(${of('dimension')}::text[], ${sql`${earlier.map((part) => part.starts_at?.toISOString() ?? null)}`}::timestamptz[],
            ${of('key')}::text[], ${sql.join(figures.map((name) => sql`${of(name)}::bigint[]`))})
            as earlier (dimension, starts_at, key, ${columns})
      ) as f
      group by 1, 2, 3)`;
};

/**
 * Of a range whose listings are too many for one statement the parts before the last one are added up first. Each kind is in its order.
 */
export async function findSeen(db: Db, range: ComparedRange, mostListings: number): Promise<SeenRow[]> {
  const parts = partsOfSpan(range);
  const earlier: Part[] = [];
  for (const part of parts.slice(0, -1))
    earlier.push(
      ...(await sql<Part>`with ${partOf(part)} select dimension, starts_at, key, ${columns} from part`.execute(db))
        .rows,
    );
  const order = (name: RawBuilder<unknown>) => sql`order by openings desc, clicks desc, impressions desc, ${name}`;
  const unnamed = sql`null::integer as listing_id, null::text as name, null::text as category`;
  const { rows } = await sql<SeenRow>`
    with ${partOf(parts.at(-1)!, earlier)}, of_listing as (
      select l.id as listing_id, l.name, l.category, ${columns} from part join listings l on l.id = key::integer where dimension = 'listing'
    ), of_category as (select category, ${sums} from of_listing group by category)
    (select 'total' as of, starts_at, ${unnamed}, ${columns} from part where dimension = 'total' order by starts_at)
    union all
    (select 'listing', null, listing_id, name, category, ${columns} from of_listing
      where openings > 0 ${order(sql`listing_id`)} limit ${mostListings})
    union all
    (select 'category', null, null, null, category, ${columns} from of_category ${order(sql`category`)})
    union all
    (select 'event', null, null, key, null, ${columns} from part where dimension = 'event' and events > 0 order by events desc, key)`.execute(
    db,
  );
  return rows;
}
