import type { ListedInvoice } from '../../../../contract/campaign-invoices.ts';
import { campaignInvoicesDesk as words } from '../../messages/en/campaign-invoices-desk.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';

/** Whether the money of an invoice has come. */
export function PaidBadge({ paid_at }: Pick<ListedInvoice, 'paid_at'>) {
  return paid_at === null ? (
    <StatusBadge look="waits">{words.states.open}</StatusBadge>
  ) : (
    <StatusBadge look="done">{words.states.paid}</StatusBadge>
  );
}
