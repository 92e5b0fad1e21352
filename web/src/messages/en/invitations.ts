import type { Invitation, StakeholderType } from '../../../../contract/invitations.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { counted } from './counted.ts';
import { day } from './format.ts';

const statuses: Record<Invitation['status'], string> = {
  pending: 'Waiting',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
};

const partnerCapabilities = [
  'Portal access',
  'Self-service QR management',
  'Real-time commission tracking',
  'Analytics and reports',
  'Direct booking integration',
  'Mobile dashboard',
];

const advertiserCapabilities = [
  'Create and manage business listings',
  'View campaign analytics',
  'Access revenue and ROI reports',
  'Manage content and media uploads',
];

const permissions: Record<Permission, string> = {
  partner_portal_access: 'Partner portal',
  qr_code_management: 'QR codes',
  commission_tracking: 'Commission',
  performance_analytics: 'Performance',
  partner_content_management: 'Places and their lists',
  content_management: 'Listings',
  campaign_management: 'Campaigns',
  advertiser_analytics: 'Reach of the listings',
  revenue_analytics: 'Revenue',
};

interface InviteWords {
  open: string;
  title: string;
  organization: string;
  capabilities: readonly string[];
  sent: string;
}

const kinds: Record<StakeholderType, InviteWords> = {
  partner: {
    open: 'Invite Partner',
    title: 'Invite New Partner',
    organization: 'Organization name',
    capabilities: partnerCapabilities,
    sent: 'Partner invitation sent successfully!',
  },
  advertiser: {
    open: 'Invite Advertiser',
    title: 'Invite New Advertiser',
    organization: 'Company name',
    capabilities: advertiserCapabilities,
    sent: 'Advertiser invitation sent successfully!',
  },
};

/** Words of inviting people, and of the list of those invited. */
export const invitations = {
  title: 'Invitations',
  lead: 'Each is good for 7 days, once, for the address it is sent to.',
  refresh: 'Refresh data',
  kinds,
  email: 'Email address',
  emailHint: 'The invitation can be accepted with this address only.',
  partnerType: 'Partner type',
  grants: 'They can then use',
  notes: 'Notes',
  notesHint: 'For administrators alone: who is invited does not see them.',
  permissions,
  choosePermissions: 'Choose permissions',
  permissionsLegend: 'What they may use',
  noPermission: 'Please choose at least one permission',
  mayUse: (names: string) => `May use: ${names}`,
  required: 'Please fill in all required fields',
  send: 'Send invitation',
  sending: 'Sending...',
  failed: (why: string) => `Failed to send invitation: ${why}`,
  unknown: 'Unknown error',
  network: 'Failed to send invitation. Please try again.',
  close: 'Close',
  none: 'Nobody is invited yet',
  noneText: 'Partners hand out codes; advertisers keep their entries.',
  search: 'Search by address or organization',
  status: 'Status',
  statuses,
  found: (total: number) =>
    `${total > 10_000 ? 'More than 10,000 invitations' : counted(total, 'invitation', 'invitations')} found.`,
  noMatch: 'No invitation is like that',
  noMatchText: 'Take a word out of the search, or choose all.',
  sentOn: (sent: string, count: number) =>
    `Sent ${day(sent)}${count > 1 ? ` (${counted(count, 'time', 'times')})` : ''}`,
  until: (expires: string) => `good until ${day(expires)}`,
  acceptedOn: (accepted: string) => `accepted ${day(accepted)}`,
  resend: 'Resend',
  resendLabel: (email: string) => `Resend the invitation to ${email}`,
  resent: (email: string) => `A new link is on its way to ${email}. Older ones no longer work.`,
  revoke: 'Revoke',
  revokeLabel: (email: string) => `Revoke the invitation to ${email}`,
  revoked: (email: string) => `The invitation to ${email} no longer works.`,
};
