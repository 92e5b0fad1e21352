import { CompiledQuery, sql } from 'kysely';
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

/** A listing as it is after a change, as far as it decides about searches; `words` are its lexemes. */
export interface ListingChange {
  id: number;
  category: string | null;
  isActive: boolean;
  words: string[];
}

/** The version of the guide, and what was changed since another; without `changes` anything may have been. */
export interface ListingNews {
  version: number;
  changes: ListingChange[] | undefined;
}

const listingNews = `
select v.version, case when v.version > $1 then (
  select json_build_object(
    'versions', count(distinct c.version),
    'changes', json_agg(json_build_object(
      'id', c.listing_id, 'category', l.category, 'isActive', coalesce(l.is_active, false),
      'words', coalesce(tsvector_to_array(l.search_words), '{}'))))
  from listing_changes c left join listings l on l.id = c.listing_id where c.version > $1) end as news
from listing_version v`;

/** What happened to listings since a version: read in one statement, so that it goes together. */
export async function readListingNews(db: Db, since: number): Promise<ListingNews> {
  type Row = { version: number; news: { versions: number; changes: ListingChange[] } | null };
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(listingNews, [since]));
  const { version, news } = rows[0]!;
  if (!news) return { version, changes: [] };
  const isWhole = news.versions === version - since && news.changes.every(({ id }) => id !== null);
  return { version, changes: isWhole ? news.changes : undefined };
}

/** The words of a search, the way listings are indexed. */
export async function searchedWords(db: Db, words: string): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`select searchable(${wordsOf(words).join(' ')}) as words`.execute(db);
  return rows[0]!.words.split(' ').filter(Boolean);
}

/** Whatever sign stands for the ʻokina is no end of a word. */
const wordsOf = (search: string) =>
  search
    .replace(/[ʻʼ‘’`'´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, 8);

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
  const query = wordsOf(words)
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
