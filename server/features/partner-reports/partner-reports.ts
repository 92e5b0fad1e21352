import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import { reportingFrequencies } from '../../../contract/portal-states.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { readFrom } from '../../platform/database/replica.ts';
import { defaultLanguage } from '../../platform/http/language.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { beforeAllIds } from '../../platform/lists.ts';
import { knownPermissions } from '../../platform/organisations/memberships.ts';
import type { Settings } from '../../platform/settings.ts';
import { getEarnings } from '../commission/commission.ts';
import { endReports } from '../partner-settings/partner-settings.ts';
import { readFigures, spanBetween } from '../performance/performance.ts';
import {
  beginPeriod,
  deletePeriodsBefore,
  endPeriod,
  findRecipient,
  findUnreported,
  type Recipient,
  takeReport,
} from './partner-reports.store.ts';
import { lastPeriod, type Period } from './periods.ts';
import { newReportToken, readReportToken } from './report-link.ts';
import { reportMail, type Told } from './report-mail.ts';

export { lastPeriod, type Period } from './periods.ts';
export { newSubscriptionToken, readSubscriptionToken, type SubscriptionId } from './report-link.ts';
export { periodInWords } from './report-mail.ts';

type Sender = Pick<Services, 'db' | 'replica' | 'jobs' | 'settings' | 'languages' | 'mailsIn'>;

const perBatch = 200;

/**
 * Mails the reports of each period that is over to the members who have chosen its frequency: once to each, however often and by however
 * many this is begun. One that fails keeps no other from theirs, and is tried again with the next time; of a period that was over
 * before reports were first made nobody is told.
 * @throws the first error, once all others are mailed
 */
export async function sendReports(sender: Sender, now: Date, signal?: AbortSignal): Promise<void> {
  let failure: unknown;
  for (const frequency of reportingFrequencies) {
    const period = lastPeriod(frequency, hawaiiDay(now));
    if (!(await beginPeriod(sender.db, period, now))) continue;
    const failed = await sendPeriod(sender, now, period, signal);
    if (failed) failure ??= failed;
    else await endPeriod(sender.db, period, now);
  }
  if (failure) throw failure;
}

/** @returns the first failure, if any */
async function sendPeriod(sender: Sender, now: Date, period: Period, signal?: AbortSignal): Promise<unknown> {
  let failure: unknown;
  for (let after = beforeAllIds; ; ) {
    const ids = await findUnreported(sender.db, period, after, perBatch);
    for (const id of ids) {
      signal?.throwIfAborted();
      await sendReport(sender, now, period, id).catch((error: unknown) => {
        failure ??= error;
      });
    }
    if (ids.length < perBatch) return failure;
    after = ids.at(-1)!;
  }
}

async function sendReport(sender: Sender, now: Date, period: Period, userId: string): Promise<void> {
  const { db, jobs, settings, languages, mailsIn } = sender;
  const found = await findRecipient(db, period.frequency, userId);
  const told = found && (await readTold(sender, now, period, found));
  if (!told) return;
  const words = await mailsIn(languageOf(found, languages));
  await withTransaction(db, async (tx) => {
    // Who has ended them, or left, while the figures were read is sent nothing.
    const to = await findRecipient(tx, period.frequency, userId);
    if (to?.organisation_id !== found.organisation_id || to.standing !== found.standing) return;
    const member = { organisationId: to.organisation_id, userId };
    if (!(await takeReport(tx, period, member, now))) return;
    const token = newReportToken(settings, member, now);
    const { email, name } = to;
    const mail = reportMail(settings, words, period, told, { email, name, language: languageOf(to, languages), token });
    await jobs.send(tx, 'mail', mail);
  });
}

const languageOf = ({ language }: Recipient, languages: readonly string[]) =>
  languages.find((one) => one === language) ?? defaultLanguage;

/** A report of what its reader may see in the portal: money for the owner alone. Undefined where that is nothing. */
async function readTold(sender: Sender, now: Date, period: Period, to: Recipient): Promise<Told | undefined> {
  const own = knownPermissions('partner', to.permissions, to.standing);
  const permissions = own.filter((one) => to.granted.includes(one));
  const { organisation_id: organisationId, owner_id: ownerId } = to;
  const span = spanBetween(period.from, addDays(period.until, -1));
  const figures = permissions.includes('performance_analytics')
    ? await readFrom(sender, (db) => readFigures(db, now, { organisationId, ownerId, permissions }, span))
    : null;
  const earnings = permissions.includes('commission_tracking')
    ? await getEarnings(sender.db, organisationId, organisationId)
    : null;
  return figures || earnings ? { figures, earnings } : undefined;
}

/**
 * Ends the reports of the member to whom a mail's link was sent; those that have ended stay so.
 * @throws Refusal `report_link_invalid` for what is no link of ours, or too old, or of somebody who is no member any more: alike
 */
export async function endReportsByLink(
  { db, settings }: { db: Db; settings: Settings },
  now: Date,
  token: string,
  requestId: string,
): Promise<{ organization_name: string }> {
  const member = readReportToken(settings, token, now);
  const name = member && (await endReports(db, now, member, requestId));
  if (name === undefined) throw new Refusal('report_link_invalid');
  return { organization_name: name };
}

/** Forgets who was mailed the reports of periods that ended long ago. */
export async function forgetReportsBefore(db: Db, before: Date): Promise<void> {
  await deletePeriodsBefore(db, hawaiiDay(before));
}
