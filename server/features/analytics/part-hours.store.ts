import { CompiledQuery, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { definition } from './changed-days.store.ts';
import { countRows, dimensions, startOf } from './rollup-figures.store.ts';

const figures = 'scans, scans_raw, clicks, events, impressions, openings';
const anything = 'scans_raw + clicks + events > 0';
/** Ranges of hours are compared with those before: their ends are at most so many hours ago. */
const keptHours = 49;

const allDimensions = sql.join(dimensions.map((one) => sql.lit(one)));
const ten = `interval '10 minutes'`;

/** Until when an hour is counted; null where it is not, or where something was written meanwhile that is older. */
const countedOf = (
  hour: string,
) => `(select counted_until from part_hours p where p.hour = ${hour} and counted_as = ${definition}
  and not exists (select from rollup_marks m where m.hour = p.hour and m.earliest < p.counted_until))`;

/**
 * What of the hours at the ends of a span need not be counted from its rows, as a query of one row: `head_from`, from when on the first hour is
 * counted by ten minutes, and `tail_until`, until when the last one is. Of an hour that is not counted they are its other end. No tenant may ask.
 * @param span expressions of its beginning, of the end of its first hour, where that is not added up, of the beginning of its last one, and of
 *   its end
 */
export function partHours(span: { from: string; headUntil?: string; tailFrom: string; until: string }): string {
  const head = `case when "until" >= head_until and ${countedOf(`head_until - interval '1 hour'`)} >= head_until
    then least(${startOf('ten minutes', `"from" + ${ten} - interval '1 microsecond'`)}, head_until) else head_until end`;
  return `
    with ends as materialized (select ${span.from} as "from", ${span.headUntil ?? 'null::timestamptz'} as head_until,
      ${span.tailFrom} as tail_from, ${span.until} as "until")
    select ${span.headUntil ? head : 'null::timestamptz'} as head_from,
      coalesce((select greatest(tail_from, case when "until" >= counted then counted else ${startOf('ten minutes', '"until"')} end)
        from (select ${countedOf('tail_from')} as counted) as tail where counted is not null), tail_from) as tail_until
    from ends`;
}

/** Hours before this are closed; minus infinity, which no Date is, is told as the beginning of time. */
export async function findClosedUntil(db: Db): Promise<Date> {
  const { rows } = await sql<{
    at: Date;
  }>`select greatest(closed_until, timestamptz 'epoch') as at from rollup_state`.execute(db);
  return rows[0]!.at;
}

/** The closed hours of late that are not counted by ten minutes, the last one first; older ones are forgotten. */
export async function findUncountedHours(db: Db): Promise<Date[]> {
  const closedUntil = await findClosedUntil(db);
  const oldest = sql`(${closedUntil}::timestamptz - ${sql.lit(keptHours)} * interval '1 hour')`;
  await sql`delete from part_hours where hour < ${oldest}`.execute(db);
  await sql`delete from part_hour_figures where dimension in (${allDimensions}) and starts_at < ${oldest}`.execute(db);
  const { rows } = await sql<{ hour: Date }>`
    select hour from generate_series(${oldest}, ${closedUntil}::timestamptz - interval '1 hour', interval '1 hour') as hour
    where not exists (select from part_hours p where p.hour = hour.hour and counted_as = ${definition}
      and counted_until = hour.hour + interval '1 hour')
    order by hour desc`.execute(db);
  return rows.map(({ hour }) => hour);
}

/**
 * Counts what was written of an hour before an instant by ten minutes; bookings, which change, are no part of it. Of an open hour the marks are
 * put together to one: what is written later and is older leaves another.
 */
export async function countPartHour(tx: Tx, hour: Date, until: Date, isOpen: boolean): Promise<void> {
  // Sorting a busy hour would go through files otherwise.
  await sql`set local work_mem = '64MB'`.execute(tx);
  // Before anything is counted: what is committed in between leaves its mark.
  if (isOpen) {
    await sql`select set_config('holoholo.rollup_definition', ${String(definition)}, true)`.execute(tx);
    await sql`with taken as (delete from rollup_marks where hour = ${hour} returning events)
      insert into rollup_marks (hour, events) select ${hour}::timestamptz, bool_or(events) from taken having count(*) > 0`.execute(
      tx,
    );
  }
  await sql`delete from part_hours where hour = ${hour}`.execute(tx);
  await sql`delete from part_hour_figures
    where dimension in (${allDimensions}) and starts_at >= ${hour} and starts_at < ${hour}::timestamptz + interval '1 hour'`.execute(
    tx,
  );
  const asked = dimensions.map((dimension) => ({ grain: 'ten minutes', dimension }) as const);
  const counted = countRows('$1::timestamptz', '$2::timestamptz', asked, {
    of: ['scans', 'clicks', 'seen'],
    visits: false,
  });
  await tx.executeQuery(
    CompiledQuery.raw(
      `insert into part_hour_figures (dimension, key, starts_at, ${figures})
       select dimension, key, starts_at, ${figures} from (${counted}) as counted where ${anything}`,
      [hour, until],
    ),
  );
  await sql`insert into part_hours values (${hour}, ${until}, ${definition})`.execute(tx);
}

/** Forgets what was counted of hours from an instant on, as their rows may be others. */
export async function forgetPartHours(tx: Tx, from: Date): Promise<void> {
  await sql`delete from part_hours where hour >= ${from}`.execute(tx);
}
