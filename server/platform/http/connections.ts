import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { probes } from './answer-limit.ts';
import { ByteBudget, type HeldBytes } from './byte-budget.ts';
import { OpenConnections } from './open-connections.ts';
import { Refusal } from './refusal.ts';
import { RequestTurns } from './request-turns.ts';

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
  // A browser's take one or two kilobytes, those of a long address four.
  maxHeaderSize: 8 * 1024,
  // A request without a Host is answered by us, in the shape of all other errors.
  requireHostHeader: false,
};

/** A body that may take longer comes with so many bytes a second at least, over all of its time: half of a slow line. */
const slowestUpload = 50_000;
/** How often that is looked at, in milliseconds. */
const lookInterval = 1_000;

/** Requests that may wait behind the one in hand on their connection; browsers send none. */
const mostPipelined = 3;

/** Lines of headers that a request may have; a browser sends about twenty. */
const mostHeaderLines = 100;

/**
 * What requests that are not answered yet hold without their bodies, in bytes: each with its headers and what is made of every
 * line of them. Of the first on a connection `freeBytes` are not counted, which is all of a browser's: whatever others hold, it
 * has room, and connections are bounded. All of them together come to well below the smallest heap.
 */
const headerBudget = { total: 16 * 1024 * 1024, perNetwork: 4 * 1024 * 1024 };
const freeBytes = 8_000;
const bytesOfRequest = 2_000;
const bytesOfLine = 100;
const heldBy = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.reduce((sum, { length }) => sum + length, bytesOfRequest + (rawHeaders.length / 2) * bytesOfLine);

/** How long what still comes on a refused connection is read, in milliseconds; closing at once would reset it under our answer. */
const lingering = 500;

const refused = new WeakSet<Socket>();
/** What is being answered on a connection. */
const inHand = new WeakMap<Socket, ServerResponse>();

/** Connections whose body may take longer. */
const givenTime = new WeakSet<Socket>();
/** Counts a connection among those that are at work. */
const beginWork = new WeakMap<Socket, () => void>();

/** How often slow readers are looked for, in milliseconds. */
const sweepInterval = 1_000;

/**
 * Bounds connections and what their requests hold, reads new ones and begins requests in turns, one of each connection at a time,
 * and lets requests with an unknown `Expect` through instead of refusing them without a word. Where there is no room for a request's headers it is refused.
 * @param perSite off where all connections come from a proxy, which has accepted and ordered them itself.
 * @param now milliseconds of a clock that never goes back.
 */
