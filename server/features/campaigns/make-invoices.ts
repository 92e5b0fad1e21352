import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import { recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import type { Mail } from '../../platform/jobs/jobs.ts';
import { knownPermissions, type Membership } from '../../platform/organisations/memberships.ts';
import type { Settings } from '../../platform/settings.ts';
import { findReaders, forEachOf } from '../commission/commission.ts';
import {
  findAdvertiserName,
  findUninvoiced,
  findUninvoicedMonths,
  insertInvoice,
  sumCampaigns,
} from './invoices.store.ts';

type Maker = Pick<Services, 'db' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

/**
 * Makes the invoices of all months that are closed and mails those who may read them: once for each advertiser and month, however often
 * and late this is begun. A month whose credits are no less than its charges has none; what is left of them is on the next one.
 * @throws the first error, once all others are made
 */
export async function makeInvoices(maker: Maker, now: Date, signal?: AbortSignal): Promise<void> {
  const { db } = maker;
  await forEachOf(
    db,
    (after, limit) => findUninvoiced(db, after, limit),
    async (tx, organisation) => {
      for (const month of await findUninvoicedMonths(tx, organisation))
        await makeInvoice(tx, maker, now, organisation, month);
    },
    signal,
  );
}

async function makeInvoice(tx: Tx, maker: Maker, now: Date, organisation_id: string, month: string): Promise<void> {
  const lines = await sumCampaigns(tx, organisation_id, month);
  const cents = lines.reduce((sum, line) => sum + line.charged_cents - line.credited_cents, 0);
  if (cents <= 0) return;
  const name = await findAdvertiserName(tx, organisation_id);
  const made = await insertInvoice(tx, { organisation_id, month, name, cents, lines, made_at: now });
  if (!made) return;
  await recordAudit(tx, now, {
    ...{ action: 'campaign_invoice_made', actorId: null, subject: { kind: 'campaign_invoice', id: made.id } },
    after: { number: made.number, month, cents },
  });
  const { jobs, settings, languages, mailsIn } = maker;
  for (const reader of await findReaders(tx, organisation_id)) {
    const own = knownPermissions('advertiser', reader.permissions, reader.standing as Membership['standing']);
    if (!own.includes('revenue_analytics') || !reader.granted.includes('revenue_analytics')) continue;
    const language = languages.find((one) => one === reader.language) ?? defaultLanguage;
    const words = await mailsIn(language);
    await jobs.send(tx, 'mail', invoiceMail(settings, words, language, reader.email, { ...made, month, name, cents }));
  }
}

function invoiceMail(
  { productName, publicUrl }: Settings,
  words: MailWords,
  language: string,
  to: string,
  invoice: { id: string; number: number; month: string; name: string; cents: number },
): Mail {
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const currency = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD' });
  const month = named.format(new Date(`${invoice.month}T00:00:00Z`));
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(`/campaigns/invoices?open=${invoice.id}`)}`;
  const { subject, text } = words.campaignInvoice;
  const total = currency.format(invoice.cents / 100);
  return {
    to,
    subject: subject(String(invoice.number), month),
    text: text(productName, link, { number: String(invoice.number), month, advertiser: oneLine(invoice.name), total }),
  };
}
