import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { bestFirst, enough, matching, type Wanted, wantedOf, widen, widenIfFew } from './search.store.ts';

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
 * Active listings, best match first when words are searched: whole words and their beginnings, and after them similar
 * spellings where those are few; without words featured first. The pages of one search neither repeat nor leave out.
 */
export async function searchListings(db: Db, query: ListingQuery): Promise<ListingRow[]> {
  const wanted = wantedOf(query);
  if (wanted.words.length === 0) return await listFeaturedFirst(db, query);
  const { limit, offset } = query;
  const rows = await listBestFirst(db, wanted, query);
  // What is only spelled alike follows after all that is whole: a full page of that is the same either way.
  if (rows.length === limit || (rows.length > 0 && offset + rows.length >= enough)) return rows;
  const wider = offset === 0 ? await widen(db, wanted) : await widenIfFew(db, wanted);
  return wider?.widened ? await listBestFirst(db, wider, query) : rows;
}

async function listFeaturedFirst(db: Db, { category, limit, offset }: ListingQuery): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from listings l
    where l.is_active and (${category ?? null}::text is null or l.category = ${category ?? null})
    order by l.is_featured desc, l.rating desc nulls last, l.name, l.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

async function listBestFirst(db: Db, wanted: Wanted, { limit, offset }: ListingQuery): Promise<ListingRow[]> {
  const { asked, where } = matching(wanted);
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from ${asked}, listings l where ${where}
    order by ${bestFirst} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function findPlace(db: Db, locationId: number) {
  return await db
    .selectFrom('locations')
    .select(['id', 'name', 'description', 'address', 'island', 'latitude', 'longitude', 'image_url', 'image_color'])
    .where('id', '=', locationId)
    .executeTakeFirst();
}
