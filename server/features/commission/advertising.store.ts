import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface CampaignEntry {
  campaign_id: string;
  kind: 'charge' | 'credit';
  from_account: number;
  to_account: number;
  cents: number;
}

/** Writes entries of campaigns, in one statement: their accounts are then taken in one order, and nobody waits in a circle. */
export async function insertCampaignEntries(
  tx: Tx,
  shared: { posted_at: Date; actor_id: string | null; cause: string },
  entries: readonly CampaignEntry[],
): Promise<void> {
  const column = <Key extends keyof CampaignEntry>(key: Key) => entries.map((entry) => entry[key]);
  await sql`
    insert into ledger_entries (posted_at, actor_id, cause, campaign_id, kind, from_account, to_account, cents)
    select ${shared.posted_at}::timestamptz, ${shared.actor_id}::uuid, ${shared.cause}::text, campaign_id, kind, from_account, to_account, cents
    from unnest(${column('campaign_id')}::uuid[], ${column('kind')}::text[], ${column('from_account')}::integer[],
      ${column('to_account')}::integer[], ${column('cents')}::bigint[])
      as entry (campaign_id, kind, from_account, to_account, cents)`.execute(tx);
}

/** Writes that an invoice is paid. @returns whether nobody has said so before */
export async function insertInvoicePaid(
  tx: Tx,
  entry: Pick<CampaignEntry, 'from_account' | 'to_account' | 'cents'> & {
    invoice_id: string;
    posted_at: Date;
    actor_id: string | null;
    cause: string;
  },
): Promise<boolean> {
  const made = await tx
    .insertInto('ledger_entries')
    .values({ ...entry, kind: 'invoice_paid' })
    .onConflict((conflict) => conflict.column('invoice_id').where('invoice_id', 'is not', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  return made !== undefined;
}
