import type { Logger } from 'pino';
import { hawaiiDay } from '../contract/hawaii-time.ts';
import { startAnalyticsJobs } from './features/analytics/analytics.ts';
import { completeTravelled, sendBookingMails } from './features/bookings/bookings.ts';
import { keepMissedFollows, makeInvoices } from './features/campaigns/campaigns.ts';
import { watchCodes } from './features/code-alerts/code-alerts.ts';
import { followMarked, makeStatements, releasePayable } from './features/commission/commission.ts';
import { checkLinks } from './features/content/listing-links.ts';
import { drawListingPicture } from './features/content/listing-pictures.ts';
import { type MailLanguages, mailLanguagesOf } from './features/pages/mail-words.ts';
import { sendReports } from './features/partner-reports/partner-reports.ts';
import { sendSubscribedReports } from './features/platform-reports/platform-reports.ts';
import { readViatorFeed } from './features/platforms/viator-feed.ts';
import { finishErasures } from './features/privacy/privacy.ts';
import { runSecurityRules } from './features/security-desk/security-desk.ts';
import { longWorkKinds } from './long-work-kinds.ts';
import { newsHandlersOf } from './news-sources.ts';
import { createAnchorer } from './platform/audit/anchoring.ts';
import { keepBackups } from './platform/backups/backups.ts';
import type { Services } from './platform/context.ts';
import type { Connection } from './platform/database/database.ts';
import { findMailLag, forgetDeadMail, forgetTurnsTurnedOff } from './platform/jobs/jobs.store.ts';
import type { JobName } from './platform/jobs/jobs.ts';
import { createMailer } from './platform/jobs/mail.ts';
import { isOpen } from './platform/kept-folder.ts';
import { runLongWork, tidyLongWork } from './platform/long-work/long-work.ts';
import { findNewsLag } from './platform/news/inbox.store.ts';
import { takeUpNews } from './platform/news/news.ts';
import { flushSecurityEvents } from './platform/security-events/security-events.ts';
import { forgetBackupsTurnedOff, noteFailure, noteTidied } from './platform/upkeep.store.ts';
import { tidyUploadFiles } from './platform/uploads/uploads.ts';
import { tidy } from './tidying.ts';

const anchorEveryMs = 3_600_000;
const tidyEverySeconds = 3_600;
const watchMailEverySeconds = 60;
/** Hawaiʻi's clock: when the fewest are awake. */
const nightlyHour = 3;
/** Partners and administrators have their reports in the morning, after what the night does to the ledger. */
const reportsHour = 6;
const watchNewsEverySeconds = 60;
/** Whether a link is new, or it is night. */
const checkLinksEverySeconds = 30;
/** Whether it is time to read a feed. */
const askFeedsEverySeconds = 60;
/** What is left of accounts that were erased. */
const erasuresEverySeconds = 60;
/** What the rules of security look at. */
const securityRulesEverySeconds = 60;
/** Codes that nobody scans any more, or that are scanned elsewhere. */
const codeWatchEverySeconds = 600;
/** Travelers are told by mail so soon after a platform's news. */
const bookingMailsEverySeconds = 5;
/** News that has waited longer than this is logged. */
const longNewsLagSeconds = 300;
/** Mail that has waited longer than this is logged; readiness does not depend on it. */
const longMailLagSeconds = 300;
const mailFailureLogMs = 60_000;

/** Whether a backup is due. */
const lookForBackupsEverySeconds = 60;

type BackgroundServices = Pick<Services, 'db' | 'replica' | 'jobs' | 'clock' | 'settings'> & {
  /** Who may read every table: without, no backups are taken. */
  owner?: Connection;
};

/**
 * Starts what is done beside requests: mail, news, long work, pictures and links of listings, the ledger's day, reports by mail, rollups, event months, tidying, backups, and the anchors of the audit chain,
 * which each process writes to its own data folder.
 * @param services with a database of its own, so that slow work takes no connection from requests.
 * @param mailLanguages English alone unless told.
 * @param past the ledger's days begin after it: what a demo's invented past is still to tell would be taken for missing
 * @returns what is to be done at the stop: a last anchor, and the end of all jobs.
 */
