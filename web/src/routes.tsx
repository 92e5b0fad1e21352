import { data, type RouteObject } from 'react-router';
import type { Site } from './contexts.ts';
import { loadExplore } from './features/discovery/load-explore.ts';
import { loadPlace } from './features/discovery/load-place.ts';
import { loadRoot } from './features/session/load-root.ts';
import { messages } from './messages/index.ts';
import { CrashScreen, ErrorScreen } from './screens/error.tsx';
import { ExploreScreen } from './screens/explore.tsx';
import { LandingScreen } from './screens/landing.tsx';
import { PlaceScreen } from './screens/place.tsx';
import { Shell } from './screens/shell.tsx';

/** What the server asks of a route beyond the router's own fields. */
export interface RouteHandle {
  /** Title and description of the page, from what its loader gave; it gave undefined where it failed. */
  // biome-ignore lint/suspicious/noExplicitAny: each route knows its own loader's type
  describe?: (loaded: any, site: Site) => { title: string; description: string };
  /** Source module of a lazy screen, whose styles the server inlines. */
  module?: string;
}

const named = (title: string, module?: string): RouteHandle => ({
  describe: (_loaded, site) => ({ title: `${title} · ${site.productName}`, description: messages.landing.lead }),
  module,
});

/** Every screen, one line each. Public pages that a code leads to come with the first script; all others are lazy. */
const screens: RouteObject[] = [
  { index: true, Component: LandingScreen, handle: named(messages.landing.title) },
  { path: 'explore', loader: loadExplore, Component: ExploreScreen, handle: named(messages.explore.title) },
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
  {
    path: 'scan',
    lazy: () => import('./screens/scan.tsx').then((screen) => ({ Component: screen.ScanScreen })),
    handle: named(messages.scan.title, 'src/screens/scan.tsx'),
  },
  {
    path: 'auth',
    lazy: () => import('./screens/sign-in.tsx').then((screen) => ({ Component: screen.SignInScreen })),
    handle: named(messages.signIn.title, 'src/screens/sign-in.tsx'),
  },
  {
    path: 'auth/magic-link',
    lazy: () => import('./screens/magic-link.tsx').then((screen) => ({ Component: screen.MagicLinkScreen })),
    handle: named(messages.magicLink.verifying, 'src/screens/magic-link.tsx'),
  },
  {
    path: 'bookings',
    lazy: () =>
      import('./screens/bookings.tsx').then((screen) => ({
        Component: screen.BookingsScreen,
        loader: screen.loadBookings,
      })),
    handle: named(messages.bookings.title, 'src/screens/bookings.tsx'),
  },
  {
    path: '*',
    loader: () => {
      throw data(null, { status: 404 });
    },
  },
];

/** The screens within what stands around all of them, which stays when one of them fails. */
export const routes: RouteObject[] = [
  {
    id: 'root',
    path: '/',
    loader: loadRoot,
    // Who is here is asked again after a form or on request, not on every step.
    shouldRevalidate: ({ currentUrl, nextUrl, formAction, defaultShouldRevalidate }) =>
      formAction || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false,
    Component: Shell,
    ErrorBoundary: CrashScreen,
    children: [{ ErrorBoundary: ErrorScreen, children: screens }],
  },
];
