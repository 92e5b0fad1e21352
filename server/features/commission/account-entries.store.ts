import { sql } from 'kysely';
import type { AdvertisingKind, EntryKind } from '../../../contract/commission-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { byInstant, type Placed } from '../../platform/lists.store.ts';
import { countLimit, type Page } from '../../platform/lists.ts';
import type { AccountRow } from './ledger-lists.store.ts';

export interface AccountEntryRow {
  id: number;
  posted_at: Date;
  kind: EntryKind | AdvertisingKind;
  cents: number;
  cause: string;
  /** What it is about is one of the three. */
  booking: { id: string; transaction_id: string; experience: string } | null;
  campaign: { id: string; name: string; experience: string } | null;
  invoice: { id: string; number: number } | null;
  other: Omit<AccountRow, 'cents'>;
}

const order = byInstant(sql`e.posted_at`);

/**
 * A page of what moved on an account, and how many entries there are, up to one more than is counted. Either side is read by an index of
 * its own, and no further than a page, so that it costs as much however many there are.
 */
export async function findAccountEntries(db: Db, accountId: number, { isDescending, after, limit }: Page) {
  const direction = isDescending ? sql`desc` : sql`asc`;
  const further = isDescending ? sql`<` : sql`>`;
  const beyond = after
    ? sql`and (e.posted_at, e.id) ${further} (${order.read(after.value)}, ${after.id}::bigint)`
    : sql``;
  const side = (own: 'from_account' | 'to_account', other: 'from_account' | 'to_account') => sql`(
    select e.id, e.posted_at, e.kind, ${own === 'to_account' ? sql`e.cents` : sql`-e.cents`} as cents, e.cause, e.booking_id,
      e.campaign_id, e.invoice_id, e.${sql.ref(other)} as other
    from ledger_entries e where e.${sql.ref(own)} = ${accountId} ${beyond}
    order by e.posted_at ${direction}, e.id ${direction} limit ${limit})`;
  const { rows } = await sql<(Placed<AccountEntryRow> & { total: number }) | { id: null; total: number }>`
    with page as materialized (
      select e.id, e.posted_at, e.kind, e.cents, e.cause, e.booking_id, e.campaign_id, e.invoice_id, e.other
      from (${side('from_account', 'to_account')} union all ${side('to_account', 'from_account')}) e
      order by e.posted_at ${direction}, e.id ${direction} limit ${limit}
    ), counted as (
      select count(*) as total from (select from ledger_entries where from_account = ${accountId}
        union all select from ledger_entries where to_account = ${accountId} limit ${countLimit}) found
    )
    select counted.total, shown.* from counted left join (
      select e.id, e.posted_at, e.kind, e.cents, e.cause, ${order.value} as order_value,
        case when b.id is not null then
          jsonb_build_object('id', b.id, 'transaction_id', b.transaction_id, 'experience', l.name) end as booking,
        case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'experience', l.name) end as campaign,
        case when i.id is not null then jsonb_build_object('id', i.id, 'number', i.number) end as invoice,
        jsonb_build_object('id', a.id, 'kind', a.kind, 'state', a.state, 'organisation_id', a.organisation_id,
          'organisation', o.name, 'platform', a.platform) as other
      from page e left join bookings b on b.id = e.booking_id left join campaigns c on c.id = e.campaign_id
        left join campaign_invoices i on i.id = e.invoice_id
        left join listings l on l.id = coalesce(b.listing_id, c.listing_id)
        join ledger_accounts a on a.id = e.other left join organisations o on o.id = a.organisation_id
    ) shown on true order by shown.posted_at ${direction}, shown.id ${direction}`.execute(db);
  return { rows: rows.filter((row) => row.id !== null), total: rows[0]!.total };
}

/** An account with what stands on it; undefined where there is none. */
export async function findAccount(db: Db, id: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    select a.id, a.kind, a.state, a.organisation_id, o.name as organisation, a.platform,
      coalesce((select sum(b.cents) from ledger_balances b where b.account_id = a.id), 0)::bigint as cents
    from ledger_accounts a left join organisations o on o.id = a.organisation_id where a.id = ${id}`.execute(db);
  return rows[0];
}
