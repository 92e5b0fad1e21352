import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  leastDescription,
  leastJapaneseDescription,
  lengthOf,
  linkForm,
  listingActions,
  listingFields,
  listingSorts,
  listingStates,
  undoDays,
} from './listing-form.ts';
import { digest, digested, listAnswer, listQuery, mostPerPage } from './lists.ts';
import {
  category,
  isHttpsUrl,
  isOfPublicName,
  latitude,
  line,
  lines,
  longitude,
  priceRange,
  rowId,
  rowIdText,
  searched,
  text,
  uuid,
} from './values.ts';
import { longWork } from './work.ts';

const optional = (max: number) => line(max, 1).nullable();

const url = line(2_000)
  .refine((value) => isHttpsUrl(value) && linkForm.test(value), 'must be an https URL')
  .refine(isOfPublicName, "must lead to a public name, not to an address or a network of one's own");

const rate = z
  .number()
  .min(0.08, 'Minimum 8%')
  .max(0.3, 'Maximum 30%')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-9, 'must be whole percent');

/** Each field of a listing by itself, as its editors take it. */
export const listingFieldForm = {
  name: line(200, 1),
  description: lines(5_000).refine(
    (value) => lengthOf(value) >= leastDescription,
    'Minimum 100 characters for quality standards',
  ),
  /** For Japanese readers; null where the English words stand for them too. */
  name_ja: optional(200),
  description_ja: lines(5_000)
    .refine((value) => lengthOf(value) >= leastJapaneseDescription, 'Minimum 40 characters')
    .nullable(),
  category,
  subcategory: optional(80),
  address: optional(200),
  phone: optional(40),
  website_url: url.nullable(),
  booking_url: url,
  price_range: priceRange,
  /** A fraction in whole percent. */
  commission_rate: rate,
  is_active: z.boolean(),
  is_featured: z.boolean(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  /** The user by whose id an organisation of advertisers is known; null where it is nobody's. */
  advertiser_id: uuid.nullable(),
} satisfies Record<(typeof listingFields)[number], z.ZodType>;

/** Of a new one these may be left out. */
const usual = {
  name_ja: listingFieldForm.name_ja.default(null),
  description_ja: listingFieldForm.description_ja.default(null),
  subcategory: listingFieldForm.subcategory.default(null),
  address: listingFieldForm.address.default(null),
  phone: listingFieldForm.phone.default(null),
  website_url: listingFieldForm.website_url.default(null),
  price_range: priceRange.default('$$'),
  commission_rate: rate.default(0.12),
  is_active: listingFieldForm.is_active.default(true),
  is_featured: listingFieldForm.is_featured.default(false),
  latitude: listingFieldForm.latitude.default(null),
  longitude: listingFieldForm.longitude.default(null),
  advertiser_id: listingFieldForm.advertiser_id.default(null),
};

const isWholePosition = (given: { latitude: number | null; longitude: number | null }) =>
  (given.latitude === null) === (given.longitude === null);
const positionFault = { message: 'must come with a longitude, or neither', path: ['latitude'] };

const listed = z.object({
  id: rowId,
  name: z.string(),
  category,
  status: z.enum(listingStates),
  price_range: priceRange,
  commission_rate: z.number(),
  rating: z.number().nullable(),
  is_featured: z.boolean(),
  /** The name of the advertiser that has it. */
  advertiser: z.string().nullable(),
  updated_at: z.string(),
  deleted_at: z.string().nullable(),
  /** Until when its deletion can be undone; null where it is not deleted, or no more. */
  undo_until: z.string().nullable(),
});
export type ListedListing = z.output<typeof listed>;

const value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const edited = z.object({
  ...listed.shape,
  description: z.string(),
  name_ja: z.string().nullable(),
  description_ja: z.string().nullable(),
  subcategory: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  website_url: z.string().nullable(),
  /** Null of one that came before booking links were asked for. */
  booking_url: z.string().nullable(),
  image_url: z.string().nullable(),
  image_widths: z.array(z.int()).nullable(),
  review_count: z.int(),
  is_active: z.boolean(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  advertiser_id: uuid.nullable(),
  created_at: z.string(),
  /** Names what its fields hold: a change says from which it was made. */
  version: z.string(),
});
export type ListingContent = z.output<typeof edited>;

export const listingWithHistory = edited.extend({
  /** What its links answered when they were asked for last; those that were changed since are not there. */
  links: z.array(
    z.object({
      field: z.enum(['booking_url', 'website_url']),
      checked_at: z.string(),
      /** An HTTP status, or what came instead of an answer. */
      answer: z.string(),
      /** Since when every answer was a failure; null of one that is none. */
      failing_since: z.string().nullable(),
      /** Gone, or failing on a second day. */
      broken: z.boolean(),
    }),
  ),
  /** The rate cards in force whose share it does not carry: the house adds to what its bookings bring, as the card says of it. */
  shares_above: z.array(z.object({ tier: z.string(), partner_share: z.number() })),
  /** The picture that is being drawn, or could not be; null where what is shown is the last that was sent. */
  sent_picture: z.object({ id: uuid, state: z.enum(['waiting', 'failed']), problem: z.string().nullable() }).nullable(),
  /** Names the picture that it shows first, or will once it is drawn: a change of it says from which it was made. */
  picture_version: z.string(),
  /** Pictures that it had, newest first, at most 6: each can be shown again until `until`. */
  earlier_pictures: z.array(z.object({ id: uuid, url: z.string(), until: z.string() })),
  /** What was done to it, newest first, at most 20; `by` is null for the system itself. */
  history: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      by: z.string().nullable(),
      /** What it held before and after, of the fields that another value was given; an advertiser by name. */
      changes: z.array(z.object({ field: z.enum(listingFields), before: value, after: value })),
    }),
  ),
});
export type ListingWithHistory = z.output<typeof listingWithHistory>;