export function boundConnections(server: Server, given: { perSite: boolean; now?: () => number }): void {
  const connections = new OpenConnections(given);
  const turns = new RequestTurns();
  const isNew = new WeakSet<Socket>();
  const headers = new ByteBudget({ ...headerBudget, ...(!given.perSite && { perNetwork: headerBudget.total }) });
  const heldHeaders = new WeakMap<Socket, Set<HeldBytes>>();
  server.maxHeadersCount = mostHeaderLines;
  // What thousands send at once would otherwise be parsed in one turn of the event loop, before anybody's turn. It is an option of
  // net.createServer that node:http does not pass on, read from the server at each connection.
  if (given.perSite) Object.assign(server, { pauseOnConnect: true });

  server.on('connection', (socket) => {
    if (!connections.enter(socket)) return void socket.destroy();
    const held = new Set<HeldBytes>();
    heldHeaders.set(socket, held);
    beginWork.set(socket, () => connections.move(socket, 'answering'));
    // A request that waits behind another one hears nothing of the end.
    socket.once('close', () => {
      for (const one of held) one.release();
    });
    if (!given.perSite) return;
    isNew.add(socket);
    turns.noteConnection();
    turns.read(connections.siteOf(socket), () => socket.resume());
  });
  const sweeping = setInterval(() => connections.sweep(), sweepInterval).unref();
  server.once('close', () => clearInterval(sweeping));

  const answer = server.listeners('request') as RequestListener[];
  const takeTurn = inTurn();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    // What was sent behind a refused request is not carried out, as it could not be answered.
    if (socket.destroyed || refused.has(socket)) return;
    const held = headers.hold(connections.siteOf(socket));
    const free = heldHeaders.get(socket)?.size ? 0 : freeBytes;
    if (!held.take(Math.max(0, heldBy(request) - free))) {
      if (inHand.has(socket) || !server.emit('clientError', noRoom, socket)) socket.destroy();
      return;
    }
    heldHeaders.get(socket)?.add(held);
    const work = () => {
      if (socket.destroyed) return;
      for (const one of answer) one(request, response);
    };
    response.once('close', () => {
      held.release();
      heldHeaders.get(socket)?.delete(held);
      connections.move(socket, 'idle');
    });
    takeTurn(socket, response, () => {
      // One with a body is whole when that has come.
      connections.move(socket, isBodiless(request) ? 'answering' : 'silent');
      request.once('end', () => response.closed || connections.move(socket, 'answering'));
      if (isNew.delete(socket) && !probes.has(request.url!)) turns.begin(connections.siteOf(socket), work);
      else work();
    });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

/**
 * Lets the body of a request, which has just begun, take longer than others: beside what each has, the time that its bytes take at
 * the slowest speed. Meanwhile the connection counts among those at work.
 * @param most bytes of it that count.
 */
export function giveTime(server: Server, request: IncomingMessage, most: number): void {
  const { socket } = request;
  if (socket.bytesRead === undefined) return; // within the process
  const { bytesRead } = socket;
  const begun = performance.now();
  const looking = setInterval(() => {
    const bytes = Math.min(socket.bytesRead - bytesRead, most);
    if (performance.now() - begun < server.requestTimeout + (bytes / slowestUpload) * 1_000) return;
    end();
    if (!server.emit('clientError', tooSlow, socket)) socket.destroy();
  }, lookInterval).unref();
  const end = () => {
    clearInterval(looking);
    givenTime.delete(socket);
  };
  givenTime.add(socket);
  beginWork.get(socket)?.();
  request.once('end', end).once('close', end);
}

const tooSlow = Object.assign(new Error('a body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

function inTurn() {
  const waiting = new WeakMap<Socket, [ServerResponse, () => void][]>();
  const start = (socket: Socket, response: ServerResponse, begin: () => void) => {
    inHand.set(socket, response);
    response.once('close', () => {
      inHand.delete(socket);
      const next = waiting.get(socket)?.shift();
      if (next && socket.writable) start(socket, ...next);
      else waiting.delete(socket);
    });
    begin();
  };
  return (socket: Socket, response: ServerResponse, begin: () => void) => {
    const queue = waiting.get(socket);
    if (!queue) {
      waiting.set(socket, []);
      start(socket, response, begin);
    } else if (queue.length < mostPipelined) queue.push([response, begin]);
    else socket.destroy();
  };
}

const isBodiless = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined && !Number(headers['content-length']);

const noRoom = Object.assign(new Error('no room for the headers of a request'), { code: 'HEADERS_HAVE_NO_ROOM' });

/** Answers, in the one error shape, a request that could not be read as HTTP, came too slowly or has no room; the connection ends. */
export function answerUnreadable(
  error: { code?: string },
  socket: Socket,
  { headers, requestId }: { headers: Record<string, string>; requestId: string },
): void {
  if (refused.has(socket)) return;
  // Node tells of it once for each request.
  if (givenTime.has(socket) && error.code === tooSlow.code) return;
  refused.add(socket);
  // Within another answer it would pass for a part of that.
  const isWithinAnswer = inHand.get(socket)?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || isWithinAnswer) return void socket.destroy();
  const [status, refusal] = refusalOf(error.code);
  const body = JSON.stringify({ error: refusal.message, code: refusal.code, request_id: requestId });
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
    ...(status === 503 && { 'retry-after': '1' }),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  setTimeout(() => socket.destroy(), lingering).unref();
}

function refusalOf(code: string | undefined): [number, Refusal] {
  if (code === 'HPE_HEADER_OVERFLOW') return [431, new Refusal('payload_too_large')];
  if (code === noRoom.code) return [503, new Refusal('unavailable')];
  if (code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') return [413, new Refusal('payload_too_large')];
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return [408, new Refusal('invalid_request', { detail: 'it was not sent in time' })];
  return [400, new Refusal('invalid_request', { detail: 'it could not be read' })];
}
