import { hawaiiZone } from '../../../contract/hawaii-time.ts';

export type Grain = 'hour' | 'day';
export type Dimension =
  | 'total'
  | 'code'
  | 'place'
  | 'partner'
  | 'listing'
  | 'platform'
  | 'event'
  | 'partner_listing'
  | 'partner_platform';

type Source = 'scans' | 'clicks' | 'bookings' | 'events';

/**
 * Whether a visitor asked to see more of a listing: its pin, its details among suggestions, its operator's own page. Leaving the guide
 * from a page that is open inside it is no second opening.
 */
const isOpening = `(event_type in
  ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view', 'advertiser_external_navigation')
  and data ->> 'source' is distinct from 'in_app_browser')`;

/** What a row may tell beside its time and kind, and what it says where it knows nothing of it. */
const unknown = {
  visit_id: 'null::bigint',
  qr_code_id: 'null::integer',
  location_id: 'null::integer',
  partner_id: 'null::uuid',
  listing_id: 'null::integer',
  platform: 'null::text',
  event_type: 'null::text',
  cents: '0',
  estimated: 'false',
};
type Column = keyof typeof unknown;

/** What is counted, each table's rows in the same columns. Partners are those of the moment in which it happened, whoever has the place now. */
const sources: Record<Source, { time: string; kind: string; tells: Partial<Record<Column, string>>; only?: string }> = {
  scans: {
    time: 'scanned_at',
    kind: `case when counted then 'scan' else 'repeat' end`,
    tells: { visit_id: 'visit_id', qr_code_id: 'qr_code_id', location_id: 'location_id', partner_id: 'partner_id' },
  },
  clicks: {
    time: 'clicked_at',
    kind: `'click'`,
    tells: {
      ...{ qr_code_id: 'qr_code_id', location_id: 'location_id', partner_id: 'partner_id' },
      ...{ listing_id: 'listing_id', platform: 'platform' },
    },
  },
  bookings: {
    time: 'booked_at',
    kind: 'status',
    tells: {
      ...{ qr_code_id: 'qr_code_id', location_id: 'location_id', partner_id: 'partner_id' },
      ...{ listing_id: 'listing_id', platform: 'platform' },
      ...{ cents: 'amount_cents', estimated: `estimated or status = 'pending'` },
    },
  },
  // Of programs only what they had in sight, apart from all else.
  events: {
    time: 'received_at',
    kind: `case when audience = 'bot' then 'bot_view'
      when listing_id is not null and event_type = 'listing_impression' then 'impression'
      when listing_id is not null and ${isOpening} then 'opening' else 'event' end`,
    tells: {
      ...{ location_id: 'location_id', partner_id: 'partner_id', listing_id: 'listing_id' },
      event_type: `case when audience = 'visitor' then event_type end`,
    },
    only: `(audience = 'visitor'
      or audience = 'bot' and listing_id is not null and (event_type = 'listing_impression' or ${isOpening}))`,
  },
};

function rowsOf(source: Source, from: string, to: string, { of, partner, days }: Counted): string {
  const { time, kind, tells, only: all } = sources[source];
  const only = source === 'events' && of?.includes('openings') ? openings : all;
  const columns = Object.entries({ ...unknown, ...tells }).map(([name, value]) => `${value} as ${name}`);
  const condition = [`${time} >= ${from}`, `${time} < ${to}`, ...(only ? [only] : [])];
  // Before anything is added up: a busy day has rows of everybody's.
  if (partner) condition.push(`partner_id = ${partner}`);
  const table = days ? `${days} join ${source} on ${time} >= day and ${time} < day + interval '1 day'` : source;
  return `select ${time} as at, ${kind} as kind, ${columns.join(', ')} from ${table} where ${condition.join(' and ')}`;
}

const openings = `(audience = 'visitor' and listing_id is not null and ${isOpening})`;

/** What each dimension's keys are in the tally below, of which columns, and which rows know of it. */
const keys: Record<Dimension, { column: string; of: readonly Column[]; from: readonly Source[] }> = {
  total: { column: `''::text`, of: [], from: ['scans', 'clicks', 'bookings', 'events'] },
  code: { column: 'qr_code_id', of: ['qr_code_id'], from: ['scans', 'clicks', 'bookings'] },
  place: { column: 'location_id', of: ['location_id'], from: ['scans', 'clicks', 'bookings', 'events'] },
  partner: { column: 'partner_id', of: ['partner_id'], from: ['scans', 'clicks', 'bookings', 'events'] },
  listing: { column: 'listing_id', of: ['listing_id'], from: ['clicks', 'bookings', 'events'] },
  platform: { column: 'platform', of: ['platform'], from: ['clicks', 'bookings'] },
  event: { column: 'event_type', of: ['event_type'], from: ['events'] },
  // The parts of a key stand in their own columns until they are added up.
  partner_listing: {
    ...{ column: `partner_id::text || '/' || listing_id`, of: ['partner_id', 'listing_id'] },
    from: ['clicks', 'bookings', 'events'],
  },
  partner_platform: {
    ...{ column: `partner_id::text || '/' || platform`, of: ['partner_id', 'platform'] },
    from: ['clicks', 'bookings'],
  },
};
export const dimensions = Object.keys(keys) as Dimension[];
/** Dimensions whose keys have two parts; the table has an index by the first. */
export const combined: readonly Dimension[] = ['partner_listing'];

