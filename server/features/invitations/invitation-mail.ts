import type { MailWords } from '../../../contract/mails.ts';
import { oneLine } from '../../../contract/one-line.ts';
import type { Permission } from '../../../contract/permissions.ts';
import type { Settings } from '../../platform/settings.ts';
import type { InvitationRow } from './invitations.store.ts';

/** The mail that carries an invitation's link. */
export function invitationMail(
  { productName, publicUrl }: Settings,
  { invitation: words }: MailWords,
  invitation: Pick<
    InvitationRow,
    'stakeholder_type' | 'organization_name' | 'organisation_id' | 'permissions' | 'standing'
  >,
  token: string,
) {
  const invited = invitation.stakeholder_type === 'partner' ? 'partner' : 'advertiser';
  const link = `${publicUrl}/invite/${token}`;
  const organization = oneLine(invitation.organization_name);
  const text = invitation.organisation_id
    ? words.staffText(
        productName,
        link,
        organization,
        invitation.permissions as Permission[],
        invitation.standing === 'owner' ? 'owner' : 'staff',
      )
    : words.text(productName, link, organization, invited);
  return { subject: words.subject(productName), text };
}
