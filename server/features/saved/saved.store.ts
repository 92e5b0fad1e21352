import { sql } from 'kysely';
import type { ListingFacts } from '../../../contract/listing-facts-form.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { factsColumn, type ListingRow, listingColumns } from '../listings/listings.ts';

/** Notes that somebody has seen; null is none. */
export type Notes = readonly (string | null)[];

export interface SavedRow {
  listing_id: number;
  note: string | null;
  saved_at: Date;
}

/** A saved listing, and what it tells of itself beside its words. */
type ShownRow = SavedRow & ListingRow & { facts: ListingFacts | null };

/** Saved listings with what they show, newest first, active or not. */
export async function listSavedRows(db: Db, userId: string): Promise<ShownRow[]> {
  const { rows } = await sql<ShownRow>`
    select s.listing_id, s.note, s.saved_at, ${sql.raw(factsColumn)} as facts, ${sql.raw(listingColumns)}
    from saved_listings s join listings l on l.id = s.listing_id
    where s.user_id = ${userId} order by s.saved_at desc, s.listing_id desc`.execute(db);
  return rows;
}

export async function listSavedIds(db: Db, userId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('saved_listings')
    .select('listing_id')
    .where('user_id', '=', userId)
    .orderBy('saved_at', 'desc')
    .orderBy('listing_id', 'desc')
    .execute();
  return rows.map((row) => row.listing_id);
}

/** Lets one writer of a user's list in at a time, so that its limit holds, and counts what is on it. */
export async function lockAndCount(tx: Tx, userId: string): Promise<number> {
  await sql`select id from users where id = ${userId} for no key update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*) from saved_listings where user_id = ${userId}`.execute(tx);
  return rows[0]!.count;
}

/** The note of a saved listing; undefined where it is not saved. */
export async function findNote(tx: Tx, userId: string, listingId: number): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('saved_listings')
    .select('note')
    .where('user_id', '=', userId)
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
  return row?.note;
}

/** Changes the note of a saved listing; undefined leaves it. Gives nothing where it is not saved. */
export async function updateNote(
  tx: Tx,
  userId: string,
  listingId: number,
  note: string | null | undefined,
): Promise<SavedRow | undefined> {
  const { rows } = await sql<SavedRow>`
    update saved_listings set note = ${note === undefined ? sql.ref('note') : note}
    where user_id = ${userId} and listing_id = ${listingId} returning listing_id, note, saved_at`.execute(tx);
  return rows[0];
}

/** Which of these listings exist. */
export async function findListings(db: Db, ids: readonly number[], onlyActive: boolean): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select id from listings where id = any(${ids}::integer[]) and (is_active or not ${onlyActive})`.execute(db);
  return new Set(rows.map((row) => row.id));
}

/** Adds rows to a list. What is on it keeps its note, and takes the earlier time. */
export async function joinSaved(tx: Tx, userId: string, rows: readonly SavedRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`
    insert into saved_listings (user_id, listing_id, note, saved_at)
    select ${userId}, row.listing_id, row.note, row.saved_at from unnest(
      ${rows.map((row) => row.listing_id)}::integer[], ${rows.map((row) => row.note)}::text[],
      ${rows.map((row) => row.saved_at)}::timestamptz[]
    ) as row (listing_id, note, saved_at)
    on conflict (user_id, listing_id) do update set
      note = coalesce(saved_listings.note, excluded.note),
      saved_at = least(saved_listings.saved_at, excluded.saved_at)`.execute(tx);
}

/** Takes a listing off a list; where `seen` is given, none that has a note that is not among those. @returns whether it did. */
export async function deleteSavedRow(tx: Tx, userId: string, listingId: number, seen?: Notes): Promise<boolean> {
  const { rows } = await sql`
    delete from saved_listings where user_id = ${userId} and listing_id = ${listingId}
      and (${seen === undefined}::boolean or note is null or note = any(${seen ?? []}::text[]))
    returning listing_id`.execute(tx);
  return rows.length > 0;
}
