import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { uuid } from './values.ts';

export const downloadOwnData = endpoint({
  method: 'GET',
  path: '/api/users/me/data',
  access: 'signed-in',
  summary:
    'All that is kept of the caller, as one JSON file: each table with the rows that are theirs; noted in the audit log',
  reply: z.custom<AsyncIterable<Uint8Array>>(),
  replyKind: 'binary',
  ownPageOnly: true,
  errors: ['own_data_under_way', 'step_up_required'],
  limit: 'own-data',
});

/** What is sent to erase an account: nothing does so by a slip. */
export const erasureConfirmation = 'erase my account';

export const eraseOwnAccount = endpoint({
  method: 'POST',
  path: '/api/users/me/erase',
  access: 'signed-in',
  refuses: ['partner', 'advertiser', 'admin'],
  summary:
    'Erases the caller, who signed in or confirmed with a passkey within 10 minutes: what they wrote goes, money stays under an id; partners, advertisers and administrators hand over first',
  body: z.object({ confirm: z.literal(erasureConfirmation) }),
  reply: z.object({ erased: z.literal(true) }),
  errors: ['account_has_duties', 'sign_in_again', 'step_up_required'],
  limit: 'change',
});

/** What is kept, as the privacy page tells it. */
export const keptKinds = [
  'account',
  'bookings',
  'inquiries',
  'scans',
  'scan_networks',
  'visits',
  'sponsored_clicks',
  'events',
  'sessions',
  'sign_in_links',
  'security_events',
  'security_addresses',
  'error_reports',
  'platform_news',
  'applications',
  'invitations',
  'uploads',
  'failed_mail',
  'review_reports',
  'privacy_requests',
  'audit_log',
  'backups',
] as const;
export type KeptKind = (typeof keptKinds)[number];

/** For what a browser meets servers of others; `links` are booking links that leave the guide. */
export const thirdPartyKinds = ['map', 'pictures', 'booking_pages', 'links', 'sign_in'] as const;
export type ThirdPartyKind = (typeof thirdPartyKinds)[number];

const thirdParties = z.array(
  z.object({
    kind: z.enum(thirdPartyKinds),
    /** Host names; none where this site asks nobody else for it. */
    hosts: z.array(z.string()),
  }),
);

export const getPrivacy = endpoint({
  method: 'GET',
  path: '/api/privacy',
  access: 'anyone',
  summary: 'What is kept and how long, as it is done, and whose servers a browser meets besides this one',
  reply: z.object({
    kept: z.array(
      z.object({
        kind: z.enum(keptKinds),
        /** Null where it is kept until its account is erased, or for good. */
        amount: z.int().nullable(),
        unit: z.enum(['days', 'months']),
      }),
    ),
    third_parties: thirdParties,
  }),
});
export type Privacy = z.output<typeof getPrivacy.reply>;

export const requestKinds = ['export', 'erasure'] as const;
export const requestStates = ['under_way', 'done', 'failed'] as const;

const privacyRequest = z.object({
  id: uuid,
  kind: z.enum(requestKinds),
  state: z.enum(requestStates),
  user_id: z.string(),
  /** The account's address; null once it is erased. */
  user: z.string().nullable(),
  asked_at: z.string(),
  ended_at: z.string().nullable(),
});
export type PrivacyRequest = z.output<typeof privacyRequest>;

export const listPrivacyRequests = endpoint({
  method: 'GET',
  path: '/api/security/privacy-requests',
  access: ['admin'],
  summary: 'What people asked for of their own data, by when; narrowed to a kind or a state',
  query: listQuery(['-asked', 'asked'], {
    kind: z.enum(requestKinds).optional(),
    state: z.enum(requestStates).optional(),
  }).omit({ search: true }),
  reply: listAnswer(privacyRequest),
});

export const getPrivacyWork = endpoint({
  method: 'GET',
  path: '/api/security/privacy',
  access: ['admin'],
  summary: 'How many requests there are, what is forgotten in time and when that was done last, and third parties',
  reply: z.object({
    under_way: z.int(),
    /** Of the last 30 days. */
    exports: z.int(),
    erasures: z.int(),
    retention: z.array(
      z.object({
        task: z.string(),
        /** Null where what it forgets has ends of its own. */
        days: z.int().nullable(),
        last_run: z.string().nullable(),
      }),
    ),
    /** Which of it failed the last time, by name; null where none did. */
    failing: z.string().nullable(),
    third_parties: thirdParties,
  }),
});
export type PrivacyWork = z.output<typeof getPrivacyWork.reply>;
