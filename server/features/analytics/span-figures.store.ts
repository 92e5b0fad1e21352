import { type RawBuilder, sql } from 'kysely';
import { type BookingPlatform, bookingPlatforms } from '../../../contract/booking-states.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { asAddedUp, besideChanged, changedOf, changedOpenHours } from './changed-days.store.ts';
import { partHours } from './part-hours.store.ts';
import { countRows, type Dimension, type Grain, someDay, startOf } from './rollup-figures.store.ts';

export interface FigureSpan {
  /** By day both are beginnings of Hawaiian days, `until` the first instant after. By hour they are any instants. */
  from: Date;
  until: Date;
  grain: Grain;
  /** Who owns the partner whose figures alone are asked for, for dimensions that begin with the partner. */
  ownerId?: string | undefined;
  /** Of a dimension of platforms the one that is asked for. What is counted from rows has all of them. */
  platform?: BookingPlatform | undefined;
  /** Closed days, or hours, that `findChanged` has found, for a partner's figures: no tenant may ask. For all others they are asked for. */
  changed?: readonly Date[] | undefined;
  /** Whether all that pages told of visitors is counted; of events openings alone otherwise, as all else is a hundred times as much. */
  events?: boolean;
  /** Off: they are not counted, where nothing is told of them. */
  bookings?: boolean;
  /** Off: neither are clicks and openings. */
  actions?: boolean;
  /**
   * A dimension of very many keys of which only sums by key are told: its closed days and hours are added up before anything else, as rows
   * whose `starts_at` is null, and `ofSums` alone.
   */
  summed?: SummedDimension;
}
/** Those of which an index has all that is added up (rollups_of_parts). */
export type SummedDimension = 'place' | 'code' | 'listing';

const ofBookings = `bookings_pending, bookings_confirmed, bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents`;
const ofScans = 'scans, scans_raw';
const ofActions = 'clicks, openings';
const ofEvents = 'impressions, events';
const ofSums = 'scans, openings, clicks, impressions, bookings_confirmed, bookings_completed, confirmed_cents'.split(
  ', ',
);
const measures = [ofScans, ofActions, ofEvents, ofBookings].flatMap((some) => some.split(', '));
const sums = (value: (name: string) => string) =>
  measures.map((name) => `${value(name)}::bigint as ${name}`).join(', ');
const zero = (measures: string) => measures.replace(/\w+/g, '0 as $&');

// Bounds are queries, so that they are computed once and not for each row that is looked at. What is asked for is so, too: the plan is then no
// other for other values, and is made once and not for each statement, which would take longer than its rows.
const from = '(select $1::timestamptz)';
const until = '(select $2::timestamptz)';
const closedUntil = '(select closed_until from rollup_state)';
const firstHour = `(select date_trunc('hour', $1::timestamptz + interval '1 hour' - interval '1 microsecond'))`;
const lastHour = `(select least(date_trunc('hour', $2::timestamptz), ${closedUntil}))`;
/** From when on the first hour of a span of hours, and until when its last one, or what is open of a day, is counted by ten minutes. */
const headFrom = '(select head_from from part_hour)';
const tailUntil = '(select tail_until from part_hour)';
const dayOf = (instant: string) => `date_trunc('day', ${instant}, '${hawaiiZone}')`;

type Whose = Pick<FigureSpan, 'ownerId' | 'platform'>;

/** The keys of a dimension whose keys are known: by them the primary key finds its rows, however many there are of others. */
function keysOf(dimension: Dimension, { ownerId, platform }: Whose): string | undefined {
  const asked = platform ? [platform] : bookingPlatforms;
  const platforms = (before: string) => asked.map((one) => `${before}'${one}'`).join(', ');
  if (dimension === 'total') return `''`;
  if (dimension === 'platform') return platforms('');
  if (!ownerId) return undefined;
  return dimension === 'partner'
    ? '(select $3::text)'
    : dimension === 'partner_platform'
      ? platforms(`(select $3::text) || '/' || `)
      : undefined;
}

