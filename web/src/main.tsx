import { type ReactNode, StrictMode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot, type RootOptions } from 'react-dom/client';
import { createBrowserRouter, type DataRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router';
import { errorCode, onOtherAccount, onSessionEnd, showAccount } from './api.ts';
import { keptFirstContext, maySignedInContext, siteContext } from './contexts.ts';
import { forgetUser, hasSession, rememberedUser, rememberUser } from './device/own-device.ts';
import { noteCode, sendKeptEvents } from './features/analytics/track.ts';
import { isNotLoaded, noteComponents } from './features/error-reports/track-error.ts';
import { catchInstallPrompt } from './features/offline/install-prompt.ts';
import { holdsTyped, noteForms } from './features/offline/open-forms.ts';
import { knownRole } from './features/session/access.ts';
import { type RootData, watchAsking } from './features/session/load-root.ts';
import { screenFinder } from './find-screens.ts';
import { leadsSomewhere, routesWith, screensId } from './first-routes.tsx';
import { leaveOnSessionEnd } from './leave-on-session-end.ts';
import { setLocale } from './messages/format.ts';
import { hasNetwork, watchOwnMachine } from './network.ts';
import { type PageData, pageDataId } from './page-data.ts';
import { loadDesks } from './shell/navigation.ts';
import type { RouteHandle } from './shell/route-handle.ts';
import { signedInHere } from './signed-in-here.ts';
import { typedText } from './typed-text.ts';
import { whenIdle } from './ui/when-idle.ts';

const { dataset } = document.documentElement;
/** In the state of this page's entry: it was loaded again to see who is here. */
const onceMore = 'once-more';

catchInstallPrompt();
onSessionEnd(forgetUser);
// With nothing of whom it showed.
onOtherAccount(() => location.replace(signedInHere()?.next ?? '/'));

/** Takes the server's page over: its address (without the code it was opened with), its data, its markup. In the shell it makes the page itself. */
async function start(): Promise<void> {
  dataset.scripts = 'awaited';
  const data: PageData = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '{}');
  const { router: hydrationData } = data;
  const here = location.pathname + location.search;
  noteCode(new URLSearchParams(location.search).get('qr'));
  const path = (hydrationData ? data.path : await arriveWithoutNetwork()) ?? here;
  if (path !== here) history.replaceState(history.state, '', path + location.hash);
  const { user, pending = hasSession() } = (hydrationData?.loaderData?.root as RootData | undefined) ?? {};
  if (user && isPerhapsLate(user.id)) return loadOnceMore();
  if (history.state?.[onceMore]) history.replaceState({ ...history.state, [onceMore]: undefined }, '');
  if (user) rememberUser(user);
  else if (!pending) forgetUser();

  setLocale(data.locale);

  let router: DataRouter | undefined;
  let keptFirst = !hydrationData;
  const findScreens = screenFinder(() => (keptFirst ? null : router?.state.navigation.location));
  const firstRoutes = routesWith([]);
  const isFirst = leadsSomewhere(matchRoutes(firstRoutes, path));
  const routes = !hydrationData || isFirst ? firstRoutes : routesWith(await findScreens());
  // A lazy screen must be here before its markup is taken over.
  const lazy = (hydrationData && matchRoutes(routes, path)?.filter((match) => match.route.lazy)) ?? [];
  const role = knownRole(user?.profile?.role);
  await Promise.all([
    loadDesks(role),
    ...lazy.map(async ({ route }) => {
      const load = route.lazy as (() => Promise<object>) | undefined;
      const { parts }: RouteHandle = route.handle ?? {};
      // First, as the part's own way leads through it and does not outlive that it is gone.
      Object.assign(route, await load?.(), { lazy: undefined });
      await parts?.find(({ of }) => of === role)?.bring();
    }),
  ]);
  delete dataset.scripts;
  // Not before: to a page whose scripts are awaited a network that is back means that they are to be asked for anew.
  watchOwnMachine();
  router = createBrowserRouter(routes, {
    ...(hydrationData && { hydrationData }),
    patchRoutesOnNavigation: async ({ matches, patch, signal }) => {
      try {
        if (!leadsSomewhere(matches)) patch(screensId, await findScreens());
      } catch (error) {
        // React Router shows this failure even where the reader has gone on to another screen.
        if (!signal.aborted) throw error;
      }
    },
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(siteContext, data.site);
      context.set(maySignedInContext, hasSession());
      context.set(keptFirstContext, keptFirst);
      return context;
    },
  });
  watchAsking(() => router.state.revalidation === 'loading');
  let shown: string | undefined;
  const noteAccount = () => {
    const { id } = (router.state.loaderData.root as RootData | undefined)?.user ?? {};
    // A page that has shown one person's account, and may hold what they typed, becomes nobody else's.
    const here = signedInHere();
    if (id && shown && id !== shown) return location.replace(here?.userId === id ? here.next : '/');
    if (id) shown = id;
    showAccount(here?.userId ?? shown);
  };
  noteAccount();
  router.subscribe(noteAccount);
  await new Promise<void>((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
  keptFirst = false;
  noteForms();
  typedText.isHeld = holdsTyped;
  const leaveIfEnded = leaveOnSessionEnd(router);
  const root = document.getElementById('root')!;
  const page = (
    <StrictMode>
      <Ready>
        <RouterProvider router={router} />
      </Ready>
    </StrictMode>
  );
  // In steps, between which the browser answers to the finger.
  const options: RootOptions = {
    onCaughtError: (error, { componentStack }) => {
      noteComponents(error, componentStack);
      console.error(error);
    },
  };
  startTransition(() => {
    if (hydrationData) hydrateRoot(root, page, options);
    else createRoot(root, options).render(page);
  });
  sendKeptEvents();
  // What the device showed is replaced by what the server says.
  if (!hydrationData && hasNetwork()) void router.revalidate();
  whenIdle(leaveIfEnded);
  whenIdle(rest);
}

/** What comes last is asked for until it comes: when the network is back, and when the page is seen again. */
function rest(): void {
  import('./at-rest.ts').then(
    ({ atRest }) => atRest(),
    (error) => {
      console.warn(error);
      const again = new AbortController();
      const ask = () => {
        if (document.hidden) return;
        again.abort();
        rest();
      };
      addEventListener('online', ask, again);
      document.addEventListener('visibilitychange', ask, again);
    },
  );
}

/**
 * Whether whoever is shown may have left, or somebody else signed in here, while this page's scripts were on their way. One that was
 * loaded once more is believed.
 */
function isPerhapsLate(userId: string): boolean {
  const known = rememberedUser();
  const isElse = known !== null && known.id !== userId;
  return (isElse || !hasSession()) && !history.state?.[onceMore];
}

function loadOnceMore(): void {
  history.replaceState({ ...history.state, [onceMore]: true }, '');
  location.reload();
}

/** Says in the document that the page answers now. */
function Ready({ children }: { children: ReactNode }) {
  useEffect(() => {
    performance.mark('ready');
    dataset.ready = 'true';
  }, []);
  return children;
}

/** A printed code that was opened without a network is kept to be sent, and leads to its place as far as this device knows it. */
async function arriveWithoutNetwork(): Promise<string | null> {
  const { pathname, search } = location;
  if (!new URLSearchParams(search).has('qr')) return null;
  const { keepArrival } = await import('./features/scanning/keep-arrival.ts');
  return await keepArrival(pathname, search);
}

start().catch((error) => {
  // The page can be read as the server sent it, and its loader asks for the scripts again.
  if (errorCode(error) === 'offline') return;
  if (!isNotLoaded(error)) delete dataset.scripts;
  throw error;
});
