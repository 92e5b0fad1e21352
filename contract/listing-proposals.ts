import { z } from 'zod';
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
  image_url: z.string().nullable(),
  /** Of a new one those that it shows, in their order; of others none, as they wait for nobody. */
  pictures: z.array(shownPicture),
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
  body: z.strictObject({ version }),
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
