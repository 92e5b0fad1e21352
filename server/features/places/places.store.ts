import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type ListingRow, listingColumns } from '../listings/listings.ts';

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

const isShown = sql`not c.is_hidden and not c.hidden_by_partner and l.is_active`;

/** How many listings each of some places shows; those that show none are not there. */
export async function countShown(db: Db, locationIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ location_id: number; shown: number }>`
    select c.location_id, count(*)::integer as shown from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = any(${locationIds}::integer[]) and ${isShown} group by c.location_id`.execute(db);
  return new Map(rows.map(({ location_id, shown }) => [location_id, shown]));
}

/** Active listings a place shows, in its own order. */
export async function listCuratedListings(db: Db, locationId: number): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} and ${isShown}
    order by c.position, l.id`.execute(db);
  return rows;
}
