import { hawaiiDay } from '../contract/hawaii-time.ts';
import { forgetEndedSignIns, forgetOldLinks } from './features/accounts/accounts.ts';
import { deleteImpressionsBefore } from './features/analytics/analytics.store.ts';
import { deleteApplicationsBefore } from './features/applications/applications.store.ts';
import { deleteUnmatchedBefore } from './features/bookings/platform-bookings.store.ts';
import { deleteFollowsBefore, deleteTouchesBefore } from './features/campaigns/counting.store.ts';
import { deletePastMembersBefore } from './features/commission/own-organisation.store.ts';
import { deleteImportsBefore } from './features/content/import-rows.store.ts';
import { endWaitingPictures, forgetPastPictures } from './features/content/listing-pictures.ts';
import { deleteUnappliedBefore } from './features/imports/import-rows.store.ts';
import { forgetReportsBefore } from './features/partner-reports/partner-reports.ts';
import { deleteRequestsBefore } from './features/privacy/privacy.ts';
import { forgetOldReports } from './features/reports/reports.ts';
import { deleteReportsBefore } from './features/reviews/review-reports.store.ts';
import { forgetNetworksBefore } from './features/scanning/network-keys.ts';
import {
  deleteOrphanCodesBefore,
  deleteOrphanCodesBeyond,
  deleteOrphanScansBefore,
} from './features/scanning/orphan-scans.store.ts';
import { deleteAlertsBefore } from './features/security-desk/security-desk.ts';
import type { Db } from './platform/database/database.ts';
import { forgetOldKeys } from './platform/idempotency.ts';
import { deleteNewsBefore } from './platform/news/inbox.store.ts';
import { deleteMetricsBefore } from './platform/request-metrics/request-metrics.store.ts';
import { retention } from './platform/retention.ts';
import { tidySecurityEvents } from './platform/security-events/security-events.ts';
import { deleteSessionsBefore } from './platform/sessions/sessions.store.ts';
import { deleteExpiredUploads } from './platform/uploads/uploads.store.ts';

export type TidyTask = (db: Db, now: Date) => Promise<void>;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** Everything that is forgotten in time, by what a person would call it. What a new table keeps for a while gets its line here. */
export const tidyTasks: Readonly<Record<string, TidyTask>> = {
  'security events': tidySecurityEvents,
  'security alerts': (db, now) => deleteAlertsBefore(db, daysBefore(now, retention.securityAlertDays)),
  'idempotency keys': forgetOldKeys,
  'sign-in links': forgetOldLinks,
  'sign-ins under way': forgetEndedSignIns,
  sessions: (db, now) => deleteSessionsBefore(db, daysBefore(now, retention.endedSignInDays)),
  news: (db, now) => deleteNewsBefore(db, daysBefore(now, retention.newsDays)),
  "platforms' bookings": (db, now) => deleteUnmatchedBefore(db, daysBefore(now, retention.unmatchedBookingDays)),
  'who has left an organisation': (db, now) => deletePastMembersBefore(db, daysBefore(now, retention.pastMemberDays)),
  'statements that were not applied': (db, now) =>
    deleteUnappliedBefore(db, daysBefore(now, retention.unappliedStatementDays)),
  'reports of reviews': (db, now) => deleteReportsBefore(db, daysBefore(now, retention.reviewReportDays)),
  applications: (db, now) => deleteApplicationsBefore(db, daysBefore(now, retention.applicationDays)),
  'lists of experiences': (db, now) => deleteImportsBefore(db, daysBefore(now, retention.longWorkDays)),
  'orphan scans': (db, now) => deleteOrphanScansBefore(db, daysBefore(now, retention.orphanScanDays)),
  'codes of orphan scans': async (db, now) => {
    await deleteOrphanCodesBefore(db, daysBefore(now, retention.orphanScanDays));
    await deleteOrphanCodesBeyond(db, retention.orphanCodes);
  },
  'networks of scans': (db, now) => forgetNetworksBefore(db, daysBefore(now, retention.scanNetworkDays)),
  'counted impressions': (db, now) => deleteImpressionsBefore(db, daysBefore(now, retention.countedImpressionDays)),
  'visits that saw what was sponsored': (db, now) =>
    deleteTouchesBefore(db, 'views', hawaiiDay(daysBefore(now, retention.sponsoredViewDays))),
  'visits that clicked what was sponsored': (db, now) =>
    deleteTouchesBefore(db, 'clicks', hawaiiDay(daysBefore(now, retention.sponsoredClickDays))),
  'visits that followed what was sponsored': (db, now) =>
    deleteFollowsBefore(db, daysBefore(now, retention.sponsoredClickDays)),
  'error reports': forgetOldReports,
  "partners' reports": (db, now) => forgetReportsBefore(db, daysBefore(now, retention.partnerReportDays)),
  'pictures that nothing draws': endWaitingPictures,
  'pictures that nobody shows': forgetPastPictures,
  'requests about own data': (db, now) => deleteRequestsBefore(db, daysBefore(now, retention.privacyRequestDays)),
  uploads: deleteExpiredUploads,
  'request metrics': (db, now) =>
    deleteMetricsBefore(db, {
      minute: daysBefore(now, retention.requestMinuteDays),
      hour: daysBefore(now, retention.requestHourDays),
      day: daysBefore(now, retention.requestDayDays),
      month: daysBefore(now, retention.requestDayDays),
    }),
};

/**
 * Runs the tasks one after the other, until a signal ends it before the next. One that fails is told of and keeps none of the others
 * from running; it comes again with the next run.
 */
export async function tidy(
  db: Db,
  now: Date,
  onFailure: (task: string, error: Error) => void,
  { tasks = tidyTasks, signal }: { tasks?: Readonly<Record<string, TidyTask>>; signal?: AbortSignal } = {},
): Promise<void> {
  for (const [name, task] of Object.entries(tasks)) {
    signal?.throwIfAborted();
    await task(db, now).catch((error: Error) => onFailure(name, error));
  }
}
