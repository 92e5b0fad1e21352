import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';

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

/** The events of one call, and the key that it named. */
export interface EventCall {
  events: readonly EventRow[];
  call?: KeyedCall | undefined;
  receivedAt: Date;
}

/** Keeps events of any number of requests in one statement; unknown visits, listings and codes become null. */
export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  await insertion(events, []).execute(db);
}

/**
 * Keeps the events of calls in one statement, with the keys of those that name one: all of a call's, or none where its key is
 * known. No two of the calls may name the same key. @returns for each call whether it was kept
 */
export async function insertEventCalls(db: Db, calls: readonly EventCall[]): Promise<boolean[]> {
  const keyed = calls.flatMap(({ call, ...rest }) => (call ? [{ ...call, ...rest }] : []));
  if (keyed.length === 0) {
    await insertEvents(
      db,
      calls.flatMap(({ events }) => events),
    );
    return calls.map(() => true);
  }
  const column = (value: (call: (typeof keyed)[number]) => string) => keyed.map(value);
  const numbers = numbered(calls);
  const events = calls.flatMap((one) => one.events);
  const numberOfEach = calls.flatMap((one, at) => one.events.map(() => numbers[at]!));
  // In the order of the keys, so that two processes never wait for each other.
  const { rows } = await sql<{ number: number }>`
    with given as (
      select g.scope, g.endpoint, g.key, g.request_hash, g.reference, g.received_at, g.number, g.earlier_scopes, g.earlier_endpoint from unnest(
        ${column(({ scope }) => scope)}::text[], ${column(({ endpoint }) => endpoint)}::text[], ${column(({ key }) => key)}::text[],
        ${column(({ requestHash }) => requestHash.toString('hex'))}::text[],
        ${column((one) => String(one.events.length))}::text[], ${column((one) => one.receivedAt.toISOString())}::timestamptz[],
        ${column(({ earlier }) => JSON.stringify(earlier.scopes))}::jsonb[], ${column(({ earlier }) => earlier.endpoint)}::text[]
      ) with ordinality as g (scope, endpoint, key, request_hash, reference, received_at, earlier_scopes, earlier_endpoint, number)
    ), taken as (
      insert into idempotency_keys (scope, endpoint, key, request_hash, reference, created_at)
      select scope, endpoint, key, decode(request_hash, 'hex'), reference, received_at from given g
      where not exists (
        select from idempotency_keys k
        where g.earlier_scopes ? k.scope and k.endpoint = g.earlier_endpoint and k.key = g.key
      )
      order by 1, 2, 3
      on conflict (scope, endpoint, key) do nothing
      returning scope, endpoint, key
    ), fresh as (
      select number from given join taken using (scope, endpoint, key)
    ), stored as (
      ${insertion(events, numberOfEach, sql`where e.number is null or e.number in (select number from fresh)`)}
    )
    select number from fresh`.execute(db);
  const fresh = new Set(rows.map(({ number }) => number));
  return numbers.map((number) => number === null || fresh.has(number));
}

/** The place of each call among those with a key, from 1; null for those without. */
function numbered(calls: readonly EventCall[]): (number | null)[] {
  let count = 0;
  return calls.map(({ call }) => (call ? ++count : null));
}

/** @param numbers of each event's call, where the condition asks for them. */
function insertion(events: readonly EventRow[], numbers: readonly (number | null)[], condition = sql``) {
  const column = (value: (event: EventRow) => string | number | null) => events.map(value);
  const moment = writtenOnce((date: Date) => date.toISOString());
  const visit = writtenOnce((hash: Buffer | null) => hash?.toString('hex') ?? null);
  return sql`
    insert into events
      (received_at, occurred_at, event_type, audience, user_id, visit_id, listing_id, qr_code_id, data)
    select e.received_at, e.occurred_at, e.event_type, e.audience, e.user_id, v.id, l.id, c.id, jsonb_strip_nulls(e.data)
    from unnest(
      ${column((event) => moment(event.receivedAt))}::timestamptz[], ${column((event) => event.occurredAt)}::timestamptz[],
      ${column((event) => event.eventType)}::text[], ${column((event) => event.audience)}::text[],
      ${column((event) => event.userId)}::uuid[], ${column((event) => visit(event.visitHash))}::text[],
      ${column((event) => event.listingId)}::integer[], ${column((event) => event.code)}::text[],
      ${column((event) => (event.data ? JSON.stringify(event.data) : '{}'))}::jsonb[],
      ${numbers}::integer[]
    ) as e (received_at, occurred_at, event_type, audience, user_id, visit, listing_id, code, data, number)
    left join visits v on v.token_hash = decode(e.visit, 'hex')
    left join listings l on l.id = e.listing_id
    left join qr_codes c on c.code = e.code
    ${condition}`;
}

/** Writes a value that many rows in succession share once. */
function writtenOnce<Value, Text>(write: (value: Value) => Text): (value: Value) => Text {
  let last: { value: Value; text: Text } | undefined;
  return (value) => {
    if (!last || last.value !== value) last = { value, text: write(value) };
    return last.text;
  };
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
