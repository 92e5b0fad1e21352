import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { batchColumns, mostBatchRows } from './location-form.ts';
import { mostCodesLimit } from './organisations.ts';
import { cardFormats, kitLanguages, kitPapers } from './print-kit-forms.ts';
import { rowId, rowIdText, uuid } from './values.ts';
import { longWorkStates } from './work.ts';

const cell = z.string().max(4_000).default('');

/** The rows, or a file of them that was uploaded. */
const source = {
  rows: z
    .array(
      z.strictObject(
        Object.fromEntries(batchColumns.map((name) => [name, cell])) as Record<
          (typeof batchColumns)[number],
          typeof cell
        >,
      ),
    )
    .min(1)
    .max(mostBatchRows)
    .optional(),
  upload_id: uuid.optional(),
};
const isOne = (given: { rows?: unknown; upload_id?: unknown }) =>
  (given.rows === undefined) !== (given.upload_id === undefined);
const oneFault = { message: 'must be given, or an upload in its place', path: ['rows'] };

const checkedRow = z.object({
  /** As a spreadsheet numbers it where it came in a file, else from 1. */
  number: z.int(),
  name: z.string(),
  address: z.string(),
  description: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  /** The name of its partner. */
  partner: z.string().nullable(),
});
export type CheckedBatchRow = z.output<typeof checkedRow>;

const fault = z.object({ row: z.int(), column: z.enum(batchColumns), problem: z.string() });
export type BatchFault = z.output<typeof fault>;

/** A partner that has room for some of its rows alone. */
const shortOfRoom = z.object({
  organisation_id: uuid,
  partner: z.string(),
  /** How many rows need a code. */
  needed: z.int(),
  left: z.int(),
  most: z.int(),
  /** The limit that would do; null where no partner may have as many. */
  raise_to: z.int().nullable(),
});
export type ShortOfRoom = z.output<typeof shortOfRoom>;

const batch = z.object({
  id: rowId,
  rows: z.int(),
  /** How many of them are places with codes. */
  made: z.int(),
  format: z.enum(cardFormats),
  paper: z.enum(kitPapers),
  language: z.enum(kitLanguages),
  created_at: z.string(),
  created_by: z.string().nullable(),
  /** The long work that was begun for it last, and how it stands; null where that is forgotten. */
  work_id: uuid.nullable(),
  state: z.enum(longWorkStates).nullable(),
  /** Until when its print file can be fetched, of the work. */
  file_until: z.string().nullable(),
});
export type LocationBatch = z.output<typeof batch>;

const raise = z.strictObject({
  organisation_id: uuid,
  qr_codes_limit: z.int().min(1).max(mostCodesLimit),
  /** What it was when it was agreed to. */
  replaces_limit: z.int(),
});
export type LimitRaise = z.output<typeof raise>;

const ofAdmins = { access: ['admin'] } as const;
/** A thousand rows with words about each. */
const bodyLimitBytes = 4 * 1024 * 1024;

export const checkLocationBatch = endpoint({
  method: 'POST',
  path: '/api/admin/location-batches/check',
  ...ofAdmins,
  summary: 'Checks the rows of a batch, each column of each; nothing is kept of them',
  body: z.strictObject(source).refine(isOne, oneFault),
  bodyLimitBytes,
  reply: z.object({
    rows: z.int(),
    /** The first of them, as they would be made. */
    sample: z.array(checkedRow),
    /** At most 200. */
    faults: z.array(fault),
    fault_count: z.int(),
    /** Partners whose limit is too low for their rows: each is one of the faults, too. */
    short_of_room: z.array(shortOfRoom),
    /** The batch that was made of the same rows before. */
    made_before: rowId.nullable(),
  }),
  errors: ['file_refused'],
});

export const createLocationBatch = endpoint({
  method: 'POST',
  path: '/api/admin/location-batches',
  ...ofAdmins,
  summary:
    'Makes places and codes of rows, and one print file, as long work; all rows or none are taken, and with `raise_limits` the limits of partners without room for them are raised, each where it is still what it says. The same rows again make nothing twice: what is left of them is made, and their file drawn anew',
  body: z
    .strictObject({
      ...source,
      /** Partners without room for their rows whose limit of codes is raised with the batch. */
      raise_limits: z.array(raise).max(mostBatchRows).default([]),
      format: z.enum(cardFormats).exclude(['rooms']).default('counter-card'),
      paper: z.enum(kitPapers).default('a4'),
      language: z.enum(kitLanguages).default('en'),
    })
    .refine(isOne, oneFault),
  bodyLimitBytes,
  status: 201,
  reply: batch,
  errors: ['step_up_required', 'file_refused', 'batch_faults'],
  idempotent: true,
});

export const listLocationBatches = endpoint({
  method: 'GET',
  path: '/api/admin/location-batches',
  ...ofAdmins,
  summary: 'Batches of places by when they were sent, then by id',
  query: listQuery(['-created', 'created'], {}),
  reply: listAnswer(batch),
});

export const getLocationBatch = endpoint({
  method: 'GET',
  path: '/api/admin/location-batches/{id}',
  ...ofAdmins,
  summary: 'One batch of places: how far it is, and its print file',
  params: z.object({ id: rowIdText }),
  reply: batch,
});
