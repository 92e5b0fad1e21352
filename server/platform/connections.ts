import { type IncomingMessage, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, siteOf } from './networks.ts';
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
  // A request without a Host is answered by us, in the shape of all other errors.
  requireHostHeader: false,
};

/** Open at once; each costs some 20 kB, and what is sent on it unasked up to 64 kB. */
const mostConnections = 4_000;
/** Of one network: a hotel's 300 guests keep two each; where they open more, the ones that are idle make room. */
const mostPerNetwork = 600;

/** Requests that may wait behind the one in hand on their connection; browsers send none. */
const mostPipelined = 8;

/** How long what still comes on a refused connection is read, in milliseconds; closing at once would reset it under our answer. */
const lingering = 500;

const refused = new WeakSet<Socket>();

/**
 * Bounds connections, in all and of one network, begins one request of each at a time, and lets requests with an unknown `Expect` through instead of refusing them
 * without a word. For a new connection one makes room: the oldest that has sent no whole request, else the one idle longest.
 * @param perNetwork off where all connections come from a proxy.
 */
export function boundConnections(server: Server, { perNetwork }: { perNetwork: boolean }): void {
  // In the order in which they were opened, and in which they fell idle.
  const silent = new Set<Socket>();
  const idle = new Set<Socket>();
  const networks = new WeakMap<Socket, string>();
  const open = new Map<string, number>();
  const turns = new RequestTurns();
  let total = 0;

  const makeRoom = (network?: string) => {
    for (const sockets of [silent, idle])
      for (const socket of sockets) {
        if (network !== undefined && networks.get(socket) !== network) continue;
        sockets.delete(socket);
        socket.destroy();
        return true;
      }
    return false;
  };

  server.on('connection', (socket) => {
    turns.noteConnection();
    const network = networkOf(socket.remoteAddress);
    const ofNetwork = open.get(network) ?? 0;
    if (perNetwork && ofNetwork >= mostPerNetwork && !makeRoom(network)) return void socket.destroy();
    if (total >= mostConnections && !makeRoom()) return void socket.destroy();
    total += 1;
    open.set(network, (open.get(network) ?? 0) + 1);
    networks.set(socket, network);
    silent.add(socket);
    socket.once('close', () => {
      total -= 1;
      const left = open.get(network)! - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
      silent.delete(socket);
      idle.delete(socket);
    });
  });
  const answer = server.listeners('request') as RequestListener[];
  const takeTurn = inTurn();
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    // One with a body is whole when that has come.
    if (isBodiless(request)) silent.delete(socket);
    else request.once('end', () => silent.delete(socket));
    response.once('close', () => {
      silent.delete(socket);
      if (!socket.destroyed) idle.add(socket);
    });
    takeTurn(socket, response, () => {
      idle.delete(socket);
      turns.begin(siteOf(networks.get(socket) ?? ''), () => {
        if (socket.destroyed) return;
        for (const one of answer) one(request, response);
      });
    });
  });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function inTurn() {
  const waiting = new WeakMap<Socket, [ServerResponse, () => void][]>();
  const start = (socket: Socket, response: ServerResponse, begin: () => void) => {
    response.once('close', () => {
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
