import { hawaiiMonth } from '../../../contract/hawaii-time.ts';
import { categories } from '../../../contract/values.ts';
import type { Context } from '../../platform/context.ts';
import type { Slot, SlotList } from '../campaigns/campaigns.ts';
import type { Look } from '../places/places.ts';
import type { Encoding } from './compress.ts';
import type { PageAsked } from './page-renderer.ts';

const mostPages = 3;

/** Stands for every address that leads nowhere, so that one page is made for all of those. */
export const nowhere = '/404';

/**
 * Whether a page is the same for every guest and asked for often enough to be kept: the cover, a place, the first pages
 * of the guide without searched words, and that there is no such page. With anything else in the address a page is made anew each time, so that invented
 * queries cannot push out what others ask for.
 */
export function isSameForGuests(path: string): boolean {
  if (path === '/' || path === nowhere || /^\/location\/[1-9]\d{0,9}$/.test(path)) return true;
  const [pathname, query = ''] = path.split('?', 2);
  return pathname === '/explore' && isListOrMap(new URLSearchParams(query), query);
}

function isListOrMap(query: URLSearchParams, asWritten: string): boolean {
  // Written as our own links write it, so that one page has one address.
  const isPlain = query.toString() === asWritten && new Set(query.keys()).size === query.size;
  return isPlain && [...query].every(([name, value]) => isOurs(name, value));
}

function isOurs(name: string, value: string): boolean {
  if (name === 'category') return (categories as readonly string[]).includes(value);
  if (name === 'pages') return /^\d$/.test(value) && Number(value) >= 1 && Number(value) <= mostPages;
  return name === 'view' && value === 'map';
}

/** The place that a page is about. */
export function placeOf(path: string): number | undefined {
  const id = Number(/^\/location\/([1-9]\d{0,9})$/.exec(path)?.[1]);
  return id <= 2_147_483_647 ? id : undefined;
}

/** The list of a page that may show sponsored cards. */
export function listOf(path: string): SlotList | undefined {
  const location = placeOf(path);
  if (location !== undefined) return { location };
  const [pathname, query = ''] = path.split('?', 2);
  if (pathname !== '/explore') return undefined;
  const asked = new URLSearchParams(query);
  return asked.get('view') === 'map' ? undefined : { category: asked.get('category') ?? undefined };
}

/**
 * Everything that decides about a guest's page beside the guide, the settings and the build.
 * @param now in whose month a listing may be closed.
 * @param pattern which rules of the place hold for them.
 * @param slots the campaigns that its list shows. What the page has of one beside its id is the guide's.
 */
export function keyOf(
  { path, arrival, reader }: PageAsked,
  encoding: Encoding,
  now: Date,
  pattern: string,
  slots: readonly Slot[] = [],
): string {
  const notice = arrival && (arrival.notice ? `${arrival.notice.code} ${arrival.notice.words}` : 'scanned');
  const about = [encoding, reader.language, reader.locale, path, notice ?? ''];
  return [...about, hawaiiMonth(now), pattern, ...slots.map(slotKey)].join('\n');
}

const slotKey = ({ campaign_id, after }: Slot) => `${after} ${campaign_id}`;

/**
 * The request as any guest's: nothing in it tells one from another, so that a page made with it can be sent to all.
 * The network and the request's id stay for limits and the log. When it is asked, and on which day of a stay, is what its key was made
 * of: a rule that begins meanwhile changes nothing.
 */
export const asAnyGuest = (ctx: Context, { now, stayDay }: Omit<Look, 'language'>): Context => ({
  ...ctx,
  clock: { now: () => now },
  stayDay,
  caller: undefined,
  visitHash: undefined,
  userAgent: undefined,
  headers: {},
  privacySignal: false,
  idempotencyKey: undefined,
  cookie: () => undefined,
  setCookie: () => {
    throw new Error('a page that is kept for all guests sets no cookie');
  },
});
