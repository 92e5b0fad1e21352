import { z } from 'zod';
import { bookingStatuses } from './booking-states.ts';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { platformNames } from './platform-bookings.ts';
import {
  askedOfStatements,
  dateForms,
  decimalForms,
  importStates,
  rowOutcomes,
  statementFields,
} from './statement-forms.ts';
import { dollars, line, reason, rowId, rowIdText, uuid } from './values.ts';
import { longWork } from './work.ts';

const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ id: rowIdText });

const column = z.string().max(1_000);
const columns = z.object({
  reference: column,
  status: column,
  supplier: column.optional(),
  click_id: column.optional(),
  travel_date: column.optional(),
  item: column.optional(),
  amount: column.optional(),
  currency: column.optional(),
  commission: column.optional(),
});

/** Which column of a statement is what, and how it writes days and amounts. */
const columnMap = z.object({
  platform: z.enum(platformNames),
  columns,
  /** Who numbers the references, where no column says it: FareHarbor's company, an operator's host name. */
  supplier: line(100).nullable().default(null),
  dates: z.enum(dateForms).default('month_first'),
  decimals: z.enum(decimalForms).default('point'),
  /** Of all amounts, where no column says it. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be three capital letters, as USD')
    .nullable()
    .default(null),
});
export type ColumnMap = z.output<typeof columnMap>;

const outcomeCounts = z.object(
  Object.fromEntries(rowOutcomes.map((outcome) => [outcome, z.int()])) as Record<
    (typeof rowOutcomes)[number],
    z.ZodInt
  >,
);

const statementImport = z.object({
  id: rowId,
  /** As its sender calls it. */
  file_name: z.string(),
  platform: z.enum(platformNames).nullable(),
  state: z.enum(importStates),
  rows: z.int(),
  /** How many rows become what; what has been applied as it was then. Empty of what is not read yet. */
  outcomes: outcomeCounts,
  /** Rows that have been applied. */
  applied_rows: z.int(),
  /** The last long work for it. */
  work_id: uuid.nullable(),
  created_at: z.string(),
  created_by: z.string(),
  applied_at: z.string().nullable(),
});
export type StatementImport = z.output<typeof statementImport>;

export const statementImportDetail = z.object({
  ...statementImport.shape,
  /** The columns by name, with the cells of the first rows. */
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** What it is read by; of an `unmapped` one a proposal. */
  map: columnMap.extend({ columns: columns.partial() }).partial(),
  /** What it waits for; null of one that is read. */
  asks: z.enum(askedOfStatements).nullable(),
  /** Platforms that number all their bookings themselves: of any other it has to be said whose they are. */
  own_numbers: z.array(z.enum(platformNames)),
});
export type StatementImportDetail = z.output<typeof statementImportDetail>;

export const startStatementImport = endpoint({
  method: 'POST',
  path: '/api/admin/statement-imports',
  ...ofAdmins,
  summary:
    'Takes up a statement that was uploaded: refused whole, with the row, where it is no table; read by the map that its header has, if any',
  body: z.object({ upload_id: uuid }),
  status: 201,
  reply: statementImport,
  errors: ['file_refused'],
  idempotent: true,
});

export const listStatementImports = endpoint({
  method: 'GET',
  path: '/api/admin/statement-imports',
  ...ofAdmins,
  summary:
    'Statements that were taken up, by when, then by id; found by a part of the name of the file; with unapplied=true those that are not applied yet',
  query: listQuery(['-started', 'started'], {
    platform: z.enum(platformNames).optional(),
    unapplied: z.literal('true').optional(),
  }),
  reply: listAnswer(statementImport),
});

export const getStatementImport = endpoint({
  method: 'GET',
  path: '/api/admin/statement-imports/{id}',
  ...ofAdmins,
  summary: 'One statement: its columns, the map that it is read by, and what becomes of its rows',
  params,
  reply: statementImportDetail,
});

const statementRow = z.object({
  /** As a spreadsheet numbers it: the header is the first. */
  id: rowId,
  outcome: z.enum(rowOutcomes).nullable(),
  /** Of one that cannot be read: the column, and why. */
  fault: z.object({ column: z.string(), problem: z.string() }).nullable(),
  reference: z.string().nullable(),
  status: z.enum(bookingStatuses).nullable(),
  amount: dollars.nullable(),
  commission: dollars.nullable(),
  /** As the file has it; US dollars alone are counted. */
  currency: z.string().nullable(),
  travel_date: z.string().nullable(),
  /** The booking of ours that it is, once it was applied. */
  booking_id: uuid.nullable(),
  applied: z.boolean(),
  /** The cells of its mapped columns by name; before it was applied, of all. */
  cells: z.record(z.string(), z.string()),
});
export type StatementRow = z.output<typeof statementRow>;

export const listStatementRows = endpoint({
  method: 'GET',
  path: '/api/admin/statement-imports/{id}/rows',
  ...ofAdmins,
  summary: 'The rows of a statement in their order, each with what becomes of it; found by a part of the reference',
  params,
  query: listQuery(['row', '-row'], { outcome: z.enum(rowOutcomes).optional() }),
  reply: listAnswer(statementRow),
});

export const setStatementMap = endpoint({
  method: 'PUT',
  path: '/api/admin/statement-imports/{id}/map',
  ...ofAdmins,
  summary:
    'Says which columns of a statement are what, for it and all later ones with the same header, and begins to read it anew',
  params,
  body: columnMap,
  reply: longWork,
  errors: ['import_busy', 'import_applied'],
});

export const applyStatementImport = endpoint({
  method: 'POST',
  path: '/api/admin/statement-imports/{id}/apply',
  ...ofAdmins,
  summary:
    'Begins to do what the rows of a previewed statement tell, each once however often it is begun; rows that cannot be read refuse it whole, unless they are left out',
  params,
  body: z.object({ leave_out_unreadable: z.boolean().default(false), reason }),
  status: 201,
  reply: longWork,
  errors: ['import_busy', 'import_applied', 'import_unread', 'import_unreadable', 'step_up_required'],
  idempotent: true,
});

export { statementFields };
