import type { Context } from '../../platform/context.ts';
import type { Answered } from '../../platform/http/http.ts';
import type { Reader } from '../../platform/http/language.ts';
import type { Settings } from '../../platform/settings.ts';
import { listEmbedHosts } from '../embedding/embedding.ts';
import { renderDocument } from './document.ts';
import type { Edition, Editions } from './editions.ts';
import type { Ask } from './page-cache.ts';
import { type Arrival, inProcessApi, type RenderedPage } from './pages.ts';

/** What decides about a page, beside what it asks for and whether anybody is signed in. */
export interface PageAsked extends Arrival {
  reader: Reader;
}

export type Document = { status: number; html: string; policy: string };

/** The one question that is no endpoint: which hosts' pages may be shown within. */
const embedHostsQuestion = 'embed hosts';

/** Pages that search engines may keep; everything else is personal or passing. */
const isIndexed = (path: string) => /^\/($|explore$|location\/\d+$|scan$)/.test(path);

/** Makes documents of the web side's pages. */
export class PageRenderer {
  readonly #settings: Settings;
  readonly #editions: Editions;
  readonly #answers: ReadonlyMap<string, Answered>;

  constructor(settings: Settings, editions: Editions, answers: readonly Answered[]) {
    this.#settings = settings;
    this.#editions = editions;
    this.#answers = new Map(answers.map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one]));
  }

  /** How a page of this request gets what it shows. */
  askFor(ctx: Context): Ask {
    const api = inProcessApi(this.#answers, ctx);
    return (name, request) => (name === embedHostsQuestion ? listEmbedHosts(ctx.db) : api(name, request));
  }

  /** The reader as any of those who write figures and dates alike: one page is for all of them. */
  async readerLike({ language, locale }: Reader): Promise<Reader> {
    return { language, locale: (await this.#editions.open(language)).renderer.alikeTo(locale) };
  }

  /** Whether a page is at this path. */
  async isPage(path: string, { language }: Reader): Promise<boolean> {
    return (await this.#editions.open(language)).renderer.isPage(path);
  }

  /** The page, or where it leads instead. What it shows comes from `ask` alone. */
  async render(
    { path, arrival, reader }: PageAsked,
    ask: Ask,
    signedIn: boolean,
  ): Promise<Document | { redirect: string; status: number }> {
    const [edition, embedHosts] = await Promise.all([this.#editions.open(reader.language), hostsFrom(ask)]);
    const page = await edition.renderer.renderPage({
      path,
      api: ask,
      site: this.#site(embedHosts),
      signedIn,
      arrival,
      locale: reader.locale,
    });
    if ('redirect' in page) return page;
    const pathname = path.split('?')[0]!;
    const canonical = isIndexed(pathname) && page.status === 200 ? this.#settings.publicUrl + pathname : null;
    return this.#document(page, edition, { language: reader.language, canonical, embedHosts });
  }

  /** The page that every screen can start from in the browser alone. */
  async renderShell({ language, locale }: Reader, ask: Ask): Promise<Document> {
    const [edition, embedHosts] = await Promise.all([this.#editions.open(language), hostsFrom(ask)]);
    const shell = edition.renderer.renderShell(this.#site(embedHosts), locale);
    return this.#document(shell, edition, { language, canonical: null, embedHosts });
  }

  #site(embedHosts: readonly string[]) {
    const { productName, publicUrl, production, serviceWorker } = this.#settings;
    return { productName, publicUrl, demo: !production, worker: serviceWorker, embedHosts };
  }

  #document(
    page: RenderedPage,
    { assets }: Edition,
    about: { language: string; canonical: string | null; embedHosts: readonly string[] },
  ): Document {
    const { productName, mapTiles } = this.#settings;
    const tiles = [mapTiles.standard, mapTiles.satellite].map((address) => new URL(address).origin);
    const document = renderDocument({
      ...page,
      ...about,
      dataId: 'page-data',
      styles: assets.stylesOf(page.modules),
      loader: assets.loaderOf(page.modules),
      productName,
      images: [...new Set(tiles)],
    });
    return { status: page.status, ...document };
  }
}

/** A page is made even where the hosts could not be had: it then shows no other pages within. */
const hostsFrom = async (ask: Ask) => (await ask(embedHostsQuestion).catch(() => [])) as readonly string[];
