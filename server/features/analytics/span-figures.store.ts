import { type RawBuilder, sql } from 'kysely';
import { bookingPlatforms } from '../../../contract/booking-states.ts';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { countRows, type Dimension, type Grain } from './rollup-figures.store.ts';

/** Dimensions of more than events. */
export type FigureDimension = Exclude<Dimension, 'event'>;

export interface FigureSpan {
  /** By day both are beginnings of Hawaiian days, `until` the first instant after. By hour they are any instants. */
  from: Date;
  until: Date;
  grain: Grain;
  /** Who owns the partner whose figures alone are asked for, for dimensions that begin with the partner. */
  ownerId?: string | undefined;
}

const ofBookings = `bookings_pending, bookings_confirmed, bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents`;
/** Of events openings alone: all else that guests' screens report is a hundred times as much. */
const ofOthers = 'scans, scans_raw, clicks, openings';
const zero = (measures: string) => measures.replace(/\w+/g, '0 as $&');

const closedUntil = '(select closed_until from rollup_state)';
const dayOf = (instant: string) => `date_trunc('day', ${instant}, '${hawaiiZone}')`;

/** The keys of a dimension whose keys are known: by them the primary key finds its rows, however many there are of others. */
function keysOf(dimension: FigureDimension, ownerId: string | undefined): string | undefined {
  const platforms = (before: string) => bookingPlatforms.map((platform) => `${before}'${platform}'`).join(', ');
  if (dimension === 'total') return `''`;
  if (dimension === 'platform') return platforms('');
  if (!ownerId) return undefined;
  return dimension === 'partner' ? '$3' : dimension === 'partner_platform' ? platforms(`$3 || '/' || `) : undefined;
}

function isAsked(grain: Grain, dimension: FigureDimension, ownerId: string | undefined): string {
  const keys = keysOf(dimension, ownerId);
  return `grain = '${grain}' and dimension = '${dimension}'${keys ? ` and key in (${keys})` : ''}`;
}

/**
 * Closed time is read from the rollups: whole days, and of the day that is open its closed hours. What is left at the ends is counted from
 * the rows, and bookings of the open day, and of hours, as they are now.
 */
function statementOf(dimensions: readonly FigureDimension[], { grain, ownerId }: FigureSpan): string {
  const asked = dimensions.map((dimension) => ({ grain, dimension }));
  const partner = ownerId && { partner: '$3::uuid' };
  const counted = (from: string, to: string) =>
    `select dimension, key, starts_at, ${ofOthers}, ${zero(ofBookings)} from (${countRows(from, to, asked, {
      ...{ of: ['scans', 'clicks', 'openings'] },
      ...partner,
    })}) as rest`;
  const booked = (from: string) =>
    `select dimension, key, starts_at, ${zero(ofOthers)}, ${ofBookings} from (${countRows(
      from,
      '$2::timestamptz',
      asked,
      {
        ...{ of: ['bookings'] },
        ...partner,
      },
    )}) as sold`;
  const rolledUp = (of: Grain, startsAt: string, columns: string, condition: string) =>
    dimensions.map(
      (dimension) => `select dimension, key, ${startsAt}, ${columns} from rollups
        where ${isAsked(of, dimension, ownerId)} and ${condition}`,
    );
  if (grain === 'hour') {
    const first = `date_trunc('hour', $1::timestamptz + interval '1 hour' - interval '1 microsecond')`;
    const last = `least(date_trunc('hour', $2::timestamptz), ${closedUntil})`;
    const inClosedHours = `starts_at >= ${first} and starts_at < ${last}`;
    return [
      ...rolledUp('hour', 'starts_at', `${ofOthers}, ${zero(ofBookings)}`, inClosedHours),
      ...[counted('$1::timestamptz', `least(${first}, $2::timestamptz)`)],
      ...[counted(`greatest(${first}, ${last})`, '$2::timestamptz'), booked('$1::timestamptz')],
    ].join(' union all ');
  }
  // A day is open until all of its hours are closed.
  const open = `greatest($1::timestamptz, (select ${dayOf('closed_until')} from rollup_state))`;
  const inClosedDays = `starts_at >= $1 and starts_at < $2 and starts_at < ${open}`;
  const inClosedHours = `starts_at >= ${open} and starts_at < $2 and starts_at < ${closedUntil}`;
  return [
    ...rolledUp('day', 'starts_at', `${ofOthers}, ${ofBookings}`, inClosedDays),
    ...rolledUp('hour', dayOf('starts_at'), `${ofOthers}, ${zero(ofBookings)}`, inClosedHours),
    ...[counted(`greatest($1::timestamptz, ${closedUntil})`, '$2::timestamptz'), booked(open)],
  ].join(' union all ');
}

/**
 * `figure`, the figures of [from, until) by dimension, key and whole Hawaiian day, or hour; a day may have several rows, to be added up. It
 * is what a statement's `with` begins with, as its text has the statement's first parameters.
 */
export const spanFigures = (dimensions: readonly FigureDimension[], span: FigureSpan): RawBuilder<unknown> =>
  sql`span as (select ${span.from}::timestamptz, ${span.until}::timestamptz, ${span.ownerId ?? null}::text),
    figure as (${sql.raw(statementOf(dimensions, span))})`;

/** Bookings as every screen counts them. */
export const booked = sql`(bookings_confirmed + bookings_completed)`;

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
}

export interface SpanRow extends SpanFigures {
  dimension: FigureDimension;
  key: string;
  starts_at: Date;
}

/** Those of every day or hour of [from, until) in which anything happened, in their order; part of an hour begins with that hour. */
export async function readSpan(db: Db, dimensions: readonly FigureDimension[], span: FigureSpan): Promise<SpanRow[]> {
  const { rows } = await sql<SpanRow>`
    with ${spanFigures(dimensions, span)}
    select dimension, key, starts_at, sum(scans)::integer as scans, sum(openings)::integer as openings, sum(clicks)::integer as clicks,
      sum(${booked})::integer as bookings, sum(bookings_completed)::integer as completed, sum(bookings_pending)::integer as pending,
      sum(confirmed_cents)::bigint as cents
    from figure group by dimension, key, starts_at order by starts_at, dimension, key`.execute(db);
  return rows;
}

/** The day on which anything was first added up for a key; undefined where nothing was yet. */
export async function findFirstRolledUp(db: Db, dimension: FigureDimension, key: string): Promise<Date | undefined> {
  const { rows } = await sql<{ starts_at: Date }>`
    select starts_at from rollups where grain = 'day' and dimension = ${dimension} and key = ${key} order by starts_at limit 1`.execute(
    db,
  );
  return rows[0]?.starts_at;
}
