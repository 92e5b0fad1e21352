import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Books, Sale } from './books.ts';
import { eventOf } from './news.ts';
import { isTold } from './sales.ts';

const mostEvents = 500;
export const feedPath = '/api.viator.com/partner/bookings/modified-since';

/** What Viator's feed answers to a request. */
export interface FeedAnswer {
  status: number;
  body: object;
}

/**
 * A page of Viator's feed: what changed since a moment, or after the last event that a cursor has seen, in the order in which it changed.
 * A cursor of other books begins anew. What is shown is noted in the books as told.
 * @param now what changed later has not happened yet: to the past that a demo is given, what somebody books in the present
 */
export function answerFeed(books: Books, isAllowed: boolean, query: URLSearchParams, now: Date): FeedAnswer {
  if (!isAllowed) return { status: 401, body: { code: 'UNAUTHORIZED', message: 'Invalid API key' } };
  const seen = readCursor(books, query);
  const isNew = ({ at, number }: Event) => at > seen.at || (at === seen.at && number > seen.number);
  const all = eventsUntil(books, now).filter(isNew);
  const count = Math.min(Math.max(1, Math.trunc(Number(query.get('count'))) || mostEvents), mostEvents);
  const shown = all.slice(0, count);
  for (const { sale } of shown)
    books.noteTold({ id: sale.id, change: sale.change, at: now.toISOString(), status: 200 });
  const { at, number } = shown.at(-1) ?? seen;
  return {
    status: 200,
    body: { bookings: shown.map(({ sale }) => eventOf(sale)), nextCursor: `${books.id}.${at}.${number}` },
  };
}

/** A change, when it was, and its place in the books. */
interface Event {
  sale: Sale;
  at: number;
  number: number;
}

const eventsUntil = (books: Books, now: Date): Event[] =>
  books.changes
    .map((sale, number) => ({ sale, number, at: Date.parse(sale.changedAt) }))
    .filter(({ sale, at }) => sale.platform === 'viator' && isTold(sale) && at <= now.getTime())
    .sort((one, other) => one.at - other.at || one.number - other.number);

function readCursor({ id }: Books, query: URLSearchParams): Pick<Event, 'at' | 'number'> {
  const [, of, at, number] = /^([\w-]+)\.(\d{1,15})\.(-?\d{1,9})$/.exec(query.get('cursor') ?? '') ?? [];
  if (of === id) return { at: Number(at), number: Number(number) };
  // Of a moment all that changed at it as well.
  return { at: Date.parse(query.get('modified-since') ?? '') || 0, number: -1 };
}

/**
 * Starts Viator's feed by itself on a loopback port.
 * @returns the address that stands in for `https://api.viator.com/partner`
 */
export async function startFeed(
  books: Books,
  key: string,
  now: () => Date,
): Promise<{ url: string; stop(): Promise<void> }> {
  const server = createServer(({ url = '/', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    const isAllowed = pathname === feedPath && headers['exp-api-key'] === key;
    const { status, body } = answerFeed(books, isAllowed, searchParams, now());
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${feedPath.replace('/bookings/modified-since', '')}`,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
