import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Settings } from '../../platform/settings.ts';

/** The mail that carries an invitation's link. */
export function invitationMail(
  { productName, publicUrl }: Settings,
  { invitation: words }: MailWords,
  invitation: { stakeholder_type: string; organization_name: string },
  token: string,
) {
  const invited = invitation.stakeholder_type === 'partner' ? 'partner' : 'advertiser';
  const link = `${publicUrl}/invite/${token}`;
  return {
    subject: words.subject(productName),
    text: words.text(productName, link, oneLine(invitation.organization_name), invited),
  };
}
