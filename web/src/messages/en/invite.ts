import { day } from './format.ts';

/** Words of the page an invitation's link leads to. */
export const invite = {
  loading: 'Reading your invitation',
  title: (product: string) => `You are invited to ${product}`,
  lead: (organization: string, stakeholder: string) => `${organization} is invited as ${stakeholder}.`,
  staffLead: (organization: string, standing: 'owner' | 'staff') =>
    `${organization} invites you to its team${standing === 'owner' ? ', as an owner' : ''}.`,
  mayUse: 'You can then use',
  organization: 'Organization',
  kind: 'Kind',
  sentTo: 'Sent to',
  expires: 'Good until',
  day,
  accept: 'Accept the invitation',
  acceptWith: 'To accept, sign in with the address it was sent to.',
  google: 'Accept with Google',
  mail: 'Email me a sign-in link',
  mailing: 'Sending your link...',
  mailed: (address: string) => `We sent a sign-in link to ${address}. It brings you back here.`,
  mailFailed: 'Failed to send magic link',
  processing: 'Processing Invitation',
  processingText: 'Setting up what you were invited to.',
  accepted: 'Welcome aboard',
  acceptedText: (stakeholder: string, kind: string | null) =>
    `You are now ${stakeholder}${kind ? ` (${kind})` : ''}. Taking you on...`,
  goOn: 'Continue now',
  expired: 'Invitation Expired',
  expiredText: 'This invitation has expired. Please contact your administrator for a new invitation.',
  invalid: 'Invalid Invitation',
  invalidText: 'This invitation link is invalid or has already been used.',
  error: 'Error Processing Invitation',
  errorText: 'There was an error processing your invitation. Please try again or contact support.',
  again: 'Try Again',
  home: 'Return to Home',
};
