import { CompiledQuery, type Selectable, sql } from 'kysely';
import { type ListingFact, listingFacts } from '../../../contract/listing-facts.ts';
import type { Tables } from '../../../db/schema.ts';
import type { Db } from '../../platform/database/database.ts';

/** A listing as stored, but its organisation, when it came, what it is found by, and what is told of it beside its card alone. */
export type ListingRow = Omit<
  Selectable<Tables['listings']>,
  | ('organisation_id' | 'search_words' | 'search_pairs' | 'deleted_at' | 'active_before' | 'created_at' | 'updated_at')
  | (Exclude<ListingFact, 'open_months'> | 'held' | 'more_pictures')
>;

/** Columns of a ListingRow, for statements written out by hand; `l` is the listing. */
export const listingColumns = `l.id, l.name, l.description, l.name_ja, l.description_ja, l.category, l.subcategory, l.address, l.phone, l.website_url,
  l.booking_url, l.image_url, l.image_color, l.image_widths, l.rating, l.review_count, l.price_range, l.is_featured, l.is_active,
  l.latitude, l.longitude, l.commission_rate, l.advertiser_id, l.image_words, l.has_details, l.open_months`;

/** What a listing tells of itself beside its words (ListingFacts) as one value, null where that is nothing, for the same. */
export const factsColumn = `case when num_nonnulls(${listingFacts.map((fact) => `l.${fact}`).join(', ')}) > 0
  then json_build_object(${listingFacts.map((fact) => `'${fact}', l.${fact}`).join(', ')}) end`;

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

export async function findActiveListing(db: Db, id: number): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from listings l where l.id = ${id} and l.is_active`.execute(db);
  return rows[0];
}

/** Of these the active ones, in no order. */
export async function findActiveListings(db: Db, ids: readonly number[]): Promise<ListingRow[]> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from listings l where l.id = any(${ids}::integer[]) and l.is_active`.execute(db);
  return rows;
}
