import type { Invoice } from '../../../../contract/campaign-invoices.ts';
import { Detail, DetailLines } from '../../desk/detail.tsx';
import { DownloadLink } from '../../desk/download-link.tsx';
import work from '../../desk/long-work.module.css';
import { campaignInvoicesDesk as words } from '../../messages/en/campaign-invoices-desk.ts';
import { Button } from '../../ui/button.tsx';
import page from '../../ui/page.module.css';
import { PaidBadge } from './paid-badge.tsx';

interface InvoiceDetailProps {
  invoice: Invoice;
  /** Of administrators alone. */
  onPay: ((invoice: Invoice) => void) | undefined;
}

/** One invoice: what it comes to, campaign by campaign, the same as files, and whether it is paid. */
export function InvoiceDetail({ invoice, onPay }: InvoiceDetailProps) {
  const { id, number, lines, payment, paid_at, paid_by, paid_reason } = invoice;
  const { columns } = words;
  const facts = [
    [columns.advertiser, invoice.advertiser],
    [columns.month, words.month(invoice.month)],
    [columns.total, words.money(invoice.total)],
    [columns.state, <PaidBadge key="state" paid_at={paid_at} />],
    [columns.made, words.moment(invoice.made_at)],
    ...(payment ? ([[words.howToPay, words.payment(payment)]] as const) : []),
    ...(paid_at ? ([[columns.paid, words.moment(paid_at)]] as const) : []),
    ...(paid_by ? ([[words.paidBy, paid_by]] as const) : []),
    ...(paid_reason ? ([[words.reason, paid_reason]] as const) : []),
  ] as const;
  const file = (format: 'csv' | 'pdf') => (
    <DownloadLink
      className={work.download}
      href={`/api/campaign-invoices/${id}/file?format=${format}`}
      ready={(api) => api('GET /api/campaign-invoices/{id}', { params: { id } })}
    >
      {words.files[format]}
    </DownloadLink>
  );
  return (
    <Detail label={words.detail} title={words.name(number)} facts={facts}>
      <div className={page.actions}>
        {onPay && paid_at === null && <Button onClick={() => onPay(invoice)}>{words.pay}</Button>}
        {file('pdf')}
        {file('csv')}
      </div>
      <DetailLines
        title={words.lines}
        lines={lines.map((line) => ({ key: line.campaign_id, line: words.line(line), note: words.lineOf(line) }))}
      />
    </Detail>
  );
}
