import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What Viator's feed says of one booking. */
export type ViatorEvent = Record<string, unknown>;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Viator's feed of changed bookings on this machine: events in pages of two, and whatever a test has it answer instead. */
export class ViatorServer {
  readonly events: ViatorEvent[] = [];
  /** What was asked, oldest first. */
  readonly asked: { key: string | undefined; query: URLSearchParams }[] = [];
  /** Answers the next calls instead, the first of them the next. */
  readonly instead: (Answer | undefined)[] = [];
  readonly #server = createServer((request, response) => this.#answer(request, response));
  url = '';

  static async start(): Promise<ViatorServer> {
    const viator = new ViatorServer();
    await new Promise<void>((resolve) => viator.#server.listen(0, '127.0.0.1', resolve));
    viator.url = `http://127.0.0.1:${(viator.#server.address() as AddressInfo).port}/partner`;
    return viator;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Begins anew: without events, and without what was asked. */
  forget(): void {
    for (const all of [this.events, this.asked, this.instead]) all.length = 0;
  }

  /** A page as it would be answered. */
  page(cursor: string | null): string {
    const from = Number(cursor ?? 0);
    const bookings = this.events.slice(from, from + 2);
    return JSON.stringify({ bookings, nextCursor: String(from + bookings.length) });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams: query } = new URL(request.url ?? '', this.url);
    this.asked.push({ key: request.headers['exp-api-key'] as string | undefined, query });
    const instead = this.instead.shift();
    if (instead) instead(request, response);
    else this.#answerPage(request, response, pathname, query);
  }

  #answerPage(request: IncomingMessage, response: ServerResponse, pathname: string, query: URLSearchParams): void {
    const isRight = request.method === 'GET' && pathname === '/partner/bookings/modified-since';
    response.writeHead(isRight ? 200 : 404, { 'content-type': 'application/json' });
    response.end(isRight ? this.page(query.get('cursor')) : '{}');
  }
}

/** Answers with a status, headers and a body. */
export const answering =
  (status: number, headers: Record<string, string> = {}, body = '{}'): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

let count = 0;
export const aViatorEvent = (given: ViatorEvent = {}): ViatorEvent => ({
  transactionRef: `PBE-${++count}`,
  campaignValue: '',
  eventType: 'CONFIRMATION',
  bookingRef: `BR-${1_000_000 + count}`,
  partnerBookingRef: null,
  lastUpdated: '2026-11-21T19:00:00Z',
  acknowledgeBy: '2026-11-22T19:00:00Z',
  bookedItem: { productCode: '5010SYDNEY', productOptionCode: 'TG1', travelDate: '2026-12-24', travelTime: '09:15' },
  ...given,
});
