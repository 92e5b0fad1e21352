import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { codeAlertKinds, qrCodeStates } from './portal-states.ts';
import { calendarDay, line, rowId, text, userId } from './values.ts';

const qrCode = z.object({
  /** The code in words. */
  qr_code_id: z.string(),
  location_id: rowId,
  location_name: z.string(),
  location_description: z.string(),
  label: z.string().nullable(),
  /** Scans that count, since it was made, wherever it pointed. */
  scan_count: z.int(),
  /** The day of Hawaiʻi: the moment would tell of a single guest. */
  last_scanned_at: calendarDay.nullable(),
  qr_image_url: z.string(),
  status: z.enum(qrCodeStates),
  /** The code in words that took its place. */
  replaced_by: z.string().nullable(),
  created_at: z.string(),
  /** What may have happened to it, and since which day: of one that is quiet its last scan, of one that is scanned far away the first. */
  alerts: z.array(z.object({ kind: z.enum(codeAlertKinds), since: calendarDay })),
});
export type QrCode = z.output<typeof qrCode>;

const ofCodes = { access: ['partner'], permission: 'qr_code_management' } as const;

export const listQrCodes = endpoint({
  method: 'GET',
  path: '/api/partner-portal/qr-codes/{partnerId}',
  ...ofCodes,
  summary:
    "The organisation's codes by place, then by when they were made, those that were replaced among them, and its places; at most 500 of each",
  params: z.object({ partnerId: userId }),
  reply: z.object({
    codes: z.array(qrCode),
    /** All of its places by name, also those that no code leads to, with how many experiences guests see there; at most 500. */
    places: z.array(z.object({ id: rowId, name: z.string(), shown: z.int() })),
    /** How many it has that are in use or paused, with those it has asked for, and how many it may have. */
    used: z.int(),
    limit: z.int(),
  }),
});

export const changeQrCode = endpoint({
  method: 'PATCH',
  path: '/api/partner-portal/qr-code/{qr_code_id}',
  ...ofCodes,
  summary:
    'Pauses a code or lets it go on, names it, or points it to another place of the organisation without printing it anew',
  params: z.object({ qr_code_id: text(64, 1) }),
  body: z
    .strictObject({
      status: z.enum(['active', 'paused']).optional(),
      label: line(60).nullable().optional(),
      location_id: rowId.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'must change something'),
  reply: qrCode,
  errors: ['invalid_code', 'code_closed'],
  limit: 'change',
});
