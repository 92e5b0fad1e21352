import { CompiledQuery, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { bestFirst, enough, matching, page, type Wanted, wantedOf, widen, widenIfFew } from './search.store.ts';

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
  /** Only those that are featured. */
  isFeatured?: boolean;
  limit: number;
  offset: number;
}

/** What a search finds; once it may be widened, any listing that changes may bring or take a similar spelling. */
export interface FoundListings {
  rows: ListingRow[];
  mayBeWidened: boolean;
}

/** A listing as it is after a change, as far as it decides about searches; `words` are its lexemes. */
export interface ListingChange {
  id: number;
  category: string | null;
  isActive: boolean;
  words: string[];
}

/** The version of the guide, and which listings were changed since another; without `changes` any may have been. */
export interface GuideChanges {
  /** Of the listings alone. */
  version: number;
  /** Of all else that a guest's page shows: places, which listings they show, hosts that may be embedded. */
  surroundings: number;
  changes: ListingChange[] | undefined;
}

const guideChanges = `
select v.version, v.surroundings, case when v.version > $1 then (
  select json_build_object(
    'versions', count(distinct c.version),
    'changes', json_agg(json_build_object(
      'id', c.listing_id, 'category', l.category, 'isActive', coalesce(l.is_active, false),
      'words', coalesce(tsvector_to_array(l.search_words), '{}'))))
  from listing_changes c left join listings l on l.id = c.listing_id where c.version > $1) end as news
from listing_version v`;

/** What happened to the guide since a version of the listings: read in one statement, so that it goes together. */
export async function readGuideChanges(db: Db, since: number): Promise<GuideChanges> {
  type Row = Pick<GuideChanges, 'version' | 'surroundings'> & {
    news: { versions: number; changes: ListingChange[] } | null;
  };
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(guideChanges, [since]));
  const { version, surroundings, news } = rows[0]!;
  if (!news) return { version, surroundings, changes: [] };
  const isWhole = news.versions === version - since && news.changes.every(({ id }) => id !== null);
  return { version, surroundings, changes: isWhole ? news.changes : undefined };
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
export async function searchListings(db: Db, query: ListingQuery): Promise<FoundListings> {
  const wanted = wantedOf(query);
  const { limit, offset, isFeatured = false } = query;
  // Of a search that is widened or not by all that it finds, not by what of that is featured.
  if (isFeatured && wanted.words.length > 0)
    return { rows: await listBestFirst(db, await widenIfFew(db, wanted), query), mayBeWidened: true };
  const rows = await listBestFirst(db, wanted, query);
  if (wanted.words.length === 0) return { rows, mayBeWidened: false };
  // What is only spelled alike follows after all that is whole: a full page of that is the same either way.
  if (rows.length === limit || (rows.length > 0 && offset + rows.length >= enough))
    return { rows, mayBeWidened: false };
  const wider = offset === 0 ? await widen(db, wanted) : await widenIfFew(db, wanted);
  return { rows: wider?.widened ? await listBestFirst(db, wider, query) : rows, mayBeWidened: true };
}

async function listBestFirst(db: Db, wanted: Wanted, query: ListingQuery): Promise<ListingRow[]> {
  const { asked, where } = matching(wanted);
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from ${asked}, listings l where ${where} ${query.isFeatured ? sql`and l.is_featured` : sql``}
    order by ${bestFirst(wanted)} ${page(query)}`.execute(db);
  return rows;
}

export async function findPlace(db: Db, locationId: number) {
  return await db
    .selectFrom('locations')
    .select(['id', 'name', 'description', 'address', 'island', 'latitude', 'longitude', 'image_url', 'image_color'])
    .where('id', '=', locationId)
    .executeTakeFirst();
}
