import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

export interface EventRow {
  id: number;
  event_type: string;
  severity: string;
  description: string;
  user_id: string | null;
  email: string | null;
  ip_address: string | null;
  occurred_at: Date;
  occurrences: number;
  resolved: boolean;
}

const columns = sql`e.id, e.event_type, e.severity, e.description, e.user_id,
  (select email from users u where u.id = e.user_id) as email, e.ip_address, e.occurred_at, e.occurrences, e.resolved`;

export interface EventFilter {
  types?: readonly string[] | undefined;
  severity?: string | undefined;
  resolved?: boolean | undefined;
  /** An address, or an account's e-mail address, as a whole. */
  of?: string | undefined;
}

function matching({ types, severity, resolved, of }: EventFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (types) conditions.push(sql`e.event_type = any(${types})`);
  if (severity) conditions.push(sql`e.severity = ${severity}`);
  if (resolved !== undefined) conditions.push(resolved ? sql`e.resolved` : sql`not e.resolved`);
  // One or the other: for both at once, or for any account of several, the whole list would be walked by its time.
  if (of?.includes('@')) conditions.push(sql`e.user_id = (select id from users where email = lower(${of}))`);
  else if (of) conditions.push(sql`e.ip_address = ${of}`);
  return conditions;
}

/** A page of security events, and how many there are in all, up to one more than is counted. */
export async function findEvents(db: Db, filter: EventFilter, page: Page) {
  const list = { from: sql`security_events e`, id: sql`e.id`, idType: 'bigint' as const, matching: matching(filter) };
  return await findPage<EventRow>(db, { ...list, order: byInstant(sql`e.occurred_at`), columns }, page);
}

export async function findEvent(db: Db, id: number): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`select ${columns} from security_events e where e.id = ${id}`.execute(db);
  return rows[0];
}

/** @returns whether it was not resolved before */
export async function putResolved(tx: Tx, id: number, now: Date, by: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update security_events set resolved = true, resolved_at = ${now}, resolved_by = ${by}::uuid
    where id = ${id} and not resolved`.execute(tx);
  return numAffectedRows === 1n;
}
