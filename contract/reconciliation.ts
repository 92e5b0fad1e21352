import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { platformNames } from './platform-bookings.ts';
import { differenceKinds } from './statement-forms.ts';
import { calendarDay, dollars, rowId, uuid } from './values.ts';

const ofAdmins = { access: ['admin'] } as const;
const dated = /^20\d\d-(0[1-9]|1[0-2])$/;
/** A month of days of travel; `undated` where no day is known. */
const month = z.string().regex(/^(20\d\d-(0[1-9]|1[0-2])|undated)$/, 'must be a month, as 2026-12, or undated');
const params = z.object({ platform: z.enum(platformNames), month });

const total = z.object({
  platform: z.enum(platformNames),
  month,
  /** What the newest applied rows of its statements say that it pays, in US dollars. */
  statement: dollars,
  /** What the ledger says that it owes: for bookings that are confirmed or completed. */
  ledger: dollars,
  /** statement - ledger */
  difference: dollars,
  /** On the statements, and here. */
  statement_bookings: z.int(),
  ledger_bookings: z.int(),
  /** Bookings on which they differ. */
  differences: z.int(),
});
export type ReconciledMonth = z.output<typeof total>;

const difference = z.object({
  kind: z.enum(differenceKinds),
  reference: z.string().nullable(),
  booking: z.object({ id: uuid, transaction_id: z.string(), experience: z.string() }).nullable(),
  travel_date: calendarDay.nullable(),
  statement_amount: dollars.nullable(),
  ledger_amount: dollars.nullable(),
  statement: dollars.nullable(),
  ledger: dollars,
  difference: dollars,
  /** Of the statement's amounts. */
  currency: z.string().nullable(),
  /** Where the statement says it. */
  row: z.object({ import_id: rowId, file_name: z.string(), row: rowId }).nullable(),
});
export type Difference = z.output<typeof difference>;

export const reconcile = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation',
  ...ofAdmins,
  summary:
    "By platform and month of travel, newest first: what the platforms' statements pay, what the ledger says they owe, and on how many bookings the two differ. A page is of six months; the first one has what is undated besides",
  query: z.object({
    platform: z.enum(platformNames).optional(),
    after: z.string().regex(dated, 'must be a month').optional(),
  }),
  reply: z.object({
    rows: z.array(total),
    /** The last month of this page, for what comes after it; null where nothing does. */
    next: z.string().nullable(),
  }),
});

export const listDifferences = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation/{platform}/{month}',
  ...ofAdmins,
  summary:
    'Each booking of a month on which a statement and the ledger differ, and why; the first 500. The file has all',
  params,
  reply: z.object({ total: total.nullable(), differences: z.array(difference) }),
});

export const getDifferencesFile = endpoint({
  method: 'GET',
  path: '/api/admin/reconciliation/{platform}/{month}/file',
  ...ofAdmins,
  summary: 'The same with all of them, as CSV',
  params,
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
});
