import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { roles } from './roles.ts';
import { text, userId } from './values.ts';

export const profile = z.object({
  id: userId,
  user_id: userId,
  role: z.enum(roles),
  partner_type: z.string().nullable(),
  organization_name: z.string().nullable(),
  phone: z.string().nullable(),
  location: z.string().nullable(),
  is_active: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});

export const currentUser = z.object({
  id: userId,
  email: z.string(),
  google_user_data: z.object({ name: z.string(), given_name: z.string(), picture: z.string().nullable() }).nullable(),
  profile: profile.nullable(),
});
export type CurrentUser = z.output<typeof currentUser>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/users/me',
  access: 'signed-in',
  summary: 'The signed-in user',
  reply: currentUser,
});

export const requestMagicLink = endpoint({
  method: 'POST',
  path: '/api/auth/magic-link',
  access: 'anyone',
  summary: 'Sends a sign-in link, valid for 15 minutes; the answer is the same for known and unknown addresses',
  body: z.object({
    email: text(320),
    /** Where to return to after signing in: a path of this site. */
    redirect: text(2048).optional(),
  }),
  status: 202,
  reply: z.object({ message: z.string() }),
  errors: ['invalid_email'],
  idempotent: true,
  limit: 'magic-link',
});

export const verifyMagicLink = endpoint({
  method: 'POST',
  path: '/api/auth/magic-link/verify',
  access: 'anyone',
  summary:
    'Redeems a sign-in link and starts a session; on another browser than the one that asked, only with `confirm`',
  body: z.object({ token: text(200), confirm: z.boolean().optional() }),
  reply: z.object({ user: currentUser, redirect: z.string().nullable() }),
  errors: ['link_invalid', 'link_confirm'],
  limit: 'sign-in',
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'anyone',
  summary: 'Ends the session; without one it does nothing',
  reply: z.object({ ok: z.literal(true) }),
});
