import type { Invoice, ListedInvoice } from '../../../contract/campaign-invoices.ts';
import { actorOf, presentHistory, recordAudit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, readPage } from '../../platform/lists.ts';
import { postInvoicePaid } from '../commission/commission.ts';
import { missing } from '../organisations/organisations.ts';
import { ownOf, withinOwn } from './campaigns.ts';
import {
  findInvoice,
  findInvoiced,
  findInvoiceHistory,
  findInvoicePage,
  type InvoiceFilter,
  type InvoiceRow,
  isInvoice,
  sumInvoices,
} from './invoices.store.ts';

type Calling = Pick<Context, 'db' | 'clock' | 'membership'>;

const listed = (row: InvoiceRow): ListedInvoice => ({
  ...{ id: row.id, number: row.number, advertiser: row.name, organisation_id: row.organisation_id, month: row.month },
  ...{ total: row.cents / 100, made_at: row.made_at.toISOString(), paid_at: row.paid_at?.toISOString() ?? null },
});

/** A page of invoices. An advertiser who asks for another's is told its own. @throws Refusal `invalid_request` for a cursor that is none */
export async function listInvoices(
  ctx: Calling,
  { sort, after, limit, organisation, ...filter }: ListQuery & InvoiceFilter & { organisation?: string | undefined },
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const own = ownOf(ctx);
  const whose = own ?? organisation ?? null;
  const { found, sums } = await withinOwn(ctx.db, own, async (within) => ({
    found: await findInvoicePage(within, whose, filter, page),
    sums: await sumInvoices(within, whose),
  }));
  return {
    rows: found.rows.map(listed),
    total: found.total,
    next: nextOf(sort, page, found.rows),
    open: { count: sums.open, amount: sums.open_cents / 100 },
    paid: { count: sums.paid, amount: sums.paid_cents / 100 },
    advertisers: own ? [] : await findInvoiced(ctx.db),
  };
}

/** One invoice. @throws Refusal `not_found` */
export async function getInvoice(ctx: Calling & Pick<Context, 'settings'>, id: string): Promise<Invoice> {
  const own = ownOf(ctx);
  const row = await withinOwn(ctx.db, own, (within) => findInvoice(within, own, id));
  if (!row) throw missing(await isInvoice(ctx.db, id));
  const history = own || !row.paid_at ? [] : presentHistory(await findInvoiceHistory(ctx.db, id));
  const paid = history.find(({ action }) => action === 'campaign_invoice_paid');
  return {
    ...listed(row),
    lines: row.lines.map(({ charged_cents, credited_cents, ...line }) => ({
      ...line,
      ...{ charged: charged_cents / 100, credited: credited_cents / 100 },
      amount: (charged_cents - credited_cents) / 100,
    })),
    payment: row.paid_at ? null : paymentOf(ctx.settings),
    paid_by: paid?.by ?? null,
    paid_reason: paid?.reason ?? null,
  };
}

/**
 * How an open one is paid; where nobody has said it, whom to write to: the address that mail comes from, without its name. Null where nobody
 * reads what is sent there.
 */
function paymentOf({ invoicePayment, mailFrom }: Context['settings']): Invoice['payment'] {
  if (invoicePayment !== undefined) return { words: invoicePayment };
  const address = mailFrom.replace(/^.*<(.*)>$/, '$1');
  return /^(?:no|do-?not)-?reply@/i.test(address) ? null : { write_to: address };
}

/** One invoice as a list tells of it. @throws Refusal `not_found` */
export async function getListedInvoice({ db }: Pick<Context, 'db'>, id: string): Promise<ListedInvoice> {
  const row = await findInvoice(db, null, id);
  if (!row) throw missing(false);
  return listed(row);
}

/** An invoice as CSV, with the total at its end. Money is a number that a spreadsheet adds up. */
export function writeInvoice({ number, month, advertiser, lines, total }: Invoice): string {
  const of = [number, month, advertiser];
  return [
    csvHeader([
      ...['invoice', 'month', 'advertiser', 'campaign', 'listing', 'impressions', 'clicks', 'charged_usd'],
      ...['credited_usd', 'amount_usd'],
    ]),
    ...lines.map((line) =>
      csvLine([
        ...[...of, line.campaign, line.listing, line.impressions, line.clicks, line.charged, line.credited],
        line.amount,
      ]),
    ),
    csvLine([...of, 'total', null, null, null, null, null, total]),
  ].join('');
}

/** The money of an invoice has come. @throws Refusal `not_found`, `invoice_paid` where it was said before */
export async function payInvoice(
  ctx: Calling & Pick<Context, 'caller' | 'requestId'>,
  id: string,
  { reason }: { reason: string },
): Promise<void> {
  const [now, actor] = [ctx.clock.now(), actorOf(ctx)];
  await withTransaction(ctx.db, async (tx) => {
    const row = await findInvoice(tx, null, id);
    if (!row) throw missing(false);
    const by = { actorId: actor.userId, cause: `request ${actor.requestId}` };
    const { organisation_id, cents } = row;
    if (!(await postInvoicePaid(tx, now, by, { invoice_id: id, organisation_id, cents })))
      throw new Refusal('invoice_paid');
    await recordAudit(tx, now, {
      ...{ action: 'campaign_invoice_paid', actorId: actor.userId, subject: { kind: 'campaign_invoice', id } },
      ...{ after: { cents, reason }, requestId: actor.requestId },
    });
  });
}
