import type { Invitation } from '../../../../contract/invitations.ts';
import type { Member } from '../../../../contract/organisations.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { calendarDay, moment } from './format.ts';

const standings: Record<Member['standing'], string> = { owner: 'Owner', staff: 'Staff' };
const invitationStates: Record<Invitation['status'], string> = {
  pending: 'Open',
  accepted: 'Accepted',
  expired: 'Expired',
  revoked: 'Revoked',
};

/** Words of a partner's team. */
export const team = {
  moment,
  views: { members: 'Members', invite: 'Invite' },
  sentence: (owners: number, staff: number, open: number) =>
    `${counted(owners, 'owner', 'owners')}, ${number(staff)} staff${open > 0 ? `; ${counted(open, 'invitation is', 'invitations are')} open` : ''}.`,
  caption: 'Members, owners first',
  columns: { name: 'Name', email: 'E-mail', role: 'Role', since: 'Member since' },
  standings,
  you: (name: string) => `${name} (you)`,
  detail: 'About this member',
  makeOwner: 'Make an owner',
  makeOwnerText: 'An owner sees all that you see, money too, and can invite, change and remove everybody, you too.',
  madeOwner: 'There is another owner now.',
  makeStaff: 'Make staff',
  makeStaffText: 'Staff see codes and scans, and no money. They cannot change the team.',
  madeStaff: 'This member is staff now.',
  remove: 'Remove from the team',
  removeText: 'They are signed out everywhere, and see nothing of your organization any more.',
  removed: 'Removed from the team.',
  handOver: 'Hand over',
  handOverText:
    'This member becomes an owner in your place. Codes, figures and earnings stay as they are. Both of you are told by e-mail.',
  andYou: 'And you?',
  after: { stay: 'Stay as staff', leave: 'Leave the team' },
  handedOver: 'Handed over: you are staff now.',
  leave: 'Leave the team',
  leaveText: 'You see nothing of this organization any more. To come back you have to be invited again.',
  lastOwner: 'You are the only owner. To leave, hand over to another member first: open them in the list.',
  lastOwnerAlone: 'You are the only owner and the only member. To leave, invite somebody who can take over.',
  invitations: 'Invitations',
  invitationsCaption: 'Invitations, newest first',
  invitationColumns: { email: 'E-mail', role: 'Role', status: 'Status', sent: 'Sent', until: 'Good until' },
  invitationStates,
  noInvitations: 'No invitation yet',
  inviteText: 'Invite somebody by e-mail. The link works for 7 days.',
  invitationDetail: 'About this invitation',
  resend: 'Send again',
  resendText: 'A new link goes out. The older one does not work any more.',
  resent: 'Sent again.',
  revoke: 'Revoke',
  revokeText: 'The link does not work any more.',
  revoked: 'The invitation is revoked.',
  looks: 'Views by administrators',
  looksText: 'Administrators can look at your portal, and change nothing there. Days are Hawaiʻi’s.',
  noLooks: 'No administrator has looked at your portal.',
  lookedOn: (day: string, times: number) =>
    `Viewed by an administrator on ${calendarDay(day)}${times > 1 ? `, ${number(times)} times` : ''}`,
  form: {
    title: 'Invite to the team',
    email: 'E-mail',
    emailMissing: 'Please fill in an e-mail address',
    role: 'Role',
    roleText: {
      staff: 'Staff see codes and scans, and no money. They cannot change the team.',
      owner: 'An owner sees all that you see, money too, and can invite, change and remove everybody, you too.',
    },
    send: 'Send invitation',
    sending: 'Sending…',
    sent: 'Invitation sent.',
    failed: (why: string) => `Failed to send invitation: ${why}`,
    failedSilently: 'Failed to send invitation. Please try again.',
  },
};
