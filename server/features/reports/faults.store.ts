import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { countLimit, type Page } from '../../platform/lists.ts';

export interface FaultRecord {
  id: string;
  kind: string;
  message: string;
  place: string | null;
  state: string;
  reopened_at: Date | null;
  reports: number;
  people: number;
  first_seen: Date;
  last_seen: Date;
}

const columns = sql`f.id, f.kind, f.message, f.place, f.state, f.reopened_at, f.reports, f.first_seen, f.last_seen,
  (select count(distinct r.user_id) from error_reports r where r.fault_id = f.id) as people`;

/** A moment as a cursor has it: microseconds, which are whole. */
const instant = (column: RawBuilder<unknown>) => ({
  column,
  value: sql`(extract(epoch from ${column}) * 1000000)::bigint::text`,
  read: (value: string | null) => sql`('epoch'::timestamptz + ${value}::float8 * interval '1 microsecond')`,
});
const orders = {
  last_seen: instant(sql`f.last_seen`),
  first_seen: instant(sql`f.first_seen`),
  reports: {
    column: sql`f.reports`,
    value: sql`f.reports::text`,
    read: (value: string | null) => sql`${value}::bigint`,
  },
};

export interface FaultFilter {
  search?: string | undefined;
  state?: string | undefined;
}

function matching({ search, state }: FaultFilter): RawBuilder<unknown> {
  const conditions = [sql`true`];
  if (search) conditions.push(sql`strpos(lower(f.message), lower(${search})) > 0`);
  if (state) conditions.push(sql`f.state = ${state}`);
  return sql.join(conditions, sql` and `);
}

/** A page of faults, and how many there are in all, up to one more than is counted. */
export async function findFaults(db: Db, filter: FaultFilter, { by, isDescending, after, limit }: Page) {
  const { column, value, read } = orders[by as keyof typeof orders];
  const direction = isDescending ? sql`desc` : sql`asc`;
  const beyond = after
    ? sql`and (${column}, f.id) ${isDescending ? sql`<` : sql`>`} (${read(after.value)}, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<(FaultRecord & { value: string; total: number }) | { id: null; total: number }>`
    with page as materialized (
      select f.id, row_number() over (order by ${column} ${direction}, f.id ${direction}) as position
      from faults f where ${matching(filter)} ${beyond}
      order by ${column} ${direction}, f.id ${direction} limit ${limit}
    ), counted as (
      select count(*) as total from (select from faults f where ${matching(filter)} limit ${countLimit}) found
    )
    select counted.total, shown.* from counted left join (
      select page.position, ${value} as value, ${columns} from page join faults f on f.id = page.id
    ) shown on true order by shown.position`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]!.total };
}

/** One fault, or nothing. */
export async function findFault(db: Db, id: string): Promise<FaultRecord | undefined> {
  return (await sql<FaultRecord>`select ${columns} from faults f where f.id = ${id}::uuid`.execute(db)).rows[0];
}

/** The newest reports of a fault. */
export async function findReportsOf(db: Db, faultId: string, limit: number) {
  return await db
    .selectFrom('error_reports as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.kind', 'r.received_at', 'r.message', 'r.stack', 'r.url', 'r.user_agent', 'u.email'])
    .where('r.fault_id', '=', faultId)
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute();
}

/** Says how a fault stands. @returns how it stood; nothing where there is none */
export async function putFaultState(tx: Tx, id: string, state: string): Promise<string | undefined> {
  const { rows } = await sql<{ before: string }>`
    update faults set state = ${state}, reopened_at = null
    from (select id, state from faults where id = ${id}::uuid for update) held
    where faults.id = held.id returning held.state as before`.execute(tx);
  return rows[0]?.before;
}

/** Forgets the faults that are not among the `most` seen last, so many at a time. */
export async function pruneFaults(db: Db, most: number, atOnce: number): Promise<void> {
  await sql`delete from faults where id = any(array(
    select id from faults order by last_seen desc, id desc offset ${most} limit ${atOnce}))`.execute(db);
}
