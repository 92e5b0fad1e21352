import type { RouteObject } from 'react-router';
import { type Next, outliveFailure } from './gone-scripts.ts';

/**
 * Finds all screens that do not come with the first script, once for a page; asking again after a failure tries again.
 * @param next where the reader is going to, if they are not there yet; `null` where the page begins without a network, and shows nothing yet.
 */
export function screenFinder(next: Next): () => Promise<RouteObject[]> {
  const load = outliveFailure(() => import('./routes.tsx'), next);
  let found: Promise<RouteObject[]> | undefined;
  return async () => {
    found ??= load().then(({ screens }) => outliving(screens, next));
    try {
      return await found;
    } catch (error) {
      found = undefined;
      throw error;
    }
  };
}

/** The same screens, each of which outlives that its script does not come. */
const outliving = (screens: readonly RouteObject[], next: Next): RouteObject[] =>
  screens.map(
    ({ lazy, children, ...screen }) =>
      ({
        ...screen,
        ...(typeof lazy === 'function' && { lazy: outliveFailure(lazy as () => Promise<object>, next) }),
        ...(children && { children: outliving(children, next) }),
      }) as RouteObject,
  );
