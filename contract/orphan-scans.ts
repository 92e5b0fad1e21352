import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { orphanStates } from './location-form.ts';
import { rowId, text } from './values.ts';

const orphan = z.object({
  /** The code that was scanned, in its printed form. */
  id: z.string(),
  /** What it is now; `active` where it has become a code, or goes on, since. */
  state: z.enum(orphanStates),
  /** Whether one of our keys made it: that alone can become a code. */
  is_ours: z.boolean(),
  /** All since the first. */
  scans: z.int(),
  first_at: z.string(),
  last_at: z.string(),
  /** How it was scanned: by the scanner of the guide, or by the phone's own camera. */
  sources: z.object({ scanner: z.int(), camera: z.int() }),
  /** What the newest scan that told so came from, as far as it is kept. */
  device: z
    .object({ type: z.string().nullable(), user_agent: z.string().nullable(), location: z.string().nullable() })
    .nullable(),
  /** Where it leads, of one that is a code. */
  place: z.object({ id: rowId, name: z.string() }).nullable(),
  replaced_by: z.string().nullable(),
});
export type OrphanScan = z.output<typeof orphan>;

const ofAdmins = { access: ['admin'] } as const;
const params = z.object({ code: text(64, 1) });

export const listOrphanScans = endpoint({
  method: 'GET',
  path: '/api/admin/orphan-scans',
  ...ofAdmins,
  summary:
    'Codes whose scans of the last 90 days credited nobody, by the last scan or by how many, then by code; found by a part of the code. Those that are in use by now are told where they are asked for alone',
  query: listQuery(['-last', 'last', '-scans', 'scans'], { state: z.enum(orphanStates).optional() }),
  reply: listAnswer(orphan),
});

export const getOrphanScan = endpoint({
  method: 'GET',
  path: '/api/admin/orphan-scans/{code}',
  ...ofAdmins,
  summary: 'One of them',
  params,
  reply: orphan,
  errors: ['invalid_code'],
});

export const makeOrphanCode = endpoint({
  method: 'POST',
  path: '/api/admin/orphan-scans/{code}/code',
  ...ofAdmins,
  summary:
    'Makes a code of one that was scanned and is unknown: it leads to a place from then on. What was scanned before credits nobody still',
  params,
  body: z.strictObject({ location_id: rowId }),
  reply: orphan,
  errors: ['invalid_code', 'code_not_ours', 'code_taken', 'location_deleted', 'qr_code_limit'],
});

export const resumeOrphanCode = endpoint({
  method: 'POST',
  path: '/api/admin/orphan-scans/{code}/resume',
  ...ofAdmins,
  summary: 'Lets a paused code that was scanned go on at its place',
  params,
  reply: orphan,
  errors: ['invalid_code', 'code_not_paused'],
});
