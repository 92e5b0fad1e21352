import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text, userId, uuid } from './values.ts';

export const profile = z.object({
  id: userId,
  user_id: userId,
  /** One of roles.ts, or an earlier system's, which its owner migrates. */
  role: z.string(),
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
  summary:
    'Sends a sign-in link, valid for 15 minutes; the answer is the same for known and unknown addresses, also over the limit',
  body: z.object({
    email: text(320),
    /** Where to return to after signing in: a path of this site. */
    redirect: text(2048).optional(),
  }),
  status: 202,
  reply: z.object({ message: z.string() }),
  errors: ['invalid_email', 'link_limited'],
  idempotent: true,
  limit: 'magic-link',
});

export const verifyMagicLink = endpoint({
  method: 'POST',
  path: '/api/auth/magic-link/verify',
  access: 'anyone',
  summary:
    'Redeems a sign-in link and starts a session; on another browser than the one that asked, only with `confirm`. A used one starts none, but tells its owner, where they are signed in, who they are',
  body: z.object({ token: text(200), confirm: z.boolean().optional() }),
  reply: z.object({ user: currentUser, redirect: z.string().nullable() }),
  errors: ['link_invalid', 'link_confirm', 'account_deactivated'],
  limit: 'sign-in',
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'anyone',
  summary: 'Ends the session; without one it does nothing',
  reply: z.object({ ok: z.literal(true) }),
  limit: 'sign-out',
});

export const signOutByLink = endpoint({
  method: 'GET',
  path: '/api/logout',
  access: 'anyone',
  summary:
    'Ends the session, for a page of this site or a person who follows its link, who is sent to the cover (302); refused to pictures, frames, prefetches and other sites',
  reply: z.object({ ok: z.literal(true) }),
});

const beginQuery = z.object({
  /** The invitation that the person is about to accept; kept on the server and given back by POST /api/sessions. */
  invitation: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,128}$/, 'is no invitation')
    .optional(),
  /** Where to return to after signing in: a path of this site. */
  redirect: text(2048).optional(),
});

/** Where the browser goes to sign in. A navigation is sent there (302), or to `/?error=auth_failed&reason={code}` on failure. */
const identityProvider = z.object({
  redirectUrl: z.string(),
  /** Given by the alternative endpoint. */
  fallback: z.literal(true).optional(),
  /** The demo's own identity provider. */
  development: z.literal(true).optional(),
});

export const beginGoogleSignIn = endpoint({
  method: 'GET',
  path: '/api/oauth/google/redirect_url',
  access: 'anyone',
  summary: 'Begins a sign-in with Google: where to send the browser (302 on a navigation, JSON otherwise)',
  query: beginQuery,
  reply: identityProvider,
  refusalPage: '/?error=auth_failed',
  ownPageOnly: true,
  errors: ['sign_in_unavailable', 'sign_in_misconfigured'],
  limit: 'sign-in',
});

export const beginFallbackSignIn = endpoint({
  method: 'GET',
  path: '/api/oauth/google/redirect_url/fallback',
  access: 'anyone',
  summary: 'The same after a failure: asks the identity provider afresh',
  query: beginQuery,
  reply: identityProvider,
  refusalPage: '/?error=auth_failed',
  ownPageOnly: true,
  errors: ['sign_in_all_failed', 'sign_in_misconfigured'],
  limit: 'sign-in',
});

export const completeGoogleSignIn = endpoint({
  method: 'POST',
  path: '/api/sessions',
  access: 'anyone',
  summary: 'Completes a sign-in with Google: exchanges the code of the callback address for a session',
  body: z.object({
    code: text(2048, 1),
    /** Checked where given; the page sends both as they stand in its address. */
    state: text(512).optional(),
    iss: text(512).optional(),
  }),
  reply: z.object({
    user: currentUser,
    /** Where the sign-in began, when it said so. */
    redirect: z.string().nullable(),
    /** The invitation the sign-in began with, to be accepted next. */
    invitation: z.string().nullable(),
  }),
  errors: ['sign_in_failed', 'sign_in_unavailable', 'sign_in_misconfigured', 'email_link_first', 'account_deactivated'],
  limit: 'sign-in',
});

export const sessionInfo = z.object({
  id: uuid,
  created_at: z.string(),
  /** To the minute. */
  last_seen_at: z.string(),
  /** Browser and device in words, as "Safari on iPhone". */
  user_agent: z.string(),
  current: z.boolean(),
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/sessions',
  access: 'signed-in',
  summary: 'Where the signed-in user is signed in, newest first',
  reply: z.array(sessionInfo),
});

export const endOneSession = endpoint({
  method: 'DELETE',
  path: '/api/sessions/{id}',
  access: 'signed-in',
  summary: 'Ends one session of the signed-in user',
  params: z.object({ id: uuid }),
  reply: z.object({ ok: z.literal(true) }),
  limit: 'sign-out',
});

export const endAllSessions = endpoint({
  method: 'POST',
  path: '/api/sessions/end-all',
  access: 'signed-in',
  summary: 'Signs out everywhere, here too',
  reply: z.object({ ended: z.int() }),
  limit: 'sign-out',
});
