export type Grain = 'hour' | 'day';
export type Dimension = 'total' | 'code' | 'place' | 'partner' | 'listing' | 'platform' | 'event';

type Source = 'scans' | 'clicks' | 'bookings' | 'events';

/** What is counted, each table's rows in the same columns. */
const sources: Record<Source, { time: string; columns: string; only?: string }> = {
  scans: {
    time: 'scanned_at',
    columns: `case when counted then 'scan' else 'repeat' end as kind, visit_id, qr_code_id, location_id,
      null::integer as listing_id, null::text as platform, null::text as event_type, 0 as cents, false as estimated`,
  },
  clicks: {
    time: 'clicked_at',
    columns: `'click' as kind, null::bigint as visit_id, qr_code_id, location_id,
      listing_id, platform, null::text as event_type, 0 as cents, false as estimated`,
  },
  bookings: {
    time: 'booked_at',
    columns: `status as kind, null::bigint as visit_id, qr_code_id, location_id,
      listing_id, platform, null::text as event_type, amount_cents as cents,
      estimated or status = 'pending' as estimated`,
  },
  events: {
    time: 'received_at',
    columns: `'event' as kind, null::bigint as visit_id, null::integer as qr_code_id, null::integer as location_id,
      listing_id, null::text as platform, event_type, 0 as cents, false as estimated`,
    only: `audience = 'visitor'`,
  },
};

function rowsOf(source: Source, from: string, to: string): string {
  const { time, columns, only } = sources[source];
  const condition = [`${time} >= ${from}`, `${time} < ${to}`, ...(only ? [only] : [])].join(' and ');
  return `select ${time} as at, ${columns} from ${source} where ${condition}`;
}

/** What each dimension's keys are in the tally below, and which rows know of it. */
const keys: Record<Dimension, { column: string; from: readonly Source[] }> = {
  total: { column: 'everything', from: ['scans', 'clicks', 'bookings', 'events'] },
  code: { column: 'qr_code_id', from: ['scans', 'clicks', 'bookings'] },
  place: { column: 'location_id', from: ['scans', 'clicks', 'bookings'] },
  partner: { column: 'partner_id', from: ['scans', 'clicks', 'bookings'] },
  listing: { column: 'listing_id', from: ['clicks', 'bookings', 'events'] },
  platform: { column: 'platform', from: ['clicks', 'bookings'] },
  event: { column: 'event_type', from: ['events'] },
};
export const dimensions = Object.keys(keys) as Dimension[];

const figures = (grain: Grain, dimension: Dimension) => `
  select '${grain}' as grain, '${dimension}' as dimension, ${keys[dimension].column}::text as key,
    date_trunc('${grain}', hour, 'Pacific/Honolulu') as starts_at, sum(scans)::integer as scans,
    sum(scans_raw)::integer as scans_raw, count(distinct visit_id)::integer as visits, sum(clicks)::integer as clicks,
    sum(pending)::integer as bookings_pending, sum(confirmed)::integer as bookings_confirmed,
    sum(completed)::integer as bookings_completed, sum(cancelled)::integer as bookings_cancelled,
    sum(estimated_cents)::bigint as estimated_cents, sum(confirmed_cents)::bigint as confirmed_cents,
    sum(events)::integer as events
  from tally where ${keys[dimension].column} is not null group by ${keys[dimension].column}, starts_at`;

/**
 * The one definition of every figure, as the text of a statement: counted from the rows of [from, to), a row per grain,
 * dimension, key and starts_at. Rows are first added up by hour and visit, which is all that the rest needs.
 * @param from expression of the first instant, and `to` of the first one after.
 */
export function countRows(from: string, to: string, asked: readonly { grain: Grain; dimension: Dimension }[]): string {
  const needed = new Set(asked.flatMap(({ dimension }) => keys[dimension].from));
  const facts = [...needed].map((source) => rowsOf(source, from, to)).join(' union all ');
  return `
    with fact as (${facts}), tally as materialized (
      select '' as everything, date_trunc('hour', at, 'UTC') as hour, visit_id, qr_code_id, location_id, partner_id,
        listing_id, platform, event_type,
        count(*) filter (where kind = 'scan')::integer as scans,
        count(*) filter (where kind in ('scan', 'repeat'))::integer as scans_raw,
        count(*) filter (where kind = 'click')::integer as clicks,
        count(*) filter (where kind = 'pending')::integer as pending,
        count(*) filter (where kind = 'confirmed')::integer as confirmed,
        count(*) filter (where kind = 'completed')::integer as completed,
        count(*) filter (where kind = 'cancelled')::integer as cancelled,
        coalesce(sum(cents) filter (where estimated and kind <> 'cancelled'), 0) as estimated_cents,
        coalesce(sum(cents) filter (where not estimated and kind <> 'cancelled'), 0) as confirmed_cents,
        count(*) filter (where kind = 'event')::integer as events
      from fact left join locations place on place.id = fact.location_id
      group by hour, visit_id, qr_code_id, location_id, partner_id, listing_id, platform, event_type
    )
    ${asked.map(({ grain, dimension }) => figures(grain, dimension)).join(' union all ')}`;
}
