import { errors } from '../../../contract/errors.ts';
import { oneLine } from '../../../contract/one-line.ts';
import { categories } from '../../../contract/values.ts';

type Reads = Record<string, (value: string) => string | undefined>;

/** More pages of the list than the web side ever shows mean as many as it does. */
const mostPages = 400;

const asItIs = (value: string) => value;
const oneOf = (values: readonly string[]) => (value: string) => (values.includes(value) ? value : undefined);
const pageCount = (value: string) => {
  const count = Math.min(Math.floor(Number(value)), mostPages);
  return count >= 1 ? String(count) : undefined;
};

/** What the pages that are kept read of their address (web/src/screens), in the order of our own links. */
const explore: Reads = {
  search: (value) => oneLine(value).trim(),
  category: oneOf(categories),
  view: oneOf(['map']),
  pages: pageCount,
  from: pageCount,
};
const landing: Reads = { error: asItIs, reason: (value) => (Object.hasOwn(errors, value) ? value : undefined) };

function readsOf(pathname: string): Reads | undefined {
  if (pathname === '/') return landing;
  if (pathname === '/explore') return explore;
  return /^\/location\/[^/]+$/.test(pathname) ? {} : undefined;
}

/**
 * The address of a page without what the page does not read: campaign parameters, and whatever else is invented, lead to the
 * one page that is kept. Addresses of other pages stay as they are.
 * @param path path and query.
 */
export function withoutUnread(path: string): string {
  const [pathname = '', query] = path.split('?', 2);
  const reads = query === undefined ? undefined : readsOf(pathname);
  if (!reads) return path;
  const asked = new URLSearchParams(query);
  const read = new URLSearchParams();
  for (const [name, form] of Object.entries(reads)) {
    const value = form(asked.get(name) ?? '');
    if (value) read.set(name, value);
  }
  return read.size ? `${pathname}?${read}` : pathname;
}
