import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from './refusal.ts';

/** A request, headers and body together, is sent within so many milliseconds. */
const sendingLimit = 15_000;

/**
 * Options of Node's server. Both limits are named because Node swaps them when the one for headers, 60 s by default, is the
 * longer; they hold no more exactly than connections are looked at, by default every 30 s.
 */
export const connectionOptions = {
  headersTimeout: sendingLimit,
  requestTimeout: sendingLimit,
  connectionsCheckingInterval: 1_000,
  // A request without a Host is answered by us, in the shape of all other errors.
  requireHostHeader: false,
};

/** Open at once; each costs some 20 kB, and what is sent on it unasked up to 64 kB. A hotel's 300 guests open six each. */
const mostConnections = 4_000;

/** How long what still comes on a refused connection is read, in milliseconds; closing at once would reset it under our answer. */
const lingering = 500;

const refused = new WeakSet<Socket>();

/** Bounds connections, and lets requests with an unknown `Expect` through instead of refusing them without a word. */
export function boundConnections(server: Server): void {
  server.maxConnections = mostConnections;
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/** Answers, in the one error shape, a request that could not be read as HTTP or was not sent in time; the connection ends. */
export function answerUnreadable(
  error: { code?: string },
  socket: Socket,
  { headers, requestId }: { headers: Record<string, string>; requestId: string },
): void {
  if (refused.has(socket)) return;
  refused.add(socket);
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const [status, refusal] = refusalOf(error.code);
  const body = JSON.stringify({ error: refusal.message, code: refusal.code, request_id: requestId });
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingering).unref();
}

function refusalOf(code: string | undefined): [number, Refusal] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, new Refusal('payload_too_large')];
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, new Refusal('payload_too_large')];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return [408, new Refusal('invalid_request', { detail: 'it was not sent in time' })];
  return [400, new Refusal('invalid_request', { detail: 'it could not be read' })];
}
