import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { text } from './values.ts';

const token = z.object({ token: text(200, 1) });

export const openReportMail = endpoint({
  method: 'GET',
  path: '/api/report-mails/{token}',
  access: 'anyone',
  summary:
    "For who opens the address of the header List-Unsubscribe in a browser: leads to the page that ends a member's reports, and changes nothing",
  params: token,
  status: 302,
  reply: z.string(),
  replyKind: 'redirect',
});

export const endReportMails = endpoint({
  method: 'POST',
  path: '/api/report-mails/{token}',
  access: 'anyone',
  origin: 'link',
  summary:
    "Ends the reports by mail of the member or the administrator whom a mail's link was sent to, and nothing else of theirs (RFC 8058); the same again changes nothing",
  params: token,
  /** Whose reports have ended; null where they were an administrator's, of the platform. */
  reply: z.object({ ended: z.literal(true), organization_name: z.string().nullable() }),
  errors: ['report_link_invalid'],
  limit: 'report-link',
});