/** Which rows of the rollups of some time are asked for. */
function isAsked(grain: Grain, dimension: Dimension, whose: Whose, from: string, to: string): string {
  const keys = keysOf(dimension, whose);
  if (keys)
    return `grain = '${grain}' and dimension = '${dimension}' and key in (${keys}) and starts_at >= ${from} and starts_at < ${to}`;
  // All keys, as rows, which rollups_by_dimension alone can find: by the time alone all dimensions would be read.
  const at = (instant: string) => `('${grain}', '${dimension}', ${instant}::timestamptz)`;
  return `(grain, dimension, starts_at) >= ${at(from)} and (grain, dimension, starts_at) < ${at(to)}`;
}

/**
 * Closed time is read from the rollups: whole days, and of the day that is open its closed hours. What is left at the ends is counted from
 * the rows, and so are bookings of days or hours that have changed since they were added up.
 */
function statementOf(
  dimensions: readonly Dimension[],
  { grain, ownerId, platform, events = false, bookings = true, actions = true, summed }: FigureSpan,
): string {
  const partner = ownerId && { partner: '(select $3::uuid)' };
  type Counted = NonNullable<Parameters<typeof countRows>[3]>;
  const count = (from: string, to: string, of: Counted, some = dimensions) =>
    countRows(
      ...([from, to] as const),
      some.map((dimension) => ({ grain, dimension })),
      { ...of, ...partner, visits: false },
    );
  const sellers = dimensions.filter((dimension) => dimension !== 'event');
  const withBookings = bookings && sellers.length > 0;
  const asked = [
    ofScans,
    ...(actions ? [ofActions] : []),
    ...(events ? [ofEvents] : []),
    ...(withBookings ? [ofBookings] : []),
  ];
  const others = [ofScans, ofActions, ofEvents].map((some) => (asked.includes(some) ? some : zero(some))).join(', ');
  const noOthers = [ofScans, ofActions, ofEvents].map(zero).join(', ');
  const sources = ['scans', ...(actions ? (['clicks', events ? 'seen' : 'openings'] as const) : [])] as const;
  const counted = (from: string, to: string, andBookings = false) =>
    `select dimension, key, starts_at, ${others}, ${andBookings ? ofBookings : zero(ofBookings)} from (
      ${count(from, to, { of: [...sources, ...(andBookings ? (['bookings'] as const) : [])] })}) as rest`;
  const booked = (from: string, to = until, changed: Pick<Counted, 'changed'> = {}) =>
    withBookings
      ? [
          `select dimension, key, starts_at, ${noOthers}, ${ofBookings} from (
            ${count(from, to, { of: ['bookings'], ...changed }, sellers)}) as sold`,
        ]
      : [];
  const ofChanged = { changed: { query: 'changed_day', grain } };
  const rolledUp = (
    of: Grain,
    startsAt: string,
    [from, to]: readonly [string, string],
    { andBookings = false, some = dimensions, changed = 'changed_day' } = {},
  ) =>
    some.map((dimension) => {
      const rows = `select '${dimension}'::text as dimension, key, ${startsAt} as starts_at, ${others},
        ${andBookings ? asAddedUp(ofBookings) : zero(ofBookings)}
        from rollups ${andBookings ? besideChanged(changed) : ''} where ${isAsked(of, dimension, { ownerId, platform }, from, to)}`;
      return dimension === summed
        ? `select '${dimension}', key, null::timestamptz as starts_at, ${sums((name) => (ofSums.includes(name) ? `sum(${name})` : '0'))} from (${rows}) as hours group by key`
        : rows;
    });
  // Of the hours at both ends what is counted by ten minutes; of a partner, whose rows are few, all of them are counted.
  const byTenMinutes = (startsAt: string, from: string, to: string) =>
    ownerId
      ? []
      : dimensions.map((dimension) => {
          const known = keysOf(dimension, { platform });
          return `select '${dimension}'::text as dimension, key, ${startsAt} as starts_at, ${others}, ${zero(ofBookings)} from part_hour_figures
            where dimension = '${dimension}' ${known ? `and key in (${known})` : ''} and starts_at >= ${from} and starts_at < ${to}`;
        });
  if (grain === 'hour') {
    const rest = `(select greatest(${firstHour}, ${lastHour}))`;
    const head = `(select least(${firstHour}, $2::timestamptz))`;
    const between = [
      ...rolledUp('hour', 'starts_at', [firstHour, lastHour], { andBookings: withBookings }),
      ...booked(firstHour, lastHour, ofChanged),
    ];
    const ends = ownerId
      ? [counted(from, head, withBookings), counted(rest, until, withBookings)]
      : [
          counted(from, `(select least(${headFrom}, $2::timestamptz))`),
          ...byTenMinutes(startOf('hour', 'starts_at'), headFrom, firstHour),
          ...byTenMinutes(startOf('hour', 'starts_at'), rest, tailUntil),
          counted(tailUntil, until),
          ...booked(from, head),
          ...booked(rest),
        ];
    return [...between, ...ends].join(' union all ');
  }
  // A day is open until all of its hours are closed.
  const open = `(select greatest($1::timestamptz, ${dayOf('closed_until')}) from rollup_state)`;
  const closedDays = `(select least($2::timestamptz, ${open}))`;
  const closedHours = `(select least($2::timestamptz, ${closedUntil}))`;
  const openHours = `(select greatest($1::timestamptz, ${closedUntil}))`;
  // Of a partner's bookings, which are few, all of the open day are counted.
  const knowsHours = withBookings && !ownerId;
  const byDay = dimensions.filter((dimension) => dimension !== summed);
  return [
    ...rolledUp('day', 'starts_at', [from, closedDays], { andBookings: withBookings, some: byDay }),
    ...(summed ? sumsOf(summed, closedDays, asked.join(', ')) : []),
    ...rolledUp('hour', startOf('day', 'starts_at'), [open, closedHours], {
      ...{ andBookings: knowsHours, changed: 'changed_hour' },
    }),
    ...byTenMinutes(startOf('day', 'starts_at'), openHours, tailUntil),
    counted(ownerId ? openHours : tailUntil, until),
    ...(knowsHours
      ? [...booked(openHours), ...booked(open, closedHours, { changed: { query: 'changed_hour', grain: 'hour' } })]
      : booked(open)),
    ...booked(from, closedDays, ofChanged),
  ].join(' union all ');
}

