import type { Invoice } from '../../../../contract/campaign-invoices.ts';
import { dollars, month, number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const money = (amount: number) => dollars(amount).replace('-', '−');
const invoices = (count: number) => counted(count, 'invoice', 'invoices');

/** Words of the screen of what campaigns have cost. */
export const campaignInvoicesDesk = {
  money,
  moment,
  month: (of: string) => month(`${of}-01`),
  sentence: (open: { count: number; amount: number }, paid: { count: number; amount: number }) =>
    `${money(open.amount)} to be paid, ${invoices(open.count)}; ${money(paid.amount)} paid, ${invoices(paid.count)}.`,
  caption: 'Invoices of campaigns',
  search: 'Search by advertiser',
  advertiser: 'Advertiser',
  state: 'State',
  states: { open: 'To be paid', paid: 'Paid' },
  name: (count: number) => `Invoice ${number(count)}`,
  columns: {
    number: 'Invoice',
    month: 'Month',
    advertiser: 'Advertiser',
    total: 'Total',
    state: 'State',
    made: 'Made',
    paid: 'Paid on',
  },
  detail: 'About this invoice',
  howToPay: 'How to pay',
  /** In the operator's words, or whom to ask. */
  payment: (payment: NonNullable<Invoice['payment']>) =>
    'words' in payment ? payment.words : `To pay it, please write to ${payment.write_to}.`,
  paidBy: 'Marked by',
  reason: 'How that is known',
  lines: 'Campaign by campaign',
  line: ({ campaign, amount }: Invoice['lines'][number]) => `${campaign}: ${money(amount)}`,
  lineOf: ({ listing, impressions, clicks, charged, credited }: Invoice['lines'][number]) =>
    [
      listing,
      `${counted(impressions, 'impression', 'impressions')}, ${counted(clicks, 'click', 'clicks')}`,
      credited > 0 ? `charges ${money(charged)}, credits ${money(0 - credited)}` : `charges ${money(charged)}`,
    ].join('; '),
  meaning:
    'An invoice has the charges of a month of Hawaiʻi, less its credits. What is charged or credited after the month was closed stands on a later one.',
  files: { csv: 'Download as CSV', pdf: 'Download as PDF' },
  pay: 'Mark as paid',
  payText: (advertiser: string, total: number) =>
    `${money(total)} of ${advertiser} has come: it is owed no more. This cannot be taken back.`,
  payHint: 'How you know, as “Wire of December 5”. It stands in the audit log.',
  unpaid: 'Not yet',
  said: (name: number) => `Invoice ${number(name)} is marked as paid.`,
  none: 'No invoice found',
  noneText: 'Try another search or filter.',
  nothing: 'No invoices yet',
  nothingText: 'A month that has cost something has its invoice on the first of the next.',
};
