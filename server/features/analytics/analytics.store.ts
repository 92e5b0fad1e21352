import { type RawBuilder, sql } from 'kysely';
import type { EventType } from '../../../contract/analytics.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';
import type { KeyedCall } from '../../platform/idempotency.ts';

const impression: EventType = 'listing_impression';

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
  data: { campaign?: string | null | undefined; list?: string | null | undefined; [name: string]: unknown } | null;
  /** What its reader reads, where that counts. */
  language?: string;
  /** Where it came from, and on which day of their stay its guest is, where that counts. */
  network?: string;
  stayDay?: (now: Date) => Promise<number>;
}

/** The events of one call, and the key that it named. */
export interface EventCall {
  events: readonly EventRow[];
  call?: KeyedCall | undefined;
  receivedAt: Date;
}

/** Keeps events of any number of requests in one statement; unknown visits, listings and codes become null. */
export async function insertEvents(db: Db, events: readonly EventRow[]): Promise<void> {
  const { before, insertion } = keeping(events, []);
  await sql`${before ? sql`with ${before}` : sql``} ${insertion}`.execute(db);
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
  const isFresh = sql`where e.number is null or e.number in (select number from fresh)`;
  const { before, insertion } = keeping(events, numberOfEach, isFresh);
  // In the order of the keys, so that two processes never wait for each other.
  const { rows } = await sql<{ number: number }>`
    with given as (
      select g.scope, g.endpoint, g.key, g.request_hash, g.reference, g.received_at, g.number from unnest(
        ${column(({ scope }) => scope)}::text[], ${column(({ endpoint }) => endpoint)}::text[], ${column(({ key }) => key)}::text[],
        ${column(({ requestHash }) => requestHash.toString('hex'))}::text[],
        ${column((one) => String(one.events.length))}::text[], ${column((one) => one.receivedAt.toISOString())}::timestamptz[]
      ) with ordinality as g (scope, endpoint, key, request_hash, reference, received_at, number)
    ), taken as (
      insert into idempotency_keys (scope, endpoint, key, request_hash, reference, created_at)
      select scope, endpoint, key, decode(request_hash, 'hex'), reference, received_at from given
      order by 1, 2, 3
      on conflict (scope, endpoint, key) do nothing
      returning scope, endpoint, key
    ), fresh as (
      select number from given join taken using (scope, endpoint, key)
    ), ${before ? sql`${before},` : sql``} stored as (
      ${insertion}
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

const columns = sql.raw(
  'received_at, occurred_at, event_type, audience, user_id, visit_id, listing_id, qr_code_id, data, location_id, partner_id',
);

/**
 * How events are kept: an insertion, and what it needs said before it where there are impressions among them. Of a visit's impressions
 * of a listing in a list one is kept in ten minutes; two at once are settled by their unique key.
 * @param numbers of each event's call, where the condition asks for them.
 */
function keeping(
  events: readonly EventRow[],
  numbers: readonly (number | null)[],
  condition: RawBuilder<unknown> = sql``,
) {
  const told = selection(events, numbers, condition);
  if (!events.some(({ eventType }) => eventType === impression)) {
    return { before: undefined, insertion: sql`insert into events (${columns}) ${told}` };
  }
  const inList = sql.raw(`(visit_id, coalesce(data ->> 'list', ''), listing_id)`);
  const isTwice = sql`event_type = ${impression} and visit_id is not null and listing_id is not null`;
  // In the order of their keys, so that two processes never wait for each other.
  const before = sql`
    told as (${told}), seen as (
      insert into counted_impressions (visit_id, list, listing_id, counted_at)
      select visit_id, coalesce(data ->> 'list', ''), listing_id, max(received_at) from told
      where ${isTwice} group by 1, 2, 3 order by 1, 2, 3
      on conflict (visit_id, list, listing_id) do update set counted_at = excluded.counted_at
        where counted_impressions.counted_at <= excluded.counted_at - interval '10 minutes'
      returning visit_id, list, listing_id
    ), numbered as (
      select ${columns}, row_number() over (
        partition by visit_id, data ->> 'list', listing_id, event_type order by occurred_at) as turn from told
    )`;
  const insertion = sql`
    insert into events (${columns}) select ${columns} from numbered
    where (${isTwice}) is not true or (turn = 1 and ${inList} in (select visit_id, list, listing_id from seen))`;
  return { before, insertion };
}

function selection(events: readonly EventRow[], numbers: readonly (number | null)[], condition: RawBuilder<unknown>) {
  const column = (value: (event: EventRow) => string | number | null) => events.map(value);
  const moment = writtenOnce((date: Date) => date.toISOString());
  const visit = writtenOnce((hash: Buffer | null) => hash?.toString('hex') ?? null);
  return sql`
    select e.received_at, e.occurred_at, e.event_type, e.audience, e.user_id, v.id as visit_id, l.id as listing_id,
      c.id as qr_code_id, jsonb_strip_nulls(e.data) as data, c.location_id, p.partner_id
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
    left join locations p on p.id = c.location_id
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

/** Forgets when impressions were counted last, where that was before an instant. */
export async function deleteImpressionsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'counted_impressions', { where: sql`counted_at < ${instant}`, orderBy: sql`counted_at` });
}
