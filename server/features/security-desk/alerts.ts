import type { Answer, Input } from '../../../contract/endpoint.ts';
import { type SecurityRuleName, sayAlert, securityAlertWords } from '../../../contract/security-alert-words.ts';
import {
  alertTypes,
  type EndedAlert,
  type listSecurityAlerts,
  type SecurityAlert,
} from '../../../contract/security-desk.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { alertRules } from './alert-rules.ts';
import {
  type AlertRow,
  countByRule,
  type EndedRow,
  findAlert,
  findEndedAlerts,
  findOpenAlerts,
  putDismissed,
} from './alerts.store.ts';

/** One of a version that comes after this one, or came before it. */
const isKnown = (rule: string): rule is SecurityRuleName => Object.hasOwn(securityAlertWords, rule);

function say({ id, rule, subject, figure, opened_at, email, code }: AlertRow) {
  const name = rule as SecurityRuleName;
  // Its account and its network, or one of them; or the code.
  const [first = '', network] = subject.split(' ');
  const about = [code ?? email ?? first, network].filter(Boolean).join(', ');
  return {
    id,
    type: alertRules[name].type,
    ...sayAlert(name, { figure, about }),
    timestamp: opened_at.toISOString(),
  };
}

const present = (row: AlertRow): SecurityAlert => ({ ...say(row), dismissed: row.dismissed_at !== null });
const presentEnded = (row: EndedRow): EndedAlert => ({
  ...say(row),
  ended_at: row.ended_at.toISOString(),
  dismissed_at: row.dismissed_at?.toISOString() ?? null,
  dismissed_by: row.dismisser,
});

const gravity = new Map(Object.entries(alertRules).map(([rule, { type }]) => [rule, alertTypes.indexOf(type)]));

/** Alerts that go on, the gravest first. */
export async function listAlerts(db: Db): Promise<SecurityAlert[]> {
  const rows = (await findOpenAlerts(db, gravity)).filter(({ rule }) => isKnown(rule));
  return rows.map((row) => present(row));
}

/** A page of alerts that have ended, the last first. @throws Refusal `invalid_request` for a cursor that is none */
export async function listEndedAlerts(
  db: Db,
  { sort, after, limit }: Input<typeof listSecurityAlerts>['query'],
): Promise<Answer<typeof listSecurityAlerts>['ended']> {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total } = await findEndedAlerts(db, Object.keys(alertRules), page);
  return { rows: rows.map(presentEnded), total, next: nextOf(sort, page, rows) };
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
