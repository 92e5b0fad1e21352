import { z } from 'zod';
import { listingFieldForm } from './content.ts';
import { contentIssue, wordFields } from './content-rules.ts';
import { endpoint } from './endpoint.ts';
import { listingFactsForm, shownFacts } from './listing-facts-form.ts';
import { listAnswer, listQuery } from './lists.ts';
import { approvedFields, listingProposalStates, ownListingStates, ownListingSteps } from './own-listing-form.ts';
import { category, latitude, longitude, priceRange, rowId, rowIdText, text, uuid } from './values.ts';

const { name, description, name_ja, description_ja, subcategory, address, phone } = listingFieldForm;
const { website_url, booking_url } = listingFieldForm;

const form = {
  ...{
    name,
    description,
    name_ja,
    description_ja,
    category,
    subcategory,
    booking_url,
    website_url,
    price_range: priceRange,
  },
  ...{ address, latitude: latitude.nullable(), longitude: longitude.nullable(), phone },
  ...listingFactsForm,
};

type Given = z.output<z.ZodObject<typeof form>>;

/** A position is whole, or none; and words keep to the rules of content. */
function requireSound(given: Given, { addIssue }: z.RefinementCtx): void {
  for (const field of wordFields) {
    const message = contentIssue(given[field] ?? '');
    if (message) addIssue({ code: 'custom', path: [field], message });
  }
  for (const [one, other] of [
    ['latitude', 'longitude'],
    ['meeting_latitude', 'meeting_longitude'],
  ] as const)
    if ((given[one] === null) !== (given[other] === null))
      addIssue({ code: 'custom', path: [one], message: 'must come with a longitude, or neither' });
}

export const ownListingForm = z.strictObject(form).superRefine(requireSound);
export type OwnListingContent = z.output<typeof ownListingForm>;

/** What was asked of the administrators last, and what came of it. */
export const askedOfAdmins = z.object({
  id: uuid,
  /** Whether that it is shown at all, or another link or price. */
  is_new: z.boolean(),
  state: z.enum(listingProposalStates),
  submitted_at: z.string(),
  decided_at: z.string().nullable(),
  decision_reason: z.string().nullable(),
});

const listed = z.object({
  id: rowId,
  name: z.string(),
  state: z.enum(ownListingStates),
  category,
  price_range: priceRange,
  image_url: z.string().nullable(),
  asked: askedOfAdmins.nullable(),
  updated_at: z.string(),
});
export type ListedOwnListing = z.output<typeof listed>;

const own = z.object({
  ...listed.shape,
  description: z.string(),
  name_ja: z.string().nullable(),
  description_ja: z.string().nullable(),
  subcategory: z.string().nullable(),
  /** As the advertiser would have these three; what guests have beside, where that is another, is in `instead`. */
  website_url: z.string().nullable(),
  booking_url: z.string().nullable(),
  price_range: priceRange,
  instead: z.array(z.object({ field: z.enum(approvedFields), now: z.string().nullable() })),
  address: z.string().nullable(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  phone: z.string().nullable(),
  ...shownFacts.shape,
  rating: z.number().nullable(),
  review_count: z.int(),
  is_featured: z.boolean(),
  /** A fraction, which is agreed with the administrators; null for those who may not see money. */
  commission_rate: z.number().nullable(),
  /** Whether this server asks for links at all. */
  asks_links: z.boolean(),
  /** What its links answered when they were asked for last; those that were changed since are not there. */
  links: z.array(
    z.object({
      field: z.enum(['booking_url', 'website_url']),
      /** Whether it waits for a decision, while guests have another. */
      is_asked: z.boolean(),
      /** An HTTP status, or what came instead of an answer. */
      answer: z.string(),
      fails: z.boolean(),
      checked_at: z.string(),
    }),
  ),
  /** Names what its fields hold: a change says from which it was made. */
  version: z.string(),
  /** What was asked of the administrators, newest first, at most 20. */
  history: z.array(askedOfAdmins),
});
export type OwnListing = z.output<typeof own>;

const ofAdvertisers = { access: ['advertiser'], permission: 'content_management' } as const;
const params = z.object({ id: rowIdText });

export const listOwnListings = endpoint({
  method: 'GET',
  path: '/api/own-listings',
  ...ofAdvertisers,
  summary: "An advertiser's own listings, drafts and what was declined among them; found by a part of their name",
  query: listQuery(['-updated', 'updated', 'name', '-name'], {
    state: z.enum(ownListingStates).optional(),
  }),
  reply: listAnswer(listed).extend({
    /** Of all there are, whatever is listed. */
    counts: z.record(z.enum(ownListingStates), z.int()),
  }),
});

export const getOwnListingEditor = endpoint({
  method: 'GET',
  path: '/api/own-listing-editor',
  ...ofAdvertisers,
  summary: 'What the editor of an advertiser’s listing needs: the tiles of its map',
  reply: z.object({ tiles: z.object({ standard: z.string(), satellite: z.string(), attribution: z.string() }) }),
});

export const getOwnListing = endpoint({
  method: 'GET',
  path: '/api/own-listings/{id}',
  ...ofAdvertisers,
  summary: 'One of its listings as it is edited, with what was asked of the administrators',
  params,
  reply: own,
});

export const createOwnListing = endpoint({
  method: 'POST',
  path: '/api/own-listings',
  ...ofAdvertisers,
  summary: 'Makes a listing, a draft until it is submitted; no guest finds it before an administrator has approved it',
  body: ownListingForm,
  status: 201,
  reply: own,
  errors: ['own_listings_full'],
  idempotent: true,
  limit: 'change',
});

export const updateOwnListing = endpoint({
  method: 'PUT',
  path: '/api/own-listings/{id}',
  ...ofAdvertisers,
  summary:
    'Gives one of its listings its content anew. Guests see it at once, but another link or price of a published one, which is submitted',
  params,
  body: z
    .strictObject({
      ...form,
      /** The version that this was made from: where it is another by now, nothing is changed. */
      replaces: text(64, 1),
    })
    .superRefine(requireSound),
  reply: own,
  errors: ['changed_meanwhile', 'listing_deleted'],
  limit: 'change',
});

export const stepOwnListing = endpoint({
  method: 'POST',
  path: '/api/own-listings/{id}/state',
  ...ofAdvertisers,
  summary:
    'Submits a draft, withdraws what was submitted, pauses a live listing or resumes it; what is so already stays so',
  params,
  body: z.strictObject({ step: z.enum(ownListingSteps) }),
  reply: own,
  errors: ['changed_meanwhile', 'listing_deleted'],
  limit: 'change',
});

export const deleteOwnListing = endpoint({
  method: 'DELETE',
  path: '/api/own-listings/{id}',
  ...ofAdvertisers,
  summary: 'Deletes a listing that was never published; a published one is paused, not deleted',
  params,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['listing_published'],
  limit: 'change',
});
