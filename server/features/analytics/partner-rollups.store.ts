import { CompiledQuery } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { fewestTold } from '../../../contract/portal-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { asAddedUp, besideChanged } from './changed-days.store.ts';
import { countRows, type Dimension } from './rollup-figures.store.ts';
import { measuresButEvents, type RollupRow } from './rollups.store.ts';

export interface PartnerRange {
  /** Who owns the organisation. */
  ownerId: string;
  places: readonly number[];
  codes: readonly number[];
  /** The first instant of the partner's own days, and that of its places and codes; the first one after. Whole Hawaiian days. */
  since: Date;
  from: Date;
  to: Date;
  /** Closed days that `findChangedDays` has found: their bookings are counted. */
  changed: readonly Date[];
}

/** A day of the partner's own, or a place or a code added up. */
export interface PartnerRow extends Omit<RollupRow, 'starts_at' | 'events' | 'impressions' | 'bot_views'> {
  dimension: 'partner' | 'place' | 'code';
  starts_at: Date | null;
}

// A day is open until all of its hours are closed.
const open = `greatest($1::timestamptz, (select date_trunc('day', closed_until, '${hawaiiZone}') from rollup_state))`;
const closedUntil = 'greatest($1::timestamptz, (select closed_until from rollup_state))';
/** Of events openings alone: all else that guests' screens report is a hundred times as much, and no partner's figure. */
const measures = `${measuresButEvents}, openings`;
const columns = `dimension, key, starts_at, ${measures}`;
const asked = (['partner', 'place', 'code'] as const satisfies Dimension[]).map((dimension) => ({
  grain: 'day' as const,
  dimension,
}));
const names = measures.split(/,\s*/);
const ofBookings = (measure: string) => /^bookings_|_cents$/.test(measure);
const sums = names.map((measure) => `sum(${measure})::bigint as ${measure}`).join(', ');
const closedDays = (dimension: string, isWanted: string, from: string) =>
  `select dimension, key, starts_at, ${names.map((name) => (ofBookings(name) ? asAddedUp(name) : name)).join(', ')}
  from rollups ${besideChanged()} where grain = 'day' and dimension = '${dimension}' and ${isWanted}
    and starts_at >= ${from} and starts_at < $3 and starts_at < ${open}`;
/** Added up here: some years of many codes are tens of thousands of rows, which need not be put in order. */
const closedParts = (dimension: string, isWanted: string) => `
  select '${dimension}' as dimension, key, null::timestamptz as starts_at, ${sums}
  from (${closedDays(dimension, isWanted, '$2')}) as closed group by key`;

const isPart = `(dimension = 'place' and key = any($6::text[]) or dimension = 'code' and key = any($7::text[]))`;

/** Measures as they are, and 0 in place of all others. */
const told = (isTold: (measure: string) => boolean) =>
  names.map((measure) => (isTold(measure) ? measure : `0 as ${measure}`)).join(', ');
const inClosedHours = `grain = 'hour' and starts_at >= ${open} and starts_at < $3 and starts_at < ${closedUntil}`;
const dayOf = (moment: string) => `date_trunc('day', ${moment}, '${hawaiiZone}')`;

/**
 * The open day, and bookings of closed days that have changed: its closed hours from the rollups, and the rows since. What becomes of bookings is read as it is now. Visits cannot be added
 * up over hours, and nothing more is asked of them than whether they are few: where they are not in one of the hours they are those of its
 * fullest one, and else they are counted.
 */
const opened = `
  select dimension, key, starts_at, ${told((measure) => measure !== 'visits')} from live
  union all select ${columns} from live_bookings
  union all select ${columns} from changed_bookings
  union all select dimension, key, ${dayOf('starts_at')}, ${told((measure) => measure !== 'visits' && !ofBookings(measure))}
    from rollups where ${inClosedHours}
      and (dimension = 'partner' and key = $5 or ${isPart})
  union all select dimension, key, starts_at, ${told((measure) => measure === 'visits')} from (
    select dimension, key, starts_at, visits from busy
    union all select dimension, key, starts_at, count(distinct visit_id) from quiet group by 1, 2, 3) as visited`;
const isQuiet = (dimension: string, key: string) =>
  `${key} not in (select key from busy where dimension = '${dimension}')`;
const quietPlaces = `select place from unnest($6::text[]) as place where ${isQuiet('place', 'place')}`;
const scanned = `partner_id = $4::uuid and scanned_at >= ${open} and scanned_at < $3`;

const withoutVisits = { partner: '$4::uuid', visits: false };

