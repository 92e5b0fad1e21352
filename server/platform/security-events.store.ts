import { sql } from 'kysely';
import { deleteInBatches, updateInBatches } from './batches.store.ts';
import type { Db } from './database.ts';

/** An event as it is stored. */
export interface StoredEvent {
  occurredAt: Date;
  type: string;
  severity: string;
  description: string;
  userId: string | null;
  address: string | null;
  requestId: string | null;
  occurrences: number;
}

export async function insertEvents(db: Db, events: readonly StoredEvent[]): Promise<void> {
  const rows = events.map((event) => ({
    occurred_at: event.occurredAt,
    event_type: event.type,
    severity: event.severity,
    description: event.description,
    user_id: event.userId,
    ip_address: event.address,
    request_id: event.requestId,
    occurrences: event.occurrences,
  }));
  await db.insertInto('security_events').values(rows).execute();
}

/** Takes a person out of the events about them. @returns how many. */
export async function pseudonymiseEventsOf(db: Db, userId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('security_events')
    .set({ user_id: null, ip_address: null, description: 'Erased on request.' })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Takes the addresses out of events before an instant. @returns of how many. */
export async function forgetAddressesBefore(db: Db, instant: Date): Promise<number> {
  const where = sql`occurred_at < ${instant} and ip_address is not null`;
  return await updateInBatches(db, 'security_events', sql`ip_address = null`, { where, orderBy: sql`occurred_at` });
}

/** Deletes events before an instant. @returns how many. */
export async function deleteEventsBefore(db: Db, instant: Date): Promise<number> {
  return await deleteInBatches(db, 'security_events', {
    where: sql`occurred_at < ${instant}`,
    orderBy: sql`occurred_at`,
  });
}
