import type { Answer, Request } from '../../../../contract/endpoint.ts';
import type { ListedOwnListing, listOwnListings, OwnListing } from '../../../../contract/own-listings.ts';
import type { Api } from '../../api.ts';
import type { LoaderArgs } from '../../contexts.ts';
import { asked, opened } from '../../desk/list-query.ts';

/** As a table has it, whose rows go by text. */
export type OwnListingRow = Omit<ListedOwnListing, 'id'> & { id: string };

export interface OwnListings {
  list: Omit<Answer<typeof listOwnListings>, 'rows'> & { rows: readonly OwnListingRow[] };
  /** The listing that is open in the list. */
  open: OwnListing | null;
}

type Query = NonNullable<Request<typeof listOwnListings>['query']>;

/** What an advertiser's home shows: its listings, and the one that is open. */
export async function loadOwn(api: Api, { request }: LoaderArgs): Promise<OwnListings> {
  const { searchParams: query } = new URL(request.url);
  const [list, open] = await Promise.all([
    api('GET /api/own-listings', { query: asked(query, ['search', 'sort', 'state', 'after']) as Query }),
    opened(query.get('open'), (id) => api('GET /api/own-listings/{id}', { params: { id } })),
  ]);
  return { list: { ...list, rows: list.rows.map((row) => ({ ...row, id: String(row.id) })) }, open };
}
