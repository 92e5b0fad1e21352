import { randomBytes } from 'node:crypto';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { isUnavailable } from './database.ts';
import { Refusal } from './refusal.ts';
import { isFromThisSite, isUnsafe } from './request-origin.ts';
import { apiPolicy, commonHeaders } from './security-headers.ts';
import type { Settings } from './settings.ts';

/** How long a stop waits for requests in flight, in milliseconds. */
const drainLimit = 4_000;

/** The bare HTTP server: identification, security headers, origin check, error answers, graceful stop. No routes. */
export function createServer(settings: Settings, logger: Logger): FastifyInstance {
  const secure = settings.publicUrl.startsWith('https://');
  const origin = new URL(settings.publicUrl).origin;
  const headers = commonHeaders(secure);
  let draining = false;

  const markReply = (request: { id: string }, reply: { header(name: string, value: string): unknown }) => {
    for (const name in headers) reply.header(name, headers[name]!);
    reply.header('content-security-policy', apiPolicy);
    reply.header('cache-control', 'no-store');
    reply.header('x-request-id', request.id);
    if (draining) reply.header('connection', 'close');
  };

  const app = Fastify({
    loggerInstance: logger,
    // Errors are logged where they are answered; a line per request would say little at a high price.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy ? (_address: string, hop: number) => hop < settings.trustProxy : false,
    genReqId: () => randomBytes(9).toString('base64url'),
    bodyLimit: 64 * 1024,
    requestTimeout: 15_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // Raised before any hook has run, as by an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      markReply(request, reply);
      sendError(error, request, reply);
    },
  }) as unknown as FastifyInstance;

  app.removeContentTypeParser('text/plain');
  app.decorate('draining', { getter: () => draining });

  app.addHook('onRequest', async (request, reply) => {
    markReply(request, reply);
    if (isUnsafe(request.method) && !isFromThisSite(request.headers, origin)) throw new Refusal('cross_site');
  });

  app.setErrorHandler((error: FastifyError, request, reply) => sendError(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found'), request, reply));

  // Clients that keep their connection alive would hold the stop until its limit; each is closed as it falls idle.
  app.addHook('preClose', async () => {
    draining = true;
    const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
    const force = setTimeout(() => app.server.closeAllConnections(), drainLimit);
    app.server.once('close', () => {
      clearInterval(sweep);
      clearTimeout(force);
    });
  });
  return app;
}

/** Answers any error in the one error shape; what is not an expected refusal is logged and tells nothing. */
export function sendError(error: Error, request: FastifyRequest, reply: FastifyReply) {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) {
    request.log.error(
      { err: error, method: request.method, route: request.routeOptions?.url, requestId: request.id },
      refusal.code,
    );
  }
  if (refusal.status === 503) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 1));
  if (refusal.status === 429) reply.header('retry-after', String(refusal.retryAfterSeconds ?? 60));
  const body = { error: refusal.message, code: refusal.code, request_id: request.id };
  return reply.status(refusal.status).type('application/json; charset=utf-8').send(JSON.stringify(body));
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
