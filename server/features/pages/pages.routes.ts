import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownPath } from '../../../contract/paths.ts';
import type { Services } from '../../platform/context.ts';
import type { Answered } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createContext } from '../../platform/request-context.ts';
import { isGenuineNavigation } from '../../platform/request-origin.ts';
import { listEmbedHosts } from '../embedding/embedding.ts';
import { renderDocument } from './document.ts';
import type { Edition, Editions } from './editions.ts';
import { inProcessApi, type RenderedPage, resolveArrival } from './pages.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Quality 5: nearly the size of the best at a twentieth of its time. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** A choice of language holds for a year. */
const languageSeconds = 365 * 86_400;

/** Pages that search engines may keep; everything else is personal or passing. */
const isIndexed = (path: string) => /^\/($|explore$|location\/\d+$|scan$)/.test(path);

/** Answers every GET that is no endpoint and no file with a page of the web side. */
export function mountPages(
  app: FastifyInstance,
  services: Services,
  web: { editions: Editions; answers: readonly Answered[] },
): void {
  const answers = new Map(web.answers.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one]));
  const { settings } = services;
  const site = {
    productName: settings.productName,
    publicUrl: settings.publicUrl,
    demo: !settings.production,
    worker: settings.serviceWorker,
  };
  const { standard, satellite } = settings.mapTiles;
  const tileOrigins = [...new Set([standard, satellite].map((address) => new URL(address).origin))];

  const document = (
    page: RenderedPage,
    { assets }: Edition,
    { language, canonical, embedHosts }: { language: string; canonical: string | null; embedHosts: readonly string[] },
  ) =>
    renderDocument({
      ...page,
      language,
      dataId: 'page-data',
      styles: assets.stylesOf(page.modules),
      loader: assets.loader,
      canonical,
      productName: settings.productName,
      images: tileOrigins,
      embedHosts,
    });

  // What the worker keeps for all screens: made without a look at who asks, in the language they read.
  app.route({
    method: 'GET',
    url: '/offline',
    handler: async (request, reply) => {
      const ctx = await createContext(services, request, reply);
      const embedHosts = await listEmbedHosts(ctx.db).catch(() => []);
      const { language, locale } = ctx.reader;
      const edition = await web.editions.open(language);
      const shell = edition.renderer.renderShell({ ...site, embedHosts }, locale);
      const { html, policy } = document(shell, edition, { language, canonical: null, embedHosts });
      reply.header('content-security-policy', policy).header('content-language', language);
      return await sendCompressed(request, reply, html);
    },
  });

  app.route({
    method: 'GET',
    url: '/*',
    handler: async (request, reply) => {
      const url = URL.parse(request.url, settings.publicUrl);
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
      const hosts = listEmbedHosts(ctx.db).catch(() => []);
      const { path, arrival } = await resolveArrival(ctx, url, isVisit);
      const embedHosts = await hosts;
      const { language, locale } = ctx.reader;
      const edition = await web.editions.open(language);
      const page = await edition.renderer.renderPage({
        path,
        api: inProcessApi(answers, ctx),
        site: { ...site, embedHosts },
        signedIn: ctx.caller !== undefined,
        arrival,
        locale,
      });
      if ('redirect' in page) return reply.redirect(page.redirect, page.status);
      const pathname = path.split('?')[0]!;
      const canonical = isIndexed(pathname) && page.status === 200 ? settings.publicUrl + pathname : null;
      const { html, policy } = document(page, edition, { language, canonical, embedHosts });
      reply.status(page.status).header('content-security-policy', policy).header('content-language', language);
      return await sendCompressed(request, reply, html);
    },
  });
}

/** The language that the switch asks for with `lang`, which is taken out of the address; undefined for one that we do not have. */
function takeLanguage(url: URL, languages: readonly string[]): string | undefined {
  const wanted = url.searchParams.get('lang');
  if (wanted === null) return undefined;
  url.searchParams.delete('lang');
  return languages.find((one) => one === wanted);
}

/** Under /dev/ the web side has one page of its own; the others are endpoints, where they exist. */
const isUnknownDevPage = (path: string) => path.startsWith('/dev/') && path !== '/dev/design';

/** Paths that decode to text a database can hold; NUL bytes and broken escapes are nobody's bookmark. */
function isReadable(url: URL): boolean {
  try {
    return !decodeURIComponent(url.pathname).includes('\u0000');
  } catch {
    return false;
  }
}

async function sendCompressed(request: FastifyRequest, reply: FastifyReply, html: string) {
  const accepted = request.headers['accept-encoding'] ?? '';
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, accept-language, cookie');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await brotli(html, brotliOptions));
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await zip(html));
  return reply.send(html);
}
