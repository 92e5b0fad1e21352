import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** What is asked of one counter. */
export interface Take {
  key: Buffer;
  /** Of which limit it is. */
  limit: string;
  /** What is needed now. */
  need: number;
  /** The part of what is left to take where that is more, from 0 to 1. */
  share: number;
  /** The limit, and how long a window lasts. */
  amount: number;
  seconds: number;
}

/** What a counter gave. */
export interface Given {
  /** `need` or more; less where no more was left. */
  granted: number;
  isSpent: boolean;
  endsAt: Date;
}

/**
 * Counts and spends in one step: gives each asker what it needs, or its share of what is left where that is more, or the rest. Of
 * askers at the same time each waits for the one before, so that all together never get more than the amount.
 * @param takes each of another key.
 * @returns what each was given, in their order.
 */
export async function takeFromCounters(db: Db, takes: readonly Take[], now: Date): Promise<Given[]> {
  // Always in the order of their keys, so that two statements never wait for each other.
  const { rows } = await sql<{ key: Buffer; spent: number; granted: number; ends_at: Date }>`
    with asked as (
      select key, limit_name, need, share, amount, ${now}::timestamptz + seconds * interval '1 second' as ends_at
      from unnest(${takes.map((one) => one.key)}::bytea[], ${takes.map((one) => one.limit)}::text[], ${takes.map((one) => one.need)}::bigint[],
        ${takes.map((one) => one.share)}::float8[], ${takes.map((one) => one.amount)}::bigint[],
        ${takes.map((one) => one.seconds)}::integer[])
        as asked (key, limit_name, need, share, amount, seconds)
    )
    insert into rate_counters as counter (key, spent, granted, ends_at, limit_name)
    select key, least(amount, greatest(need, floor(amount * share))),
      least(amount, greatest(need, floor(amount * share))), ends_at, limit_name
    from asked order by key
    on conflict (key) do update set (spent, granted, ends_at, limit_name) = (
      select base + given, given, until, excluded.limit_name from (
        select base, until, least(left_over, greatest(need, floor(left_over * share))) as given from (
          select need, share, case when is_over then 0 else counter.spent end as base,
            case when is_over then amount else greatest(amount - counter.spent, 0) end as left_over,
            case when is_over then asked.ends_at else counter.ends_at end as until
          from asked, lateral (select counter.ends_at <= ${now} as is_over) window_state
          where asked.key = counter.key
        ) state
      ) outcome
    )
    returning key, spent, granted, ends_at`.execute(db);
  const found = new Map(rows.map((row) => [row.key.toString('hex'), row]));
  return takes.map(({ key, amount }) => {
    const { spent, granted, ends_at } = found.get(key.toString('hex'))!;
    return { granted, isSpent: spent >= amount, endsAt: ends_at };
  });
}

/** What was taken from each of these counters in the window that lasts, in their order. */
export async function findSpent(db: Db, keys: readonly Buffer[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ key: Buffer; spent: number }>`
    select key, spent from rate_counters where key = any(${keys}::bytea[]) and ends_at > ${now}`.execute(db);
  const spent = new Map(rows.map((row) => [row.key.toString('hex'), row.spent]));
  return keys.map((key) => spent.get(key.toString('hex')) ?? 0);
}

/** What was taken from a counter in the window that ends then, and not spent. */
export interface Unspent {
  key: Buffer;
  left: number;
  endsAt: Date;
}

/** Gives back to the counters whose window is still the same. @param unspent each of another key. */
export async function giveBackToCounters(db: Db, unspent: readonly Unspent[]): Promise<void> {
  // Locked in the order of their keys first, as above.
  await sql`
    with given as (
      select key, unspent, ends_at
      from unnest(${unspent.map((one) => one.key)}::bytea[], ${unspent.map((one) => one.left)}::bigint[],
        ${unspent.map((one) => one.endsAt)}::timestamptz[]) as given (key, unspent, ends_at)
    ), locked as materialized (
      select counter.key, given.unspent from rate_counters counter join given using (key, ends_at)
      order by counter.key for update of counter
    )
    update rate_counters counter set spent = greatest(counter.spent - locked.unspent, 0)
    from locked where counter.key = locked.key`.execute(db);
}

/** Removes some of the counters whose window is over; those that are in use at the moment stay. */
export async function deleteEndedCounters(db: Db, now: Date, most: number): Promise<void> {
  await sql`
    delete from rate_counters where key = any (array(
      select key from rate_counters where ends_at <= ${now} order by ends_at limit ${most} for update skip locked
    ))`.execute(db);
}

/** How much of a limit is spent now, of all whose window lasts. */
export interface Use {
  limit_name: string;
  /** How many have spent any of it. */
  counters: number;
  /** What the one with the least left has taken, spent or held by a process to be spent. */
  most_spent: number;
}

/** What is spent of each limit now; of those of which nothing is there is no row. */
export async function findUses(db: Db, now: Date): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select limit_name, count(*)::integer as counters, max(spent)::float8 as most_spent
    from rate_counters where ends_at > ${now} and spent > 0 and limit_name is not null group by limit_name`.execute(db);
  return rows;
}
