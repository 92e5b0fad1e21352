import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';

export type Grain = 'hour' | 'day';
/** By ten minutes nothing else is counted in the same statement. */
type CountedGrain = Grain | 'ten minutes';

/**
 * The beginning of the hour, or of the day of Hawaiʻi, that holds an instant. Its days are all as long: the name of its time zone, which
 * would be looked up for each row, takes twenty times as long.
 */
export const startOf = (grain: CountedGrain, instant: string) =>
  `date_bin('${grain === 'ten minutes' ? '10 minutes' : `1 ${grain}`}', ${instant}, timestamptz '${someDay}')`;
/** The beginning of one of them. */
export const someDay = hawaiiDayStart(new Date('2000-01-01T12:00Z')).toISOString();
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

/** `seen`: of events those of visitors alone. `openings`: of events these alone, as all else is a hundred times as much. */
type Source = 'scans' | 'clicks' | 'bookings' | 'events' | 'seen' | 'openings';

/**
 * Whether a visitor asked to see more of a listing: its pin, its details among suggestions, its operator's own page. Leaving the guide
 * from a page that is open inside it is no second opening.
 */
const isOpening = `(event_type in
  ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view', 'advertiser_external_navigation')
  and data ->> 'source' is distinct from 'in_app_browser')`;

/** What a row may tell beside its time, and what it says where it knows nothing of it. */
const unknown = {
  visit_id: 'null::bigint',
  qr_code_id: 'null::integer',
  location_id: 'null::integer',
  partner_id: 'null::uuid',
  listing_id: 'null::integer',
  platform: 'null::text',
  event_type: 'null::text',
};
type Column = keyof typeof unknown;

/** What is counted, each in its own source's rows; of all others it is 0. */
const counts = [
  ...(['scans', 'scans_raw', 'clicks', 'pending', 'confirmed', 'completed', 'cancelled'] as const),
  ...(['events', 'impressions', 'openings', 'bot_views'] as const),
];
const sums = ['estimated_cents', 'confirmed_cents'] as const;

interface Told {
  table: string;
  time: string;
  tells: Partial<Record<Column, string>>;
  /** Which of its rows count as what; all where that is `true`. */
  counts: Partial<Record<(typeof counts)[number], string>>;
  sums?: Record<(typeof sums)[number], string>;
  only?: string;
}

const isKnownOpening = `(audience = 'visitor' and listing_id is not null and ${isOpening})`;
const isImpression = `listing_id is not null and event_type = 'listing_impression'`;
const isEstimated = `(estimated or status = 'pending')`;
const ofEvents = {
  ...{ table: 'events', time: 'received_at' },
  tells: {
    ...{ location_id: 'location_id', partner_id: 'partner_id', listing_id: 'listing_id' },
    event_type: `case when audience = 'visitor' then event_type end`,
  },
};
/** Partners are those of the moment in which it happened, whoever has the place now. */
const sources: Record<Source, Told> = {
  scans: {
    ...{ table: 'scans', time: 'scanned_at' },
    tells: { visit_id: 'visit_id', qr_code_id: 'qr_code_id', location_id: 'location_id', partner_id: 'partner_id' },
    counts: { scans: 'counted', scans_raw: 'true' },
  },
  clicks: {
    ...{ table: 'clicks', time: 'clicked_at' },
    tells: {
      ...{ qr_code_id: 'qr_code_id', location_id: 'location_id', partner_id: 'partner_id' },
      ...{ listing_id: 'listing_id', platform: 'platform' },
    },
    counts: { clicks: 'true' },
  },
  bookings: {
    ...{ table: 'bookings', time: 'booked_at' },
    tells: {
      ...{ qr_code_id: 'qr_code_id', location_id: 'location_id', partner_id: 'partner_id' },
      ...{ listing_id: 'listing_id', platform: 'platform' },
    },
    counts: {
      ...{ pending: `status = 'pending'`, confirmed: `status = 'confirmed'`, completed: `status = 'completed'` },
      cancelled: `status = 'cancelled'`,
    },
    sums: {
      estimated_cents: `sum(amount_cents) filter (where ${isEstimated} and status <> 'cancelled')`,
      confirmed_cents: `sum(amount_cents) filter (where not ${isEstimated} and status <> 'cancelled')`,
    },
  },
  // Of programs only what they had in sight, apart from all else.
  events: {
    ...ofEvents,
    counts: {
      events: `audience = 'visitor'`,
      impressions: `audience = 'visitor' and ${isImpression}`,
      openings: isKnownOpening,
      bot_views: `audience = 'bot'`,
    },
    only: `(audience = 'visitor'
      or audience = 'bot' and listing_id is not null and (event_type = 'listing_impression' or ${isOpening}))`,
  },
  seen: {
    ...{ table: ofEvents.table, time: ofEvents.time, tells: { ...ofEvents.tells, event_type: 'event_type' } },
    counts: { events: 'true', impressions: isImpression, openings: `listing_id is not null and ${isOpening}` },
    only: `audience = 'visitor'`,
  },
  openings: { ...ofEvents, counts: { events: 'true', openings: 'true' }, only: isKnownOpening },
};

