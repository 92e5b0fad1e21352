import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../platform/context.ts';
import type { Answered } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createContext } from '../../platform/request-context.ts';
import { isGenuineNavigation } from '../../platform/request-origin.ts';
import { type Assets, renderDocument } from './document.ts';
import { inProcessApi, type RenderedPage, type Renderer, resolveArrival } from './pages.ts';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Quality 5: nearly the size of the best at a twentieth of its time. */
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** Pages that search engines may keep; everything else is personal or passing. */
const isIndexed = (path: string) => /^\/($|explore$|location\/\d+$|scan$)/.test(path);

/** Answers every GET that is no endpoint and no file with a page of the web side. */
export function mountPages(
  app: FastifyInstance,
  services: Services,
  web: { renderer: Renderer; assets: Assets; answers: readonly Answered[] },
): void {
  const answers = new Map(web.answers.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one]));
  const { settings } = services;
  const site = {
    productName: settings.productName,
    publicUrl: settings.publicUrl,
    demo: !settings.production,
    worker: settings.serviceWorker,
  };
  const document = (page: RenderedPage, canonical: string | null) =>
    renderDocument({
      ...page,
      dataId: 'page-data',
      styles: web.assets.stylesOf(page.modules),
      loader: web.assets.loader,
      canonical,
      productName: settings.productName,
    });

  // What the worker keeps for all screens: made without a look at who asks.
  app.route({
    method: 'GET',
    url: '/offline',
    handler: async (request, reply) => {
      const { html, policy } = document(web.renderer.renderShell(site), null);
      reply.header('content-security-policy', policy);
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
      const ctx = await createContext(services, request, reply);
      const { path, arrival } = await resolveArrival(ctx, url, isGenuineNavigation(request.method, request.headers));
      const page = await web.renderer.renderPage({
        path,
        api: inProcessApi(answers, ctx),
        site,
        signedIn: ctx.caller !== undefined,
        arrival,
      });
      if ('redirect' in page) return reply.redirect(page.redirect, page.status);
      const pathname = path.split('?')[0]!;
      const canonical = isIndexed(pathname) && page.status === 200 ? settings.publicUrl + pathname : null;
      const { html, policy } = document(page, canonical);
      reply.status(page.status).header('content-security-policy', policy);
      return await sendCompressed(request, reply, html);
    },
  });
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
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding, cookie');
  if (/\bbr\b/.test(accepted)) return reply.header('content-encoding', 'br').send(await brotli(html, brotliOptions));
  if (/\bgzip\b/.test(accepted)) return reply.header('content-encoding', 'gzip').send(await zip(html));
  return reply.send(html);
}
