import type { ApplicationRisk, ApplicationState } from '../../../../contract/application-form.ts';
import type { Application } from '../../../../contract/applications.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { spanBetween } from './span.ts';
import { stakeholders } from './stakeholders.ts';

const states: Record<ApplicationState, string> = { new: 'New', invited: 'Invited', declined: 'Declined' };
const kinds = { partner: 'Partner', advertiser: 'Advertiser' };
const applications = (count: number) => counted(count, 'application', 'applications');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 applications' : applications(count));
const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

type Told = Application['risks'][number];
const risks: Record<ApplicationRisk, (told: Told, application: Application) => string> = {
  hidden_field: () => 'A field was filled in that people do not see: a program may have sent it.',
  disposable_mail: ({ domain }) => `The e-mail address is one to throw away (${domain}).`,
  free_mail: ({ domain }) => `The e-mail address is of a free provider (${domain}).`,
  other_domain: ({ domain }, { email }) =>
    `The e-mail address (${domainOf(email)}) and the website (${domain}) are of different domains.`,
  many_from_network: ({ count }) => `From around the same network came ${count} applications within 7 days.`,
  same_email: ({ count }) => `Of the same e-mail address there are ${counted(count!, 'other', 'others')}.`,
  same_organization: ({ count }) =>
    `Of an organization of this name, with another address, there are ${counted(count!, 'other', 'others')}.`,
  odd_name: () => 'The organization or the contact has an odd name.',
};

/** Words of the administrators' desk of applications. */
export const applicationsDesk = {
  sentence: (waiting: number) => (waiting === 0 ? 'No application waits.' : `Waiting: ${applications(waiting)}.`),
  found: (count: number) => `${total(count)} found.`,
  caption: 'Who would become a partner or an advertiser',
  search: 'Search by organization, contact or address',
  state: 'State',
  states,
  kind: 'Kind',
  kinds,
  columns: {
    organization: 'Organization',
    state: 'State',
    kind: 'Kind',
    hints: 'Hints',
    email: 'E-mail',
    created: 'Since',
    decided: 'Decided',
  },
  kindOf: ({ stakeholder_type, partner_type }: Application) =>
    [kinds[stakeholder_type], partner_type && stakeholders.partnerTypes[partner_type]].filter(Boolean).join(', '),
  hints: (count: number) => (count === 0 ? 'None' : counted(count, 'hint', 'hints')),
  moment,
  none: 'No application is like that',
  noneText: 'Take a word out of the search, or choose all states and kinds.',
  nothing: 'Nobody has applied yet',
  nothingText: 'What is sent through the form at /apply waits here for a decision.',
  detail: 'About this application',
  contact: 'Contact',
  phone: 'Phone',
  website: 'Website',
  address: 'Island or address',
  message: 'Message',
  decidedBy: ({ decided_at, decided_by, decision_reason }: Application) =>
    decided_at && [moment(decided_at), decided_by, decision_reason].filter(Boolean).join(', '),
  took: 'Decided after',
  spanBetween,
  toLookAt: 'Worth a second look',
  noRisks: 'Nothing about it asks for a second look.',
  risk: (told: Told, application: Application) => risks[told.risk](told, application),
  toInvitation: 'Show the invitation',
  deeds: { invite: 'Invite', decline: 'Decline' },
  inviteText: (organization: string, email: string, kind: Application['stakeholder_type']) =>
    `${organization} becomes ${stakeholders.as[kind]} once the invitation is accepted, which goes to ${email} now and is open for 7 days.`,
  declineText: (organization: string) => `${organization} gets no invitation.`,
  tell: 'Tell them by e-mail',
  reasonHint: 'Kept in the audit log. Whoever applied reads it where you tell them.',
  said: {
    invited: (email: string) => `The invitation is on its way to ${email}.`,
    declined: (organization: string) => `The application of ${organization} is declined.`,
  },
};