/**
 * Closed days of a dimension by key. Bookings of those that have changed are taken off again, as they are counted then.
 * @param asked the measures that are asked for; all others are 0
 */
function sumsOf(dimension: SummedDimension, closedDays: string, asked: string): string[] {
  const told = new Set(ofSums.filter((name) => asked.split(', ').includes(name)));
  const figures = (value: (name: string) => string) => sums((name) => (told.has(name) ? value(name) : '0'));
  const taken = ofBookings.split(', ').filter((name) => told.has(name));
  const less = (name: string) => (taken.includes(name) ? `-${name}` : '0');
  const isOf = `grain = 'day' and dimension = '${dimension}'`;
  return [
    `select '${dimension}' as dimension, key, null::timestamptz as starts_at, ${figures((name) => `sum(${name})`)} from rollups
       where ${isOf} and starts_at >= ${from} and starts_at < ${closedDays} group by key`,
    `select '${dimension}', key, null, ${figures(less)} from changed_day cross join lateral (select ${['key', ...taken].join(', ')} from rollups
       where ${isOf} and starts_at = day and day >= ${from} and day < ${closedDays}) as of_changed`,
  ];
}

/**
 * `figure`, the figures of [from, until) by dimension, key and whole Hawaiian day, or hour; each may have several rows, to be added up. It
 * is what a statement's `with` begins with, as its text has the statement's first parameters.
 */
export const spanFigures = (dimensions: readonly Dimension[], span: FigureSpan): RawBuilder<unknown> =>
  sql`span as (select ${span.from}::timestamptz, ${span.until}::timestamptz, ${span.ownerId ?? null}::text),
    ${span.ownerId ? sql`` : sql`part_hour as materialized (${sql.raw(partHoursOf(span.grain))}),`}
    changed_day as (${changedIn(span)}), ${span.ownerId || span.grain === 'hour' ? sql`` : sql`changed_hour as (${sql.raw(changedOpenHours)}),`}
    figure as (${sql.raw(statementOf(dimensions, span))})`;

