import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import { reportStakeholders, type SubscribedReport } from '../../../contract/platform-reports.ts';
import { type ReportingFrequency, reportingFrequencies } from '../../../contract/portal-states.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { readFrom } from '../../platform/database/replica.ts';
import { askForLongWork } from '../../platform/long-work/long-work.ts';
import {
  lastPeriod,
  newSubscriptionToken,
  type Period,
  type SubscriptionId,
} from '../partner-reports/partner-reports.ts';
import type { ReportOf } from './report-lines.ts';
import { readMainFigures, subscriptionMail } from './subscription-mail.ts';
import {
  type Due,
  deleteSubscription,
  findDue,
  findSubscriptions,
  putSubscription,
  takeDue,
} from './subscriptions.store.ts';

export { findSubscriptions } from './subscriptions.store.ts';

type Subscriber = Pick<Actor, 'userId' | 'requestId'>;

/**
 * Chooses how often a report is mailed to somebody, from the next time on that is over; null ends it. The same again changes nothing.
 * @returns whether that changed anything
 */
export async function subscribe(
  db: Db,
  now: Date,
  { userId, requestId }: Subscriber,
  { type, frequency }: { type: SubscribedReport; frequency: ReportingFrequency | null },
): Promise<boolean> {
  return await withTransaction(db, async (tx) => {
    const before = (await findSubscriptions(tx, userId)).find((one) => one.type === type)?.frequency ?? null;
    if (before === frequency) return false;
    if (frequency) await putSubscription(tx, userId, { type, frequency }, lastPeriod(frequency, hawaiiDay(now)).until);
    else await deleteSubscription(tx, userId, type);
    await recordAudit(tx, now, {
      action: frequency ? 'report_subscribed' : 'report_subscription_ended',
      actorId: userId,
      subject: { kind: 'report', id: type },
      before: { frequency: before },
      after: { frequency },
      requestId,
    });
    return true;
  });
}

/** Ends what a mail's link was sent for. What has ended already, or of somebody who is gone, stays so. */
export async function endSubscription(
  db: Db,
  now: Date,
  { userId, report }: SubscriptionId,
  requestId: string,
): Promise<void> {
  await subscribe(db, now, { userId, requestId }, { type: report, frequency: null });
}

type Sender = Pick<Services, 'db' | 'replica' | 'jobs' | 'settings'>;

/**
 * Mails administrators the reports of each time that is over: once to each, however often and by however many this is begun. The file
 * is made by long work, which the mail leads to. One that fails keeps no other from theirs, and is tried again with the next time.
 * @throws the first error, once all others are mailed
 */
export async function sendSubscribedReports(sender: Sender, now: Date, signal?: AbortSignal): Promise<void> {
  let failure: unknown;
  for (const frequency of reportingFrequencies) {
    const period = lastPeriod(frequency, hawaiiDay(now));
    for (const due of await findDue(sender.db, frequency, period.until)) {
      signal?.throwIfAborted();
      await sendOne(sender, now, period, due).catch((error: unknown) => {
        failure ??= error;
      });
    }
  }
  if (failure) throw failure;
}

async function sendOne({ db, replica, jobs, settings }: Sender, now: Date, period: Period, due: Due): Promise<void> {
  const { frequency, from, until } = period;
  const { user_id: userId, type } = due;
  const days = { from, to: addDays(until, -1) };
  const of: ReportOf = { type, ...days, stakeholder_types: [...reportStakeholders], include_performance_metrics: true };
  const figures = await readFrom({ db, replica }, (source) => readMainFigures(source, now, type, days));
  await withTransaction(db, async (tx) => {
    const email = await takeDue(tx, due, frequency, until);
    if (!email) return;
    const work = { kind: 'report', asked_by: userId, parameters: of, mail_when_done: false, created_at: now };
    const id = await askForLongWork(tx, jobs, work);
    const token = newSubscriptionToken(settings, { userId, report: type }, now);
    await jobs.send(tx, 'mail', subscriptionMail(settings, { period, type, figures }, { email, work: id, token }));
  });
}
