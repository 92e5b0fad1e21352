import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getSponsored, type Sponsored } from '../../../contract/campaigns.ts';
import { ownPath } from '../../../contract/paths.ts';
import type { Context, Services } from '../../platform/context.ts';
import { isAwaited, refuseLater } from '../../platform/http/answer-limit.ts';
import { FairGate } from '../../platform/http/fair-gate.ts';
import { guardReply } from '../../platform/http/guarded-reply.ts';
import type { Answered } from '../../platform/http/http.ts';
import { siteOf } from '../../platform/http/networks.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { createContext } from '../../platform/http/request-context.ts';
import { isGenuineNavigation } from '../../platform/http/request-origin.ts';
import { readDevice } from '../../platform/limits/known-device.ts';
import { unknownRequests } from '../../platform/request-metrics/measure-requests.ts';
import type { Slot, SponsoredSlots } from '../campaigns/campaigns.ts';
import { type GuideVersion, guestOf, viewerOf } from '../listings/listings.ts';
import { firstLook, type KnownLists, type Look, lookOf } from '../places/places.ts';
import { answerBusy } from './busy-page.ts';
import { compress, type Encoding, encodingFor } from './compress.ts';
import type { Editions } from './editions.ts';
import { asAnyGuest, isSameForGuests, keyOf, listOf, nowhere, placeOf } from './guest-pages.ts';
import { type Ask, type MadePage, PageCache } from './page-cache.ts';
import type { Queue } from './page-making.ts';
import { withoutUnread } from './page-query.ts';
import { type PageAsked, PageRenderer } from './page-renderer.ts';
import { resolveArrival } from './pages.ts';

/** A choice of language holds for a year. */
const languageSeconds = 365 * 86_400;

/** A page takes tens of milliseconds, in which nobody else is served: few at once, so that kept pages come between. */
const rendersAtOnce = { most: 4, mostPerNetwork: 2, mostBesideOthers: 1, waiting: 96, waitingPerNetwork: 48 };

/** Answers every GET that is no endpoint and no file with a page of the web side. */
export function mountPages(
  app: FastifyInstance,
  services: Services,
  web: {
    editions: Editions;
    answers: readonly Answered[];
    guideVersion: GuideVersion;
    lists: KnownLists;
    sponsored: SponsoredSlots;
    pageCacheBytes: number;
  },
): void {
  const { settings } = services;
  const renderer = new PageRenderer(settings, web.editions, web.answers);
  const kept = new PageCache(web.guideVersion, web.pageCacheBytes);
  const patternOf = async (path: string, look: Look) => {
    const place = placeOf(path);
    return place === undefined ? '' : await web.lists.patternOf(place, look);
  };
  const slotsOf = async ({ path, arrival }: PageAsked, ctx: Context, look: Look) => {
    const list = listOf(path);
    const hasScanned = arrival?.notice === null;
    return list ? await web.sponsored.chooseOrNone(list, look, { reader: ctx, hasScanned }) : [];
  };

  /** What is asked for a page of one person: as little as another does it wait for what is known of campaigns. */
  const askFor = (asked: PageAsked, ctx: Context, look: Look): Ask =>
    withSlots(renderer.askFor(ctx), async () => {
      await web.guideVersion.catchUp();
      return await web.sponsored.present(await slotsOf(asked, ctx, look), viewerOf(ctx));
    });

  const make = async (asked: PageAsked, ask: Ask, signedIn: boolean, encoding: Encoding): Promise<MadePage> => {
    const page = await renderer.render(asked, ask, signedIn);
    if ('redirect' in page) return page;
    const { status, policy, html } = page;
    return { status, policy, bytes: await compress(html, encoding) };
  };
  const renders = new FairGate(rendersAtOnce);
  /** Renders within the bounds. What waits for that takes no room of what can be answered at once. */
  const queueOf = (ctx: Context, isWaitedFor: () => boolean): Queue => {
    const group = groupOf(ctx);
    return {
      network: group,
      isAwaited: isWaitedFor,
      outside: ctx.elsewhere,
      take: async (isWanted, work) => {
        if (!(await enter(group, isWanted))) {
          if (isWanted()) throw new Refusal('unavailable');
          return undefined;
        }
        try {
          return await work();
        } finally {
          renders.leave(group);
        }
      },
    };
  };
  const enter = async (group: string, isWanted: () => boolean) => {
    try {
      return await renders.enter(group, isWanted);
    } catch (error) {
      return await refuseLater(error);
    }
  };
  /** For one person alone, and only while they wait for it. */
  const renderFor = async <T>(queue: Queue, render: () => Promise<T>): Promise<T> => {
    const made = await queue.outside(() => queue.take(queue.isAwaited, render));
    if (made === undefined) throw new Refusal('unavailable');
    return made;
  };
  const busy = answerBusy(services, web.editions);

  // What the worker keeps for all screens: made without a look at who asks, in the language they read.
  app.route({
    method: 'GET',
    url: '/offline',
    config: { measuredAs: 'page /offline' },
    errorHandler: busy,
    handler: async (request, reply) => {
      const ctx = await createContext(services, request, reply);
      const encoding = encodingFor(request.headers['accept-encoding']);
      const { status, policy, html } = await renderFor(
        queueOf(ctx, () => isAwaited(request, reply)),
        async () =>
          renderer.renderShell(await renderer.readerLike(ctx.reader), renderer.askFor(asAnyGuest(ctx, firstLook(ctx)))),
      );
      return send(reply, { status, policy, bytes: await compress(html, encoding) }, ctx.reader.language, encoding);
    },
  });

  app.route({
    method: 'GET',
    url: '/*',
    config: { measuredAs: nameOf },
    errorHandler: busy,
    handler: async (request, reply) => {
      const url = URL.parse(request.url.startsWith('/') ? settings.publicUrl + request.url : request.url);
      if (!url || url.pathname.startsWith('/api/') || isUnknownDevPage(url.pathname) || !isReadable(url)) {
        throw new Refusal('not_found');
      }
      const isVisit = isGenuineNavigation(request.method, request.headers);
      const ctx = await createContext(services, request, reply);
      const chosen = takeLanguage(url, services.languages);
      if (chosen && isVisit) {
        ctx.setCookie('language', chosen, languageSeconds);
        return reply.redirect(ownPath(url.pathname + url.search) ?? '/', 303);
      }
      const { path, arrival } = await resolveArrival(ctx, url, isVisit);
      const read = withoutUnread(path);
      // A path that begins like another host's address is none of ours.
      const isSomewhere =
        !read.startsWith('//') && (isSameForGuests(read) || (await renderer.isPage(read, ctx.reader)));
      // Nobody sees it, and what an administrator looks at would be noted.
      if (ctx.caller && request.method === 'HEAD') return asPage(reply, isSomewhere ? 200 : 404).send();
      const reader = await renderer.readerLike(ctx.reader);
      const asked: PageAsked = { path: isSomewhere ? read : nowhere, arrival, reader };
      const encoding = encodingFor(request.headers['accept-encoding']);
      const queue = queueOf(ctx, () => isAwaited(request, reply));
      const look = lookOf(ctx);
      let slots: readonly Slot[] = [];
      const page =
        !ctx.caller && isSameForGuests(asked.path)
          ? // Others may wait for the same page.
            await kept.answer(
              async () => {
                slots = await slotsOf(asked, ctx, look);
                return keyOf(asked, encoding, look.now, await patternOf(asked.path, look), slots);
              },
              // It shows those that its key was made of, whatever is known by then.
              withSlots(renderer.askFor(asAnyGuest(ctx, look)), () =>
                web.sponsored.present(slots, guestOf({ ...ctx, clock: { now: () => look.now } })),
              ),
              (ask) => make(asked, ask, false, encoding),
              queue,
            )
          : await renderFor(queue, () => make(asked, askFor(asked, ctx, look), ctx.caller !== undefined, encoding));
      return send(reply, page, ctx.reader.language, encoding);
    },
  });
}

