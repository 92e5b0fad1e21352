import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** What names an account. */
export type AccountKey =
  | { kind: 'partner'; organisation_id: string | null; state: string }
  | { kind: 'platform'; platform: string; state: string }
  | { kind: 'advertiser'; organisation_id: string; state: 'owed' | 'paid' }
  | { kind: 'house'; state: string };

const columnsOf = (key: AccountKey) => ({
  kind: key.kind,
  organisation_id: key.kind === 'partner' || key.kind === 'advertiser' ? key.organisation_id : null,
  platform: key.kind === 'platform' ? key.platform : null,
  state: key.state,
});
const nameOf = (key: AccountKey) => Object.values(columnsOf(key)).join(' ');

/** The accounts of these keys, made where there are none. @returns the id of each */
export async function findAccounts(tx: Tx, keys: readonly AccountKey[]): Promise<(key: AccountKey) => number> {
  const wanted = [...new Map(keys.map((key) => [nameOf(key), columnsOf(key)])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, columns]) => columns);
  const ids = await selectAccounts(tx, wanted);
  if (ids.size < wanted.length) {
    await sql`insert into ledger_accounts (kind, organisation_id, platform, state)
      select kind, organisation_id, platform, state from ${given(wanted)} on conflict do nothing`.execute(tx);
    for (const [name, id] of await selectAccounts(tx, wanted)) ids.set(name, id);
  }
  return (key) => {
    const id = ids.get(nameOf(key));
    if (id === undefined) throw new Error(`there is no account ${nameOf(key)}`);
    return id;
  };
}

type Columns = ReturnType<typeof columnsOf>;

/** Keys as rows, however many in the same statement. */
const given = (keys: readonly Columns[]) => sql`
  unnest(${keys.map((key) => key.kind)}::text[], ${keys.map((key) => key.organisation_id)}::uuid[],
    ${keys.map((key) => key.platform)}::text[], ${keys.map((key) => key.state)}::text[])
    as wanted (kind, organisation_id, platform, state)`;

async function selectAccounts(db: Db, keys: readonly Columns[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<Columns & { id: number }>`
    select a.kind, a.organisation_id, a.platform, a.state, a.id from ledger_accounts a
    join ${given(keys)} on a.kind = wanted.kind and a.state = wanted.state and a.organisation_id is not distinct from wanted.organisation_id
      and a.platform is not distinct from wanted.platform`.execute(db);
  return new Map(rows.map((row) => [nameOf(row as AccountKey), row.id]));
}

/** An entry that nothing has reversed. */
export interface OpenEntry {
  id: number;
  from_account: number;
  to_account: number;
  cents: number;
  /** Whether it made something payable. */
  is_payable: boolean;
}

/** What stands of a booking's position, payouts left out, and whether nothing was ever posted for it. */
export async function findOpenEntries(db: Db, bookingId: string): Promise<{ open: OpenEntry[]; isFirst: boolean }> {
  const { rows } = await sql<OpenEntry & { is_open: boolean }>`
    select e.id, e.from_account, e.to_account, e.cents, a.kind = 'partner' and a.state = 'payable' as is_payable,
      e.reverses is null and e.payout_id is null and not exists (select from ledger_entries r where r.reverses = e.id) as is_open
    from ledger_entries e join ledger_accounts a on a.id = e.to_account where e.booking_id = ${bookingId} order by e.id`.execute(
    db,
  );
  return { open: rows.filter((row) => row.is_open), isFirst: rows.length === 0 };
}

/** What an entry says beside what all of its statement share. */
export interface NewEntry {
  kind:
    | 'estimate'
    | 'true_up'
    | 'confirm'
    | 'earn'
    | 'hold'
    | 'release'
    | 'void'
    | 'correction'
    | 'reversal'
    | 'clawback';
  from_account: number;
  to_account: number;
  cents: number;
  reverses: number | null;
  reason: string | null;
}

export interface Shared {
  posted_at: Date;
  booking_id: string;
  payout_id: string | null;
  rate_card_id: number | null;
  actor_id: string | null;
  cause: string;
}

/** Writes entries of one booking, in one statement: their accounts are then taken in one order, and nobody waits in a circle. */
export async function insertEntries(tx: Tx, shared: Shared, entries: readonly NewEntry[]): Promise<void> {
  const column = <Key extends keyof NewEntry>(key: Key) => entries.map((entry) => entry[key]);
  await sql`
    insert into ledger_entries (posted_at, booking_id, payout_id, rate_card_id, actor_id, cause, kind, from_account, to_account, cents,
      reverses, reason)
    select ${shared.posted_at}::timestamptz, ${shared.booking_id}::uuid, ${shared.payout_id}::uuid, ${shared.rate_card_id}::integer,
      ${shared.actor_id}::uuid, ${shared.cause}::text, kind, from_account, to_account, cents, reverses, reason
    from unnest(${column('kind')}::text[], ${column('from_account')}::integer[], ${column('to_account')}::integer[],
      ${column('cents')}::bigint[], ${column('reverses')}::bigint[], ${column('reason')}::text[])
      as entry (kind, from_account, to_account, cents, reverses, reason)`.execute(tx);
}

/** What stands on an account, in cents: a sum of 16 rows at most. */
export async function findBalance(db: Db, accountId: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from ledger_balances where account_id = ${accountId}`.execute(db);
  return rows[0]!.cents;
}
