import { type Fault, type FaultDetail, severities } from '../../../contract/faults.ts';
import { type Actor, presentHistory, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { describeBrowser } from '../accounts/accounts.ts';
import {
  countOpenFaults,
  type FaultFilter,
  type FaultRecord,
  findFault,
  findFaults,
  findReportsOf,
  putFaultState,
} from './faults.store.ts';

const newestShown = 20;

function present(row: FaultRecord): Fault {
  const { id, kind, message, place, reports, people } = row;
  return {
    ...{ id, kind, message, place, reports, people },
    state: row.state as Fault['state'],
    severity: severities[row.severity - 1] ?? null,
    reopened: row.reopened_at !== null,
    first_seen_at: row.first_seen.toISOString(),
    last_seen_at: row.last_seen.toISOString(),
  };
}

type ListQuery = FaultFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

/** A page of faults, and how many of all are open. @throws Refusal `invalid_request` for a cursor that is none */
export async function listFaults(db: Db, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const [{ rows, total }, open] = await Promise.all([findFaults(db, filter, page), countOpenFaults(db)]);
  return { rows: rows.map(present), total, next: nextOf(sort, page, rows), open };
}

/** One fault with its newest reports. @throws Refusal `not_found` */
export async function getFault(db: Db, id: string): Promise<FaultDetail> {
  const [row, reports] = await Promise.all([findFault(db, id), findReportsOf(db, id, newestShown)]);
  if (!row) throw new Refusal('not_found');
  return {
    ...present(row),
    newest: reports.map(({ received_at, user_agent, kind, ...report }) => ({
      ...report,
      kind: kind as 'page' | 'person',
      received_at: received_at.toISOString(),
      user_agent: describeBrowser(user_agent),
    })),
    history: presentHistory(row.history),
  };
}

/** Says how a fault stands, and why, with an entry in the audit log where it stood otherwise. @throws Refusal `not_found`, `changed_meanwhile` */
export async function setFaultState(
  db: Db,
  now: Date,
  { userId: actorId, requestId }: Actor,
  id: string,
  { state, replaces, reason }: { state: Fault['state']; replaces?: Fault['state'] | undefined; reason: string },
): Promise<Fault> {
  return await withTransaction(db, async (tx) => {
    const before = await putFaultState(tx, id, state);
    if (before === undefined) throw new Refusal('not_found');
    if (replaces && replaces !== before) throw new Refusal('changed_meanwhile');
    const change = { before: { state: before }, after: { state, reason } };
    const subject = { kind: 'fault', id };
    if (before !== state)
      await recordAudit(tx, now, { action: `fault_${state}`, actorId, subject, ...change, requestId });
    return present((await findFault(tx, id))!);
  });
}
