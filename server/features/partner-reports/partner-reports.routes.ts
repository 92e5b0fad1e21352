import { endReportMails, openReportMail } from '../../../contract/report-mails.ts';
import { answer } from '../../platform/http/http.ts';
import { endReportsByLink } from './partner-reports.ts';

export const partnerReportsRoutes = [
  answer(openReportMail, ({ params }, ctx) => {
    ctx.setHeader('location', `/unsubscribe/${encodeURIComponent(params.token)}`);
    return '';
  }),

  answer(endReportMails, async ({ params }, ctx) => ({
    ended: true as const,
    organization_name: (await endReportsByLink(ctx, ctx.clock.now(), params.token, ctx.requestId)).organization_name,
  })),
];
