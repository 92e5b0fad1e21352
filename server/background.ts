import type { Logger } from 'pino';
import { forgetOldLinks } from './features/accounts/accounts.ts';
import { startAnalyticsJobs } from './features/analytics/analytics.ts';
import { anchorAuditChain } from './platform/audit.ts';
import { anchorFileOf } from './platform/audit-anchors.ts';
import { AuditDamage } from './platform/audit-chain.ts';
import type { Services } from './platform/context.ts';
import { forgetOldKeys } from './platform/idempotency.ts';
import { createMailer } from './platform/mail.ts';
import { recordSecurityEvent, tidySecurityEvents } from './platform/security-events.ts';

const anchorEveryMs = 60_000;
const tidyEverySeconds = 86_400;

/**
 * Starts what is done beside requests: mail, rollups, event months, tidying, and the anchors of the audit chain, which each
 * process writes to its own data folder.
 * @returns a last anchor, for the stop.
 */
export async function startBackgroundWork(
  services: Pick<Services, 'db' | 'jobs' | 'clock' | 'settings'>,
  logger: Logger,
): Promise<() => Promise<void>> {
  const { db, jobs, clock, settings } = services;
  await jobs.work('mail', createMailer(settings, clock));
  await startAnalyticsJobs(services);
  await jobs.every('tidy', tidyEverySeconds, async () => {
    await tidySecurityEvents(db, clock.now());
    await forgetOldKeys(db, clock.now());
    await forgetOldLinks(db, clock.now());
  });
  const anchor = async () => {
    try {
      const head = await anchorAuditChain(db, anchorFileOf(settings), clock.now());
      // In the log it leaves this machine, where nobody who cuts the file can follow.
      if (head) logger.info({ sequence: head.sequence, hash: head.hash }, 'audit chain anchored');
    } catch (error) {
      if (!(error instanceof AuditDamage))
        return logger.warn({ reason: (error as Error).message }, 'audit chain not anchored');
      logger.error({ sequence: error.sequence, reason: error.message }, 'the audit chain is damaged');
      recordSecurityEvent(db, clock.now(), { type: 'tampering_found', severity: 'high', description: error.message });
    }
  };
  await anchor();
  const timer = setInterval(anchor, anchorEveryMs);
  return async () => {
    clearInterval(timer);
    await anchor();
  };
}
