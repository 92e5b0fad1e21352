import { inBrowser } from '../../contexts.ts';
import { type Next, outliveFailure } from '../../gone-scripts.ts';

/** What administrators alone have of their home, once it was brought; nobody else's phone carries it. */
export let admin: typeof import('./admin.ts') | undefined;

/**
 * Fetches it, once for a page. A script that does not come is the screen's own: it is asked for again as that is.
 * @param next where the reader is going to, if they are not there yet.
 * @throws ApiError `offline` where it does not come
 */
export async function bringAdmin(next: Next = () => undefined): Promise<NonNullable<typeof admin>> {
  const load = () => import('./admin.ts');
  admin ??= await (inBrowser ? outliveFailure(load, next) : load)();
  return admin;
}

/** What advertisers alone have of theirs. */
export let advertiser: typeof import('../own-listings/advertiser.ts') | undefined;

/** Fetches it, as the administrators' part. @throws ApiError `offline` where it does not come */
export async function bringAdvertiser(next: Next = () => undefined): Promise<NonNullable<typeof advertiser>> {
  const load = () => import('../own-listings/advertiser.ts');
  advertiser ??= await (inBrowser ? outliveFailure(load, next) : load)();
  return advertiser;
}
