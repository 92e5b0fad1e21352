import type { FastifyBaseLogger } from 'fastify';
import type { SecurityRuleName } from '../../../contract/security-alert-words.ts';
import type { Context } from '../../platform/context.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { alertRules, type Ground, holdsOf, type Rule } from './alert-rules.ts';
import { endAlerts, findScan, keepFindings, putScan } from './alerts.store.ts';
import { lookAtCertificate } from './certificate.ts';

/** Nobody reads more of one rule, and whoever opens many alerts must not fill the table. */
const mostOfRule = 50;

/**
 * Looks at all that the rules look at: opens an alert where one holds and has none, and ends those that hold no longer. A rule that
 * cannot look leaves its alerts as they are. However many processes do it, an alert is one.
 */
export async function runSecurityRules(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  now: Date,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  const scan = await lookAtCertificate(await findScan(db), settings.publicUrl, now);
  const ground: Ground = { db, settings, now, scan };
  for (const [name, rule] of Object.entries(alertRules) as [SecurityRuleName, Rule][])
    await runRule(ground, name, rule).catch((error: Error) =>
      log.error({ rule: name, reason: error.message }, 'a security rule could not look'),
    );
  await putScan(db, { ...scan, scanned_at: now });
}

async function runRule(ground: Ground, name: SecurityRuleName, rule: Rule): Promise<void> {
  const { db, now } = ground;
  const span = { from: new Date(now.getTime() - rule.window * 1_000), until: now };
  const holding = (await rule.find(ground, span)).filter(({ figure }) => holdsOf(rule, figure));
  const gravest = holding.sort((one, other) => other.figure - one.figure).slice(0, mostOfRule);
  await withTransaction(db, async (tx) => {
    await keepFindings(
      tx,
      now,
      gravest.map((found) => ({ ...found, rule: name })),
    );
    await endAlerts(tx, now, name, new Date(now.getTime() - rule.stays * 1_000));
  });
}
