import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addDays, hawaiiDay } from '../contract/hawaii-time.ts';
import { calendarDay } from '../contract/values.ts';
import { boundConnections } from '../server/platform/http/connections.ts';
import { isFromThisSite, isSentToUs } from '../server/platform/http/request-origin.ts';
import { cspHash } from '../server/platform/http/security-headers.ts';
import { Books, type Sale } from './books.ts';
import { answerFeed, feedPath } from './feed.ts';
import {
  type BookingForm,
  bookingPage,
  booksPage,
  type Guide,
  missingPage,
  mostGuests,
  salePage,
  style,
  type Typed,
} from './pages.ts';
import { addressOf, platformOf, platforms, type SimulatedPlatform } from './platforms.ts';
import { book, cancel, isTold, type Offer, offerOf, putOff } from './sales.ts';
import { statementOf } from './statements.ts';
import { type Post, Webhooks } from './webhooks.ts';

export interface SimulatorsGiven extends Guide {
  /** Where to listen; another port is taken where that one is not free. */
  host: string;
  port: number;
  /** The file of the books; none: they are forgotten. */
  file?: string;
  /** What the links of the guide offer. */
  offers: readonly Offer[];
  /** The key with which Viator's feed is asked for. */
  feedKey: string;
  /** Brings FareHarbor's webhooks to the guide. */
  post: Post;
  now: () => Date;
}

export interface Simulators {
  /** Without a slash at its end. The pages of a site are below its name, as `ORIGIN/fareharbor.com/embeds/...`. */
  origin: string;
  books: Books;
  stop(): Promise<void>;
}

/** What came with a request that is of interest, and how it is answered. */
interface Asked {
  method: string;
  url: URL;
  cookie: string;
  feedKey: string | undefined;
  form: URLSearchParams;
}
interface Answer {
  status: number;
  headers?: Record<string, string>;
  html?: string;
  text?: string;
}

const mostBodyBytes = 8 * 1024;
const daysAhead = 365;
/** A page that follows a booking waits so long for the first try to tell of it, in milliseconds. */
const tellingLimit = 2_000;

/**
 * Starts the booking platforms as far as a guide meets them: pages of links, bookings that are changed, webhooks, a feed and statements.
 * They sell nothing.
 */