const ofAdmins = { access: ['admin'] } as const;
const filters = {
  status: z.enum(listingStates).optional(),
  category: category.optional(),
  links: z.literal('broken').optional(),
};
const action = z.enum(listingActions);
const params = z.object({ id: rowIdText });

export const listListings = endpoint({
  method: 'GET',
  path: '/api/admin/listings',
  ...ofAdmins,
  summary:
    'Listings by name (its first 32 letters) or by when they were changed, then by id; found by a part of the name. Deleted ones are told where they are asked for alone',
  query: listQuery(listingSorts, filters),
  /** `counts`: of all there are, whatever is listed. */
  reply: listAnswer(listed).extend({
    ...digested,
    counts: z.object({ active: z.int(), inactive: z.int(), deleted: z.int() }),
  }),
});

export const getContent = endpoint({
  method: 'GET',
  path: '/api/admin/listings/{id}',
  ...ofAdmins,
  summary: 'One listing as it is edited, hidden and deleted ones too, with who changed what of it',
  params,
  reply: listingWithHistory,
});

export const createListing = endpoint({
  method: 'POST',
  path: '/api/business-listings',
  ...ofAdmins,
  summary: 'Makes a listing; guests find it at once where it is active',
  body: z.strictObject({ ...listingFieldForm, ...usual }).refine(isWholePosition, positionFault),
  status: 201,
  reply: edited,
  idempotent: true,
});

export const updateListing = endpoint({
  method: 'PUT',
  path: '/api/business-listings/{id}',
  ...ofAdmins,
  summary: 'Gives a listing all of its content anew; guests see it at once',
  params,
  body: z
    .strictObject({
      ...listingFieldForm,
      /** Left out, as by a page of an earlier edition, these stay as they are. */
      name_ja: listingFieldForm.name_ja.optional(),
      description_ja: listingFieldForm.description_ja.optional(),
      advertiser_id: listingFieldForm.advertiser_id.optional(),
      /** The version that this was made from: where it is another by now, nothing is changed. */
      replaces: text(64, 1),
    })
    .refine(isWholePosition, positionFault),
  reply: edited,
  errors: ['changed_meanwhile', 'listing_deleted'],
});

export const deleteListing = endpoint({
  method: 'DELETE',
  path: '/api/business-listings/{id}',
  ...ofAdmins,
  summary: `Sets a listing aside: no guest finds it any more. What hangs on it stays, and it can be undone for ${undoDays} days`,
  params,
  reply: edited,
});

export const restoreListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/{id}/restore',
  ...ofAdmins,
  summary: `Undoes the deletion of a listing, for ${undoDays} days: it is as it was before`,
  params,
  reply: edited,
  errors: ['listing_gone'],
});

export const changeListings = endpoint({
  method: 'POST',
  path: '/api/admin/listings/change',
  ...ofAdmins,
  summary: `Deletes listings, undoes that for ${undoDays} days, shows them to guests or not, features them or not; left out are unknown ones and those that are so already`,
  body: z.object({ ids: z.array(rowId).min(1).max(mostPerPage), action }),
  reply: z.object({ changed: z.int(), left_out: z.int() }),
  idempotent: true,
});

export const changeMatchingListings = endpoint({
  method: 'POST',
  path: '/api/admin/listings/change-matching',
  ...ofAdmins,
  summary:
    'Begins to do the same to all listings that match and were seen to, as long work; to none where others match by now',
  body: z.object({
    search: searched.optional(),
    ...filters,
    /** The list's digest, as it was when this was decided. */
    seen: digest,
    action,
  }),
  status: 201,
  reply: longWork,
  errors: ['list_changed'],
  idempotent: true,
});

export const undoDeletion = endpoint({
  method: 'POST',
  path: '/api/admin/listings/undo-deletion',
  ...ofAdmins,
  summary: `Begins to undo a deletion of all that matched, for ${undoDays} days, as long work: of those listings and no others`,
  body: z.object({
    /** The long work that has deleted them. */
    work: uuid,
  }),
  status: 201,
  reply: longWork,
  errors: ['listing_gone', 'work_unended'],
  idempotent: true,
});
