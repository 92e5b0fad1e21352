import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type HydrationState,
  matchRoutes,
  type RouteObject,
  RouterContextProvider,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { type ErrorCode, errors } from '../../contract/errors.ts';
import type { Api } from './api.ts';
import { apiContext, arrivalContext, maySignedInContext, type Site, siteContext } from './contexts.ts';
import { accessDenialOf, knownRole } from './features/session/access.ts';
import type { RootData } from './features/session/load-root.ts';
import { leadsSomewhere, routesWith } from './first-routes.tsx';
import { guestsWay } from './guests-way.ts';
import { app } from './messages/en/app.ts';
import { landing } from './messages/en/landing.ts';
import { titles } from './messages/en/screens.ts';
import { setLocale } from './messages/format.ts';
import { messages } from './messages/index.ts';
import type { PageData } from './page-data.ts';
import { wordsOfCode } from './refusal-words.ts';
import { screens as laterScreens } from './routes.tsx';
import { isOfDesk, loadDesks } from './shell/navigation.ts';
import { handleOf, type RouteHandle } from './shell/route-handle.ts';
import shell from './shell/shell.module.css';
import { Logo } from './ui/logo.tsx';

export { mails } from './messages/en/mails.ts';
export { alikeTo } from './messages/regions.ts';

/** What a phone says of the product among its apps. */
export const installed = {
  description: app.description,
  scan: titles.scan,
  bookings: titles.bookings,
};

/** What a person is told whose page cannot be made for now. */
export const busy = { text: wordsOfCode('unavailable') ?? errors.unavailable.words, again: messages.error.retry };

export interface PageRequest {
  /** Path and query of the page to render. */
  path: string;
  api: Api;
  site: Site;
  signedIn: boolean;
  /** What came of a printed code; the words of a refusal are the server's own. */
  arrival: { notice: { code: ErrorCode; words: string } | null } | null;
  /** The reader's language with a region, for figures and dates. */
  locale: string;
}

export type RenderedPage =
  | { redirect: string; status: number }
  | {
      status: number;
      title: string;
      description: string;
      /** Markup of the page's root. */
      body: string;
      data: PageData;
      /** Source modules that this page cannot be taken over without, beside the first: their styles must be in it, and their scripts follow. */
      modules: string[];
      late: typeof late;
    };

/** What a page says, and how it looks, as long as its scripts do not come. */
const late = { words: messages.error.offline, className: `${shell.banner} ${shell.low} ${shell.late}` };

await loadDesks('admin');
const routes = routesWith(laterScreens);
const handler = createStaticHandler(routes);

/** A screen as the route table has it, for what is made from that. */
export interface ListedScreen {
  /** As in the table: `/location/:id`. */
  path: string;
  /** Source module of a lazy screen. */
  module?: string | undefined;
  /** Of what single roles have of it. */
  parts: readonly string[];
  needsNetwork: boolean;
  /** Whom it is for; undefined for everybody. */
  access?: RouteHandle['access'] | undefined;
}

const listScreens = (table: readonly RouteObject[], base = ''): ListedScreen[] =>
  table.flatMap(({ path = '', handle, children }) => {
    const address = `${base}/${path}`.replace(/\/+/g, '/');
    if (children) return listScreens(children, address);
    const { module, parts = [], needsNetwork = false, access } = (handle ?? {}) as RouteHandle;
    return [
      { path: address.replace(/(?<=.)\/$/, ''), module, parts: parts.map((one) => one.module), needsNetwork, access },
    ];
  });

/** Every screen. `scripts/build-worker.ts` lists by it what a device keeps for use without a network. */
export const screens = listScreens(routes);

/** Whether a page is at this path, with or without a query. */
export const isPage = (path: string): boolean =>
  leadsSomewhere(matchRoutes(handler.dataRoutes, new URL(path, 'http://here').pathname));

