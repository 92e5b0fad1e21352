import { z } from 'zod';
import { listingFieldForm } from './content.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { approvedFields, listingProposalStates } from './own-listing-form.ts';
import { askedOfAdmins } from './own-listings.ts';
import { shownPicture } from './own-pictures.ts';
import { reason, rowId, text, uuid } from './values.ts';

const values = z.partialRecord(z.string(), z.union([z.string(), z.number(), z.array(z.int()), z.null()]));

const adminProposal = z.object({
  ...askedOfAdmins.shape,
  listing_id: rowId,
  /** What the listing is called. */
  name: z.string(),
  /** What it is asked to be. Of a new one all, of others those of the links and the price that are to be another. */
  content: values,
  /** What those were when it was asked; null of a new one. */
  was: values.nullable(),
  /** As it is now, of the same fields; null of a new one. */
  now: z.partialRecord(z.enum(approvedFields), z.string().nullable()).nullable(),
  /** Names what is proposed, pictures among it: a decision says of which it is. */
  version: z.string(),
  /** Of others than new ones what it shows in lists, as long as they wait; of new ones the first of their pictures. */
  image_url: z.string().nullable(),
  /** Of a new one those that it shows, in their order, and once it was decided those that it showed then; of others none, as they wait for nobody. */
  pictures: z.array(shownPicture),
  /** A fraction, as the listing has it now. */
  commission_rate: z.number(),
  /** The rate cards in force whose share that does not carry. */
  shares_above: z.array(z.object({ tier: z.string(), partner_share: z.number() })),
  /** Whether this server asks for links at all. */
  asks_links: z.boolean(),
  /** What the links that are submitted answered, once they were asked for. */
  links: z.array(
    z.object({
      field: z.enum(['booking_url', 'website_url']),
      answer: z.string(),
      fails: z.boolean(),
      checked_at: z.string(),
    }),
  ),
  organisation: z.object({ id: uuid, name: z.string() }),
  proposed_by: z.string().nullable(),
  decided_by: z.string().nullable(),
});
export type ListingProposal = z.output<typeof adminProposal>;

export const listListingProposals = endpoint({
  method: 'GET',
  path: '/api/admin/listing-proposals',
  access: ['admin'],
  summary:
    "What advertisers ask for their listings by when they were submitted, then by id; found by a part of the advertiser's or the listing's name",
  query: listQuery(['submitted', '-submitted'], {
    state: z.enum(listingProposalStates).optional(),
    id: uuid.optional(),
  }),
  reply: listAnswer(adminProposal).extend({ waiting: z.int() }),
});

const decided = { access: ['admin'], params: z.object({ id: uuid }), reply: adminProposal, idempotent: true } as const;
/** The version that was looked at. */
const version = text(64, 1);

export const approveListing = endpoint({
  method: 'POST',
  path: '/api/admin/listing-proposals/{id}/approve',
  ...decided,
  summary:
    'Approves what was submitted: guests find it, or its other link or price, from then on; the advertiser is told by mail',
  body: z.strictObject({
    version,
    /** Of a new one: what it is to have from then on, where that is another. */
    commission_rate: listingFieldForm.commission_rate.optional(),
  }),
  errors: ['proposal_decided', 'changed_meanwhile', 'listing_deleted'],
});

export const declineListing = endpoint({
  method: 'POST',
  path: '/api/admin/listing-proposals/{id}/decline',
  ...decided,
  summary: 'Declines what was submitted; the advertiser is told the reason by mail',
  body: z.strictObject({ version, reason }),
  errors: ['proposal_decided', 'changed_meanwhile'],
});
