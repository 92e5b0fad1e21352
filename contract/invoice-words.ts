import type { Invoice } from './campaign-invoices.ts';

/** What an invoice of campaigns says on paper. */
export const invoiceWords = {
  title: (number: number) => `Invoice ${number}`,
  of: (advertiser: string, month: string) => `For ${advertiser}: campaigns in ${month}`,
  made: (product: string, day: string) =>
    `Made by ${product} on ${day}, by Hawaiʻi’s calendar. All amounts in US dollars.`,
  paid: (day: string) => `Paid on ${day}.`,
  open: 'To be paid.',
  /** How: in the operator's words, or whom to ask. */
  payment: (payment: NonNullable<Invoice['payment']>) =>
    'words' in payment ? payment.words : `To pay it, please write to ${payment.write_to}.`,
  columns: {
    campaign: 'Campaign',
    listing: 'Listing',
    impressions: 'Impressions',
    clicks: 'Clicks',
    charged: 'Charges',
    credited: 'Credits',
    amount: 'Amount',
  },
  total: 'Total',
  late: 'What was charged or credited after a month was closed stands on the invoice of a later one.',
  foot: (title: string, page: number, of: number) => `${title} · page ${page} of ${of}`,
};
