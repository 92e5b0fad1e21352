import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { experience } from './listings.ts';
import { instant, latitude, longitude, rowId, text } from './values.ts';

const deviceInfo = z.object({
  type: z.enum(['mobile', 'desktop']).optional(),
  userAgent: text(512).optional(),
  /** Latitude and longitude in degrees, where the visitor has allowed the site to know. Kept as a note, not of one who asks for privacy. */
  location: text(256).nullable().optional(),
  scan_id: text(64).optional(),
});

/** What a scanned code stands for. */
export const qrData = z.object({
  qr_code_id: z.string(),
  location_id: rowId,
  location_name: z.string(),
  location_description: z.string(),
  address: z.string(),
  /** The partner's user id; null for a demo scan. */
  distributor_id: z.string().nullable(),
  /** Null where nobody has told where the place is. */
  coordinates: z.object({ lat: latitude, lng: longitude }).nullable(),
  /** A demo scan counts nowhere. */
  demo: z.boolean(),
});
export type QrData = z.output<typeof qrData>;

export const recordScan = endpoint({
  method: 'POST',
  path: '/api/qr/scan',
  access: 'anyone',
  summary: 'Records a scan and answers with the place and its experiences',
  body: z.object({
    qr_code_id: text(64, 1),
    device_info: deviceInfo.optional(),
    /** The phone's own clock; kept as a note, the server's counts. */
    scan_timestamp: instant.optional(),
  }),
  reply: z.object({
    qr_data: qrData,
    experiences: z.array(experience),
    scan_timestamp: z.string(),
    /** False for a repeat within 10 minutes of one visit, and for a demo scan. */
    counted: z.boolean(),
  }),
  errors: ['invalid_code', 'code_mistyped', 'code_unknown', 'code_paused', 'code_expired', 'code_replaced'],
  idempotent: true,
  limit: 'scan',
});

export const codeImage = endpoint({
  method: 'GET',
  path: '/api/qr/codes/{qr_code_id}/image',
  access: 'anyone',
  summary: 'The QR image of a code, with its quiet zone',
  params: z.object({ qr_code_id: text(64, 1) }),
  query: z.object({
    format: z.enum(['svg', 'png']).default('svg'),
    /** Width and height in pixels. */
    size: z
      .string()
      .regex(/^\d{2,4}$/)
      .transform(Number)
      .refine((value) => value >= 64 && value <= 2048, 'must be 64 to 2048')
      .optional(),
    /** Dots of an inch that a PNG says it is meant to be printed with; without them it says none. */
    dpi: z.literal('300').transform(Number).optional(),
  }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
  errors: ['invalid_code', 'code_unknown'],
});
