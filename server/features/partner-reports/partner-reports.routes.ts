import { endReportMails, openReportMail } from '../../../contract/report-mails.ts';
import type { Db } from '../../platform/database/database.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import { endReportsByLink } from './partner-reports.ts';
import { readSubscriptionToken, type SubscriptionId } from './report-link.ts';

interface Given {
  /** Ends a report of the platform that an administrator had. */
  endSubscription: (db: Db, now: Date, of: SubscriptionId, requestId: string) => Promise<void>;
}

export const partnerReportsRoutes = ({ endSubscription }: Given): Answered[] => [
  answer(openReportMail, ({ params }, ctx) => {
    ctx.setHeader('location', `/unsubscribe/${encodeURIComponent(params.token)}`);
    return '';
  }),

  answer(endReportMails, async ({ params: { token } }, ctx) => {
    const now = ctx.clock.now();
    const ended = true as const;
    const subscription = readSubscriptionToken(ctx.settings, token, now);
    if (subscription) {
      await endSubscription(ctx.db, now, subscription, ctx.requestId);
      return { ended, organization_name: null };
    }
    return { ended, organization_name: (await endReportsByLink(ctx, now, token, ctx.requestId)).organization_name };
  }),
];
