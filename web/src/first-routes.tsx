import { data, type RouteObject } from 'react-router';
import { loadPlace } from './features/places/load-place.ts';
import { asksWhoIsHere, loadRoot } from './features/session/load-root.ts';
import { PlaceScreen } from './screens/place/place.tsx';
import { CrashScreen, ErrorScreen } from './shell/error.tsx';
import type { RouteHandle } from './shell/route-handle.ts';
import { Shell } from './shell/shell.tsx';

/** Route that all screens are children of. */
export const screensId = 'screens';

export const notFound = () => {
  throw data(null, { status: 404 });
};

/** What stands for every address that is no screen's, or not yet known as one. */
const elsewhere = '*';

/** Whether what an address matches is a screen that is known. */
export const leadsSomewhere = (matches: readonly { route: { path?: string | undefined } }[] | null): boolean =>
  matches?.at(-1)?.route.path !== elsewhere;

/**
 * What a code leads to, in what stands around all screens and stays when one of them fails. It comes with the first script.
 * @param screens all others (routes.tsx), where they are known from the beginning; a browser's router finds them otherwise.
 */
export const routesWith = (screens: readonly RouteObject[]): RouteObject[] => [
  {
    id: 'root',
    loader: loadRoot,
    shouldRevalidate: asksWhoIsHere,
    Component: Shell,
    ErrorBoundary: CrashScreen,
    children: [
      {
        id: screensId,
        ErrorBoundary: ErrorScreen,
        children: [
          {
            path: 'location/:id',
            loader: loadPlace,
            Component: PlaceScreen,
            handle: {
              describe: (loaded, site) => ({
                title: loaded ? `${loaded.place.name} · ${site.productName}` : site.productName,
                description: loaded?.place.description ?? '',
              }),
            } satisfies RouteHandle,
          },
          ...screens,
          { path: elsewhere, loader: notFound },
        ],
      },
    ],
  },
];
