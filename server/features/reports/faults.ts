import type { Fault, FaultDetail } from '../../../contract/faults.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { cursorOf, readPage } from '../../platform/lists.ts';
import { describeBrowser } from '../accounts/accounts.ts';
import {
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
    reopened: row.reopened_at !== null,
    first_seen_at: row.first_seen.toISOString(),
    last_seen_at: row.last_seen.toISOString(),
  };
}

/** Microseconds or a count: whole, and held exactly by a number. */
const isPlace = (_by: string, value: string | null) =>
  value !== null && /^\d{1,16}$/.test(value) && Number.isSafeInteger(Number(value));

type ListQuery = FaultFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

/** A page of faults. @throws Refusal `invalid_request` for a cursor that is none */
export async function listFaults(db: Db, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, isPlace);
  const { rows, total } = await findFaults(db, filter, page);
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  return { rows: rows.map(present), total, next: last ? cursorOf(sort, last) : null };
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
  };
}

/** Says how a fault stands, with an entry in the audit log where it stood otherwise. @throws Refusal `not_found` */
export async function setFaultState(
  db: Db,
  now: Date,
  { userId: actorId, requestId }: Actor,
  id: string,
  state: Fault['state'],
): Promise<Fault> {
  return await withTransaction(db, async (tx) => {
    const before = await putFaultState(tx, id, state);
    if (before === undefined) throw new Refusal('not_found');
    const change = { before: { state: before }, after: { state } };
    const subject = { kind: 'fault', id };
    if (before !== state)
      await recordAudit(tx, now, { action: `fault_${state}`, actorId, subject, ...change, requestId });
    return present((await findFault(tx, id))!);
  });
}
