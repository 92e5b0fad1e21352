import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { ApprovedField } from '../../../contract/own-listing-form.ts';
import type { Settings } from '../../platform/settings.ts';

/** Tells an advertiser what became of what it submitted for a listing. */
export function listingDecisionMail(
  { productName, publicUrl }: Pick<Settings, 'productName' | 'publicUrl'>,
  { listingProposal: words }: MailWords,
  listing: { id: number; name: string; is_new: boolean; fields: readonly ApprovedField[] },
  became: 'approved' | 'declined',
  reason: string | null,
) {
  const screen = `/dashboard/listing?listing=${listing.id}`;
  const link = `${publicUrl}/auth?redirect=${encodeURIComponent(screen)}`;
  const about = { name: oneLine(listing.name), isNew: listing.is_new, fields: listing.fields };
  return {
    subject: words.subject(became, about),
    text: words.text(productName, link, became, about, reason && oneLine(reason)),
  };
}
