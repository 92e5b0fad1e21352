import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mostExportDays, rawFormats, rawSources } from './export-limits.ts';
import { listAnswer, listQuery } from './lists.ts';
import { calendarDay, reason, uuid } from './values.ts';

const params = z.object({ id: uuid });
/** For the audit log. */
const why = z.object({ reason });
const done = z.object({ ok: z.literal(true) });

export const summarizeWork = endpoint({
  method: 'GET',
  path: '/api/admin/work',
  access: ['admin'],
  summary:
    'How much long work of everybody waits or runs, and how much could not be done and waits for an administrator',
  reply: z.object({ in_progress: z.int(), dead_letters: z.int(), unreadable_news: z.int() }),
});

/** Queues whose jobs are kept when they failed for the last time. */
export const deadLetterKinds = ['mail', 'news', 'long-work'] as const;

const deadLetter = z.object({
  id: uuid,
  queue: z.string(),
  /** What it was about, as far as that is kept: the recipient and subject of a mail, the number of news or of long work. */
  about: z.record(z.string(), z.string()),
  /** What the last try ended with: a code, no words of others. */
  problem: z.string().nullable(),
  asked_at: z.string(),
  failed_at: z.string(),
  tries: z.int(),
  /** A mail has lost what it said within a minute, and can no longer be sent. */
  can_be_retried: z.boolean(),
});
export type DeadLetter = z.output<typeof deadLetter>;

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/api/admin/dead-letters',
  access: ['admin'],
  summary:
    'Background work that failed for good, by when it did, then by id; found by a part of the recipient or subject, or by its id; kept for 30 days',
  query: listQuery(['-failed', 'failed'], { queue: z.enum(deadLetterKinds).optional(), id: uuid.optional() }),
  reply: listAnswer(deadLetter),
});

export const retryDeadLetter = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/{id}/retry',
  access: ['admin'],
  summary: 'Asks for the work of a dead letter again, with a reason',
  params,
  body: why,
  reply: done,
  errors: ['dead_letter_emptied', 'work_over'],
  idempotent: true,
});

export const discardDeadLetter = endpoint({
  method: 'POST',
  path: '/api/admin/dead-letters/{id}/discard',
  access: ['admin'],
  summary: 'Puts a dead letter away for good, with a reason; the news or the long work that it was to do is then over',
  params,
  body: why,
  reply: done,
  idempotent: true,
});

export const longWorkStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type LongWorkState = (typeof longWorkStates)[number];

/** Why long work failed: it broke off too often, its file could not be written, or its own fault. */
export const longWorkProblems = ['broke_off', 'no_room', 'internal'] as const;
export type LongWorkProblem = (typeof longWorkProblems)[number];

export const longWork = z.object({
  id: uuid,
  kind: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  state: z.enum(longWorkStates),
  /** Steps done, and in all where that is known. */
  progress: z.object({ done: z.int(), total: z.int().nullable() }),
  /** The file that it made, while it can be fetched. */
  result: z.object({ name: z.string(), bytes: z.int(), media_type: z.string(), expires_at: z.string() }).nullable(),
  problem: z.enum(longWorkProblems).nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  /** For administrators alone. */
  asked_by: z.object({ id: uuid, email: z.string() }).optional(),
});
export type LongWork = z.output<typeof longWork>;

/** Some days of Hawaiʻi, both included. */
const exportOfDays = z
  .object({ from: calendarDay, to: calendarDay, mail_when_done: z.boolean().default(false) })
  .refine(({ from, to }) => from <= to, { path: ['to'], error: 'must not lie before from' })
  .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < mostExportDays * 86_400_000, {
    path: ['to'],
    error: `must lie within ${mostExportDays - 1} days of from`,
  });

export const exportScans = endpoint({
  method: 'POST',
  path: '/api/admin/exports/scans',
  access: ['admin'],
  summary: 'Begins an export of the scans of some days of Hawaiʻi, both included, as CSV',
  body: exportOfDays,
  status: 201,
  reply: longWork,
  idempotent: true,
});

export const exportRawRows = endpoint({
  method: 'POST',
  path: '/api/admin/exports/events',
  access: ['admin'],
  summary:
    'Begins an export of the events, or the scans, clicks or bookings, of some days of Hawaiʻi, both included, row by row as CSV or Parquet, who a row is of under a name that holds for this file alone',
  body: exportOfDays.safeExtend({ of: z.enum(rawSources).default('events'), format: z.enum(rawFormats) }),
  status: 201,
  reply: longWork,
  idempotent: true,
});

export const listLongWork = endpoint({
  method: 'GET',
  path: '/api/long-work',
  access: 'signed-in',
  summary:
    "The caller's long work by when it was asked for, then by id; with everybody=true, for administrators, all, found by a part of the asker's address",
  query: listQuery(['-asked', 'asked'], {
    everybody: z.literal('true').optional(),
    state: z.enum(longWorkStates).optional(),
  }),
  reply: listAnswer(longWork),
});

export const getLongWork = endpoint({
  method: 'GET',
  path: '/api/long-work/{id}',
  access: 'signed-in',
  summary:
    "One piece of the caller's long work, while their role is one that may ask for it; an administrator sees everybody's",
  params,
  reply: longWork,
});

export const cancelLongWork = endpoint({
  method: 'POST',
  path: '/api/long-work/{id}/cancel',
  access: 'signed-in',
  summary: 'Ends long work that waits or runs; what has ended stays as it is',
  params,
  reply: longWork,
  limit: 'change',
});

export const fetchLongWorkResult = endpoint({
  method: 'GET',
  path: '/api/long-work/{id}/result',
  access: 'signed-in',
  summary:
    "The file that long work made, until it expires, after a passkey confirmation where it tells of persons; fetching somebody else's is noted in the audit log",
  params,
  reply: z.custom<AsyncIterable<Uint8Array>>(),
  replyKind: 'binary',
  errors: ['step_up_required', 'result_gone'],
});
