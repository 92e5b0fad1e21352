import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { ListingRow } from '../listings/listings.ts';
import { bestFirst, type Filter, matching, wantedOf, widenIfFew } from '../search/search.ts';

export type PositionRow = Pick<
  ListingRow,
  'id' | 'name' | 'name_ja' | 'category' | 'subcategory' | 'rating' | 'review_count' | 'price_range' | 'is_featured'
> & { latitude: number; longitude: number };

/** Positions of what a search finds, in the order of its list. */
export async function listPositions(db: Db, filter: Filter, limit: number): Promise<PositionRow[]> {
  const wanted = await widenIfFew(db, wantedOf(filter));
  const { asked, where } = matching(wanted);
  const { rows } = await sql<PositionRow>`
    select l.id, l.name, l.name_ja, l.category, l.subcategory, l.rating, l.review_count, l.price_range, l.is_featured, l.latitude,
      l.longitude
    from ${asked}, listings l where ${where} and l.latitude is not null order by ${bestFirst(wanted)} limit ${limit}`.execute(
    db,
  );
  return rows;
}
