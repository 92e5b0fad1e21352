import type { Experience } from '../../../contract/listings.ts';
import type { Db } from '../../platform/database/database.ts';
import { presentExperience, type Viewer } from '../listings/listings.ts';
import { type ListingQuery, searchListings } from './lists.store.ts';

export { bestFirst, type Filter, matching, wantedOf, widenIfFew } from './search.store.ts';
export { plainText, splitWords } from './search-words.ts';

const largestList = 100;

export interface ListingFilter {
  category?: string | undefined;
  search?: string | undefined;
  featured?: 'true' | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** What a filter asks for, in one form however it was put. */
export const queryOf = (filter: ListingFilter): ListingQuery => ({
  category: filter.category || undefined,
  words: filter.search?.trim().toLowerCase() ?? '',
  isFeatured: filter.featured === 'true',
  limit: filter.limit ?? largestList,
  offset: filter.offset ?? 0,
});

/** Listings for a viewer: matching a search and a category, or all, featured first. */
export async function listExperiences(
  db: Db,
  query: ListingQuery,
  viewer: Viewer,
): Promise<{ experiences: Experience[]; mayBeWidened: boolean }> {
  const { rows, mayBeWidened } = await searchListings(db, query);
  return { experiences: rows.map((row) => presentExperience(row, viewer)), mayBeWidened };
}

/** Which listings the guide's list, or a category's, begins with. */
export async function findFirstIds(db: Db, category: string | undefined, limit: number): Promise<number[]> {
  const { rows } = await searchListings(db, { ...queryOf({ category }), limit });
  return rows.map(({ id }) => id);
}
