import { inBrowser } from '../../contexts.ts';
import { type Next, outliveFailure } from '../../gone-scripts.ts';

/** The administrators' view, once it was brought; no traveler's phone carries it. */
export let platform: typeof import('./platform.ts') | undefined;

/** Fetches it, once for a page. @param next where the reader is going to @throws ApiError `offline` where it does not come */
export async function bringPlatform(next: Next = () => undefined): Promise<NonNullable<typeof platform>> {
  const load = () => import('./platform.ts');
  platform ??= await (inBrowser ? outliveFailure(load, next) : load)();
  return platform;
}