const figures = (grain: Grain, dimension: Dimension, visits: string) => `
  select '${grain}' as grain, '${dimension}' as dimension, (${keys[dimension].column})::text as key,
    date_trunc('${grain}', hour, '${hawaiiZone}') as starts_at, sum(scans)::integer as scans,
    sum(scans_raw)::integer as scans_raw, ${visits} as visits, sum(clicks)::integer as clicks,
    sum(pending)::integer as bookings_pending, sum(confirmed)::integer as bookings_confirmed,
    sum(completed)::integer as bookings_completed, sum(cancelled)::integer as bookings_cancelled,
    sum(estimated_cents)::bigint as estimated_cents, sum(confirmed_cents)::bigint as confirmed_cents,
    sum(events)::integer as events, sum(impressions)::integer as impressions, sum(openings)::integer as openings,
    sum(bot_views)::integer as bot_views
  from tally where (${keys[dimension].column}) is not null group by (${keys[dimension].column}), starts_at`;

export const sourcesButEvents = ['scans', 'clicks', 'bookings'] as const satisfies Source[];

/** Dimensions that know of more than events. */
export const dimensionsButEvents = dimensions.filter((dimension) =>
  keys[dimension].from.some((one) => one !== 'events'),
);

interface Counted {
  /** What is read, where that is not all: the figures of the rest are 0. `openings`: of events these alone. */
  of?: readonly (Source | 'openings')[];
  /** Expression of the owner whose rows alone are counted, for dimensions whose rows all say whose they are. */
  partner?: string;
  /** Query by its name, of `day`: days that alone are counted. */
  days?: string;
  /** Off: visits are not told apart, and are 0. */
  visits?: boolean;
}

/**
 * The one definition of every figure, as the text of a statement: counted from the rows of [from, to), a row per grain,
 * dimension, key and starts_at. Rows are first added up by hour and by what the keys are made of, and by visit where visits are told apart.
 * @param from expression of the first instant, and `to` of the first one after.
 */
export function countRows(
  from: string,
  to: string,
  asked: readonly { grain: Grain; dimension: Dimension }[],
  counted: Counted = {},
): string {
  const known = new Set(asked.flatMap(({ dimension }) => keys[dimension].from));
  const { of, visits = true } = counted;
  const needed = [...known].filter(
    (source) => !of || of.includes(source) || (source === 'events' && of.includes('openings')),
  );
  const parts = [
    ...new Set([...(visits ? ['visit_id'] : []), ...asked.flatMap(({ dimension }) => keys[dimension].of)]),
  ];
  const facts = needed.map((source) => rowsOf(source, from, to, counted)).join(' union all ');
  return `
    with fact as (${facts}), tally as materialized (
      select ${[`date_trunc('hour', at, 'UTC') as hour`, ...parts].join(', ')},
        count(*) filter (where kind = 'scan')::integer as scans,
        count(*) filter (where kind in ('scan', 'repeat'))::integer as scans_raw,
        count(*) filter (where kind = 'click')::integer as clicks,
        count(*) filter (where kind = 'pending')::integer as pending,
        count(*) filter (where kind = 'confirmed')::integer as confirmed,
        count(*) filter (where kind = 'completed')::integer as completed,
        count(*) filter (where kind = 'cancelled')::integer as cancelled,
        coalesce(sum(cents) filter (where estimated and kind <> 'cancelled'), 0) as estimated_cents,
        coalesce(sum(cents) filter (where not estimated and kind <> 'cancelled'), 0) as confirmed_cents,
        count(*) filter (where kind in ('event', 'impression', 'opening'))::integer as events,
        count(*) filter (where kind = 'impression')::integer as impressions,
        count(*) filter (where kind = 'opening')::integer as openings,
        count(*) filter (where kind = 'bot_view')::integer as bot_views
      from fact
      group by ${['hour', ...parts].join(', ')}
    )
    ${asked.map(({ grain, dimension }) => figures(grain, dimension, visits ? 'count(distinct visit_id)::integer' : '0')).join(' union all ')}`;
}
