import { type RawBuilder, sql } from 'kysely';
import { type HistoryRow, historyOf } from '../../platform/audit/audit.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byCount, byInstant, contains, findPage, type Order } from '../../platform/lists.store.ts';
import { countLimit, type Page } from '../../platform/lists.ts';

export interface FaultRecord {
  id: string;
  kind: string;
  message: string;
  place: string | null;
  state: string;
  /** 1 low, 2 medium, 3 high; 0 where no report says. */
  severity: number;
  reopened_at: Date | null;
  reports: number;
  people: number;
  first_seen: Date;
  last_seen: Date;
}

const columns = sql`f.id, f.kind, f.message, f.place, f.state, f.severity, f.reopened_at, f.reports, f.first_seen, f.last_seen,
  (select count(distinct r.user_id) from error_reports r where r.fault_id = f.id) as people`;

const orders: Record<string, Order> = {
  last_seen: byInstant(sql`f.last_seen`),
  first_seen: byInstant(sql`f.first_seen`),
  reports: byCount(sql`f.reports`),
  severity: byCount(sql`f.severity`),
};

export interface FaultFilter {
  search?: string | undefined;
  state?: string | undefined;
}

function matching({ search, state }: FaultFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (search) conditions.push(contains(sql`f.message || ' ' || coalesce(f.place, '')`, search));
  if (state) conditions.push(sql`f.state = ${state}`);
  return conditions;
}

/** A page of faults, and how many there are in all, up to one more than is counted. */
export async function findFaults(db: Db, filter: FaultFilter, page: Page) {
  const order = orders[page.by]!;
  const list = { from: sql`faults f`, id: sql`f.id`, matching: matching(filter), order, columns };
  return await findPage<FaultRecord>(db, list, page);
}

/** How many faults are open, up to one more than is counted. */
export async function countOpenFaults(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select count(*) as open from (select from faults where state = 'open' limit ${countLimit}) found`.execute(db);
  return rows[0]!.open;
}

/** One fault with what was done to it, or nothing. */
export async function findFault(db: Db, id: string): Promise<(FaultRecord & { history: HistoryRow[] }) | undefined> {
  const { rows } = await sql<FaultRecord & { history: HistoryRow[] }>`
    select ${columns}, ${historyOf('fault', sql`f.id`)} as history from faults f where f.id = ${id}::uuid`.execute(db);
  return rows[0];
}

/** The newest reports of a fault, with what people say of them, also where they said it before the page's report came. */
export async function findReportsOf(db: Db, faultId: string, limit: number) {
  return await db
    .selectFrom('error_reports as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.kind', 'r.received_at', 'r.message', 'r.stack', 'r.url', 'r.user_agent', 'u.email'])
    .where((one) =>
      one.or([
        one('r.fault_id', '=', faultId),
        one.and([
          one('r.kind', '=', sql.lit('person')),
          one(
            'r.error_id',
            'in',
            one
              .selectFrom('error_reports as page')
              .select('page.error_id')
              .where('page.fault_id', '=', faultId)
              .where('page.kind', '=', sql.lit('page')),
          ),
        ]),
      ]),
    )
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
