import { sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';

const dayOf = (instant: string) => `date_trunc('day', ${instant}, '${hawaiiZone}')`;

/** Days before this are closed. */
export const openDay = `(select ${dayOf('closed_until')} from rollup_state)`;

/**
 * Hours that changed since their day was added up, and those whose day was added up last by a process that knows less of what is to be: a
 * source of `hour`.
 */
export const changedHours =
  '(select hour from rollup_marks union all select hour from partial_rollup_marks) as changed';

/** Closed days that are to be added up again, as a query of `day`. No tenant may ask. */
export const changedDays = `select distinct ${dayOf('hour')} as day from ${changedHours} where hour < ${openDay}`;

/** The same. */
export async function findChangedDays(db: Db): Promise<Date[]> {
  const { rows } = await sql<{ day: Date }>`${sql.raw(changedDays)}`.execute(db);
  return rows.map(({ day }) => day);
}

/** Measures of the rollups of closed days, beside `changed_day`: 0 of a day that has changed, as they are counted then. */
export const asAddedUp = (measures: string) =>
  measures.replace(/\w+/g, 'case when changed_day.day is null then $& else 0 end as $&');
export const besideChanged = 'left join changed_day on changed_day.day = starts_at';
