import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { countRows, type Dimension, sourcesButEvents } from './rollup-figures.store.ts';
import { measuresButEvents } from './rollups.store.ts';

// A day is open until all of its hours are closed.
const open = `greatest($1::timestamptz, (select date_trunc('day', closed_until, '${hawaiiZone}') from rollup_state))`;

const rowsOf = (dimension: Dimension): string => `
  select key, starts_at, ${measuresButEvents} from rollups
  where grain = 'day' and dimension = '${dimension}' and starts_at >= $1 and starts_at < $2 and starts_at < ${open}
  union all
  select key, starts_at, ${measuresButEvents} from (
    ${countRows(open, '$2::timestamptz', [{ grain: 'day', dimension }], { of: sourcesButEvents })}) as live`;

/**
 * `day`, the figures of [from, until) by whole Hawaiian day and key, all but those of events: closed days from the rollups, the open one
 * counted from its rows. It is what a statement's `with` begins with, as its text has the statement's first parameters.
 */
export const wholeDays = (dimension: Exclude<Dimension, 'event'>, from: Date, until: Date): RawBuilder<unknown> =>
  sql`span as (select ${from}::timestamptz, ${until}::timestamptz), day as (${sql.raw(rowsOf(dimension))})`;
