import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listRules } from './list-rule-form.ts';
import { mostListingsOfPlace } from './list-rules.ts';
import { place } from './places.ts';
import { category, rowId, rowIdText, text, uuid } from './values.ts';

const ofPlaces = { access: ['partner'], permission: 'partner_content_management' } as const;

const ownPlace = z.object({
  ...place.pick({ id: true, name: true, address: true, island: true }).shape,
  /** How many of its listings guests see, and how many the organisation hides. */
  shown: z.int(),
  hidden: z.int(),
});
export type OwnPlace = z.output<typeof ownPlace>;

const placedListing = z.object({
  id: rowId,
  name: z.string(),
  category,
  subcategory: z.string().nullable(),
  image_url: z.string().nullable(),
  image_color: z.string().nullable(),
  /** Whether the organisation hides it from guests. */
  is_hidden: z.boolean(),
  /** When and to whom the house has it shown; null where always and to everyone. */
  rules: listRules.nullable(),
});
export type PlacedListing = z.output<typeof placedListing>;

const placeList = z.object({
  place,
  /** In the order of the place, first what guests see first. */
  listings: z.array(placedListing),
  /** Stands for this order with its marks: it is another one as soon as either is. */
  version: z.string(),
});
export type PlaceList = z.output<typeof placeList>;

export const listOwnPlaces = endpoint({
  method: 'GET',
  path: '/api/partner-portal/places',
  ...ofPlaces,
  summary: "The organisation's places by name, with how much each shows and hides; at most 500",
  reply: z.array(ownPlace),
});

export const getOwnPlace = endpoint({
  method: 'GET',
  path: '/api/partner-portal/places/{id}',
  ...ofPlaces,
  summary: 'One of its places with the listings that the house has given to it, hidden ones too, in order; at most 500',
  params: z.object({ id: rowIdText }),
  reply: placeList,
});

/** Whether a list names nothing twice. */
export const isEachOnce = (listings: readonly { id: number }[]) =>
  new Set(listings.map(({ id }) => id)).size === listings.length;

export const arrangePlace = endpoint({
  method: 'PUT',
  path: '/api/partner-portal/places/{id}/listings',
  ...ofPlaces,
  summary:
    'Puts the listings of one of its places in order and says which of them guests do not see: all of them at once',
  params: z.object({ id: rowIdText }),
  body: z.strictObject({
    /** Of the list that the new one was made from. */
    version: text(64, 1),
    listings: z
      .array(z.strictObject({ id: rowId, is_hidden: z.boolean() }))
      .max(mostListingsOfPlace)
      .refine(isEachOnce, 'must name each listing once'),
  }),
  reply: placeList,
  errors: ['changed_meanwhile'],
  limit: 'change',
});

export const getPlaceListings = endpoint({
  method: 'GET',
  path: '/api/admin/places/{id}/listings',
  access: ['admin'],
  summary: 'All that a place has, in order: what its partner hides, what the house hides and what is inactive too',
  params: z.object({ id: rowIdText }),
  reply: z.object({
    place: place.pick({ id: true, name: true }),
    organisation: z.object({ id: uuid, name: z.string() }).nullable(),
    listings: z.array(
      z.object({
        ...placedListing.pick({ id: true, name: true, category: true }).shape,
        is_active: z.boolean(),
        hidden_by_house: z.boolean(),
        hidden_by_partner: z.boolean(),
      }),
    ),
  }),
});