export async function startSimulators(given: SimulatorsGiven): Promise<Simulators> {
  const { host, port, now } = given;
  const books = Books.open(given.file);
  const webhooks = new Webhooks(books, given.post, now);
  const server = createServer((request, response) => {
    readForm(request)
      .then(async (form) => send(response, await answer(request, form)))
      .catch(() => send(response, { status: 500, text: 'That went wrong.' }));
  });
  // In the guide's own process: what floods it here would be felt there.
  boundConnections(server, { perSite: true });
  const taken = await listenAt(port).catch(() => listenAt(0));
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`;
  const rest = setTimeout(() => void webhooks.tellRest(), 1_000).unref();

  function listenAt(wanted: number): Promise<number> {
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(wanted, host, () => {
        server.off('error', reject);
        resolve((server.address() as AddressInfo).port);
      });
    });
  }

  async function answer({ method = 'GET', url = '/', headers }: IncomingMessage, form: URLSearchParams | null) {
    if (!isSentToUs(headers.host, host)) return refused(421, 'This is another server');
    if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') return refused(405, 'That cannot be done');
    if (method === 'POST' && !isFromThisSite(headers, origin)) return refused(403, 'That came from another site');
    if (!form) return refused(413, 'That is too much');
    const asked: Asked = {
      ...{ method, url: new URL(url, origin), cookie: headers.cookie ?? '', form },
      feedKey: headers['exp-api-key'] as string | undefined,
    };
    return await route(asked);
  }

  async function route(asked: Asked): Promise<Answer> {
    const { pathname, searchParams } = asked.url;
    if (pathname === '/') return { status: 200, html: booksPage(books, given) };
    if (pathname === feedPath) return feed(asked.feedKey, searchParams);
    const [, name, month] = /^\/statements\/([a-z]+)-(\d{4}-\d{2})\.csv$/.exec(pathname) ?? [];
    if (name && month) return statement(name, month);
    const [, site, path = '/'] = /^\/([a-z0-9.-]+\.[a-z]+)(\/.*)?$/i.exec(pathname) ?? [];
    if (!site) return refused(404, 'There is no such page');
    const [, id] = /\/booking\/([0-9a-f-]{36})\/$/.exec(path) ?? [];
    if (id) return await changing(asked, id);
    return await booking(asked, site.toLowerCase(), path);
  }

  function feed(key: string | undefined, query: URLSearchParams): Answer {
    const { status, body } = answerFeed(books, key === given.feedKey, query, now());
    return { status, headers: { 'content-type': 'application/json' }, text: JSON.stringify(body) };
  }

  function statement(name: string, month: string): Answer {
    const platform = platforms.find((one) => one.name === name);
    if (!platform) return refused(404, 'There is no such statement');
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}-${month}.csv"`,
    };
    return { status: 200, headers, text: statementOf(platform.name, books.sales, month) };
  }

  /** The page of a link, and what is sent from it. */
  async function booking({ method, url, cookie, form }: Asked, site: string, path: string): Promise<Answer> {
    const platform = platformOf(site);
    const known = remembered(platform, url.searchParams, cookie);
    const offer = offerOf(given.offers, site, path);
    const days = bookableDays();
    const typed = method === 'POST' ? check(form, days) : { values: blank(days), wrong: {} };
    const show: BookingForm = {
      ...{ platform, offer, days, typed, action: `/${site}${path}${url.search}` },
      isTold: known.click !== null || known.affiliate !== null,
    };
    const headers = { 'set-cookie': reminder(platform, site, known) };
    if (method !== 'POST') return { status: 200, headers, html: bookingPage(show, given) };
    if (Object.keys(typed.wrong).length > 0) return { status: 400, html: bookingPage(show, given) };
    const { day, time, guests, name, email, silent } = typed.values as Record<string, string>;
    const order = {
      host: site,
      path,
      ...known,
      isSilent: Boolean(silent),
      day: day!,
      time: time!,
      name: name!,
      email: email!,
    };
    const sale = book(books, offer, { ...order, guests: Number(guests) }, now());
    if (!sale) return refused(507, 'The books of the demo are full');
    return await changed([sale], sale);
  }

  /** The page of a booking, and what is done with it there. */
  async function changing({ method, form }: Asked, id: string): Promise<Answer> {
    const sale = books.sale(id);
    if (!sale) return refused(404, 'There is no such booking');
    const days = bookableDays();
    if (method !== 'POST') return { status: 200, html: salePage(books, sale, now(), days, given) };
    if (form.get('do') === 'cancel') return await changed(cancel(books, sale, now()), sale);
    const day = form.get('day') ?? '';
    const made = isWithin(day, days) ? putOff(books, sale, day, now()) : [];
    return await changed(made, made.at(-1) ?? sale);
  }

  /** Tells of what has changed and leads to the booking that it led to. */
  async function changed(sales: readonly Sale[], shown: Sale): Promise<Answer> {
    const telling = sales
      .filter((sale) => sale.platform === 'fareharbor' && isTold(sale))
      .map((sale) => webhooks.tell(sale));
    await Promise.race([Promise.all(telling), new Promise((done) => setTimeout(done, tellingLimit).unref())]);
    return { status: 303, headers: { location: addressOf(shown) } };
  }

  const refused = (status: number, said: string): Answer => ({ status, html: missingPage(given, said) });
  const bookableDays = () => {
    const first = hawaiiDay(now());
    return { first, last: addDays(first, daysAhead) };
  };

  return {
    origin,
    books,
    stop: () =>
      new Promise((resolve) => {
        clearTimeout(rest);
        webhooks.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, { status, headers, html, text }: Answer): void {
  response.writeHead(status, {
    'content-type': html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src ${cspHash(style)}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    // Nothing where it leads elsewhere; a form of these pages says that it is one.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...headers,
  });
  response.end(html ?? text ?? '');
}

/** What a form sent; null where it is larger than any of ours. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes > mostBodyBytes) return null;
    chunks.push(chunk as Buffer);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

type Known = Pick<Sale, 'click' | 'affiliate'>;

/** What the link says of who led here, else what an earlier one said, as far as the platform remembers. */
function remembered(platform: SimulatedPlatform, query: URLSearchParams, cookie: string): Known {
  const kept = new URLSearchParams(/(?:^|; )led=([\w=&%-]{1,300})/.exec(cookie)?.[1] ?? '');
  const read = (parameter: string | undefined, name: string) => {
    const value = (parameter && query.get(parameter)) || kept.get(name);
    return value && /^[\w-]{1,100}$/.test(value) ? value : null;
  };
  return { click: read(platform.clickParameter, 'click'), affiliate: read(platform.affiliateParameter, 'affiliate') };
}

function reminder({ remembersDays }: SimulatedPlatform, site: string, { click, affiliate }: Known): string {
  const kept = new URLSearchParams({ ...(click && { click }), ...(affiliate && { affiliate }) });
  return `led=${kept}; Path=/${site}; Max-Age=${remembersDays * 86_400}; HttpOnly; SameSite=Lax`;
}

const blank = ({ first }: BookingForm['days']): Typed['values'] => ({
  day: addDays(first, 3),
  time: '08:30',
  guests: '2',
});

const isWithin = (day: string, { first, last }: BookingForm['days']) =>
  calendarDay.safeParse(day).success && day >= first && day <= last;

function check(form: URLSearchParams, days: BookingForm['days']): Typed {
  const names = ['day', 'time', 'guests', 'name', 'email', 'silent'];
  const values = Object.fromEntries(names.map((name) => [name, (form.get(name) ?? '').trim().slice(0, 200)]));
  const { day = '', time = '', guests = '', name, email = '' } = values;
  const count = Number(guests);
  const isCount = Number.isInteger(count) && count >= 1 && count <= mostGuests;
  const wrong = {
    ...(!isWithin(day, days) && { day: `Choose a day from ${days.first} to ${days.last}.` }),
    ...(!isCount && { guests: `Say how many come, 1 to ${mostGuests}.` }),
    ...(!name && { name: 'Say who comes.' }),
    ...(!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && { email: 'Say an address, as name@example.com.' }),
  };
  return { values: { ...values, time: /^\d\d:\d\d$/.test(time) ? time : '08:30' }, wrong };
}
