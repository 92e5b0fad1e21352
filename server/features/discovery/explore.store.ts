import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type ListingRow, listingColumns } from './discovery.store.ts';
import { bestFirst, matching, wantedOf, widenIfFew } from './search.store.ts';

/** What is looked for: a category or all, words or none. */
export interface Filter {
  category: string | undefined;
  words: string;
}

export interface SummaryRow {
  count: number;
  featured: number;
  average_rating: number | null;
}

/** Figures of all that a search finds, however many pages that is. */
export async function summarizeMatching(db: Db, filter: Filter): Promise<SummaryRow> {
  const { asked, where } = matching(await widenIfFew(db, wantedOf(filter)));
  const { rows } = await sql<SummaryRow>`
    select count(*)::int as count, count(*) filter (where l.is_featured)::int as featured,
      round(avg(l.rating), 1) as average_rating
    from ${asked}, listings l where ${where}`.execute(db);
  return rows[0]!;
}

export type PositionRow = Pick<
  ListingRow,
  'id' | 'name' | 'category' | 'subcategory' | 'rating' | 'review_count' | 'price_range' | 'is_featured'
> & { latitude: number; longitude: number };

/** Positions of what a search finds, in the order of its list. */
export async function listPositions(db: Db, filter: Filter, limit: number): Promise<PositionRow[]> {
  const wanted = await widenIfFew(db, wantedOf(filter));
  const { asked, where } = matching(wanted);
  const { rows } = await sql<PositionRow>`
    select l.id, l.name, l.category, l.subcategory, l.rating, l.review_count, l.price_range, l.is_featured, l.latitude,
      l.longitude
    from ${asked}, listings l where ${where} and l.latitude is not null order by ${bestFirst(wanted)} limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findActiveListing(db: Db, id: number): Promise<ListingRow | undefined> {
  const { rows } = await sql<ListingRow>`
    select ${sql.raw(listingColumns)} from listings l where l.id = ${id} and l.is_active`.execute(db);
  return rows[0];
}