/** Renders a page for a visitor, with what the browser needs to go on from it. */
export async function renderPage(request: PageRequest): Promise<RenderedPage> {
  const requestContext = new RouterContextProvider();
  requestContext.set(apiContext, request.api);
  requestContext.set(siteContext, request.site);
  requestContext.set(maySignedInContext, request.signedIn);
  const notice = request.arrival?.notice;
  const arrival = request.arrival && { notice: notice ? (wordsOfCode(notice.code) ?? notice.words) : null };
  requestContext.set(arrivalContext, arrival);
  const url = new URL(request.path, request.site.publicUrl);
  const context = await handler.query(new Request(url), { requestContext });
  if (context instanceof Response) {
    return { redirect: context.headers.get('location') ?? '/', status: context.status };
  }
  const guarded = judge(context);
  if (guarded.redirect) return { redirect: guarded.redirect, status: 302 };
  const router = createStaticRouter(handler.dataRoutes, context);
  // From here on nothing waits, so that no other reader's page comes between.
  setLocale(request.locale);
  const body = renderToString(
    <StrictMode>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </StrictMode>,
  );
  const { title, description } = describe(context, request.site);
  return {
    status: guarded.status ?? context.statusCode,
    title,
    description,
    body,
    data: {
      site: request.site,
      path: leadsSomewhere(context.matches) ? url.pathname + url.search : null,
      locale: request.locale,
      router: { loaderData: context.loaderData, actionData: context.actionData, errors: plainErrors(context.errors) },
    },
    modules: modulesOf(context),
    late,
  };
}

/** The page that every screen can start from in the browser alone. The same for everybody. */
export function renderShell(site: Site, locale: string) {
  const { loading, scriptNeeded } = messages.shell;
  const body = renderToString(
    <div className={`${shell.splash} ${shell.beginning}`}>
      <Logo />
      <p role="status">{loading(site.productName)}</p>
      <noscript>{scriptNeeded}</noscript>
    </div>,
  );
  return {
    status: 200,
    title: site.productName,
    description: landing.description,
    body,
    data: { site, path: '', locale } satisfies PageData,
    modules: [],
    late,
  };
}

const firstRoutes = routesWith([]);

/** What the browser needs for this page beside the first script: see main.tsx. */
function modulesOf({ matches, loaderData, location }: StaticHandlerContext): string[] {
  const { user } = (loaderData.root as RootData | undefined) ?? {};
  const role = knownRole(user?.profile?.role);
  const of = ({ module, parts = [] }: RouteHandle = {}) => [
    ...(module ? [module] : []),
    ...parts.flatMap((part) => (part.of === role ? part.module : [])),
  ];
  return [
    ...(leadsSomewhere(matchRoutes(firstRoutes, location.pathname)) ? [] : ['src/routes.tsx']),
    ...matches.flatMap(({ route }) => of(route.handle)),
    ...(isOfDesk(role) ? ['src/shell/desk-navigation.ts'] : []),
  ];
}

/** What the guard around the screens (shell/guard.tsx) comes to, said in HTTP. */
function judge({ matches, loaderData, location }: StaticHandlerContext): { redirect?: string; status?: number } {
  const { access, leadsTo } = handleOf(matches.map(({ route }) => route));
  const { user = null, pending = false } = (loaderData.root as RootData | undefined) ?? {};
  if (user && location.pathname === '/') return { redirect: '/dashboard' };
  switch (accessDenialOf(access, user)) {
    case 'sign-in':
      return pending ? {} : { redirect: guestsWay(location) };
    case 'legacy':
      return { redirect: '/dashboard' };
    case 'profile':
    case 'role':
      return { status: 403 };
    default:
      return leadsTo ? { redirect: leadsTo + location.search } : {};
  }
}

/** The deepest screen that names itself decides about title and description. */
function describe(context: StaticHandlerContext, site: Site) {
  for (const match of [...context.matches].reverse()) {
    const handle = match.route.handle as RouteHandle | undefined;
    const loaded = context.loaderData[match.route.id];
    if (handle?.describe && !context.errors)
      return { description: landing.description, ...handle.describe(loaded, site) };
  }
  return { title: site.productName, description: '' };
}

/** Errors as data: status and words, never a stack. */
function plainErrors(errors: StaticHandlerContext['errors']): HydrationState['errors'] {
  if (!errors) return null;
  return Object.fromEntries(
    Object.entries(errors).map(([id, error]) => {
      const {
        status = 500,
        statusText = '',
        data = null,
      } = error as { status?: number; statusText?: string; data?: unknown };
      return [id, { status, statusText, internal: false, data: status === 500 ? null : data }];
    }),
  );
}
