import type { Tx } from '../../platform/database/database.ts';
import { insertCampaignEntries, insertInvoicePaid } from './advertising.store.ts';
import { type AccountKey, findAccounts } from './ledger.store.ts';
import type { Cause } from './ledger.ts';

/** What a campaign of an organisation is charged, or credited. The caller holds the campaign. */
export interface CampaignCents {
  campaign_id: string;
  organisation_id: string;
  cents: number;
}

const earned: AccountKey = { kind: 'house', state: 'advertising' };
const owedBy = ({ organisation_id }: CampaignCents): AccountKey => ({
  kind: 'advertiser',
  organisation_id,
  state: 'owed',
});

/** Charges campaigns: what an advertiser owes is what stands on its account below zero. */
export async function postCharges(tx: Tx, now: Date, by: Cause, charges: readonly CampaignCents[]): Promise<void> {
  const accounts = await findAccounts(tx, [earned, ...charges.map(owedBy)]);
  const entries = charges.map((one) => ({
    ...{ campaign_id: one.campaign_id, kind: 'charge' as const, cents: one.cents },
    ...{ from_account: accounts(owedBy(one)), to_account: accounts(earned) },
  }));
  await insertCampaignEntries(tx, { posted_at: now, actor_id: by.actorId, cause: by.cause }, entries);
}

/** Takes back some of what a campaign was charged. */
export async function postCredit(tx: Tx, now: Date, by: Cause, credit: CampaignCents): Promise<void> {
  const accounts = await findAccounts(tx, [earned, owedBy(credit)]);
  const { campaign_id, cents } = credit;
  await insertCampaignEntries(tx, { posted_at: now, actor_id: by.actorId, cause: by.cause }, [
    { campaign_id, kind: 'credit', from_account: accounts(earned), to_account: accounts(owedBy(credit)), cents },
  ]);
}

/** The money of an invoice has come: its advertiser owes it no more. @returns whether nobody has said so before */
export async function postInvoicePaid(
  tx: Tx,
  now: Date,
  by: Cause,
  { invoice_id, organisation_id, cents }: { invoice_id: string; organisation_id: string; cents: number },
): Promise<boolean> {
  const [paid, owed] = (['paid', 'owed'] as const).map(
    (state): AccountKey => ({ kind: 'advertiser', organisation_id, state }),
  ) as [AccountKey, AccountKey];
  const accounts = await findAccounts(tx, [paid, owed]);
  const entry = { from_account: accounts(paid), to_account: accounts(owed), cents };
  return await insertInvoicePaid(tx, { ...entry, invoice_id, posted_at: now, actor_id: by.actorId, cause: by.cause });
}