/** Of a span of days all before the open hours is added up by days and hours. */
const partHoursOf = (grain: Grain) =>
  partHours(
    grain === 'hour'
      ? { from, headUntil: firstHour, tailFrom: `(select greatest(${firstHour}, ${lastHour}))`, until }
      : { from, tailFrom: `(select greatest($1::timestamptz, ${closedUntil}))`, until },
  );

const changedIn = ({ grain, ownerId, changed = [] }: FigureSpan) =>
  ownerId
    ? sql`select unnest((select ${changed.map((day) => day.toISOString())}::timestamptz[])) as day`
    : sql.raw(changedOf(grain, grain === 'day' ? from : `(select date_trunc('hour', $1::timestamptz))`));

/** Bookings as every screen counts them. */
export const booked = sql`(bookings_confirmed + bookings_completed)`;

/** The time of Hawaiʻi's day at which an hour of it begins, as an interval. */
export const hourOfDay = (startsAt: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${startsAt} - date_bin('1 day', ${startsAt}, ${sql.lit(someDay)}::timestamptz))`;

/** Figures of a day or an hour. */
export interface SpanFigures {
  scans: number;
  openings: number;
  clicks: number;
  /** Confirmed and completed ones; these alone; and those of which nobody has told more. */
  bookings: number;
  completed: number;
  pending: number;
  cents: number;
  /** Where all events are asked for. */
  impressions: number;
  events: number;
}

export interface SpanRow extends SpanFigures {
  dimension: Dimension;
  key: string;
  starts_at: Date;
}

/** Those of every day or hour of [from, until) in which anything happened, in their order; part of an hour begins with that hour. */
export async function readSpan(db: Db, dimensions: readonly Dimension[], span: FigureSpan): Promise<SpanRow[]> {
  const { rows } = await sql<SpanRow>`
    with ${spanFigures(dimensions, span)}
    select dimension, key, starts_at, sum(scans)::bigint as scans, sum(openings)::bigint as openings, sum(clicks)::bigint as clicks,
      sum(${booked})::bigint as bookings, sum(bookings_completed)::bigint as completed, sum(bookings_pending)::bigint as pending,
      sum(confirmed_cents)::bigint as cents, sum(impressions)::bigint as impressions, sum(events)::bigint as events
    from figure group by dimension, key, starts_at order by starts_at, dimension, key`.execute(db);
  return rows;
}

/** What each is measured by itself, from its own day on: which rows of the rollups hold any of it. */
const anyOf = {
  scans: 'scans > 0',
  openings: 'openings > 0',
  clicks: 'clicks > 0',
  bookings: 'bookings_pending + bookings_confirmed + bookings_completed + bookings_cancelled > 0',
  impressions: 'impressions > 0',
};
export type Measured = keyof typeof anyOf;
/** From when on each was measured; what never was is missing. */
export type MeasuredSince = Readonly<Partial<Record<Measured, Date>>>;

/** The day, or hour, on which anything of each was first added up for a key. */
export async function findFirstMeasured(
  db: Db,
  { dimension, key, grain }: { dimension: Dimension; key: string; grain: Grain },
): Promise<MeasuredSince> {
  const first = (grain: Grain, any: string, since = sql``) =>
    sql`(select starts_at from rollups where grain = ${sql.lit(grain)} and dimension = ${dimension} and key = ${key} ${since}
      and ${sql.raw(any)} order by starts_at limit 1)`;
  // The hour is looked for in the first day alone: of a figure that never was measured each would be read.
  const columns = Object.entries(anyOf).map(([name, any]) => {
    const day = first('day', any);
    return sql`${grain === 'day' ? day : first('hour', any, sql`and starts_at >= ${day}`)} as ${sql.ref(name)}`;
  });
  const { rows } = await sql<Record<Measured, Date | null>>`select ${sql.join(columns)}`.execute(db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).filter(([, at]) => at !== null));
}
