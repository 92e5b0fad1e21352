import { hawaiiDay } from '../contract/hawaii-time.ts';
import { forgetEndedSignIns, forgetOldLinks } from './features/accounts/accounts.ts';
import { deleteImpressionsBefore } from './features/analytics/analytics.store.ts';
import { deleteApplicationsBefore } from './features/applications/applications.store.ts';
import { deleteUnmatchedBefore } from './features/bookings/platform-bookings.store.ts';
import { deleteFollowsBefore, deleteTouchesBefore } from './features/campaigns/counting.store.ts';
import { deleteCodeAlertsBefore } from './features/code-alerts/code-alerts.ts';
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
  deleteWrongCodesBefore,
} from './features/scanning/orphan-scans.store.ts';
import { deleteAlertsBefore } from './features/security-desk/security-desk.ts';
import type { Db } from './platform/database/database.ts';
import { forgetOldKeys } from './platform/idempotency.ts';
import { deleteNewsBefore } from './platform/news/inbox.store.ts';
import { deleteMetricsBefore } from './platform/request-metrics/request-metrics.store.ts';
import { retention } from './platform/retention.ts';
import { tidySecurityEvents } from './platform/security-events/security-events.ts';
import { deleteSessionsBefore } from './platform/sessions/sessions.store.ts';
import { keptSessionDays } from './platform/sessions/sessions.ts';
import { deleteExpiredUploads } from './platform/uploads/uploads.store.ts';

/** `days`: how long what it forgets is kept, where that is the same of all of it. */
export type TidyTask = ((db: Db, now: Date) => Promise<void>) & { days?: number };

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000);

/** A task that forgets what is so many days old. */
const after = (days: number, forget: (db: Db, instant: Date) => Promise<void>): TidyTask =>
  Object.assign((db: Db, now: Date) => forget(db, daysBefore(now, days)), { days });

/** A task that counts the days itself. */
const lasting = (days: number, task: TidyTask): TidyTask =>
  Object.assign((db: Db, now: Date) => task(db, now), { days });

/** Everything that is forgotten in time, by what a person would call it. What a new table keeps for a while gets its line here. */
export const tidyTasks: Readonly<Record<string, TidyTask>> = {
  'security events': lasting(retention.securityEventDays, tidySecurityEvents),
  'security alerts': after(retention.securityAlertDays, deleteAlertsBefore),
  'alerts of codes': after(retention.codeAlertDays, deleteCodeAlertsBefore),
  'idempotency keys': forgetOldKeys,
  'sign-in links': lasting(retention.signInLinkDays, forgetOldLinks),
  'sign-ins under way': lasting(retention.endedSignInDays, forgetEndedSignIns),
  sessions: lasting(keptSessionDays, (db, now) => deleteSessionsBefore(db, daysBefore(now, retention.endedSignInDays))),
  news: after(retention.newsDays, deleteNewsBefore),
  "platforms' bookings": after(retention.unmatchedBookingDays, deleteUnmatchedBefore),
  'who has left an organisation': after(retention.pastMemberDays, deletePastMembersBefore),
  'statements that were not applied': after(retention.unappliedStatementDays, deleteUnappliedBefore),
  'reports of reviews': after(retention.reviewReportDays, deleteReportsBefore),
  applications: after(retention.applicationDays, deleteApplicationsBefore),
  'lists of experiences': after(retention.longWorkDays, deleteImportsBefore),
  'orphan scans': after(retention.orphanScanDays, deleteOrphanScansBefore),
  'codes of orphan scans': after(retention.orphanScanDays, async (db, instant) => {
    await deleteOrphanCodesBefore(db, instant);
    await deleteOrphanCodesBeyond(db, retention.orphanCodes);
  }),
  'wrong codes, counted by hour': after(retention.orphanScanDays, deleteWrongCodesBefore),
  'networks of scans': after(retention.scanNetworkDays, forgetNetworksBefore),
  'counted impressions': after(retention.countedImpressionDays, deleteImpressionsBefore),
  'visits that saw what was sponsored': after(retention.sponsoredViewDays, (db, instant) =>
    deleteTouchesBefore(db, 'views', hawaiiDay(instant)),
  ),
  'visits that clicked what was sponsored': after(retention.sponsoredClickDays, (db, instant) =>
    deleteTouchesBefore(db, 'clicks', hawaiiDay(instant)),
  ),
  'visits that followed what was sponsored': after(retention.sponsoredClickDays, deleteFollowsBefore),
  'error reports': lasting(retention.errorReportDays, forgetOldReports),
  "partners' reports": after(retention.partnerReportDays, forgetReportsBefore),
  'pictures that nothing draws': endWaitingPictures,
  'pictures that nobody shows': forgetPastPictures,
  'requests about own data': after(retention.privacyRequestDays, deleteRequestsBefore),
  uploads: lasting(retention.uploadDays, deleteExpiredUploads),
  'request metrics': (db, now) =>
    deleteMetricsBefore(db, {
      minute: daysBefore(now, retention.requestMinuteDays),
      hour: daysBefore(now, retention.requestHourDays),
      day: daysBefore(now, retention.requestDayDays),
      month: daysBefore(now, retention.requestDayDays),
    }),
};

/** What is forgotten in time, each with how long it is kept at most, where all of it is kept equally long. */
export const tidied = Object.entries(tidyTasks).map(([task, { days = null }]) => ({ task, days }));

/**
 * Runs the tasks one after the other, until a signal ends it before the next. One that fails is told of and keeps none of the others
 * from running; it comes again with the next run.
 * @returns those that went well
 */
export async function tidy(
  db: Db,
  now: Date,
  onFailure: (task: string, error: Error) => void,
  { tasks = tidyTasks, signal }: { tasks?: Readonly<Record<string, TidyTask>>; signal?: AbortSignal } = {},
): Promise<string[]> {
  const done: string[] = [];
  for (const [name, task] of Object.entries(tasks)) {
    signal?.throwIfAborted();
    await task(db, now).then(
      () => done.push(name),
      (error: Error) => onFailure(name, error),
    );
  }
  return done;
}