const statement = `
  with changed_day as (select unnest($8::timestamptz[]) as day), live as materialized (
    ${countRows(closedUntil, '$3::timestamptz', asked, { of: ['scans', 'clicks', 'openings'], ...withoutVisits })}),
  live_bookings as materialized (${countRows(open, '$3::timestamptz', asked, { of: ['bookings'], ...withoutVisits })}),
  changed_bookings as materialized (
    ${countRows('$1::timestamptz', `least($3::timestamptz, ${open})`, asked, { of: ['bookings'], changed: { query: 'changed_day', grain: 'day' }, ...withoutVisits })}),
  busy as materialized (
    select dimension, key, ${dayOf('starts_at')} as starts_at, max(visits) as visits from rollups where ${inClosedHours}
      and ${isPart}
    group by 1, 2, 3 having max(visits) >= ${fewestTold}),
  quiet as materialized (
    select 'code' as dimension, code as key, ${dayOf('scanned_at')} as starts_at, visit_id
    from unnest($7::text[]) as code join scans on qr_code_id = code::integer where ${isQuiet('code', 'code')} and ${scanned}
    union all select 'place', location_id::text, ${dayOf('scanned_at')}, visit_id
    from scans where ${scanned} and exists (${quietPlaces}) and location_id::text in (${quietPlaces})),
  days as (
    ${closedDays('partner', 'key = $5', '$1')}
    union all ${closedParts('place', 'key = any($6::text[])')} union all ${closedParts('code', 'key = any($7::text[])')}
    union all select ${columns} from (${opened}) as opened where dimension = 'partner' and key = $5 or starts_at >= $2::timestamptz
      and ${isPart}
  )
  select dimension, key, case when dimension = 'partner' then starts_at end as starts_at, ${sums}
  from days group by 1, 2, 3 order by 1, 3, 2`;

const ofCodes = `dimension = 'code' and key = any($2::text[])`;
/** Of the open day as `opened` has it: its closed hours from the rollups, and the rows since. */
const statementOfCodes = `
  with live as materialized (
    ${countRows(closedUntil, '$3::timestamptz', [{ grain: 'day', dimension: 'code' }], { of: ['scans'], ...withoutVisits })}),
  busy as materialized (
    select key, ${dayOf('starts_at')} as starts_at, max(visits) as visits from rollups where ${inClosedHours} and ${ofCodes}
    group by 1, 2 having max(visits) >= ${fewestTold}),
  quiet as materialized (
    select code as key, ${dayOf('scanned_at')} as starts_at, count(distinct visit_id) as visits
    from unnest($2::text[]) as code join scans on qr_code_id = code::integer
    where code not in (select key from busy) and ${scanned} group by 1, 2)
  select key, starts_at, scans, visits from rollups where grain = 'day' and ${ofCodes}
    and starts_at >= $1 and starts_at < $3 and starts_at < ${open}
  union all select key, starts_at, sum(scans)::bigint, max(visits)::bigint from (
    select key, starts_at, scans, 0 as visits from live where key = any($2::text[])
    union all select key, ${dayOf('starts_at')}, scans, 0 from rollups where ${inClosedHours} and ${ofCodes}
    union all select key, starts_at, 0, visits from busy union all select key, starts_at, 0, visits from quiet) as opened
  group by key, starts_at`;

/** Of a day on which it was scanned; `key` is the code's number. */
export type CodeDay = Pick<RollupRow, 'key' | 'starts_at' | 'scans' | 'visits'>;

/** The scans of codes of a partner by day; the visits of the open day as those of `findPartnerRollups`. */
export async function readCodeDays(
  db: Db,
  { ownerId, codes, from, to }: Pick<PartnerRange, 'ownerId' | 'codes' | 'from' | 'to'>,
): Promise<CodeDay[]> {
  const parameters = [from, codes.map(String), to, ownerId];
  return (await db.executeQuery<CodeDay>(CompiledQuery.raw(statementOfCodes, parameters))).rows;
}

/** How often each code of a partner was scanned until a moment, from the beginning; those that never were are not there. */
export async function sumCodeScans(
  db: Db,
  { ownerId, codes, to }: Pick<PartnerRange, 'ownerId' | 'codes' | 'to'>,
): Promise<Map<number, number>> {
  const parameters = [new Date(0), codes.map(String), to, ownerId];
  const { rows } = await db.executeQuery<{ key: string; scans: number }>(
    CompiledQuery.raw(
      `select key, sum(scans)::bigint as scans from (${statementOfCodes}) as days group by key`,
      parameters,
    ),
  );
  return new Map(rows.map(({ key, scans }) => [Number(key), scans]));
}

/**
 * A partner's own figures by day, and those of its places and codes added up, in one statement. The visits of a sum are those of each day,
 * added up; of the open day they may be fewer than there were, but not fewer than five where there were as many.
 */
export async function findPartnerRollups(
  db: Db,
  { ownerId, places, codes, since, from, to, changed }: PartnerRange,
): Promise<PartnerRow[]> {
  const parameters = [since, from, to, ownerId, ownerId, places.map(String), codes.map(String), changed];
  return (await db.executeQuery<PartnerRow>(CompiledQuery.raw(statement, parameters))).rows;
}