export async function startBackgroundWork(
  services: BackgroundServices,
  logger: Logger,
  mailLanguages: MailLanguages = mailLanguagesOf(undefined),
  past?: Promise<void>,
): Promise<() => Promise<void>> {
  const { db, jobs, clock } = services;
  const stopMail = await startMail(services, logger);
  await startAnalyticsJobs(services, logger);
  await startNews(services, logger);
  await jobs.every('booking-mails', bookingMailsEverySeconds, (signal) =>
    sendBookingMails({ ...services, ...mailLanguages }, clock.now(), signal),
  );
  await jobs.work('long-work', ({ id }, signal) => runLongWork(services, longWorkKinds, id, signal, logger));
  if (services.settings.linkCheck)
    await jobs.every('link-check', checkLinksEverySeconds, (signal) => checkLinks(services, signal));
  await jobs.every('erasures', erasuresEverySeconds, (signal) => finishErasures(services, signal));
  await jobs.every('security-rules', securityRulesEverySeconds, () => runSecurityRules(services, clock.now(), logger));
  await jobs.every('code-watch', codeWatchEverySeconds, (signal) =>
    watchCodes({ ...services, ...mailLanguages }, clock.now(), signal),
  );
  await jobs.work('listing-picture', ({ id }, signal) => drawListingPicture(services, id, signal));
  await jobs.daily('nightly', nightlyHour, services, async (signal) => {
    await tidyLongWork(db, services.settings, clock.now(), signal);
    await keepMissedFollows(db, hawaiiDay(clock.now()));
  });
  await jobs.daily('partner-reports', reportsHour, services, (signal) =>
    sendReports({ ...services, ...mailLanguages }, clock.now(), signal),
  );
  await jobs.daily('admin-reports', reportsHour, services, (signal) =>
    sendSubscribedReports(services, clock.now(), signal),
  );
  const startLedgerDays = () => startLedger({ ...services, ...mailLanguages });
  if (past)
    past
      .then(startLedgerDays)
      .catch((error: unknown) => logger.error({ err: error }, 'the days of the ledger have not begun'));
  else await startLedgerDays();
  await jobs.every('tidy', tidyEverySeconds, async (signal) => {
    const failed: string[] = [];
    const onFailure = (task: string, error: Error) => {
      failed.push(task);
      logger.error({ task, reason: error.message }, 'not tidied');
    };
    const done = await tidy(db, clock.now(), onFailure, { signal });
    await noteTidied(db, clock.now(), done);
    if (failed.length) await noteFailure(db, 'tidying', clock.now(), failed.join(', '));
    await tidyUploadFiles(db, clock.now(), services.settings);
    await forgetBackupsTurnedOff(db, clock.now());
    await forgetTurnsTurnedOff(db);
    if (failed.length) throw new Error(`not tidied: ${failed.join(', ')}`);
  });
  const { owner, settings } = services;
  if (owner && settings.backups) {
    if (await isOpen(settings.backups.folder)) logger.warn('others of this machine may look into BACKUP_DIR');
    await jobs.every('backup', lookForBackupsEverySeconds, async (signal) => {
      // A backup that is taken now holds nothing of who was erased before.
      await finishErasures(services, signal).catch((error: unknown) =>
        logger.error({ err: error }, 'a backup is taken though erasures are not finished'),
      );
      await keepBackups({ db, clock, settings, owner }, logger, signal);
    });
  }
  const anchor = createAnchorer(services, logger);
  await anchor();
  const timer = setInterval(anchor, anchorEveryMs);
  return async () => {
    clearInterval(timer);
    // The last anchor waits for nothing: the process may be ended before all of the mail in hand has left.
    await Promise.all([anchor().then(() => flushSecurityEvents(db)), jobs.stop()]);
    stopMail();
  };
}

/** What each day does to the ledger, and each month. */
async function startLedger(services: BackgroundServices & MailLanguages): Promise<void> {
  const { jobs, clock } = services;
  await jobs.daily('commission-day', nightlyHour, services, async (signal) => {
    let failed: unknown;
    // One booking that fails in one of them keeps nobody from what the others do.
    for (const step of [
      () => completeTravelled(services, clock.now(), signal),
      () => followMarked(services, clock.now(), signal),
      () => releasePayable(services, clock.now(), signal),
    ])
      await step().catch((error: unknown) => {
        failed ??= error;
      });
    if (failed) throw failed;
  });
  await jobs.daily('partner-statements', nightlyHour, services, async (signal) => {
    // It closes the months, as far as that goes.
    await makeStatements(services, clock.now(), signal).finally(() => makeInvoices(services, clock.now(), signal));
  });
}

/** Two queues, each with connections of its own: a mail that somebody waits for is never behind the others. */
async function startMail({ db, jobs, clock, settings }: BackgroundServices, logger: Logger): Promise<() => void> {
  let told = Number.NEGATIVE_INFINITY;
  const mailers = (['sign-in-mail', 'mail'] as const satisfies JobName[]).map((name) => ({
    name,
    mailer: createMailer(settings, clock),
  }));
  for (const { name, mailer } of mailers) {
    await jobs.work(name, async (mail, signal, id) => {
      if ('expiresAt' in mail && clock.now().toISOString() >= mail.expiresAt) return;
      await mailer.send(mail, signal, id).catch((error: Error & { code?: string; responseCode?: number }) => {
        if (performance.now() - told > mailFailureLogMs) {
          told = performance.now();
          // What the mail server says can name the person; its codes do not.
          const { code, responseCode } = error;
          logger.warn({ queue: name, code, responseCode }, 'a mail was not taken and will be tried again');
        }
        throw error;
      });
    });
  }
  await jobs.every('mail-watch', watchMailEverySeconds, async () => {
    await forgetDeadMail(db, clock.now());
    const seconds = await findMailLag(db);
    if (seconds > longMailLagSeconds) logger.warn({ seconds: Math.round(seconds) }, 'mail is waiting long');
  });
  return () => {
    for (const { mailer } of mailers) mailer.close();
  };
}

/** What partners' servers have brought is taken up by whichever process has room. */
async function startNews(services: BackgroundServices, logger: Logger): Promise<void> {
  const { db, jobs, clock, settings } = services;
  const handlers = newsHandlersOf(settings);
  await jobs.work('news', ({ id }) => takeUpNews(db, clock.now(), handlers, id, logger));
  if (settings.viatorFeed) {
    const seconds = Math.min(settings.viatorFeed.everySeconds, askFeedsEverySeconds);
    await jobs.every('viator-feed', seconds, (signal) => readViatorFeed(services, logger, { signal }));
  }
  await jobs.every('news-watch', watchNewsEverySeconds, async () => {
    const seconds = await findNewsLag(db, clock.now());
    if (seconds > longNewsLagSeconds) logger.warn({ seconds: Math.round(seconds) }, 'news is waiting long');
  });
}