/** How a page gets what it shows, but for what is sponsored, which is known already. */
const withSlots =
  (ask: Ask, present: () => Promise<Sponsored[]>): Ask =>
  async (name, request) =>
    name === 'GET /api/sponsored'
      ? JSON.parse(guardReply(getSponsored, await present()).json)
      : await ask(name, request);

/** Pages of places, which codes lead to, are measured apart from all others; their addresses name nothing else. */
const nameOf = (request: FastifyRequest, { statusCode }: FastifyReply) => {
  if (statusCode === 404) return unknownRequests;
  return request.url.startsWith('/location/') ? 'page /location/{id}' : 'page';
};

/** Records the scan of a code whose address is opened, as its page does, and shows nothing: for visitors who are invented. */
export function mountArrivals(app: FastifyInstance, services: Services): void {
  app.get('/location/:id', async (request, reply) => {
    const ctx = await createContext(services, request, reply);
    const url = new URL(request.url, services.settings.publicUrl);
    await resolveArrival(ctx, url, isGenuineNavigation(request.method, request.headers));
    return reply.status(204).send();
  });
}

/**
 * Who waits in one queue: the guests of a site, and beside them those of it who have signed in on this device before, now or
 * earlier. Whatever guests ask for, these wait for one page of it at most.
 */
function groupOf({ network, caller, settings, cookie }: Context): string {
  const isKnown = caller !== undefined || readDevice(settings, cookie('device')) !== undefined;
  return siteOf(network) + (isKnown ? ' known' : '');
}

/** The language that the switch asks for with `lang`, which is taken out of the address; undefined for one that we do not have. */
function takeLanguage(url: URL, languages: readonly string[]): string | undefined {
  const wanted = url.searchParams.get('lang');
  if (wanted === null) return undefined;
  url.searchParams.delete('lang');
  return languages.find((one) => one === wanted);
}

/** What the web side has under /dev/; all else there are endpoints, where they exist. */
const devPages = ['/dev/design', '/dev/design/desk'];
const isUnknownDevPage = (path: string) => path.startsWith('/dev/') && !devPages.includes(path);

/** Paths that decode to text a database can hold; NUL bytes and broken escapes are nobody's bookmark. */
function isReadable(url: URL): boolean {
  try {
    return !decodeURIComponent(url.pathname).includes('\u0000');
  } catch {
    return false;
  }
}

function send(reply: FastifyReply, page: MadePage, language: string, encoding: Encoding) {
  if ('redirect' in page) return reply.redirect(page.redirect, page.status);
  asPage(reply, page.status).header('content-security-policy', page.policy).header('content-language', language);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.bytes);
}

const asPage = (reply: FastifyReply, status: number) =>
  reply.status(status).type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language, cookie');
