import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { calendarDay } from './values.ts';

export const getFirstSteps = endpoint({
  method: 'GET',
  path: '/api/partner-portal/first-steps',
  access: ['partner'],
  permission: 'qr_code_management',
  summary:
    'How far an organisation has come from its invitation to a printed card that was scanned once: when each step was done',
  reply: z.object({
    requested_at: z.string().nullable(),
    /** The oldest of its codes that leads somewhere. */
    code: z
      .object({
        qr_code_id: z.string(),
        location_name: z.string(),
        /** How many experiences guests see there. */
        shown: z.int(),
      })
      .nullable(),
    /** When a file for printing was first taken. */
    printed_at: z.string().nullable(),
    /** The day of Hawaiʻi: the moment would tell of a single guest. */
    scanned_at: calendarDay.nullable(),
    /** The day of the first scan is more than a week ago: nobody needs to be led any more. */
    over: z.boolean(),
  }),
});
