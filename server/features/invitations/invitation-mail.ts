import type { Settings } from '../../platform/settings.ts';

/** The mail that carries an invitation's link. */
export function invitationMail(
  { productName, publicUrl }: Settings,
  invitation: { stakeholder_type: string; organization_name: string },
  token: string,
) {
  const as = invitation.stakeholder_type === 'partner' ? 'a partner' : 'an advertiser';
  return {
    subject: `Your invitation to ${productName}`,
    text: [
      'Aloha,',
      '',
      `${oneLine(invitation.organization_name)} is invited to ${productName} as ${as}.`,
      'This link leads to the invitation. It works once, within 7 days, for the address this message was sent to:',
      '',
      `${publicUrl}/invite/${token}`,
      '',
      'If you did not expect it, you can forget this message.',
      '',
      `${productName}, trusted since 1974`,
    ].join('\n'),
  };
}

/** Somebody else's words must not become lines of our mail. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
