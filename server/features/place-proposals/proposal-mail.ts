import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Settings } from '../../platform/settings.ts';

/** Tells a partner what became of what it proposed for a place. @param place what it is called by now */
export function proposalMail(
  { productName, publicUrl }: Pick<Settings, 'productName' | 'publicUrl'>,
  { placeProposal: words }: MailWords,
  place: { id: number; name: string },
  became: 'approved' | 'declined',
  reason: string | null,
) {
  const screen = `/partner-portal/places?open=${place.id}`;
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(screen)}`;
  const name = oneLine(place.name);
  return {
    subject: words.subject(became, name),
    text: words.text(productName, link, became, name, reason && oneLine(reason)),
  };
}
