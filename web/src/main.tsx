import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes, RouterContextProvider, RouterProvider } from 'react-router';
import { maySignedInContext, siteContext } from './contexts.ts';
import { hasKeptErrors, noteComponents } from './features/error-reports/track-error.ts';
import { type PageData, pageDataId } from './page-data.ts';
import { routes } from './routes.tsx';

const hasSession = () => /(?:^|;\s*)signed_in=1/.test(document.cookie);

/** Takes the server's page over: its address (without the code it was opened with), its data, its markup. */
async function start(): Promise<void> {
  const data: PageData = JSON.parse(document.getElementById(pageDataId)?.textContent ?? '{}');
  if (location.pathname + location.search !== data.path)
    history.replaceState(history.state, '', data.path + location.hash);

  // A lazy screen must be here before its markup is taken over.
  const lazy = matchRoutes(routes, data.path)?.filter((match) => match.route.lazy) ?? [];
  await Promise.all(
    lazy.map(async ({ route }) => {
      const load = route.lazy as (() => Promise<object>) | undefined;
      Object.assign(route, await load?.(), { lazy: undefined });
    }),
  );
  const router = createBrowserRouter(routes, {
    hydrationData: data.router,
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(siteContext, data.site);
      context.set(maySignedInContext, hasSession());
      return context;
    },
  });
  hydrateRoot(
    document.getElementById('root')!,
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
    {
      onCaughtError: (error, { componentStack }) => {
        noteComponents(error, componentStack);
        console.error(error);
      },
    },
  );
  document.documentElement.dataset.ready = 'true';
  if (hasKeptErrors()) {
    const { sendKeptErrors } = await import('./features/error-reports/send-kept-errors.ts');
    await sendKeptErrors();
  }
}

void start();
