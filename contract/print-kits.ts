import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { highestRoom, kitFormats, kitLanguages, kitPapers, mostRooms } from './print-kit-forms.ts';
import { text, uuid } from './values.ts';

const room = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number from 1 on')
  .transform(Number)
  .refine((value) => value <= highestRoom, `must be at most ${highestRoom}`)
  .optional();

const choice = z
  .object({
    format: z.enum(kitFormats).default('counter-card'),
    paper: z.enum(kitPapers).default('a4'),
    language: z.enum(kitLanguages).default('en'),
    /** An upload of the organisation's for the purpose `picture`, PNG or JPEG. */
    logo: uuid.optional(),
    /** The first and the last room, of the format `rooms` alone. */
    first_room: room,
    last_room: room,
  })
  .superRefine(({ format, first_room, last_room }, { addIssue }) => {
    const say = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message });
    if (format !== 'rooms') return;
    if (first_room === undefined) say('first_room', 'must be given for cards of rooms');
    if (last_room === undefined) say('last_room', 'must be given for cards of rooms');
    if (first_room === undefined || last_room === undefined) return;
    if (last_room < first_room) say('last_room', 'must not lie before the first room');
    else if (last_room - first_room >= mostRooms) say('last_room', `must be one of ${mostRooms} rooms at most`);
  });
export type KitChoice = z.output<typeof choice>;

const ofKits = {
  method: 'GET',
  access: ['partner'],
  permission: 'qr_code_management',
  params: z.object({ qr_code_id: text(64, 1) }),
  query: choice,
  errors: ['invalid_code', 'code_closed', 'code_expired', 'file_refused'],
  limit: 'print-kit',
} as const;

export const checkPrintKit = endpoint({
  ...ofKits,
  path: '/api/partner-portal/qr-code/{qr_code_id}/print-kit',
  summary:
    'Draws a print kit of a code, and reads every code in it again as a camera sees it; its file is then ready to be fetched',
  reply: z.object({
    pages: z.int(),
    /** Codes in it, each of which was read. */
    codes: z.int(),
    /** From how far away each was read, in centimetres. */
    read_from_cm: z.int(),
    /** Width of a code with its quiet zone, in millimetres. */
    code_mm: z.number(),
    error_correction: z.enum(['medium', 'quartile', 'high']),
    bytes: z.int(),
  }),
});

export const getPrintKit = endpoint({
  ...ofKits,
  path: '/api/partner-portal/qr-code/{qr_code_id}/print-kit/file',
  summary: 'A print kit of a code as PDF, every code of which was read again; the code is noted as printed',
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
  ownPageOnly: true,
});
