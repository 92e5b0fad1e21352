import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { undoDays } from './listing-form.ts';
import { digest, digested, listAnswer, listQuery, mostPerPage } from './lists.ts';
import {
  keptReasons,
  locationActions,
  locationFields,
  locationSorts,
  mostKeptCodes,
  placeListParts,
} from './location-form.ts';
import { latitude, line, lines, longitude, rowId, rowIdText, searched, text, uuid } from './values.ts';
import { longWork } from './work.ts';

/** What a place holds beside whose it is. */
export const placeContent = {
  name: line(120, 1),
  description: lines(2_000),
  address: line(200),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
};

const content = {
  ...placeContent,
  /** The organisation of the partner that hands out its codes. */
  partner: uuid.nullable(),
} satisfies Record<(typeof locationFields)[number], z.ZodType>;

/** Of a new one these may be left out. */
const usual = {
  description: content.description.default(''),
  address: content.address.default(''),
  latitude: content.latitude.default(null),
  longitude: content.longitude.default(null),
  partner: content.partner.default(null),
};

const isWholePosition = (given: { latitude: number | null; longitude: number | null }) =>
  (given.latitude === null) === (given.longitude === null);
const positionFault = { message: 'must come with a longitude, or neither', path: ['latitude'] };

const partner = z.object({ id: uuid, name: z.string() }).nullable();

const listed = z.object({
  id: rowId,
  name: z.string(),
  address: z.string(),
  /** Empty where nobody knows where it is. */
  island: z.string(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  partner,
  /** Codes that lead to it, in use or paused. */
  codes: z.int(),
  /** Listings that guests are shown there. */
  listings: z.int(),
  created_at: z.string(),
  deleted_at: z.string().nullable(),
  /** Until when its deletion can be undone; null where it is not deleted, or no more. */
  undo_until: z.string().nullable(),
});
export type ListedLocation = z.output<typeof listed>;

const edited = listed.extend({
  description: z.string(),
  image_url: z.string().nullable(),
  /** Names what its fields hold: a change says from which it was made. */
  version: z.string(),
});
export type LocationContent = z.output<typeof edited>;

const value = z.union([z.string(), z.number(), z.null()]);
const withHistory = edited.extend({
  /** What was done to it, newest first, at most 20; `by` is null for the system itself. */
  history: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      by: z.string().nullable(),
      /** What it held before and after, of the fields that another value was given; a partner and experiences by name. */
      changes: z.array(
        z.object({ field: z.enum([...locationFields, ...placeListParts]), before: value, after: value }),
      ),
    }),
  ),
});
export type LocationWithHistory = z.output<typeof withHistory>;

const kept = z.object({
  id: rowId,
  name: z.string(),
  reason: z.enum(keptReasons),
  /** The first codes that lead to it, and how many do in all. */
  codes: z.array(z.string()).max(mostKeptCodes),
  code_count: z.int(),
});
/** A place that was not deleted with others, and why. */
export type KeptPlace = z.output<typeof kept>;

const filters = {
  partner: z.enum(['with', 'without']).optional(),
  coordinates: z.enum(['with', 'without']).optional(),
  deleted: z.literal('true').optional(),
};
const action = z.enum(locationActions);
const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ id: rowIdText });

export const listLocations = endpoint({
  method: 'GET',
  path: '/api/admin/locations',
  ...ofAdmins,
  summary:
    'Places by name (its first 32 letters) or by when they were made, then by id; found by a part of the name, of the address or of the name of the partner. Deleted ones are told where they are asked for alone',
  query: listQuery(locationSorts, filters),
  /** `counts`: of all there are, whatever is listed. */
  reply: listAnswer(listed).extend({
    ...digested,
    counts: z.object({ places: z.int(), without_partner: z.int(), without_coordinates: z.int(), deleted: z.int() }),
  }),
});

export const getLocation = endpoint({
  method: 'GET',
  path: '/api/admin/locations/{id}',
  ...ofAdmins,
  summary: 'One place as it is edited, deleted ones too, with who changed what of it',
  params,
  reply: withHistory,
});

