import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type ListingRow, listingColumns } from '../listings/listings.ts';

export async function findPlace(db: Db, locationId: number) {
  return await db
    .selectFrom('locations')
    .select(['id', 'name', 'description', 'address', 'island', 'latitude', 'longitude', 'image_url', 'image_color'])
    .where('id', '=', locationId)
    .executeTakeFirst();
}

/** How large a place's picture is that came from its partner; nothing where it has another one, or none. */
export async function findPictureBytes(db: Db, locationId: number): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: number }>`
    select length(c.picture) as bytes from place_pictures c join locations p on p.id = c.location_id
    where p.id = ${locationId} and p.image_url = '/place-pictures/' || c.id`.execute(db);
  return rows[0]?.bytes;
}

/** Active listings a place shows, in its own order. */
export async function listCuratedListings(db: Db, locationId: number): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} and not c.is_hidden and not c.hidden_by_partner and l.is_active
    order by c.position, l.id`.execute(db);
  return rows;
}
