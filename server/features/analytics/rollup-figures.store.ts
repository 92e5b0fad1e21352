export type Grain = 'hour' | 'day';
export type Dimension = 'total' | 'code' | 'place' | 'partner' | 'listing' | 'platform' | 'event';

/** What each dimension's keys are in the tally below. */
const keyColumns: Record<Dimension, string> = {
  total: 'everything',
  code: 'qr_code_id',
  place: 'location_id',
  partner: 'partner_id',
  listing: 'listing_id',
  platform: 'platform',
  event: 'event_type',
};
export const dimensions = Object.keys(keyColumns) as Dimension[];

/** Rows of every kind side by side, for as long as [from, to) lasts. */
const facts = (from: string, to: string) => `
  select scanned_at as at, case when counted then 'scan' else 'repeat' end as kind, visit_id, qr_code_id, location_id,
    null::integer as listing_id, null::text as platform, null::text as event_type, 0 as cents, false as estimated
  from scans where scanned_at >= ${from} and scanned_at < ${to}
  union all
  select clicked_at, 'click', null, qr_code_id, location_id, listing_id, platform, null, 0, false
  from clicks where clicked_at >= ${from} and clicked_at < ${to}
  union all
  select booked_at, status, null, qr_code_id, location_id, listing_id, platform, null, amount_cents,
    estimated or status = 'pending'
  from bookings where booked_at >= ${from} and booked_at < ${to}
  union all
  select received_at, 'event', null, null, null, listing_id, null, event_type, 0, false
  from events where received_at >= ${from} and received_at < ${to} and audience = 'visitor'`;

const figures = (grain: Grain, dimension: Dimension) => `
  select '${grain}' as grain, '${dimension}' as dimension, ${keyColumns[dimension]}::text as key,
    date_trunc('${grain}', hour, 'Pacific/Honolulu') as starts_at, sum(scans)::integer as scans,
    sum(scans_raw)::integer as scans_raw, count(distinct visit_id)::integer as visits, sum(clicks)::integer as clicks,
    sum(pending)::integer as bookings_pending, sum(confirmed)::integer as bookings_confirmed,
    sum(completed)::integer as bookings_completed, sum(cancelled)::integer as bookings_cancelled,
    sum(estimated_cents)::bigint as estimated_cents, sum(confirmed_cents)::bigint as confirmed_cents,
    sum(events)::integer as events
  from tally where ${keyColumns[dimension]} is not null group by ${keyColumns[dimension]}, starts_at`;

/**
 * The one definition of every figure, as the text of a statement: counted from the rows of [from, to), a row per grain,
 * dimension, key and starts_at. Rows are first added up by hour and visit, which is all that the rest needs.
 * @param from expression of the first instant, and `to` of the first one after.
 */
export function countRows(from: string, to: string, asked: readonly { grain: Grain; dimension: Dimension }[]): string {
  return `
    with fact as (${facts(from, to)}), tally as materialized (
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
