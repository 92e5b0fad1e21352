import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { digest, digested, listAnswer, listQuery, mostPerPage } from './lists.ts';
import { organisationStates } from './organisations.ts';
import { standings } from './permissions.ts';
import { roles } from './roles.ts';
import { auditHistory, reason, searched, text, userId, uuid } from './values.ts';
import { longWork } from './work.ts';

export const accountStates = ['active', 'suspended'] as const;
export const userSorts = ['name', '-name', 'joined', '-joined', 'last_seen', '-last_seen'] as const;

/** What the audit log has of an account. */
export const accountActions = [
  'profile_created',
  'profile_changed',
  'role_changed',
  'account_suspended',
  'account_reactivated',
  'sessions_ended',
  'passkeys_reset',
  'member_joined',
  'member_changed',
  'member_removed',
  'member_left',
] as const;
export type AccountAction = (typeof accountActions)[number];

/** What a list of accounts shows of each, in this order. */
export const userColumns = [
  'name',
  'email',
  'role',
  'state',
  'organisation',
  'sessions',
  'passkeys',
  'joined',
  'seen',
] as const;
export type UserColumn = (typeof userColumns)[number];

/** An account as administrators see it in a list. */
const userRow = z.object({
  id: userId,
  name: z.string().nullable(),
  email: z.string(),
  /** One of roles.ts, or an earlier system's; traveler where there is no profile yet. */
  role: z.string(),
  state: z.enum(accountStates),
  /** The name of the one that they are a partner or an advertiser of. */
  organisation: z.string().nullable(),
  /** Live ones. */
  sessions: z.int(),
  passkeys: z.int(),
  joined_at: z.string(),
  /** To the minute; null where nobody has been seen. */
  last_seen_at: z.string().nullable(),
});
export type UserRow = z.output<typeof userRow>;

/** An account with what belongs to it, newest first. */
const userDetail = z.object({
  ...userRow.shape,
  live_sessions: z.array(
    z.object({ id: uuid, created_at: z.string(), last_seen_at: z.string(), user_agent: z.string() }),
  ),
  own_passkeys: z.array(
    z.object({ id: uuid, name: z.string(), created_at: z.string(), last_used_at: z.string().nullable() }),
  ),
  organisations: z.array(
    z.object({ id: uuid, name: z.string(), standing: z.enum(standings), state: z.enum(organisationStates) }),
  ),
  /** The last 20 changes of the account. */
  history: auditHistory,
});
export type UserDetail = z.output<typeof userDetail>;

const filters = { role: z.enum(roles).optional(), state: z.enum(accountStates).optional() };
const query = listQuery(userSorts, filters);
const params = z.object({ id: userId });
const why = z.object({ reason });
const ofAdmins = { access: ['admin'] } as const;

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  ...ofAdmins,
  summary:
    'Accounts that are not erased by name (its first 32 letters), when they joined or were last seen, then by id; found by a part of name or address',
  query,
  reply: listAnswer(userRow).extend(digested),
});

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  ...ofAdmins,
  summary: 'The same accounts, all of them, as CSV; noted in the audit log',
  query: query.omit({ after: true, limit: true }).extend({
    /** Those that are shown, with commas between them; all unless told. */
    columns: z
      .string()
      .transform((names) => names.split(','))
      .pipe(z.array(z.enum(userColumns)).refine((names) => new Set(names).size === names.length, 'must name each once'))
      .optional(),
  }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
  replyKind: 'binary',
  ownPageOnly: true,
  errors: ['step_up_required'],
});

export const getUser = endpoint({
  method: 'GET',
  path: '/api/admin/users/{id}',
  ...ofAdmins,
  adminViews: 'user',
  summary: 'One account: sessions, passkeys, organisations, the newest of its history',
  params,
  reply: userDetail,
});

export const changeUserRole = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/role',
  ...ofAdmins,
  summary: "Gives another's account a role; its sessions end",
  params,
  body: z.object({
    role: z.enum(roles),
    /** What it was when this was decided: where it is another by now, nothing is changed. */
    replaces: text(40).optional(),
    reason,
  }),
  reply: userRow,
  errors: ['own_account', 'changed_meanwhile', 'step_up_required'],
  idempotent: true,
});

export const setUserState = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}/state',
  ...ofAdmins,
  summary: "Suspends another's account, whose sessions end and which nobody can sign in to, or lets it go on",
  params,
  body: z.object({
    state: z.enum(accountStates),
    /** What it was when this was decided: where it is another by now, nothing is changed. */
    replaces: z.enum(accountStates).optional(),
    reason,
  }),
  reply: userRow,
  errors: ['own_account', 'changed_meanwhile', 'step_up_required'],
  idempotent: true,
});

export const endUserSessions = endpoint({
  method: 'POST',
  path: '/api/admin/users/{id}/end-sessions',
  ...ofAdmins,
  summary: "Ends all sessions of another's account",
  params,
  body: why,
  reply: z.object({ ended: z.int() }),
  errors: ['own_account'],
  idempotent: true,
});

export const suspendUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/suspend',
  ...ofAdmins,
  summary: 'Suspends several accounts in one step; left out are those suspended before, unknown ones, and the own',
  body: z.object({ ids: z.array(userId).min(1).max(mostPerPage), reason }),
  reply: z.object({ suspended: z.int(), left_out: z.int() }),
  errors: ['step_up_required'],
  idempotent: true,
});

export const suspendMatchingUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/suspend-matching',
  ...ofAdmins,
  summary:
    'Begins to suspend all accounts that match and were seen to, but the own, as long work; none where others match by now',
  body: z.object({
    search: searched.optional(),
    ...filters,
    /** The list's digest, as it was when this was decided. */
    seen: digest,
    reason,
  }),
  status: 201,
  reply: longWork,
  errors: ['step_up_required', 'list_changed'],
  idempotent: true,
});
