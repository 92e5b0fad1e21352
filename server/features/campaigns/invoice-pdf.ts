import type { Invoice } from '../../../contract/campaign-invoices.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { invoiceWords as words } from '../../../contract/invoice-words.ts';
import { type Column, Paper } from '../../platform/pdf/paper.ts';

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const dollars = (amount: number) => currency.format(amount).replace('-', '−');
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const count = (value: number | null) => (value === null ? '' : value.toLocaleString('en-US'));

type Line = Pick<Invoice['lines'][number], 'campaign' | 'listing' | 'amount'> & {
  impressions: number | null;
  clicks: number | null;
  charged: number;
  credited: number;
};

const columns: Column<Line>[] = [
  { head: words.columns.campaign, width: 120, text: (line) => line.campaign },
  { head: words.columns.listing, width: 110, text: (line) => line.listing },
  { head: words.columns.impressions, width: 60, isFigure: true, text: (line) => count(line.impressions) },
  { head: words.columns.clicks, width: 40, isFigure: true, text: (line) => count(line.clicks) },
  { head: words.columns.charged, width: 58, isFigure: true, text: (line) => dollars(line.charged) },
  { head: words.columns.credited, width: 58, isFigure: true, text: (line) => dollars(0 - line.credited) },
  { head: words.columns.amount, width: 58, isFigure: true, text: (line) => dollars(line.amount) },
];

/** Draws an invoice on paper: a line for each campaign, then the total. */
export async function drawInvoice(invoice: Invoice, product: string): Promise<Uint8Array> {
  const { number, advertiser, month, made_at, paid_at, payment, lines, total } = invoice;
  const title = words.title(number);
  const made = new Date(made_at);
  const paper = new Paper({ title: `${title}: ${advertiser}`, author: product, made });
  paper.heading(title);
  paper.line(words.of(advertiser, longMonth.format(new Date(`${month}-01T00:00:00Z`))));
  paper.line(words.made(product, hawaiiDay(made)));
  paper.line(paid_at === null ? words.open : words.paid(hawaiiDay(new Date(paid_at))));
  if (payment) paper.line(words.payment(payment));
  paper.gap();
  const sum = (figure: 'charged' | 'credited') =>
    lines.reduce((so, line) => so + Math.round(line[figure] * 100), 0) / 100;
  const last: Line = {
    ...{ campaign: words.total, listing: '', impressions: null, clicks: null },
    ...{ charged: sum('charged'), credited: sum('credited'), amount: total },
  };
  await paper.table<Line>(columns, [...lines, last], (line) => line === last);
  paper.gap();
  paper.line(words.late);
  return await paper.end((page, of) => words.foot(title, page, of));
}
