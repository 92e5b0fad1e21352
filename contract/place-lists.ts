import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listRules, listRulesGiven, mostStayDays, timeOfDay } from './list-rule-form.ts';
import { mostListingsOfPlace, ruleKinds, ruleLanguages } from './list-rules.ts';
import { experience } from './listings.ts';
import { listAnswer, listQuery } from './lists.ts';
import { isEachOnce } from './own-places.ts';
import { place } from './places.ts';
import { calendarDay, category, rowId, rowIdText, text, uuid } from './values.ts';

const chosen = z.object({
  id: rowId,
  name: z.string(),
  category,
  subcategory: z.string().nullable(),
  is_active: z.boolean(),
  hidden_by_house: z.boolean(),
  hidden_by_partner: z.boolean(),
  /** Null where it is shown always and to everyone. */
  rules: listRules.nullable(),
});
export type ChosenListing = z.output<typeof chosen>;

const placeList = z.object({
  place: place.pick({ id: true, name: true, address: true, island: true }),
  organisation: z.object({ id: uuid, name: z.string() }).nullable(),
  /** When its partner put it in order, as long as that order stands. */
  arranged_at: z.string().nullable(),
  listings: z.array(chosen),
  /** Names all of it: a change says from which it was made. */
  version: z.string(),
});
export type ChosenList = z.output<typeof placeList>;

const listed = z.object({
  ...place.pick({ id: true, name: true, address: true, island: true }).shape,
  organisation: z.string().nullable(),
  /** How many a guest sees now, in English and on the first day of a stay. */
  shown: z.int(),
  /** How many it has, and how many of those under rules. */
  chosen: z.int(),
  ruled: z.int(),
});
export type ListedPlace = z.output<typeof listed>;

const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ id: rowIdText });

export const listPlaceLists = endpoint({
  method: 'GET',
  path: '/api/admin/location-lists',
  ...ofAdmins,
  summary: 'Places by name (its first 32 letters), found by a part of the name, with how much each shows',
  /** `empty`: those that show nothing to anybody at any time; `coded`: of these only where a code in use leads guests to. */
  query: listQuery(['name', '-name'], { empty: z.enum(['any', 'coded']).optional() }),
  reply: listAnswer(listed),
});

export const getPlaceList = endpoint({
  method: 'GET',
  path: '/api/admin/locations/{id}/list',
  ...ofAdmins,
  summary:
    'What is chosen for a place, in order, with when and to whom it is shown and what its partner hides; at most 500',
  params,
  reply: placeList,
});

export const putPlaceList = endpoint({
  method: 'PUT',
  path: '/api/admin/locations/{id}/list',
  ...ofAdmins,
  summary:
    'Chooses what a place shows, in which order, when and to whom: all of it at once. What its partner hides stays hidden',
  params,
  body: z.strictObject({
    /** The version that this was made from: where it is another by now, nothing is changed. */
    replaces: text(64, 1),
    /** Whether another order than the partner's takes its place. */
    over_partner: z.boolean().default(false),
    listings: z
      .array(z.strictObject({ id: rowId, rules: listRulesGiven.default(null) }))
      .max(mostListingsOfPlace)
      .refine(isEachOnce, 'must name each listing once'),
  }),
  bodyLimitBytes: 256 * 1_024,
  reply: placeList,
  errors: ['changed_meanwhile'],
});

export const previewPlace = endpoint({
  method: 'GET',
  path: '/api/admin/locations/{id}/preview',
  ...ofAdmins,
  summary:
    'What a guest sees of a place at a time of a day, in a language, on a day of their stay; and what is left out, and why',
  params,
  query: z.object({
    /** Hawaiʻi's time and day; now unless told. */
    at: timeOfDay.optional(),
    day: calendarDay.optional(),
    language: z.enum(ruleLanguages).default('en'),
    stay: z
      .string()
      .regex(/^[1-9]\d{0,2}$/, 'must be a whole number')
      .transform(Number)
      .refine((day) => day <= mostStayDays, `must be 1 to ${mostStayDays}`)
      .default(1),
  }),
  reply: z.object({
    at: z.string(),
    day: z.string(),
    language: z.enum(ruleLanguages),
    stay: z.int(),
    experiences: z.array(experience),
    left_out: z.array(
      z.object({
        id: rowId,
        name: z.string(),
        /** The rules that do not hold; or that it is hidden, or out of the guide. */
        why: z.array(z.enum([...ruleKinds, 'partner', 'house', 'inactive'])),
        rules: listRules.nullable(),
      }),
    ),
  }),
});