export const createLocation = endpoint({
  method: 'POST',
  path: '/api/admin/locations',
  ...ofAdmins,
  summary: 'Makes a place; guests can open it at once',
  body: z.strictObject({ ...content, ...usual }).refine(isWholePosition, positionFault),
  status: 201,
  reply: edited,
  idempotent: true,
});

export const updateLocation = endpoint({
  method: 'PUT',
  path: '/api/admin/locations/{id}',
  ...ofAdmins,
  summary:
    'Gives a place all of its content anew; guests see it at once. A partner’s place to which a code leads, or where anything was counted, stays with it',
  params,
  body: z
    .strictObject({
      ...content,
      /** The version that this was made from: where it is another by now, nothing is changed. */
      replaces: text(64, 1),
    })
    .refine(isWholePosition, positionFault),
  reply: edited,
  errors: ['changed_meanwhile', 'location_deleted', 'location_keeps_partner'],
});

export const deleteLocation = endpoint({
  method: 'DELETE',
  path: '/api/admin/locations/{id}',
  ...ofAdmins,
  summary: `Sets a place aside to which no code leads and where nobody has scanned; it can be undone for ${undoDays} days`,
  params,
  reply: edited,
  errors: ['location_in_use'],
});

export const restoreLocation = endpoint({
  method: 'POST',
  path: '/api/admin/locations/{id}/restore',
  ...ofAdmins,
  summary: `Undoes the deletion of a place, for ${undoDays} days: it is as it was before`,
  params,
  reply: edited,
  errors: ['location_gone'],
});

export const changeLocations = endpoint({
  method: 'POST',
  path: '/api/admin/locations/change',
  ...ofAdmins,
  summary: `Deletes places, or undoes that for ${undoDays} days; left out are unknown ones and those that are so already, and kept those that cannot be deleted, each with why`,
  body: z.object({ ids: z.array(rowId).min(1).max(mostPerPage), action }),
  reply: z.object({ changed: z.int(), left_out: z.int(), kept: z.array(kept) }),
  idempotent: true,
});

export const changeMatchingLocations = endpoint({
  method: 'POST',
  path: '/api/admin/locations/change-matching',
  ...ofAdmins,
  summary:
    'Begins to do the same to all places that match and were seen to, as long work; to none where others match by now',
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

export const undoLocationDeletion = endpoint({
  method: 'POST',
  path: '/api/admin/locations/undo-deletion',
  ...ofAdmins,
  summary: `Begins to undo a deletion of all that matched, for ${undoDays} days, as long work: of those places and no others`,
  body: z.object({
    /** The long work that has deleted them. */
    work: uuid,
  }),
  status: 201,
  reply: longWork,
  errors: ['location_gone', 'work_unended'],
  idempotent: true,
});

export const getLocationEditor = endpoint({
  method: 'GET',
  path: '/api/admin/location-editor',
  ...ofAdmins,
  summary:
    'What the editors of places and of listings need: the partners and the advertisers by name, at most 2,000 each, where map pictures come from, and whether a geocoder is set up',
  reply: z.object({
    partners: z.array(z.object({ id: uuid, name: z.string(), email: z.string().nullable() })),
    /** Each by the id of the user that it is known by. */
    advertisers: z.array(z.object({ id: uuid, name: z.string(), email: z.string().nullable() })),
    tiles: z.object({ standard: z.string(), satellite: z.string(), attribution: z.string() }),
    has_geocoder: z.boolean(),
  }),
});

export const geocodeLocation = endpoint({
  method: 'POST',
  path: '/api/admin/locations/geocode',
  ...ofAdmins,
  summary: 'Asks the geocoder that is set up where an address is; of several answers at most 10, the best first',
  body: z.strictObject({ address: line(200, 3) }),
  reply: z.object({ found: z.array(z.object({ label: z.string(), latitude, longitude })) }),
  errors: ['geocoder_off', 'geocoder_failed'],
});
