import { CompiledQuery, type Selectable, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Tables } from '../../../db/schema.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { definition } from './changed-days.store.ts';
import { replaceEarnedDays } from './earned-days.store.ts';
import { replaceReviewDays } from './review-days.store.ts';
import {
  combined,
  countRows,
  type Dimension,
  dimensions,
  dimensionsButEvents,
  type Grain,
  sourcesButEvents,
} from './rollup-figures.store.ts';

/** One line of a rollup; which rollup it is of is not in it. */
export type RollupRow = Omit<Selectable<Tables['rollups']>, 'grain' | 'dimension'>;

export const measuresButEvents = `scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed, bookings_completed,
  bookings_cancelled, estimated_cents, confirmed_cents`;
export const measures = `${measuresButEvents}, events, impressions, openings, bot_views`;

/** Rebuilds may not overtake each other: the one that read earlier would write later. */
export async function lockRollups(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.rollups})`.execute(tx);
}

const clearing = `
  update rollups set (${measuresButEvents}) = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
  where starts_at >= $1 and starts_at < $2`;
// A statement per grain, so that each stays far from the time limit of statements on a day of a hundred thousand rows.
const insertions = (counted: readonly Dimension[], options: Parameters<typeof countRows>[3]) =>
  (['hour', 'day'] as const).map(
    (grain) => `
    insert into rollups (grain, dimension, key, starts_at, ${measures})
    ${countRows(
      '$1::timestamptz',
      '$2::timestamptz',
      counted.map((dimension) => ({ grain, dimension })),
      options,
    )}
    on conflict (grain, dimension, key, starts_at) do update set
      (${measuresButEvents}) = (${measuresButEvents.replace(/\w+/g, 'excluded.$&')})`,
  );
/** All that is counted. Events are dropped after 13 months; what they had been counted to stays. */
const replacingAll = [
  `delete from rollups where starts_at >= $1 and starts_at < $2
    and not (events + bot_views > 0 and starts_at < (select events_since from rollup_state))`,
  clearing,
  ...insertions(dimensions, {}),
];
/** All but the figures of events, which stay as they are: a busy day has a hundred times more of them than of all else. */
const replacingButEvents = [
  'delete from rollups where starts_at >= $1 and starts_at < $2 and events + bot_views = 0',
  clearing,
  ...insertions(dimensionsButEvents, { of: sourcesButEvents }),
];

/**
 * Replaces the rollups of the hours and the days of [from, to), which are whole Hawaiian days.
 * @param options.events whether those of events, too.
 */
export async function replaceRollups(tx: Tx, from: Date, to: Date, { events = true } = {}): Promise<void> {
  // Sorting a busy day would go through files otherwise.
  await sql`set local work_mem = '64MB'`.execute(tx);
  for (const statement of events ? replacingAll : replacingButEvents) {
    await tx.executeQuery(CompiledQuery.raw(statement, [from, to]));
  }
  await replaceEarnedDays(tx, from, to);
  await replaceReviewDays(tx, from, to);
}

/**
 * Takes the marks of [from, to) away, those for who knows more excepted. Returns whether any told of events; null where there were none at
 * all.
 */
export async function takeMarks(tx: Tx, from: Date, to: Date): Promise<{ events: boolean } | null> {
  await sql`select set_config('holoholo.rollup_definition', ${String(definition)}, true)`.execute(tx);
  const { rows } = await sql<{ events: boolean | null }>`
    with taken as (delete from rollup_marks where hour >= ${from} and hour < ${to} returning events),
      left_over as (delete from partial_rollup_marks where hour >= ${from} and hour < ${to} and definition < ${definition}
        returning hour, events),
      further as (insert into partial_rollup_marks select distinct hour, events, ${definition}::integer from left_over
        on conflict do nothing)
    select bool_or(events) as events from (select events from taken union all select events from left_over) as marks`.execute(
    tx,
  );
  const events = rows[0]!.events;
  return events === null ? null : { events };
}

/**
 * From now on hours before this instant are read from the rollups, but none of a day that could not be rolled up and is not
 * closed yet, nor what came after it. Never goes back.
 */
export async function closeUntil(db: Db, until: Date, failedDays: readonly Date[]): Promise<void> {
  await sql`update rollup_state set closed_until = greatest(closed_until, least(${until}::timestamptz,
    (select min(day) from unnest(${failedDays}::timestamptz[]) as day where day + interval '24 hours' > closed_until)))`.execute(
    db,
  );
}

export interface RollupRange {
  grain: Grain;
  dimension: Dimension;
  /** Undefined: all. */
  keys: readonly string[] | undefined;
  /** First parts of keys, where the dimension is a combined one; undefined: all. */
  firstParts?: readonly string[] | undefined;
  from: Date;
  to: Date;
}

/** Rollups of closed time and counted rows of the time since, in one statement, so that they fit together. */
export async function findRollups(db: Db, range: RollupRange): Promise<RollupRow[]> {
  const { statement, parameters } = rowsOf(range);
  const ordered = `${statement} order by starts_at, key`;
  return (await db.executeQuery<RollupRow>(CompiledQuery.raw(ordered, parameters))).rows;
}

/** On which days more of each was asked for, and its booking link followed, and how often; at most so many rows; likewise in one statement. */
export async function findFollowedDays(
  db: Db,
  range: RollupRange,
  limit: number,
): Promise<{ key: string; day: string; clicks: number; openings: number }[]> {
  const { statement, parameters } = rowsOf(range);
  const found = `select key, (starts_at at time zone '${hawaiiZone}')::date::text as day, clicks, openings from (${statement}) r
    where clicks + openings > 0 limit ${limit}`;
  return (
    await db.executeQuery<{ key: string; day: string; clicks: number; openings: number }>(
      CompiledQuery.raw(found, parameters),
    )
  ).rows;
}

function rowsOf(range: RollupRange): { statement: string; parameters: unknown[] } {
  const { grain, dimension, keys, firstParts, from, to } = range;
  // A day is open until all of its hours are closed: its visits are counted over the whole of it.
  const open = `greatest($1::timestamptz, (select date_trunc('${grain}', closed_until, '${hawaiiZone}') from rollup_state))`;
  const isWanted = combined.includes(dimension)
    ? `($3::text[] is null or key = any($3)) and ($4::text[] is null or split_part(key, '/', 1) = any($4))`
    : '($3::text[] is null or key = any($3))';
  const parameters = [from, to, keys ?? null, ...(combined.includes(dimension) ? [firstParts ?? null] : [])];
  const statement = `
    select key, starts_at, ${measures} from rollups
    where grain = '${grain}' and dimension = '${dimension}' and ${isWanted}
      and starts_at >= $1 and starts_at < $2 and starts_at < ${open}
    union all
    select key, starts_at, ${measures} from (${countRows(open, '$2::timestamptz', [{ grain, dimension }])}) as live
    where ${isWanted}`;
  return { statement, parameters };
}
