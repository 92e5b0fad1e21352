import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { type ListingRow, listingColumns } from '../listings/listings.ts';
import {
  bestFirst,
  enough,
  type Filter,
  matching,
  page,
  type Wanted,
  wantedOf,
  widen,
  widenIfFew,
} from './search.store.ts';

/** A list of listings: everything that decides about it. */
export interface ListingQuery extends Filter {
  /** Only those that are featured. */
  isFeatured?: boolean;
  limit: number;
  offset: number;
  /** Whose readers it is shown to. */
  language?: string;
}

/** What a search finds; once it may be widened, any listing that changes may bring or take a similar spelling. */
export interface FoundListings {
  rows: ListingRow[];
  mayBeWidened: boolean;
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
  // Which pairs of letters a change brings is not told.
  if (wanted.pairs.length > 0) return { rows, mayBeWidened: true };
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

interface SummaryRow {
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
