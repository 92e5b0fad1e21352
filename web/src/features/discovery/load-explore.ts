import { data, type LoaderFunctionArgs } from 'react-router';
import type { Experience } from '../../../../contract/discovery.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { mapListings, summarizeListings } from '../../../../contract/explore.ts';
import type { Category } from '../../../../contract/values.ts';
import type { Api } from '../../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../../contexts.ts';
import { messages } from '../../messages/index.ts';

const longestSearch = 100;
const perPage = 24;
const mostPages = 400;
/** More of a list than this is made by the browser alone: to render hundreds of pages for one request would hold up everybody. */
const mostPagesOnServer = 3;
/** The endpoint gives no more at once. */
const mostAtOnce = 96;

export type ExploreSummary = Answer<typeof summarizeListings>;

export interface ExploreQuery {
  search: string;
  /** Empty for all. */
  category: Category | '';
  view: 'list' | 'map';
  /** How many pages of the list are shown, one below the other. */
  pages: number;
}

/** What the address asks for; `found` is null where nobody answered. */
export interface ExploreData {
  query: ExploreQuery;
  /** Whether the address asks for more pages than the server rendered; the browser then fetches the rest. */
  isCut: boolean;
  found: { summary: ExploreSummary; experiences: Experience[]; map: Answer<typeof mapListings> | null } | null;
}

const isCategory = (value: string): value is Category => value in messages.search.categories;

/** Reads an address; a category we do not have means all. */
function queryIn(url: string): ExploreQuery {
  const query = new URL(url).searchParams;
  const category = query.get('category') ?? '';
  const pages = Number(query.get('pages'));
  return {
    search: (query.get('search') ?? '').trim().slice(0, longestSearch),
    category: isCategory(category) ? category : '',
    view: query.get('view') === 'map' ? 'map' : 'list',
    pages: pages >= 1 ? Math.min(Math.floor(pages), mostPages) : 1,
  };
}

/** The address of a list or map. */
export function addressOf({ search, category, view, pages }: ExploreQuery): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (category) query.set('category', category);
  if (view === 'map') query.set('view', view);
  else if (pages > 1) query.set('pages', String(pages));
  return query.size ? `/explore?${query}` : '/explore';
}

/** The pages that are on screen, so that the next one is fetched alone; in the browser only, where they are one visitor's. */
let held: { of: string; experiences: Experience[]; summary: ExploreSummary } | undefined;

/** The listings that the address asks for with `search`, `category`, `view` and `pages`, and the figures of all of them. */
export async function loadExplore({ request, context }: LoaderFunctionArgs<LoaderContext>) {
  const query = queryIn(request.url);
  const api = context.get(apiContext);
  const filter = { search: query.search || undefined, category: query.category || undefined };
  const of = JSON.stringify([filter, context.get(maySignedInContext)]);
  const isBrowser = typeof document !== 'undefined';
  // One page more than before is a step down the list: what is there stays, and so do its figures.
  const isStep =
    query.view === 'list' && held?.of === of && held.experiences.length === (query.pages - 1) * perPage && isBrowser;
  const known = isStep ? held : undefined;
  const pages = isBrowser ? query.pages : Math.min(query.pages, mostPagesOnServer);
  try {
    const [summary, experiences, map] = await Promise.all([
      known?.summary ?? api('GET /api/business-listings/summary', { query: filter }),
      query.view === 'list' ? loadPages(api, filter, pages * perPage, known?.experiences ?? []) : [],
      query.view === 'map' ? api('GET /api/business-listings/map', { query: filter }) : null,
    ]);
    if (isBrowser && query.view === 'list') held = { of, experiences, summary };
    const isCut = query.view === 'list' && pages < query.pages && experiences.length < summary.count;
    return { query, isCut, found: { summary, experiences, map } } satisfies ExploreData;
  } catch (error) {
    console.warn(error);
    return data({ query, isCut: false, found: null } satisfies ExploreData, { status: 503 });
  }
}

async function loadPages(api: Api, filter: object, wanted: number, known: Experience[]): Promise<Experience[]> {
  const parts: Promise<Experience[]>[] = [];
  for (let offset = known.length; offset < wanted; offset += mostAtOnce) {
    const limit = String(Math.min(mostAtOnce, wanted - offset));
    parts.push(api('GET /api/business-listings', { query: { ...filter, limit, offset: String(offset) } }));
  }
  // A write between two pages may move one over their edge.
  const all = [known, ...(await Promise.all(parts))].flat();
  return [...new Map(all.map((one) => [one.id, one])).values()];
}
