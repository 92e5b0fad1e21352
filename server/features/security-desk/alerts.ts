import { type SecurityRuleName, sayAlert, securityAlertWords } from '../../../contract/security-alert-words.ts';
import { alertTypes, type SecurityAlert } from '../../../contract/security-desk.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { alertRules } from './alert-rules.ts';
import { type AlertRow, countByRule, findAlert, findOpenAlerts, putDismissed } from './alerts.store.ts';

/** One of a version that comes after this one, or came before it. */
const isKnown = (rule: string): rule is SecurityRuleName => Object.hasOwn(securityAlertWords, rule);

function present({ id, rule, subject, figure, opened_at, dismissed_at, email, code }: AlertRow) {
  const name = rule as SecurityRuleName;
  // Its account and its network, or one of them; or the code.
  const [first = '', network] = subject.split(' ');
  const about = [code ?? email ?? first, network].filter(Boolean).join(', ');
  return {
    id,
    type: alertRules[name].type,
    ...sayAlert(name, { figure, about }),
    timestamp: opened_at.toISOString(),
    dismissed: dismissed_at !== null,
  } satisfies SecurityAlert;
}

const gravity = new Map(Object.entries(alertRules).map(([rule, { type }]) => [rule, alertTypes.indexOf(type)]));

/** Alerts that go on, the gravest first. */
export async function listAlerts(db: Db): Promise<SecurityAlert[]> {
  const rows = (await findOpenAlerts(db, gravity)).filter(({ rule }) => isKnown(rule));
  return rows.map((row) => present(row));
}

/** How many go on that nobody has dismissed, of each rule that there is. */
export async function countAlerts(db: Db): Promise<Map<string, number>> {
  const counts = await countByRule(db);
  return new Map(Object.keys(alertRules).map((rule) => [rule, counts.get(rule) ?? 0]));
}

/** An alert. @throws Refusal `not_found` */
export async function getAlert(db: Db, id: string): Promise<SecurityAlert> {
  const row = await findAlert(db, id);
  if (!row || !isKnown(row.rule)) throw new Refusal('not_found');
  return present(row);
}

/** Dismisses an alert, with an entry in the audit log where it was not and went on. @throws Refusal `not_found` */
export async function dismissAlert(
  db: Db,
  now: Date,
  { userId: actorId, requestId }: Actor,
  id: string,
): Promise<SecurityAlert> {
  return await withTransaction(db, async (tx) => {
    if (await putDismissed(tx, id, now, actorId)) {
      const { rule } = (await findAlert(tx, id))!;
      const subject = { kind: 'security_alert', id };
      const change = { before: { dismissed: false }, after: { dismissed: true, rule } };
      await recordAudit(tx, now, { action: 'security_alert_dismissed', actorId, subject, ...change, requestId });
    }
    return await getAlert(tx, id);
  });
}
