import type { Input } from '../../../contract/endpoint.ts';
import type { listSecurityEvents, SecurityEvent } from '../../../contract/security-desk.ts';
import {
  denials,
  type SecurityEventType,
  type SecuritySeverity,
  securityEventWords,
} from '../../../contract/security-event-kinds.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, numberId, readPage } from '../../platform/lists.ts';
import { type EventRow, findEvent, findEvents, putResolved } from './desk-events.store.ts';

/** Of a version that knew other kinds. */
const isKnown = (type: string): type is SecurityEventType => Object.hasOwn(securityEventWords, type);

function present(row: EventRow): SecurityEvent {
  const { id, user_id, ip_address, occurrences, resolved } = row;
  const event_type = row.event_type as SecurityEventType;
  const called = securityEventWords[event_type];
  return {
    ...{ id, event_type, user_id, user: row.email, ip_address, occurrences, resolved },
    severity: row.severity as SecuritySeverity,
    description: `${called}: ${row.description}`,
    timestamp: row.occurred_at.toISOString(),
  };
}

/** A page of security events. @throws Refusal `invalid_request` for a cursor that is none */
export async function listEvents(
  db: Db,
  { sort, after, limit, search, kind, severity, state }: Input<typeof listSecurityEvents>['query'],
) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), numberId);
  const types = kind === 'denials' ? denials : kind && [kind];
  const filter = { types, severity, resolved: state && state === 'resolved', of: search };
  const { rows, total } = await findEvents(db, filter, page);
  const events = rows.filter(({ event_type }) => isKnown(event_type)).map((row) => present(row));
  return { events, total, next: nextOf(sort, page, rows) };
}

/** One event. @throws Refusal `not_found` */
export async function getEvent(db: Db, id: number): Promise<SecurityEvent> {
  const row = await findEvent(db, id);
  if (!row || !isKnown(row.event_type)) throw new Refusal('not_found');
  return present(row);
}

/** Says that an event is dealt with, with an entry in the audit log where it was not. @throws Refusal `not_found` */
export async function resolveEvent(
  db: Db,
  now: Date,
  { userId: actorId, requestId }: Actor,
  id: number,
): Promise<SecurityEvent> {
  return await withTransaction(db, async (tx) => {
    if (await putResolved(tx, id, now, actorId)) {
      const subject = { kind: 'security_event', id };
      const change = { before: { resolved: false }, after: { resolved: true } };
      await recordAudit(tx, now, { action: 'security_event_resolved', actorId, subject, ...change, requestId });
    }
    return await getEvent(tx, id);
  });
}
