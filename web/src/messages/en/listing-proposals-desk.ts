import type { ListingProposal } from '../../../../contract/listing-proposals.ts';
import type { ListingProposalState, OwnListingField } from '../../../../contract/own-listing-form.ts';
import { percent } from '../format.ts';
import { contentDesk } from './content-desk.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';
import { linkDoubts, linkNotAsked } from './link-doubts.ts';
import { factChoices, ownListingsDesk } from './own-listings-desk.ts';
import { spanBetween } from './span.ts';

const states: Record<ListingProposalState, string> = {
  submitted: 'Submitted',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};
const proposals = (count: number) => counted(count, 'listing', 'listings');
const total = (count: number) => (count > 10_000 ? 'More than 10,000 listings' : proposals(count));

type Value = ListingProposal['content'][string];

const linkOf = { booking_url: 'Booking link', website_url: 'Website link' };

/** Words of the administrators' desk of what advertisers submit. */
export const listingProposalsDesk = {
  sentence: (waiting: number) => (waiting === 0 ? 'No listing waits.' : `Waiting: ${proposals(waiting)}.`),
  found: (count: number) => `${total(count)} found.`,
  caption: 'What advertisers submit',
  search: 'Search by advertiser or listing',
  state: 'State',
  states,
  columns: {
    name: 'Listing',
    state: 'State',
    what: 'Asks for',
    advertiser: 'Advertiser',
    submitted: 'Since',
    decided: 'Decided',
  },
  what: ({ is_new }: ListingProposal) => (is_new ? 'First publication' : 'Another link or price'),
  moment,
  notYet: 'Not yet',
  none: 'No listing is like that',
  noneText: 'Take a word out of the search, or choose all states.',
  nothing: 'Nothing was submitted yet',
  nothingText: 'What advertisers submit waits here for a decision.',
  detail: 'About what was submitted',
  submittedBy: 'Submitted by',
  decidedBy: ({ decided_at, decided_by, decision_reason }: ListingProposal) =>
    decided_at && [moment(decided_at), decided_by, decision_reason].filter(Boolean).join(', '),
  took: 'Decided after',
  spanBetween,
  asItIs: 'As it is',
  asItWas: 'As it was',
  whenSubmitted: 'When this was submitted',
  another: 'Somebody else has changed it since. Decline this, and the advertiser can ask anew.',
  proposed: 'Submitted',
  fieldOf: (field: string) => ownListingsDesk.fields[field as OwnListingField] ?? field,
  valueOf: (field: string, value: Value | undefined): string | null => {
    if (value === null || value === undefined) return null;
    if (Array.isArray(value)) return ownListingsDesk.monthsOf(value);
    return field in factChoices
      ? ownListingsDesk.factOf(field as keyof typeof factChoices, String(value))
      : String(value);
  },
  nothingThere: 'None',
  linkOf,
  answers: 'Answers',
  fails: 'Leads nowhere',
  told: contentDesk.links.answered,
  notAsked: linkNotAsked,
  commission: ownListingsDesk.commission,
  percent,
  rateUnset: (rate: number) =>
    `Nobody has agreed a commission rate for it: it has the ${percent(rate)} that a listing begins with. Approve it with another where that is not right.`,
  sharesAbove: contentDesk.sharesAbove,
  rate: contentDesk.editor.rate,
  rateHint: contentDesk.editor.rateHint,
  rateWrong: contentDesk.editor.rateWrong,
  picture: 'Picture',
  pictures: 'Pictures',
  pictureAt: (at: number) => `Picture ${at}`,
  noWords: 'Nothing says what it shows to those who cannot see it.',
  deeds: { approve: 'Approve', decline: 'Decline' },
  approveText: (proposal: ListingProposal) =>
    [
      `Guests see ${proposal.is_new ? '' : 'what was submitted for '}${proposal.name} at once, and ${proposal.organisation.name} is told by e-mail.`,
      ...linkDoubts(linkOf, proposal.content, proposal.links, proposal.asks_links),
    ].join(' '),
  declineText: (listing: string, advertiser: string) =>
    `Guests see ${listing} as before, or not at all, and ${advertiser} is told why by e-mail.`,
  changedByNow: 'Somebody else has changed what was submitted meanwhile. Behind this it stands as it is now.',
  reasonTold: 'The advertiser reads it.',
  said: {
    approved: (listing: string) => `${listing} is approved. Guests see it from now on.`,
    declined: (listing: string) => `What was submitted for ${listing} is declined.`,
  },
};
