import { inBrowser } from '../../contexts.ts';
import { type Next, outliveFailure } from '../../gone-scripts.ts';

/** What partners and administrators have of the screen, once it was brought; no traveler's phone carries it. */
export let desk: typeof import('./desk.ts') | undefined;

/**
 * Fetches it, once for a page.
 * @param next where the reader is going to, if they are not there yet.
 * @throws ApiError `offline` where it does not come
 */
export async function bringDesk(next: Next = () => undefined): Promise<NonNullable<typeof desk>> {
  const load = () => import('./desk.ts');
  desk ??= await (inBrowser ? outliveFailure(load, next) : load)();
  return desk;
}
