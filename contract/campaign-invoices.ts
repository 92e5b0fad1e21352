import { z } from 'zod';
import { month } from './commission.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { dollars, reason, uuid } from './values.ts';

const listed = z.object({
  id: uuid,
  /** What it is called to the advertiser. */
  number: z.int(),
  /** As it was then. */
  advertiser: z.string(),
  organisation_id: uuid,
  /** Of Hawaiʻi; what was not on an invoice before it is on it as well. */
  month,
  total: dollars,
  made_at: z.string(),
  /** When the money had come; null of one that is open. */
  paid_at: z.string().nullable(),
});
export type ListedInvoice = z.output<typeof listed>;

const invoice = z.object({
  ...listed.shape,
  lines: z.array(
    z.object({
      campaign_id: uuid,
      campaign: z.string(),
      listing: z.string(),
      impressions: z.int(),
      clicks: z.int(),
      charged: dollars,
      credited: dollars,
      /** charged - credited */
      amount: dollars,
    }),
  ),
  /** How it is paid: in the operator's words, or else whom to write to; null of one that is paid. */
  payment: z.union([z.object({ words: z.string() }), z.object({ write_to: z.string() })]).nullable(),
  /** Who said that it is paid, and how that is known: for administrators alone. */
  paid_by: z.string().nullable(),
  paid_reason: z.string().nullable(),
});
export type Invoice = z.output<typeof invoice>;

/** An advertiser's own, for those of its people who may read money; all for administrators. */
const ofInvoices = { access: ['advertiser', 'admin'], permission: 'revenue_analytics' } as const;
const params = z.object({ id: uuid });

export const listInvoices = endpoint({
  method: 'GET',
  path: '/api/campaign-invoices',
  ...ofInvoices,
  summary:
    "Invoices of campaigns, an advertiser's own or all for administrators, by number; found by a part of the advertiser's name",
  query: listQuery(['-number', 'number'], {
    organisation: uuid.optional(),
    state: z.enum(['open', 'paid']).optional(),
  }),
  reply: listAnswer(listed).extend({
    /** Of all that are open, and of all that are not. */
    open: z.object({ count: z.int(), amount: dollars }),
    paid: z.object({ count: z.int(), amount: dollars }),
    /** For administrators: those that have invoices, by name; the first 200. */
    advertisers: z.array(z.object({ id: uuid, name: z.string() })),
  }),
});

export const getInvoice = endpoint({
  method: 'GET',
  path: '/api/campaign-invoices/{id}',
  ...ofInvoices,
  summary: 'One invoice, campaign by campaign: charges less credits',
  params,
  reply: invoice,
});

export const getInvoiceFile = endpoint({
  method: 'GET',
  path: '/api/campaign-invoices/{id}/file',
  ...ofInvoices,
  summary: 'The same as CSV or PDF',
  params,
  query: z.object({ format: z.enum(['csv', 'pdf']).default('csv') }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
});

export const payInvoice = endpoint({
  method: 'POST',
  path: '/api/campaign-invoices/{id}/paid',
  access: ['admin'],
  summary: 'Says that the money of an invoice has come, once, and how that is known: its advertiser owes it no more',
  params,
  body: z.strictObject({ reason }),
  status: 201,
  /** Who said so the invoice tells, once that is in the audit log. */
  reply: listed,
  errors: ['invoice_paid', 'step_up_required'],
  idempotent: true,
});
