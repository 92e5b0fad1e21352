import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Grain } from './rollup-figures.store.ts';

const dayOf = (instant: string) => `date_trunc('day', ${instant}, '${hawaiiZone}')`;

/** Days before this are closed. */
export const openDay = `(select ${dayOf('closed_until')} from rollup_state)`;

/** What is added up here, as the number of the migration that brought the last of it: the database keeps marks that who knows less takes, apart. */
export const definition = 166;

const closedUntil = '(select closed_until from rollup_state)';

/**
 * The beginnings of days, or hours, of [from, until) that have marks, as a query of `day`: each is looked for by the index from the end of the
 * one before, as each statement that wrote has left a mark, and while no worker runs there are very many.
 */
function marked(grain: Grain, from: string, until: string): string {
  // The end is asked of what was found: with both bounds few would be foreseen, and all marks be read and sorted for the first of them.
  const first = (since: string) => `(select ${grain === 'day' ? dayOf('hour') : 'hour'} from (
    select hour from rollup_marks where hour >= ${since} order by hour limit 1) as next where hour < ${until})`;
  return `(with recursive marked (day) as (
    select ${first(from)} union all
    select ${first(`marked.day + interval '${grain === 'day' ? 24 : 1} hours'`)} from marked where marked.day is not null
  ) select day from marked where day is not null)`;
}

/** Days that changed since they were added up, and those that were last by a process that knows less of what is to be. */
const changedDaysOf = (from: string, until: string) => `${marked('day', from, until)}
  union select ${dayOf('hour')} as day from partial_rollup_marks where definition < ${definition} and hour >= ${from} and hour < ${until}`;

/**
 * Likewise hours, and all other hours of a day that was added up last by a process that knows less: it may have deleted what it does not know
 * of the whole day, and leaves a mark of the hours that had changed.
 */
const changedHoursOf = (from: string, until: string) => `${marked('hour', from, until)}
  union select hour as day from (select day + n * interval '1 hour' as hour from (
    select distinct ${dayOf('hour')} as day from partial_rollup_marks where definition < ${definition}
  ) as partly cross join generate_series(0, 23) as n) as changed where hour >= ${from} and hour < ${until}`;

/**
 * Closed days, or hours, that are to be added up again, from an instant on, an expression that begins an hour or a day, as a query of `day`. No
 * tenant may ask.
 */
export const changedOf = (grain: Grain, from: string) =>
  grain === 'day' ? changedDaysOf(from, openDay) : changedHoursOf(from, closedUntil);

const ever = `'-infinity'::timestamptz`;

/** All closed days likewise. No tenant may ask. */
export const changedDays = changedOf('day', ever);

/** The Hawaiian days before `until` that are to be added up again, newest first. */
export async function listChangedDays(db: Db, until: Date): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`
    with asked as (select ${until}::timestamptz as until)
    ${sql.raw(changedDaysOf(ever, '(select until from asked)'))} order by day desc`.execute(db);
  return rows.map(({ day }) => day);
}

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
