import type { LoaderFunctionArgs } from 'react-router';
import type { Experience } from '../../../../contract/discovery.ts';
import type { Category } from '../../../../contract/values.ts';
import { browserApi, errorCode } from '../../api.ts';
import { apiContext, type LoaderContext } from '../../contexts.ts';
import { messages } from '../../messages/index.ts';

const longestSearch = 100;

export interface ExploreData {
  experiences: Experience[];
  search: string;
  /** Empty for all. */
  category: Category | '';
  /** ISO instant of what is shown, where it is what this device kept. */
  keptAt?: string;
}

const isCategory = (value: string): value is Category => value in messages.search.categories;

/** The listings that the address asks for with `search` and `category`; a category we do not have means all. */
export async function loadExplore({ request, context }: LoaderFunctionArgs<LoaderContext>): Promise<ExploreData> {
  const query = new URL(request.url).searchParams;
  const search = (query.get('search') ?? '').trim().slice(0, longestSearch);
  const wanted = query.get('category') ?? '';
  const category = isCategory(wanted) ? wanted : '';
  const api = context.get(apiContext);
  try {
    const query = { search: search || undefined, category: category || undefined };
    return { experiences: await api('GET /api/business-listings', { query }), search, category };
  } catch (error) {
    const isGone = api === browserApi && errorCode(error) === 'offline';
    const device = isGone && (await import('../../device/search-kept.ts').catch(() => null));
    const kept = device ? await device.searchKept(search, category) : undefined;
    if (!kept) throw error;
    return { ...kept, search, category };
  }
}