/** A source's rows of [from, to), added up by hour and by what the keys are made of. */
function tallyOf(
  source: Source,
  parts: readonly Column[],
  [from, to]: readonly string[],
  { partner, changed }: Counted,
  finest: CountedGrain,
) {
  const { table, time, tells, counts: countsOf, sums: sumsOf, only } = sources[source];
  const condition = [`${time} >= ${from}`, `${time} < ${to}`, ...(only ? [only] : [])];
  // Before anything is added up: a busy day has rows of everybody's.
  if (partner) condition.push(`partner_id = ${partner}`);
  if (changed) condition.push(`${time} >= day`, `${time} < day + interval '1 ${changed.grain}'`);
  const by = [`${startOf(finest, time)} as hour`, ...parts.map((part) => `${tells[part] ?? unknown[part]} as ${part}`)];
  const counted = counts.map((name) => {
    const which = countsOf[name];
    const filter = which === 'true' ? '' : ` filter (where ${which})`;
    return `${which ? `count(*)${filter}::integer` : '0'} as ${name}`;
  });
  const summed = sums.map((name) => `${sumsOf ? `coalesce(${sumsOf[name]}, 0)` : '0'}::bigint as ${name}`);
  const rows = `select ${[...by, ...counted, ...summed].join(', ')} from ${table} where ${condition.join(' and ')}
    group by ${by.map((_, at) => at + 1).join(', ')}`;
  // Of each by itself: how few have changed is not foreseen, and all rows of the time would be read for them.
  const columns = ['hour', ...parts, ...counts, ...sums].join(', ');
  return changed ? `select ${columns} from ${changed.query} cross join lateral (${rows}) as of_changed` : rows;
}

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

const figures = (grain: CountedGrain, dimension: Dimension, visits: string) => `
  select '${grain}' as grain, '${dimension}' as dimension, (${keys[dimension].column})::text as key,
    ${startOf(grain, 'hour')} as starts_at, sum(scans)::integer as scans,
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
  /** What is read, where that is not all: the figures of the rest are 0. */
  of?: readonly Source[];
  /** Expression of the owner whose rows alone are counted, for dimensions whose rows all say whose they are. */
  partner?: string;
  /** Query by its name, of `day`: days, or hours, that alone are counted. */
  changed?: { query: string; grain: Grain };
  /** Off: visits are not told apart, and are 0. */
  visits?: boolean;
}

/**
 * The one definition of every figure, as the text of a statement: counted from the rows of [from, to), a row per grain,
 * dimension, key and starts_at. Each table's rows are first added up by hour and by what the keys are made of, and by visit where visits are
 * told apart.
 * @param from expression of the first instant, and `to` of the first one after.
 */
export function countRows(
  from: string,
  to: string,
  asked: readonly { grain: CountedGrain; dimension: Dimension }[],
  counted: Counted = {},
): string {
  const known = new Set(asked.flatMap(({ dimension }) => keys[dimension].from));
  const { of = ['scans', 'clicks', 'bookings', 'events'], visits = true } = counted;
  const needed = of.filter((source) => known.has(source === 'openings' || source === 'seen' ? 'events' : source));
  const finest = asked.some(({ grain }) => grain === 'ten minutes') ? 'ten minutes' : 'hour';
  const parts = [
    ...new Set([...(visits ? ['visit_id' as const] : []), ...asked.flatMap(({ dimension }) => keys[dimension].of)]),
  ];
  return `
    with tally as materialized (
      ${needed.map((source) => tallyOf(source, parts, [from, to], counted, finest)).join(' union all ')}
    )
    ${asked.map(({ grain, dimension }) => figures(grain, dimension, visits ? 'count(distinct visit_id)::integer' : '0')).join(' union all ')}`;
}
