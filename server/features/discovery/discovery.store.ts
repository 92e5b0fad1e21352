import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';

/** A listing as stored. */
export interface ListingRow {
  id: number;
  name: string;
  description: string;
  category: string;
  subcategory: string | null;
  address: string | null;
  phone: string | null;
  website_url: string | null;
  booking_url: string | null;
  image_url: string | null;
  image_color: string | null;
  rating: number | null;
  review_count: number;
  price_range: string;
  is_featured: boolean;
  is_active: boolean;
  latitude: number | null;
  longitude: number | null;
  commission_rate: number;
}

/** Columns of a ListingRow, for statements written out by hand; `l` is the listing. */
export const listingColumns = `l.id, l.name, l.description, l.category, l.subcategory, l.address, l.phone, l.website_url,
  l.booking_url, l.image_url, l.image_color, l.rating, l.review_count, l.price_range, l.is_featured, l.is_active,
  l.latitude, l.longitude, l.commission_rate`;

/** A list of listings: everything that decides about it. */
export interface ListingQuery {
  category: string | undefined;
  words: string;
  limit: number;
  offset: number;
}

/** Changes with every write to listings, in the writer's own transaction. */
export async function readListingVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('listing_version').select('version').executeTakeFirstOrThrow();
  return version;
}

/** Active listings a place shows, in its own order. */
export async function listCuratedListings(db: Db, locationId: number): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from curated_listings c join listings l on l.id = c.listing_id
    where c.location_id = ${locationId} and not c.is_hidden and l.is_active
    order by c.position, l.id`.execute(db);
  return rows;
}

/**
 * Active listings, best match first when words are searched: whole words and their beginnings, then similar spelling;
 * without words featured first.
 */
export async function searchListings(db: Db, { category, words, limit, offset }: ListingQuery): Promise<ListingRow[]> {
  const query = words
    // Whatever sign stands for the ʻokina is no end of a word.
    .replace(/[ʻʼ‘’`'´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8)
    .map((word) => `${word}:*`)
    .join(' & ');
  if (!query) {
    const { rows } = await sql<ListingRow>`
      select ${sql.raw(listingColumns)} from listings l
      where l.is_active and (${category ?? null}::text is null or l.category = ${category ?? null})
      order by l.is_featured desc, l.rating desc nulls last, l.name, l.id limit ${limit} offset ${offset}`.execute(db);
    return rows;
  }
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from listings l
    where l.is_active and (${category ?? null}::text is null or l.category = ${category ?? null})
      and l.search_words @@ to_tsquery('simple', searchable(${query}))
    order by ts_rank(l.search_words, to_tsquery('simple', searchable(${query}))) desc, l.is_featured desc, l.name, l.id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function findPlace(db: Db, locationId: number) {
  return await db
    .selectFrom('locations')
    .select(['id', 'name', 'description', 'address', 'island', 'latitude', 'longitude', 'image_url', 'image_color'])
    .where('id', '=', locationId)
    .executeTakeFirst();
}
