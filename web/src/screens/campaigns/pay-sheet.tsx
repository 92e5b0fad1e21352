import type { Invoice } from '../../../../contract/campaign-invoices.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { campaignInvoicesDesk as words } from '../../messages/en/campaign-invoices-desk.ts';

/** The name of its form: the same invoice is the same request when it is opened again. */
export const payDraft = ({ id }: Pick<Invoice, 'id'>) => `pay invoice ${id}`;

interface PaySheetProps {
  invoice: Invoice;
  onClose: () => void;
  onDone: (said: Said) => void;
}

/** Asks how it is known that an invoice is paid, and says so. */
export function PaySheet({ invoice, ...asked }: PaySheetProps) {
  const { id, number, advertiser, total } = invoice;
  return (
    <ReasonSheet
      {...asked}
      draft={payDraft(invoice)}
      title={words.pay}
      text={words.payText(advertiser, total)}
      reasonHint={words.payHint}
      send={async (text, api): Promise<Said> => {
        const body = { reason: text('reason') };
        await confirmed(() => api('POST /api/campaign-invoices/{id}/paid', { params: { id }, body }));
        return words.said(number);
      }}
    />
  );
}
