import { sql } from 'kysely';
import type { AccountState, PayoutState } from '../../../contract/commission-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { byCount, byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

export interface AccountRow {
  id: number;
  kind: 'partner' | 'platform' | 'house' | 'advertiser';
  state: AccountState | 'earned' | 'owed' | 'advertising';
  organisation_id: string | null;
  organisation: string | null;
  platform: string | null;
  cents: number;
}

/** A page of the ledger's accounts with what stands on each. */
export async function findAccountPage(db: Db, search: string | undefined, page: Page) {
  return await findPage<AccountRow>(
    db,
    {
      from: sql`ledger_accounts a left join organisations o on o.id = a.organisation_id`,
      id: sql`a.id`,
      idType: 'bigint',
      matching: search ? [contains(sql`o.name`, search)] : [],
      order: byCount(sql`a.id`),
      columns: sql`a.id, a.kind, a.state, a.organisation_id, o.name as organisation, a.platform,
        coalesce((select sum(b.cents) from ledger_balances b where b.account_id = a.id), 0)::bigint as cents`,
    },
    page,
  );
}

/** What all accounts come to together: 0. */
export async function sumOfAll(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from ledger_balances`.execute(db);
  return rows[0]!.cents;
}

export interface PayoutRow {
  id: string;
  organisation_id: string;
  organisation: string;
  cents: number;
  state: PayoutState;
  bookings: number;
  prepared_at: Date;
  settled_at: Date | null;
}

export interface AdminPayoutRow extends PayoutRow {
  run_id: string;
  prepared_by: string;
  settled_by: string | null;
  tier: string;
  minimum_payout_cents: number;
}

const columns = sql`p.id, p.organisation_id, o.name as organisation, p.cents, p.state, p.prepared_at, p.settled_at,
  (select count(*)::integer from ledger_entries e where e.payout_id = p.id and e.kind = 'payout') as bookings`;

/** Which payouts are asked for: in a state, one, or some by their ids. */
export interface PayoutFilter {
  state?: PayoutState | undefined;
  id?: string | undefined;
  ids?: readonly string[] | undefined;
}

/** A page of payouts. */
export async function findPayoutPage(
  db: Db,
  { search, state, id, ids }: { search?: string | undefined } & PayoutFilter,
  page: Page,
) {
  const matching = [];
  if (search) matching.push(contains(sql`o.name`, search));
  if (state) matching.push(sql`p.state = ${state}`);
  if (id) matching.push(sql`p.id = ${id}`);
  if (ids) matching.push(sql`p.id = any(${[...ids]}::uuid[])`);
  return await findPage<AdminPayoutRow>(
    db,
    {
      from: sql`payouts p join organisations o on o.id = p.organisation_id join users w on w.id = p.prepared_by
        left join users s on s.id = p.settled_by`,
      id: sql`p.id`,
      matching,
      order: byInstant(sql`p.prepared_at`),
      columns: sql`${columns}, p.run_id, w.email as prepared_by, s.email as settled_by, o.tier, o.minimum_payout_cents`,
    },
    page,
  );
}

/** Which of these payouts are released: of whom, when and by whom. */
export async function findReleasedAmong(db: Db, ids: readonly string[]) {
  return await db
    .selectFrom('payouts as p')
    .innerJoin('organisations as o', 'o.id', 'p.organisation_id')
    .innerJoin('users as s', 's.id', 'p.settled_by')
    .select(['p.id', 'o.name as partner', 'p.cents', 'p.settled_at', 's.email as by'])
    .where('p.id', 'in', [...ids])
    .where('p.state', '=', 'released')
    .orderBy('o.name')
    .orderBy('p.id')
    .execute();
}

/** What waits to be released: of how many partners, and how many cents. */
export async function countWaiting(db: Db): Promise<{ partners: number; cents: number }> {
  const { rows } = await sql<{ partners: number; cents: number }>`
    select count(distinct organisation_id)::integer as partners, coalesce(sum(cents), 0)::bigint as cents
    from payouts where state = 'prepared'`.execute(db);
  return rows[0]!;
}

const mostOwn = 200;

/** An organisation's payouts, newest first. */
export async function findPayoutsOf(db: Db, organisationId: string): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select ${columns} from payouts p join organisations o on o.id = p.organisation_id where p.organisation_id = ${organisationId}
    order by p.prepared_at desc, p.id limit ${mostOwn}`.execute(db);
  return rows;
}

/** Who a partner is, and what its terms are. */
export async function findTerms(db: Db, organisationId: string) {
  return await db
    .selectFrom('organisations')
    .select(['id', 'name', 'tier', 'minimum_payout_cents'])
    .where('id', '=', organisationId)
    .where('kind', '=', 'partner')
    .executeTakeFirst();
}
