import { sql } from 'kysely';
import type { ListRules } from '../../../contract/list-rules.ts';
import type { Db } from '../../platform/database/database.ts';
import { listingColumns } from '../listings/listings.ts';
import type { CuratedRow } from './looks.ts';

export async function findPlace(db: Db, locationId: number) {
  return await db
    .selectFrom('locations')
    .select(['id', 'name', 'description', 'address', 'island', 'latitude', 'longitude', 'image_url', 'image_color'])
    .where('id', '=', locationId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** How large a place's picture is that came from its partner; nothing where it has another one, or none. */
export async function findPictureBytes(db: Db, locationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: number }>`
    select length(c.picture) as bytes from place_pictures c join locations p on p.id = c.location_id
    where p.id = ${locationId} and p.image_url = '/place-pictures/' || c.id`.execute(db);
  return rows[0]?.bytes;
}

/** How large pictures of listings are in the size that each shows; those that are none of ours are not there. */
export async function findListingPictureBytes(db: Db, urls: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ url: string; bytes: number }>`
    select p.url, length(f.bytes) as bytes from listing_pictures p join listing_picture_files f on f.picture_id = p.id
      and p.url = '/listing-pictures/' || p.id || '/' || f.width || '.' || f.type
    where p.id = any(${urls.flatMap((url) => /^\/listing-pictures\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? [])}::uuid[])`.execute(
    db,
  );
  return new Map(rows.map(({ url, bytes }) => [url, bytes]));
}

/** That an entry `c` of a place's list, of a listing `l`, is shown at some time to somebody. */
export const isOnList = sql`not c.is_hidden and not c.hidden_by_partner and l.is_active`;

/** That a place `p` shows nothing to anybody at any time, as one for which nothing was chosen yet. */
export const showsNothing = sql`not exists (select from curated_listings c join listings l on l.id = c.listing_id
  where c.location_id = p.id and ${isOnList})`;

/** That a code in use leads guests to a place `p`. */
export const isLedTo = (now: Date) => sql`exists (select from qr_codes q
  where q.location_id = p.id and q.status = 'active' and (q.expires_at is null or q.expires_at > ${now}))`;

/** How many listings each of some places has under the same rules; null of those without. */
export async function countByRules(db: Db, locationIds: readonly number[]) {
  const { rows } = await sql<{ location_id: number; rules: ListRules | null; count: number }>`
    select c.location_id, c.rules, count(*)::integer as count from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = any(${locationIds}::integer[]) and ${isOnList} group by c.location_id, c.rules`.execute(db);
  return rows;
}

/** Active listings a place shows at some time to somebody, with their rules, in its own order. */
export async function listCuratedListings(db: Db, locationId: number): Promise<CuratedRow[]> {
  const { rows } = await sql<CuratedRow>`
    select ${sql.raw(listingColumns)}, c.rules from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} and ${isOnList}
    order by c.position, l.id`.execute(db);
  return rows;
}

/** Each listing that a place's list has, shown or hidden, with its rules: a few bytes of each. */
export async function findListed(db: Db, locationId: number) {
  const { rows } = await sql<{ listing_id: number; rules: ListRules | null; is_shown: boolean }>`
    select c.listing_id, c.rules, ${isOnList} as is_shown from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} order by c.listing_id`.execute(db);
  return rows;
}
