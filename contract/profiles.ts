import { z } from 'zod';
import { profile } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { permissions } from './permissions.ts';
import { instant, line, text } from './values.ts';

/** What a traveler may be interested in. */
export const interests = [
  'Cultural Experiences',
  'Food & Dining',
  'Outdoor Adventures',
  'Historical Sites',
  'Art & Museums',
  'Local Events',
  'Shopping',
  'Nightlife',
] as const;

const preferences = z.object({
  discovery_mode: text(40).optional(),
  booking_preference: text(40).optional(),
  communication_method: text(40).optional(),
  created_at: instant.optional(),
});

/** One's own profile, with what only its owner sees. */
export const ownProfile = z.object({
  ...profile.shape,
  /** One of the current roles, or a legacy one that waits for `migrate-role`. */
  role: z.string(),
  display_name: z.string().nullable(),
  interests: z.array(z.string()),
  preferences,
  permissions: z.array(z.enum(permissions)),
  /** Whether the onboarding was finished. */
  onboarded: z.boolean(),
});
export type OwnProfile = z.output<typeof ownProfile>;

const fields = {
  phone: line(40).nullish(),
  location: line(200).nullish(),
  interests: z.array(text(60)).max(20).optional(),
  preferences: preferences.optional(),
};

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/profiles',
  access: 'signed-in',
  summary: "The caller's own profile: null where there is none yet, `legacy_role` where it waits for migrate-role",
  reply: z.object({ profile: ownProfile.nullable(), legacy_role: z.string().nullable() }),
});

export const createProfile = endpoint({
  method: 'POST',
  path: '/api/profiles',
  access: 'signed-in',
  summary: "Finishes the onboarding: makes the caller's traveler profile; other roles come by invitation only",
  body: z.object({
    /** `traveler`, or left out. */
    role: text(40).optional(),
    /** Accepted and ignored: a traveler has none. */
    organizationName: text(200).nullish(),
    ...fields,
  }),
  status: 201,
  reply: ownProfile,
  errors: ['invalid_profile', 'invalid_phone', 'invalid_location', 'profile_exists'],
  idempotent: true,
  limit: 'change',
});

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/api/profiles',
  access: 'signed-in',
  summary: "Changes the caller's own profile; fields left out stay, null or empty clears",
  body: z.object({
    ...fields,
    /** Of partners and advertisers, who must have one; a traveler's is ignored. */
    organizationName: line(200).optional(),
    displayName: line(100).nullish(),
  }),
  reply: ownProfile,
  errors: ['invalid_profile', 'invalid_phone', 'invalid_location', 'profile_missing'],
  limit: 'change',
});

export const migrateRole = endpoint({
  method: 'POST',
  path: '/api/profiles/migrate-role',
  access: 'signed-in',
  summary:
    'Turns a legacy role into traveler; a current role stays as it is. A body is not read: there is no other target',
  reply: ownProfile,
  errors: ['profile_missing'],
  limit: 'change',
});
