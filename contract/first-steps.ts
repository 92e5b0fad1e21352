import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/partner-portal/first-steps',
  access: ['partner'],
  permission: 'qr_code_management',
  summary:
    'How far an organisation has come from its invitation to a printed card that was scanned once: an instant for each step that is done',
  reply: z.object({
    requested_at: z.string().nullable(),
    /** The oldest of its codes that leads somewhere. */
    code: z.object({ qr_code_id: z.string(), location_name: z.string() }).nullable(),
    /** When a file for printing was first taken. */
    printed_at: z.string().nullable(),
    scanned_at: z.string().nullable(),
    /** The first scan is a week old: nobody needs to be led any more. */
    over: z.boolean(),
  }),
});
