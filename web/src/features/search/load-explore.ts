import { data } from 'react-router';
import { exploreBeginning } from '../../../../contract/campaign-form.ts';
import type { Sponsored } from '../../../../contract/campaigns.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { mapListings } from '../../../../contract/map.ts';
import { oneLine } from '../../../../contract/one-line.ts';
import type { Category } from '../../../../contract/values.ts';
import { apiOf, inBrowser, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { keptOrLive } from '../../kept-or-live.ts';
import { loadSponsored } from '../../load-sponsored.ts';
import { messages } from '../../messages/index.ts';
import { withQuery } from '../../with-query.ts';
import { findKeptExperiences } from './kept-experiences.ts';
import { type LoadedList, loadList } from './load-list.ts';

const longestSearch = 100;
const perPage = exploreBeginning;
const mostPages = 400;
/** More of a list than this is made by the browser alone: to render hundreds of pages for one request would hold up everybody. */
const mostPagesOnServer = 3;

export interface ExploreQuery {
  search: string;
  /** Empty for all. */
  category: Category | '';
  view: 'list' | 'map';
  /** The page that the list begins with, from 1. */
  from: number;
  /** How many pages of the list are shown from there, one below the other. */
  pages: number;
}

/** A list with what is sponsored between its first cards. */
interface Listed extends LoadedList {
  sponsored: readonly Sponsored[];
}

/** What the address asks for; `found` is null where nobody answered. */
export interface ExploreData {
  /** Which list it is, and for whom. */
  of: string;
  query: ExploreQuery;
  /** Whether the address asks for more pages than are here: the server renders three, and the rest may not be had. */
  isCut: boolean;
  found: (Listed & { map: Answer<typeof mapListings> | null }) | null;
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<ExploreData>;
}

const isCategory = (value: string): value is Category => value in messages.search.categories;

const pageNumber = (text: string | null, otherwise: number) =>
  Number(text) >= 1 ? Math.min(Math.floor(Number(text)), mostPages) : otherwise;

/** How many pages are shown unless the address says: further down, as many as the server renders. */
const usualPages = (from: number) => (from > 1 ? mostPagesOnServer : 1);

/** Reads an address; a category we do not have means all. */
function queryIn(url: string): ExploreQuery {
  const query = new URL(url).searchParams;
  const category = query.get('category') ?? '';
  const from = pageNumber(query.get('from'), 1);
  return {
    search: oneLine(query.get('search') ?? '')
      .trim()
      .slice(0, longestSearch),
    category: isCategory(category) ? category : '',
    view: query.get('view') === 'map' ? 'map' : 'list',
    from,
    pages: pageNumber(query.get('pages'), usualPages(from)),
  };
}

/** The address of a list or map. */
export function addressOf({ search, category, view, from, pages }: ExploreQuery): string {
  const query = new URLSearchParams();
  if (search) query.set('search', search);
  if (category) query.set('category', category);
  if (view === 'map') query.set('view', view);
  else {
    if (from > 1) query.set('from', String(from));
    if (pages !== usualPages(from)) query.set('pages', String(pages));
  }
  return withQuery('/explore', query);
}

/** How many listings come before the first one shown. */
export const countBefore = ({ from }: ExploreQuery): number => (from - 1) * perPage;

/** One page more. */
export const longer = (query: ExploreQuery): ExploreQuery => ({ ...query, pages: query.pages + 1 });

/** What follows for a browser without scripts: one page more, or the next pages alone where the server renders no more. */
export function nextWithoutScripts(query: ExploreQuery): ExploreQuery {
  if (query.pages < mostPagesOnServer) return longer(query);
  const from = query.from + mostPagesOnServer;
  return { ...query, from, pages: usualPages(from) };
}

/** The pages that are on screen, so that what follows is fetched alone; in the browser only, where they are one visitor's. */
let held: { of: string; list: Listed; isCut: boolean } | undefined;

/** Takes over what the server rendered, so that the browser goes on from there. */
export function holdExplore({ of, query, isCut, found }: ExploreData): void {
  if (held || !found || query.view === 'map') return;
  held = { of, list: found, isCut };
}

/**
 * The listings that the address asks for with `search`, `category`, `view`, `from` and `pages`, and the figures of all of
 * them. Where only the further pages cannot be had, those that are on screen stay.
 */
export async function loadExplore(args: LoaderArgs) {
  return await load(queryIn(args.request.url), args);
}

type Loaded = ExploreData | ReturnType<typeof data<ExploreData>>;

async function load(query: ExploreQuery, args: LoaderArgs): Promise<Loaded> {
  const { of, known } = beginningOf(query, args);
  const none = { of, query, isCut: false, found: null };
  try {
    // What is on screen already stays there while its next page is waited for.
    const kept = () => (!known && findKeptExperiences(query)?.experiences.length ? none : null);
    return await keptOrLive<ExploreData, ExploreData>(args, () => ask(query, args), kept);
  } catch (error) {
    args.request.signal.throwIfAborted();
    console.warn(error);
    if (known) return { of, query, isCut: true, found: { ...known, map: null } };
    return data(none, { status: 503 });
  }
}

/** Which list a query is about, and what of it is on screen already. */
function beginningOf(query: ExploreQuery, { context }: LoaderArgs) {
  const filter = { search: query.search || undefined, category: query.category || undefined };
  const of = JSON.stringify([filter, query.from, context.get(maySignedInContext)]);
  return { filter, of, known: inBrowser && held?.of === of && isBegun(held, query) ? held.list : undefined };
}

async function ask(query: ExploreQuery, args: LoaderArgs): Promise<ExploreData> {
  const api = apiOf(args);
  const { filter, of, known } = beginningOf(query, args);
  const pages = inBrowser ? query.pages : Math.min(query.pages, mostPagesOnServer);
  if (query.view === 'map') {
    const [summary, map] = await Promise.all([
      api('GET /api/business-listings/summary', { query: filter }),
      api('GET /api/business-listings/map', { query: filter }),
    ]);
    return { of, query, isCut: false, found: { summary, experiences: [], featured: [], sponsored: [], map } };
  }
  const offset = countBefore(query);
  const isFirst = !query.search && query.from === 1;
  const asked = loadList({ api, filter, offset, wanted: pages * perPage, known });
  const [found, sponsored] = await Promise.all([
    asked,
    known?.sponsored ?? (isFirst ? loadSponsored(args, { category: filter.category }, asked) : []),
  ]);
  const list = { ...found, sponsored };
  // A list that has become shorter than where the address begins is shown from its beginning.
  if (list.summary.count > 0 && list.summary.count <= offset) return await ask({ ...query, from: 1 }, args);
  const isCut = pages < query.pages && offset + list.experiences.length < list.summary.count;
  if (inBrowser) held = { of, list, isCut };
  return { of, query, isCut, found: { ...list, map: null } };
}

/** Whether what is asked for goes on from what is on screen: one page more, or the rest of a list that was cut. */
function isBegun({ list, isCut }: NonNullable<typeof held>, { view, pages }: ExploreQuery): boolean {
  const shown = list.experiences.length;
  return view === 'list' && (isCut ? shown < pages * perPage : shown === (pages - 1) * perPage);
}
