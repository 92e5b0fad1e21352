import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { countRows, type Dimension, type Grain } from './rollup-figures.store.ts';
import type { RollupRow } from './rollups.store.ts';

const added = `scans, scans_raw, clicks, bookings_pending, bookings_confirmed, bookings_completed, bookings_cancelled,
  estimated_cents, confirmed_cents, events, impressions, openings, bot_views`;
const sums = added.replace(
  /\w+/g,
  (name) => `sum(${name})::${name.endsWith('_cents') ? 'bigint' : 'integer'} as ${name}`,
);

type Sources = NonNullable<Parameters<typeof countRows>[3]>['of'];

const startOf = (grain: Grain, at: string) => `date_trunc('${grain}', ${at}, '${hawaiiZone}')`;
const closed = '(select least($2::timestamptz, closed_until) from rollup_state)';
// Each is a query, so that it is computed once and not for each row that is looked at.
/** The first whole hour, and the end of the last one that is closed. */
const firstHour = `(select least($2::timestamptz, ${startOf('hour', `$1::timestamptz + interval '1 hour' - interval '1 microsecond'`)}))`;
const lastHour = `(select greatest(${firstHour}, ${startOf('hour', closed)}))`;
/** The end of the last day that is closed. */
const lastDay = `(select greatest($1::timestamptz, ${startOf('day', closed)}))`;

function partsOf(dimension: Dimension, grain: Grain, of: Sources): string {
  // As rows, which rollups_by_dimension alone can find: by the time alone all dimensions would be read.
  const at = (which: Grain, instant: string) => `('${which}', '${dimension}', ${instant}::timestamptz)`;
  const kept = (which: Grain, from: string, to: string) => `
    select key, ${startOf(grain, 'starts_at')} as starts_at, ${added} from rollups
    where (grain, dimension, starts_at) >= ${at(which, from)} and (grain, dimension, starts_at) < ${at(which, to)}`;
  const counted = (from: string, to: string) => `
    select key, starts_at, ${added} from (${countRows(from, to, [{ grain, dimension }], of ? { of } : {})}) as live`;
  const parts =
    grain === 'day'
      ? [kept('day', '$1', lastDay), kept('hour', lastDay, lastHour)]
      : [counted('$1::timestamptz', firstHour), kept('hour', firstHour, lastHour)];
  return [...parts, counted(lastHour, '$2::timestamptz')].join(' union all ');
}

/**
 * `part`, the figures of [from, until) by key and hour, exact at both ends: whole closed hours from the rollups, the parts of an hour
 * at the ends and open time counted from the rows. By day likewise, where `from` must begin one; of the open day the closed hours are
 * from the rollups. A key may have several rows of one hour or day, to be added up. It is what a statement's `with` begins with, as its
 * text has the statement's first parameters.
 * @param of of rows that are counted these alone, where the other figures are not wanted
 */
export const exactSpan = (
  dimension: Dimension,
  grain: Grain,
  { from, until, of }: { from: Date; until: Date; of?: Sources },
): RawBuilder<unknown> =>
  sql`span as (select ${from}::timestamptz, ${until}::timestamptz), part as (${sql.raw(partsOf(dimension, grain, of))})`;

/** The figures of `exactSpan` added up by key and hour or day, in the order of time. */
export async function findExactly(
  db: Db,
  dimension: Dimension,
  grain: Grain,
  span: Parameters<typeof exactSpan>[2],
): Promise<Omit<RollupRow, 'visits'>[]> {
  const { rows } = await sql<Omit<RollupRow, 'visits'>>`
    with ${exactSpan(dimension, grain, span)}
    select key, starts_at, ${sql.raw(sums)} from part group by key, starts_at order by starts_at, key`.execute(db);
  return rows;
}
