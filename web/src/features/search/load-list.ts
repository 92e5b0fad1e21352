import type { Answer } from '../../../../contract/endpoint.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { summarizeListings } from '../../../../contract/search.ts';
import type { Api } from '../../api.ts';

export type ExploreSummary = Answer<typeof summarizeListings>;

export interface LoadedList {
  summary: ExploreSummary;
  experiences: Experience[];
  /** What is featured of the whole list, at most as many as the endpoint gives at once. */
  featured: Experience[];
}

interface Wanted {
  api: Api;
  filter: object;
  /** After so many listings of the whole list. */
  offset: number;
  /** At most so many. */
  wanted: number;
  /** What is here already, from `offset` on, with the figures it came with. */
  known: LoadedList | undefined;
}

/** The endpoint gives no more at once. */
const mostPerCall = 96;
const mostCallsAtOnce = 3;

/** A stretch of the list and the figures of all of it. Asks for nothing past the end of the list, and three times at once at most. */
export async function loadList({ api, filter, offset, wanted, known }: Wanted): Promise<LoadedList> {
  const ask = (after: number) => {
    const limit = String(Math.min(mostPerCall, wanted - after));
    return api('GET /api/business-listings', { query: { ...filter, limit, offset: String(offset + after) } });
  };
  const begun = known?.experiences ?? [];
  // The first call need not wait for the figures: only further ones may be past the end.
  const [summary, first, featured] = await Promise.all([
    known?.summary ?? api('GET /api/business-listings/summary', { query: filter }),
    ask(begun.length),
    known?.featured ?? api('GET /api/business-listings', { query: { ...filter, featured: 'true', limit: '100' } }),
  ]);
  const parts = [begun, first];
  const end = Math.min(wanted, summary.count - offset);
  const starts: number[] = [];
  for (let start = begun.length + mostPerCall; start < end; start += mostPerCall) starts.push(start);
  while (starts.length) parts.push(...(await Promise.all(starts.splice(0, mostCallsAtOnce).map(ask))));
  // A write between two calls may move one over their edge.
  return { summary, featured, experiences: [...new Map(parts.flat().map((one) => [one.id, one])).values()] };
}
