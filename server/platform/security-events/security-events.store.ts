import { sql } from 'kysely';
import { deleteInBatches, updateInBatches } from '../database/batches.store.ts';
import type { Db } from '../database/database.ts';

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
  await sql`
    insert into security_events
      (occurred_at, event_type, severity, description, user_id, ip_address, request_id, occurrences)
    select occurred_at, event_type, severity, description, user_id, ip_address, request_id, occurrences from unnest(
      ${events.map((event) => event.occurredAt)}::timestamptz[], ${events.map((event) => event.type)}::text[],
      ${events.map((event) => event.severity)}::text[], ${events.map((event) => event.description)}::text[],
      ${events.map((event) => event.userId)}::uuid[], ${events.map((event) => event.address)}::text[],
      ${events.map((event) => event.requestId)}::text[], ${events.map((event) => event.occurrences)}::integer[]
    ) as event (occurred_at, event_type, severity, description, user_id, ip_address, request_id, occurrences)`.execute(
    db,
  );
}

/** Takes a person out of the events and alerts about them. @returns of how many events. */
export async function pseudonymiseEventsOf(db: Db, userId: string): Promise<number> {
  await db.deleteFrom('security_alerts').where('subject', 'like', `${userId}%`).execute();
  const { numUpdatedRows } = await db
    .updateTable('security_events')
    .set({ user_id: null, ip_address: null, description: 'Erased on request.' })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/**
 * In what stands for several events a version before names their network, which may run beside this one, or again: db/migrations/0181 has
 * taken out what was there by then.
 */
const withoutNetwork = sql`regexp_replace(description,
  '^(\\d+ more from) \\S+(, counted and not kept one by one\\.)$', '\\1 one network\\2')`;

/** Takes the addresses out of events before an instant. @returns of how many. */
export async function forgetAddressesBefore(db: Db, instant: Date): Promise<number> {
  const where = sql`occurred_at < ${instant} and ip_address is not null`;
  const change = sql`ip_address = null, description = ${withoutNetwork}`;
  return await updateInBatches(db, 'security_events', change, { where, orderBy: sql`occurred_at` });
}

/** Deletes events before an instant. @returns how many. */
export async function deleteEventsBefore(db: Db, instant: Date): Promise<number> {
  return await deleteInBatches(db, 'security_events', {
    where: sql`occurred_at < ${instant}`,
    orderBy: sql`occurred_at`,
  });
}
