import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Grain } from './rollup-figures.store.ts';

const dayOf = (instant: string) => `date_trunc('day', ${instant}, '${hawaiiZone}')`;

/** Days before this are closed. */
export const openDay = `(select ${dayOf('closed_until')} from rollup_state)`;

/** What is added up here, as the number of the migration that brought the last of it: the database keeps marks that who knows less takes, apart. */
export const definition = 166;

/**
 * Hours that changed since their day was added up, and those whose day was added up last by a process that knows less of what is to be: a
 * source of `hour`.
 */
export const changedHours = `(select hour from rollup_marks
  union all select hour from partial_rollup_marks where definition < ${definition}) as changed`;

/**
 * Likewise, and all other hours of a day that was added up last by a process that knows less: it may have deleted what it does not know of the
 * whole day, and leaves a mark of the hours that had changed.
 */
const changedAmongHours = `(select hour from rollup_marks
  union all select day + n * interval '1 hour' from (
    select distinct ${dayOf('hour')} as day from partial_rollup_marks where definition < ${definition}
  ) as partly cross join generate_series(0, 23) as n) as changed (hour)`;

/** Closed days that are to be added up again, as a query of `day`. No tenant may ask. */
export const changedDays = `select distinct ${dayOf('hour')} as day from ${changedHours} where hour < ${openDay}`;

/**
 * Those of them from an instant on, an expression that begins an hour or a day, and closed hours likewise, as a query of `day`. No tenant may
 * ask.
 */
export const changedOf = (grain: Grain, from: string) =>
  grain === 'day'
    ? `${changedDays} and hour >= ${from}`
    : `select distinct hour as day from ${changedAmongHours} where hour < (select closed_until from rollup_state) and hour >= ${from}`;

/** Closed hours of the open day that have changed, as a query of `day`. No tenant may ask. */
export const changedOpenHours = changedOf('hour', openDay);

/** The days, or hours, of that kind that end after an instant. */
export async function findChanged(db: Db, grain: Grain, since: Date): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`
    with asked as (select date_trunc(${sql.lit(grain)}, ${since}::timestamptz, ${sql.lit(hawaiiZone)}) as since)
    ${sql.raw(changedOf(grain, '(select since from asked)'))}`.execute(db);
  return rows.map(({ day }) => day);
}

/** All closed days that are to be added up again. */
export const findChangedDays = (db: Db): Promise<Date[]> => findChanged(db, 'day', new Date(0));

/** Measures of the rollups of closed days, or hours, beside those that have changed: 0 of one of these, as they are counted then. */
export const asAddedUp = (measures: string) =>
  measures.replace(/\w+/g, 'case when changed.day is null then $& else 0 end as $&');
export const besideChanged = (changed = 'changed_day') => `left join ${changed} as changed on changed.day = starts_at`;
