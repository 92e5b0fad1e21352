import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Settings } from '../../platform/settings.ts';

/** Tells a partner what became of a request for a code. @param code that was made, if any: it is open where the mail leads to */
export function decisionMail(
  { productName, publicUrl }: Pick<Settings, 'productName' | 'publicUrl'>,
  { qrRequest: words }: MailWords,
  place: string,
  became: 'approved' | 'rejected',
  reason: string | null,
  code: string | null,
) {
  const screen = `/partner-portal/qr-codes${code ? `?open=${code}` : ''}`;
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(screen)}`;
  const name = oneLine(place);
  return {
    subject: words.subject(became, name),
    text: words.text(productName, link, became, name, reason && oneLine(reason)),
  };
}
