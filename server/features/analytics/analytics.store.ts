import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** Who an event is of: only visitors are counted. */
export type Audience = 'visitor' | 'staff' | 'bot';

/** One event, ready to be kept. */
export interface EventRow {
  receivedAt: Date;
  occurredAt: string | null;
  eventType: string;
  audience: Audience;
  userId: string | null;
  visitHash: Buffer | null;
  listingId: number | null;
  /** In its printed form. */
  code: string | null;
  data: object | null;
}

/** Keeps events of any number of requests in one statement; unknown visits, listings and codes become null. */
export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  const column = (value: (event: EventRow) => string | number | null) => events.map(value);
  await sql`
    insert into events
      (received_at, occurred_at, event_type, audience, user_id, visit_id, listing_id, qr_code_id, data)
    select e.received_at, e.occurred_at, e.event_type, e.audience, e.user_id, v.id, l.id, c.id, jsonb_strip_nulls(e.data)
    from unnest(
      ${column((event) => event.receivedAt.toISOString())}::timestamptz[], ${column((event) => event.occurredAt)}::timestamptz[],
      ${column((event) => event.eventType)}::text[], ${column((event) => event.audience)}::text[],
      ${column((event) => event.userId)}::uuid[], ${column((event) => event.visitHash?.toString('hex') ?? null)}::text[],
      ${column((event) => event.listingId)}::integer[], ${column((event) => event.code)}::text[],
      ${column((event) => (event.data ? JSON.stringify(event.data) : '{}'))}::jsonb[]
    ) as e (received_at, occurred_at, event_type, audience, user_id, visit, listing_id, code, data)
    left join visits v on v.token_hash = decode(e.visit, 'hex')
    left join listings l on l.id = e.listing_id
    left join qr_codes c on c.code = e.code`.execute(db);
}

/** Makes this month's partition and those of the months ahead. Returns how many were missing. */
export async function makeEventMonths(db: Db, now: Date, monthsAhead: number): Promise<number> {
  const { rows } = await sql<{ made: number }>`select make_event_months(${now}, ${monthsAhead}) as made`.execute(db);
  return rows[0]!.made;
}

/** Drops the months that ended 13 months ago. Returns how many. */
export async function dropOldEventMonths(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`select drop_old_event_months(${now}) as dropped`.execute(db);
  return rows[0]!.dropped;
}
