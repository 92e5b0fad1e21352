import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import type { Endpoint, TakenFile } from '../../../contract/endpoint.ts';
import { isKnownAway, isUnavailable } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { traceRequests } from '../tracing/trace-requests.ts';
import { withinLimit } from './answer-limit.ts';
import { answerUnreadable, boundConnections, connectionOptions } from './connections.ts';
import { closeDoors } from './listening.ts';
import { Refusal } from './refusal.ts';
import { installBodies, isDiscarded } from './request-body.ts';
import { isFromThisSite, isUnsafe } from './request-origin.ts';
import { apiPolicy, commonHeaders } from './security-headers.ts';
import { logSparingly } from './sparing-log.ts';

/** How long a stop goes on answering as before, so that what was sent before it is read, and then waits at most; in milliseconds. */
const drainNotice = 300;
const drainLimit = 3_000;

const processId = randomBytes(6).toString('base64url');
let requests = 0;
/** Unlike any other of any process, and shorter to make than a random one. */
const nextRequestId = () => `${processId}${(requests++).toString(36).padStart(6, '0')}`;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As its endpoint says. */
    origin?: Endpoint['origin'];
    takes?: TakenFile;
  }
}

/** The bare HTTP server: identification, security headers, origin check, error answers, graceful stop. No routes. */
export function createServer(
  settings: Settings,
  logger: Logger,
  onCrossSite: (request: FastifyRequest) => void = () => {},
): FastifyInstance {
  const secure = settings.publicUrl.startsWith('https://');
  const origin = new URL(settings.publicUrl).origin;
  const headers = { ...commonHeaders(secure), 'content-security-policy': apiPolicy, 'cache-control': 'no-store' };
  const headerLines = Object.entries(headers);
  let draining = false;
  let doorsClosed: Promise<void> | undefined;

  const markReply = (request: { id: string }, reply: { header(name: string, value: string): unknown }) => {
    for (const [name, value] of headerLines) reply.header(name, value);
    reply.header('x-request-id', request.id);
    if (draining) reply.header('connection', 'close');
  };

  const app = Fastify({
    loggerInstance: logger,
    // Errors are logged where they are answered; a line per request would say little at a high price.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop < settings.trustProxy : false,
    genReqId: nextRequestId,
    bodyLimit: 64 * 1024,
    http: connectionOptions,
    requestTimeout: connectionOptions.requestTimeout,
    connectionTimeout: 20_000,
    // A crowded machine may take long over a thousand files; the supervisor knows how long a start may take.
    pluginTimeout: 60_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // What still comes in while stopping is answered like the rest, and its connection is then closed.
    return503OnClosing: false,
    // Raised before any hook has run, as by an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      markReply(request, reply);
      sendError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const requestId = nextRequestId();
      answerUnreadable(error, socket, { headers: { ...headers, 'x-request-id': requestId }, requestId });
    },
  }) as unknown as FastifyInstance;

  boundConnections(app.server, { perSite: !settings.trustProxy });
  app.decorate('draining', { getter: () => draining });

  traceRequests(app);
  app.addHook('onRequest', async (request, reply) => {
    markReply(request, reply);
    if (request.headers.host === undefined && request.raw.httpVersion !== '1.0')
      throw new Refusal('invalid_request', { detail: 'it names no host' });
    // Whether its route is for others' servers and programs is asked last: Fastify makes the answer anew each time.
    const isExternal = () => request.routeOptions.config.origin !== undefined;
    if (isUnsafe(request.method) && !isFromThisSite(request.headers, origin) && !isExternal()) {
      onCrossSite(request);
      throw new Refusal('cross_site');
    }
    // Said now, as the body of such a request would be read as well.
    if (request.is404) throw new Refusal('not_found');
  });
  installBodies(app);

  app.decorateRequest('worked', 0);
  app.addHook('onRoute', (route) => {
    route.handler = withinLimit(route.handler);
  });

  // A page is made even where its data could not be had, and then says 500: that it was for now says the header of `invoke`.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (reply.statusCode === 500 && reply.hasHeader('retry-after')) reply.status(503);
    // Cookies are for one browser: whatever the handler said of its answer, no cache on the way may give them to others.
    if (reply.hasHeader('set-cookie')) reply.header('cache-control', 'no-store');
    done(null, payload);
  });

  app.setErrorHandler((error: FastifyError, request, reply) => {
    // The framework ends the connection after any error of a body. Where there was only no room for it, or a file was refused, the
    // rest is thrown away instead, as a connection that is closed while somebody sends takes the answer with it.
    const isOfFile = request.routeOptions.config.takes && isDiscarded(request);
    if (error instanceof Refusal && (isOfFile || error.code === 'unavailable') && !draining)
      reply.removeHeader('connection');
    return sendError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found'), request, reply));

  // Clients that keep their connection alive would hold the stop until its limit; each is closed as it falls idle. Before,
  // every answer asks for that: a connection closed by us while a request is on its way breaks that request.
  app.addHook('preClose', async () => {
    draining = true;
    if (app.server.listening) await new Promise((resolve) => setTimeout(resolve, drainNotice));
    await afterReading();
    const sweep = setInterval(() => void afterReading().then(() => app.server.closeIdleConnections()), 50);
    const force = setTimeout(() => app.server.closeAllConnections(), drainLimit);
    const isClosed = new Promise((closed) => app.server.once('close', closed));
    doorsClosed = closeDoors(app);
    void Promise.all([isClosed, doorsClosed]).then(() => {
      clearInterval(sweep);
      clearTimeout(force);
    });
  });
  // The server's own end does not wait for the connections of its other addresses.
  app.addHook('onClose', () => doorsClosed);
  return app;
}

/**
 * Settles once what had arrived by now is read, also on a connection that was made just now: Node counts one as idle whose
 * request waits unread, and a busy process comes to its timers before it comes to its sockets.
 */
async function afterReading(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Answers any error in the one error shape; what is not an expected refusal is logged and tells nothing. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = markError(error, request, reply);
  const { message, code, fields } = refusal;
  const body = { error: message, code, request_id: request.id, ...(fields && { fields }) };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Sets status and headers of an error's answer, and logs what is worth it. */
export function markError(error: Error, request: FastifyRequest, reply: FastifyReply): Refusal {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) logFailure(error, refusal, request);
  // What was meant for another answer: its handler failed half-way, or is still at work.
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified']) reply.removeHeader(name);
  reply.header('cache-control', 'no-store').status(refusal.status);
  if (refusal.status === 503) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 1));
  if (refusal.status === 429) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 60));
  return refusal;
}

/** Logs what went wrong: our mistakes in full, what is busy or away in a word. A flood of either fills no disk. */
function logFailure(error: Error & { code?: unknown }, { code }: Refusal, request: FastifyRequest): void {
  const { log } = request.server;
  const { method } = request;
  const about = { method, route: request.routeOptions?.url, requestId: request.id };
  if (code !== 'unavailable') {
    logSparingly(log, `${method} ${about.route} ${error.name} ${error.code}`, 'error', { err: error, ...about }, code);
  } else if (!isKnownAway(error)) {
    logSparingly(log, code, 'warn', { reason: error.message, ...about }, code);
  }
}

/** The refusal that an error stands for; `internal` where it was not foreseen. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('payload_too_large');
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('unsupported_media_type');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return new Refusal('invalid_request', { detail: 'it could not be read' });
  }
  // PostgreSQL's class 22: a value it cannot hold, which no rule of ours had caught.
  if (code?.length === 5 && code.startsWith('22'))
    return new Refusal('invalid_request', { detail: 'a value cannot be stored' });
  if (isUnavailable(error)) return new Refusal('unavailable');
  return new Refusal('internal');
}
