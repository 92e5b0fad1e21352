import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  type ImportField,
  type ImportOutcome,
  importFields,
  importOutcomes,
  listingImportStates,
} from './listing-import-forms.ts';
import { listAnswer, listQuery } from './lists.ts';
import { rowId, rowIdText, uuid } from './values.ts';
import { longWork } from './work.ts';

const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ id: rowIdText });

const column = z.string().max(1_000).optional();
/** Which column of the file is which field. */
const columns = z.strictObject(
  Object.fromEntries(importFields.map((field) => [field, column])) as Record<ImportField, typeof column>,
);

const listingImport = z.object({
  id: rowId,
  /** As its sender calls it. */
  file_name: z.string(),
  state: z.enum(listingImportStates),
  rows: z.int(),
  /** How many rows become what, as far as they are read. */
  outcomes: z.object(
    Object.fromEntries(importOutcomes.map((outcome) => [outcome, z.int()])) as Record<ImportOutcome, z.ZodInt>,
  ),
  /** Rows that are done. */
  imported_rows: z.int(),
  /** The columns by name, with the beginnings of the cells of the first rows. */
  header: z.array(z.string()),
  sample: z.array(z.array(z.string())),
  /** What it is read by; of an `unmapped` one what is known by name. */
  columns,
  /** The last long work for it. */
  work_id: uuid.nullable(),
  created_at: z.string(),
  created_by: z.string(),
});
export type ListingImport = z.output<typeof listingImport>;

export const exportListings = endpoint({
  method: 'POST',
  path: '/api/admin/exports/listings',
  ...ofAdmins,
  summary:
    'Begins an export of all listings that are not deleted, as CSV with the columns that a list of experiences has: taken up again it changes nothing',
  body: z.object({
    /** Without them it is for another installation, where others have these numbers. */
    with_numbers: z.boolean().default(true),
  }),
  status: 201,
  reply: longWork,
  idempotent: true,
});

export const startListingImport = endpoint({
  method: 'POST',
  path: '/api/admin/listing-imports',
  ...ofAdmins,
  summary:
    'Takes up a list of experiences that was uploaded: refused whole, with the row, where it is no table or longer than may be; its rows are checked and nothing of the guide is changed',
  body: z.object({ upload_id: uuid }),
  status: 201,
  reply: listingImport,
  errors: ['file_refused'],
  idempotent: true,
});

const listedImport = listingImport
  .pick({ id: true, file_name: true, state: true, rows: true, created_at: true, created_by: true })
  .extend({ wrong_rows: z.int() });
export type ListedImport = z.output<typeof listedImport>;

export const listListingImports = endpoint({
  method: 'GET',
  path: '/api/admin/listing-imports',
  ...ofAdmins,
  summary: 'Lists of experiences by when they were taken up; found by a part of the name of the file',
  query: listQuery(['-created', 'created'], {}),
  reply: listAnswer(listedImport),
});

export const getListingImport = endpoint({
  method: 'GET',
  path: '/api/admin/listing-imports/{id}',
  ...ofAdmins,
  summary: 'One list of experiences: its columns, and what becomes of its rows',
  params,
  reply: listingImport,
});

const importRow = z.object({
  /** As a spreadsheet numbers it: the header is the first. */
  id: rowId,
  outcome: z.enum(importOutcomes),
  /** As the file has it, maybe shortened. */
  name: z.string(),
  /** The listing of ours that it is about, or has become. */
  listing_id: rowId.nullable(),
  /** Of one that cannot be taken: each column that is why, with what stands there. */
  faults: z.array(z.object({ column: z.string(), problem: z.string(), value: z.string() })),
  imported: z.boolean(),
});
export type ImportRow = z.output<typeof importRow>;

export const listImportRows = endpoint({
  method: 'GET',
  path: '/api/admin/listing-imports/{id}/rows',
  ...ofAdmins,
  summary:
    'The rows of a list of experiences in their order, each with what becomes of it; found by a part of the name',
  params,
  query: listQuery(['row', '-row'], { outcome: z.enum(importOutcomes).optional() }),
  reply: listAnswer(importRow),
});

export const setImportColumns = endpoint({
  method: 'PUT',
  path: '/api/admin/listing-imports/{id}/columns',
  ...ofAdmins,
  summary:
    'Says which columns of a list of experiences are what, for it and all later ones with the same header, and begins to check it anew',
  params,
  body: z.object({ columns }),
  reply: longWork,
  errors: ['import_busy', 'import_applied'],
});

export const importListings = endpoint({
  method: 'POST',
  path: '/api/admin/listing-imports/{id}/import',
  ...ofAdmins,
  summary:
    'Begins to make and change the listings of a checked list, each once however often it is begun; rows that are wrong refuse it whole, unless they are left out',
  params,
  body: z.object({ leave_out_wrong: z.boolean().default(false) }),
  status: 201,
  reply: longWork,
  errors: ['import_busy', 'import_applied', 'import_unread', 'import_unreadable'],
  idempotent: true,
});
