import type { SavedItem } from '../../../contract/saved.ts';
import { longestNote, mostSaved } from '../../../contract/saved-limits.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { presentExperience, type Viewer } from '../listings/listings.ts';
import {
  deleteSavedRow,
  findListings,
  findNote,
  joinSaved,
  listSavedIds,
  listSavedRows,
  lockAndCount,
  type Notes,
  type SavedRow,
  updateNote,
} from './saved.store.ts';

/** As far back as a device's own time is believed: what it kept longer ago counts from then. */
const longestKeptMs = 400 * 86_400_000;

/** A place as a device tells it. */
export interface GivenItem {
  listing_id: number;
  /** Undefined says nothing about the note, null and empty text clear it. */
  note?: string | null | undefined;
  saved_at?: string | undefined;
}

/** The places a traveler has saved, newest first. One that is no longer available has no booking link. */
export async function listSaved(db: Db, userId: string, viewer: Viewer): Promise<SavedItem[]> {
  const rows = await withTenant(db, { person: userId }, (tx) => listSavedRows(tx, userId));
  return rows.map(({ listing_id, note, saved_at, facts, ...listing }) => ({
    ...shown({ listing_id, note, saved_at }),
    ...(facts && { facts }),
    experience: presentExperience(listing.is_active ? listing : { ...listing, booking_url: null }, viewer),
  }));
}

const shown = ({ saved_at, ...row }: SavedRow) => ({ ...row, saved_at: saved_at.toISOString() });

interface GivenChange extends GivenItem {
  /** The notes that whoever made the change has seen; undefined where that is not told. */
  seen?: Notes | undefined;
}

/**
 * Saves a listing or changes its note. One that is no longer available can keep its place and change its note, but not be added.
 * @throws Refusal `not_found`, `saved_full`, `saved_note_full`
 */
export async function saveListing(db: Db, now: Date, userId: string, given: GivenChange) {
  const { listing_id, seen } = given;
  const wanted = given.note === undefined ? undefined : given.note || null;
  return await withTenant(db, { person: userId }, async (tx) => {
    const count = await lockAndCount(tx, userId);
    const there = wanted === undefined || !seen ? undefined : await findNote(tx, userId, listing_id);
    const note = there === undefined ? wanted : joinNotes(there, wanted ?? null, seen ?? []);
    const changed = await updateNote(tx, userId, listing_id, note);
    if (changed) return shown(changed);
    if (!(await findListings(tx, [listing_id], true)).has(listing_id)) throw new Refusal('not_found');
    if (count >= mostSaved) throw new Refusal('saved_full');
    const row = toRow(given, now);
    await joinSaved(tx, userId, [row]);
    return shown(row);
  });
}

/**
 * Takes a listing off the list, unless somebody has written a note about it that whoever takes it off has not seen.
 * @returns whether it was taken off, and the note for which it stays.
 */
export async function removeListing(db: Db, userId: string, listingId: number, seen: Notes | undefined) {
  return await withTenant(db, { person: userId }, async (tx) => {
    const removed = await deleteSavedRow(tx, userId, listingId, seen && asKept(seen));
    const note = removed || !seen ? undefined : await findNote(tx, userId, listingId);
    return { removed, ...(note && { note }) };
  });
}

/** Notes as they are kept: an empty one is none. */
const asKept = (notes: Notes): Notes => notes.map((note) => note || null);

/**
 * The note that stays where one is written over another. What its writer has seen gives way. What they have not is kept, and theirs
 * put below it, unless it is there already, as of a sending whose answer was lost, or nothing new: what they had seen themselves.
 * @throws Refusal `saved_note_full` where both are longer than a note can be.
 */
function joinNotes(there: string | null, wanted: string | null, told: Notes): string | null {
  const seen = asKept(told);
  if (there === null || there === wanted || seen.includes(there)) return wanted;
  if (wanted === null || seen.includes(wanted) || hasLines(there, wanted)) return there;
  if (hasLines(wanted, there)) return wanted;
  const both = `${there}\n${wanted}`;
  if (both.length > longestNote) throw new Refusal('saved_note_full');
  return both;
}

const hasLines = (note: string, part: string) => `\n${note}\n`.includes(`\n${part}\n`);

/**
 * Joins what a guest kept on a device to a traveler's list: nothing on it is lost, the earlier time and the note that is there
 * win. Sent again it changes nothing. Unknown listings are left out, and so are those beyond the limit, the oldest first.
 */
export async function mergeSaved(db: Db, now: Date, userId: string, items: readonly GivenItem[]) {
  const joined = dedupeByListing(items.map((item) => toRow(item, now)));
  const ids = joined.map((row) => row.listing_id);
  // In front of the wall, behind which one that is hidden by now is not there for them yet.
  const known = await findListings(db, ids, false);
  return await withTenant(db, { person: userId }, async (tx) => {
    const count = await lockAndCount(tx, userId);
    const kept = new Set(await listSavedIds(tx, userId));
    const fresh = joined.filter((row) => known.has(row.listing_id) && !kept.has(row.listing_id));
    const added = fresh.slice(0, Math.max(mostSaved - count, 0));
    await joinSaved(tx, userId, [...joined.filter((row) => kept.has(row.listing_id)), ...added]);
    return {
      added: added.length,
      unknown: ids.filter((id) => !known.has(id)),
      left_out: fresh.slice(added.length).map((row) => row.listing_id),
    };
  });
}

/** Of the listings that a device tells, those that do not exist, newest first. */
export async function findUnknown(db: Db, now: Date, items: readonly GivenItem[]): Promise<number[]> {
  const ids = dedupeByListing(items.map((item) => toRow(item, now))).map((row) => row.listing_id);
  const known = await findListings(db, ids, false);
  return ids.filter((id) => !known.has(id));
}

function toRow({ listing_id, note, saved_at }: GivenItem, now: Date): SavedRow {
  const told = saved_at ? Date.parse(saved_at) : now.getTime();
  const at = Math.min(Math.max(told, now.getTime() - longestKeptMs), now.getTime());
  return { listing_id, note: note || null, saved_at: new Date(at) };
}

/** One row per listing, newest first: of two the earlier time counts, and the first note there is. */
function dedupeByListing(rows: readonly SavedRow[]): SavedRow[] {
  const byListing = new Map<number, SavedRow>();
  for (const row of rows) {
    const twin = byListing.get(row.listing_id);
    const saved_at = twin && twin.saved_at < row.saved_at ? twin.saved_at : row.saved_at;
    byListing.set(row.listing_id, { ...row, note: twin?.note ?? row.note, saved_at });
  }
  return [...byListing.values()].sort((one, other) => other.saved_at.getTime() - one.saved_at.getTime());
}
