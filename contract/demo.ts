import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { rowId } from './values.ts';

export const codeStatuses = ['active', 'paused', 'expired', 'replaced'] as const;

export const demoCodes = endpoint({
  method: 'GET',
  path: '/dev/codes.json',
  access: 'demo',
  summary: 'The demo QR codes',
  reply: z.array(
    z.object({
      qr_code_id: z.string(),
      location_id: rowId,
      location_name: z.string(),
      url: z.string(),
      status: z.enum(codeStatuses),
    }),
  ),
});

const page = { access: 'demo', reply: z.string(), replyKind: 'html' } as const;

export const demoCodesPage = endpoint({
  ...page,
  method: 'GET',
  path: '/dev/codes',
  summary: 'The demo QR codes, printable',
});
export const demoMailPage = endpoint({
  ...page,
  method: 'GET',
  path: '/dev/mail',
  summary: 'The messages sent, newest first',
});
