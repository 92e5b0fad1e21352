import type { ErrorCode } from '../../../contract/errors.ts';
import type { SecurityEventType, SecuritySeverity } from '../../../contract/security-event-kinds.ts';
import type { Db, Tx } from '../database/database.ts';
import { networkOf } from '../http/networks.ts';
import { Refusal } from '../http/refusal.ts';
import { retention } from '../retention.ts';
import { SecurityEventQueue } from './security-event-queue.ts';
import { deleteEventsBefore, forgetAddressesBefore, pseudonymiseEventsOf } from './security-events.store.ts';

export type Severity = SecuritySeverity;

export interface SecurityEvent {
  type: SecurityEventType;
  severity: Severity;
  /** For an administrator to read: no secrets, no tokens, no contents of requests. */
  description: string;
  userId?: string | undefined;
  /** Network address of whoever caused it. */
  address?: string | undefined;
  requestId?: string | undefined;
  /** Kept one by one whatever happens beside it: for what a limit bounds and each of which matters. */
  isAlwaysKept?: boolean;
}

/** One queue for each pool; it goes when the pool goes. */
const queues = new WeakMap<Db, SecurityEventQueue>();

function queueOf(db: Db): SecurityEventQueue {
  const queue = queues.get(db) ?? new SecurityEventQueue(db);
  queues.set(db, queue);
  return queue;
}

/**
 * Records an event beside the request that caused it: returns at once, never throws, and is written within a second or so.
 * Best effort: at most 10 a minute are kept of one network and type (60 of all networks), the others are counted, by account too; those that are always kept are no part of that. What must
 * never be missing is recorded with `recordAudit` as well.
 * @param db the pool. A transaction is refused: an event is no part of it, and may be written after its end.
 */
export function recordSecurityEvent<D extends Db>(db: D extends Tx ? never : D, now: Date, event: SecurityEvent): void {
  const address = event.address === undefined ? null : plain(event.address, 64);
  const stored = {
    occurredAt: now,
    type: event.type,
    severity: event.severity,
    description: plain(event.description, 500),
    userId: event.userId !== undefined && /^[0-9a-f-]{36}$/i.test(event.userId) ? event.userId : null,
    address,
    requestId: event.requestId === undefined ? null : plain(event.requestId, 100),
    occurrences: 1,
  };
  const network = address === null ? null : networkOf(address).slice(0, 64);
  queueOf(db).add(stored, network, event.isAlwaysKept);
}

/** One line that every store and screen can hold, whatever was sent. */
function plain(text: string, maxLength: number): string {
  return text
    .slice(0, maxLength)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd');
}

/** Writes what still waits, as before the process ends. Never fails. */
export async function flushSecurityEvents(db: Db): Promise<void> {
  await queues.get(db)?.flush();
}

const recordedRefusals: Partial<Record<ErrorCode, { type: SecurityEventType; severity: Severity }>> = {
  unauthenticated: { type: 'access_denied', severity: 'info' },
  forbidden: { type: 'access_denied', severity: 'medium' },
  cross_site: { type: 'cross_site_request', severity: 'medium' },
  rate_limited: { type: 'rate_limited', severity: 'medium' },
  link_limited: { type: 'rate_limited', severity: 'medium' },
  organisation_suspended: { type: 'access_denied', severity: 'medium' },
  link_invalid: { type: 'sign_in_failed', severity: 'medium' },
  sign_in_failed: { type: 'sign_in_failed', severity: 'medium' },
  sign_in_misconfigured: { type: 'sign_in_failed', severity: 'medium' },
  sign_in_all_failed: { type: 'sign_in_failed', severity: 'medium' },
  account_deactivated: { type: 'sign_in_failed', severity: 'medium' },
  email_link_first: { type: 'sign_in_failed', severity: 'info' },
  sign_in_unavailable: { type: 'sign_in_failed', severity: 'info' },
  invitation_not_yours: { type: 'invitation', severity: 'medium' },
  invitation_conflict: { type: 'invitation', severity: 'info' },
  invitation_expired: { type: 'invitation', severity: 'info' },
  invitation_invalid: { type: 'invitation', severity: 'info' },
  passkey_refused: { type: 'passkey_failed', severity: 'medium' },
  step_up_required: { type: 'step_up_refused', severity: 'info' },
  sign_in_again: { type: 'step_up_refused', severity: 'info' },
};

/** The request that was refused. */
export interface RefusedRequest {
  method: string;
  /** The address as declared, `/api/things/{id}`: a real one can carry secrets. */
  path: string;
  address: string;
  requestId: string;
  userId?: string | undefined;
}

/** Records a refusal that says something about security; passes over all other errors. A limit is told of once in its window, of each asker. */
export function recordRefusal<D extends Db>(
  db: D extends Tx ? never : D,
  now: Date,
  error: unknown,
  { method, path, address, requestId, userId }: RefusedRequest,
): void {
  if (!(error instanceof Refusal)) return;
  const { code, note } = error;
  // What is not the caller's is answered like what is not there; a note tells that it is there.
  const foreign =
    code === 'not_found' && note.reason ? ({ type: 'foreign_access', severity: 'medium' } as const) : undefined;
  const kind = recordedRefusals[code] ?? foreign;
  if (!kind) return;
  if (error.retryAfterSeconds !== undefined && kind.type === 'rate_limited') {
    const asker = userId ?? note.userId ?? networkOf(address);
    const until = now.getTime() + error.retryAfterSeconds * 1_000;
    if (queueOf(db).isTold(`${note.reason ?? path} ${asker}`, now.getTime(), until)) return;
  }
  const description = `${method} ${path} was refused (${note.reason ? `${code}: ${note.reason}` : code}).`;
  const severity = note.severity ?? kind.severity;
  recordSecurityEvent<Db>(db, now, {
    type: kind.type,
    severity,
    description,
    userId: userId ?? note.userId,
    address,
    requestId,
  });
}

/** Takes a person out of the events about them, when their account is erased. @returns of how many. */
export function eraseSecurityEventsOf(db: Db, userId: string): Promise<number> {
  return pseudonymiseEventsOf(db, userId);
}

const day = 86_400_000;

/** Forgets addresses after 90 days and events after 13 months. To be run now and then. */
export async function tidySecurityEvents(db: Db, now: Date): Promise<void> {
  await forgetAddressesBefore(db, new Date(now.getTime() - retention.eventAddressDays * day));
  await deleteEventsBefore(db, new Date(now.getTime() - retention.securityEventDays * day));
}
