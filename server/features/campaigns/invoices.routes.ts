import * as endpoints from '../../../contract/campaign-invoices.ts';
import { answer } from '../../platform/http/http.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { drawInvoice } from './invoice-pdf.ts';
import { getInvoice, getListedInvoice, listInvoices, payInvoice, writeInvoice } from './invoices.ts';

const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' };

/** What campaigns have cost, month by month. */
export const invoicesRoutes = [
  answer(endpoints.listInvoices, ({ query }, ctx) => listInvoices(ctx, query)),

  answer(endpoints.getInvoice, ({ params }, ctx) => getInvoice(ctx, params.id)),

  answer(endpoints.getInvoiceFile, async ({ params, query: { format } }, ctx) => {
    const invoice = await getInvoice(ctx, params.id);
    ctx.recordEvent({ type: 'export', severity: 'info', description: `Exported the invoice ${invoice.number}.` });
    ctx.setHeader('content-type', types[format]);
    ctx.setHeader('content-disposition', `attachment; filename="invoice-${invoice.number}.${format}"`);
    ctx.setHeader('cache-control', 'private, no-store');
    if (format === 'pdf') return () => drawInvoice(invoice, ctx.settings.productName);
    return new TextEncoder().encode(writeInvoice(invoice));
  }),

  answer(
    endpoints.payInvoice,
    async ({ params, body }, ctx) => {
      await requireStepUp(ctx);
      await payInvoice(ctx, params.id, body);
      return await getListedInvoice(ctx, params.id);
    },
    ({ params }, ctx) => getListedInvoice(ctx, params.id),
  ),
];
