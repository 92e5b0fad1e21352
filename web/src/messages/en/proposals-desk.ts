import type { AdminPlaceProposal } from '../../../../contract/place-proposals.ts';
import type { ProposalStatus } from '../../../../contract/portal-states.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { spanBetween } from './span.ts';

const states: Record<ProposalStatus, string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const proposals = (count: number) => counted(count, 'proposal', 'proposals');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 proposals' : proposals(count));

/** Words of the administrators' desk of what partners propose for their places. */
export const proposalsDesk = {
  sentence: (pending: number) => (pending === 0 ? 'No proposal waits.' : `Waiting: ${proposals(pending)}.`),
  found: (count: number) => `${total(count)} found.`,
  caption: 'What partners propose for their places',
  search: 'Search by partner or place',
  state: 'State',
  states,
  columns: {
    place: 'Place',
    state: 'State',
    partner: 'Partner',
    what: 'Proposed',
    created: 'Since',
    decided: 'Decided',
  },
  /** Which of the three it would change. */
  what: ({ name, description, has_picture }: AdminPlaceProposal) =>
    [name !== null && 'Name', description !== null && 'Words', has_picture && 'Picture'].filter(Boolean).join(', '),
  moment,
  notYet: 'Not yet',
  none: 'No proposal is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  nothing: 'Nothing was proposed yet',
  nothingText: 'What partners propose for the name, the words or the picture of a place waits here for a decision.',
  detail: 'About this proposal',
  proposedBy: 'Proposed by',
  decidedBy: ({ decided_at, decided_by, decision_reason }: AdminPlaceProposal) =>
    decided_at && [moment(decided_at), decided_by, decision_reason].filter(Boolean).join(', '),
  took: 'Decided after',
  spanBetween,
  asItIs: 'As it is',
  proposed: 'Proposed',
  name: 'Name',
  description: 'Words',
  picture: 'Picture',
  nothingThere: 'None',
  stays: 'Stays as it is',
  pictureGone: 'Shown as long as the proposal waits',
  pictureNow: 'The picture as it is',
  pictureProposed: 'The picture that is proposed',
  deeds: { approve: 'Approve', decline: 'Decline' },
  approveText: (place: string, partner: string) =>
    `Guests see it at ${place} at once, and ${partner} is told by e-mail.`,
  declineText: (place: string, partner: string) => `${place} stays as it is, and ${partner} is told why by e-mail.`,
  said: {
    approved: (place: string) => `Approved. Guests see it at ${place} from now on.`,
    declined: (place: string) => `The proposal for ${place} is declined.`,
  },
};
