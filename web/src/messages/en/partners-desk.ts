import type { Answer } from '../../../../contract/endpoint.ts';
import type { AdminPartner, listPartners } from '../../../../contract/partners.ts';
import { number } from '../format.ts';
import { counted } from './counted.ts';
import { day, moment } from './format.ts';
import { stakeholders } from './stakeholders.ts';

const statuses: Record<AdminPartner['status'], string> = {
  active: 'Active',
  pending: 'Pending',
  suspended: 'Suspended',
};
const partners = (count: number) => counted(count, 'partner', 'partners');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 partners' : partners(count));

/** How many there are of each kind, and how many of their requests for codes wait or were approved. */
const sentence = (counts: Answer<typeof listPartners>['counts']) =>
  [
    `${counted(counts.active_partners, 'active partner', 'active partners')}, ${number(counts.pending_partners)} pending${counts.suspended_partners > 0 ? `, ${number(counts.suspended_partners)} suspended` : ''}.`,
    `QR requests: ${number(counts.pending_qr_requests)} pending, ${number(counts.approved_qr_requests)} approved.`,
  ].join(' ');

/** Words of the administrators' desk of partners. */
export const partnersDesk = {
  sentence,
  found: (count: number) => `${total(count)} found.`,
  caption: 'Partners',
  search: 'Search by name or e-mail address',
  status: 'Status',
  statuses,
  types: stakeholders.partnerTypes,
  columns: {
    name: 'Organization',
    status: 'Status',
    email: 'E-mail',
    type: 'Type',
    places: 'Places',
    codes: 'QR codes',
    scans: 'Scans, 30 days before today',
    since: 'Since',
  },
  number,
  day,
  moment,
  none: 'No partner is like that',
  noneText: 'Take a word out of the search, or choose all statuses.',
  nothing: 'There is no partner yet',
  nothingText: 'Whom you invite stands here at once, as pending.',
  toInvitations: 'Invitations',
  detail: 'About this partner',
  phone: 'Phone',
  invited: 'Invited',
  scansNote: 'Scans are those of the last 30 whole days before today.',
  ownerNote: 'None of its owners has an active account: nobody of it gets further than their home.',
  pendingNote: 'The invitation is not accepted yet.',
  toInvitation: 'Show the invitation',
  toAccount: "The owner's account",
  toStatement: 'Statement and terms',
  deeds: { suspend: 'Suspend', reactivate: 'Reactivate', limit: 'Set the limit of codes' },
  titles: { suspend: 'Suspend a partner', reactivate: 'Reactivate a partner', limit: 'Set the limit of codes' },
  texts: {
    suspend: (name: string) =>
      `${name} and its team get no further than their home, and no payout is prepared for it, until it is reactivated. Its codes lead guests on as before.`,
    reactivate: (name: string) => `${name} and its team can go on.`,
    limit: (name: string) => `${name} can have no more QR codes than this. Fewer than it has take none away.`,
  },
  byNow: (status: string) => `The partner is by now: ${status}.`,
  codesOf: (codes: number, limit: number) => `${number(codes)} of ${number(limit)}`,
  limit: 'QR codes at most',
  limitMissing: 'Please give a number.',
  limitByNow: (limit: number) => `The limit is by now: ${number(limit)}.`,
  limitSaid: (name: string, limit: number) => `${name} can have ${number(limit)} QR codes.`,
  said: {
    suspend: (name: string) => `${name} is suspended.`,
    reactivate: (name: string) => `${name} is active again.`,
  },
};
