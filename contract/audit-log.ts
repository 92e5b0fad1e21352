import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { calendarDay, userId } from './values.ts';
import { longWork } from './work.ts';

const name = z.string().regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be a name in lower case');

const auditEntry = z.object({
  /** Its place in the chain. */
  id: z.int(),
  recorded_at: z.string(),
  action: z.string(),
  /** Null where it was the system itself; an account that is gone has no address. */
  actor: z.object({ id: userId, email: z.string().nullable() }).nullable(),
  subject_kind: z.string(),
  subject_id: z.string(),
  /** What the subject is called, as it is now, and where it is read; null where it has no name or no screen, or is gone. */
  subject: z.string().nullable(),
  screen: z.string().nullable(),
});
export type AuditEntry = z.output<typeof auditEntry>;

const sides = { before: z.string().nullable(), after: z.string().nullable() };
const auditEntryDetail = auditEntry.extend({
  request_id: z.string().nullable(),
  /** What can be read of it has been erased with the account that it was about: hashes stay. */
  erased: z.boolean(),
  /** Each value before and after, by its name; null where there was, or is, none. */
  values: z.array(
    z.object({
      ...{ name: z.string(), ...sides },
      /** What the ids in it are called, as it is now, and the listing that a rule is of; null where it holds none. */
      named: z.object({ of: z.string().nullable(), ...sides }),
    }),
  ),
  details_hash: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
  /** How many entries the chain has. */
  of: z.int(),
});
export type AuditEntryDetail = z.output<typeof auditEntryDetail>;

const ofAdmins = { access: ['admin'] } as const;

const query = listQuery(['-recorded', 'recorded'], {
  action: name.optional(),
  subject_kind: name.optional(),
  subject_id: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must have the form of an id')
    .optional(),
  /** Days of Hawaiʻi, both of them within. */
  from: calendarDay.optional(),
  to: calendarDay.optional(),
});

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  ...ofAdmins,
  summary:
    'Entries of the audit log by when they were recorded, then by their place; found by a part of the address or name of who did it',
  query,
  /** All the names there are, whatever is listed. */
  reply: listAnswer(auditEntry).extend({ actions: z.array(z.string()), subject_kinds: z.array(z.string()) }),
});

export const exportAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/export',
  ...ofAdmins,
  summary: 'The same entries, all of them, as CSV with what was before and after; noted in the audit log',
  query: query.omit({ after: true, limit: true }),
  reply: z.custom<AsyncIterable<Uint8Array>>(),
  replyKind: 'binary',
  ownPageOnly: true,
  errors: ['step_up_required'],
});

export const getAuditEntry = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log/{id}',
  ...ofAdmins,
  adminViews: 'audit_entry',
  summary: 'One entry of the audit log with what was before and after, and its place in the chain',
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, 'must be a positive whole number')
      .transform(Number),
  }),
  reply: auditEntryDetail,
});

/** What the file of a check says. */
export const auditCheck = z.object({
  /** The last entry up to which the chain is as it was written; 0 where there is none. */
  holds_up_to: z.int(),
  /** The newest entry that is anchored outside the database: what came later could have been rewritten unseen. */
  anchored_up_to: z.int(),
  /** Entries of which nothing but hashes is left. */
  erased: z.int(),
  /** The first thing that is wrong; its entry is null where a whole file is concerned. */
  damage: z.object({ entry: z.int().nullable(), what: z.string() }).nullable(),
});
export type AuditCheck = z.output<typeof auditCheck>;

export const checkAuditLog = endpoint({
  method: 'POST',
  path: '/api/admin/audit-log/check',
  ...ofAdmins,
  summary:
    'Begins to check every entry of the audit log, its details and its anchors, as long work with a file that says what was found',
  body: z.object({}),
  status: 201,
  reply: longWork,
  idempotent: true,
});
