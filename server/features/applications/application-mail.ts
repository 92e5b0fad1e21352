import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Settings } from '../../platform/settings.ts';

/**
 * Tells an address that somebody applied in its name, or that it came to nothing. It holds nothing that the form was filled in with:
 * nobody has us write their words to somebody else.
 */
export function applicationMail(
  { productName }: Pick<Settings, 'productName'>,
  { application: words }: MailWords,
  became: 'received' | 'declined',
  reason: string | null,
) {
  return {
    subject: words.subject(became, productName),
    text: words.text(productName, became, reason && oneLine(reason)),
  };
}
