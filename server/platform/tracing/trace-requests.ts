import type { FastifyInstance } from 'fastify';
import { isTracing, type OpenSpan, openSpan } from './tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the request, where such are measured. */
    span: OpenSpan | null;
  }
}

/** Measures a span for every request, with the id that its answer and the log have; of its address the route alone. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, id } = request;
    const route = request.routeOptions.url;
    // A method is whatever somebody wrote; those that have a route are ours.
    const attributes = {
      'http.request.method': request.is404 ? '_OTHER' : method,
      ...(route && !request.is404 && { 'http.route': route }),
      'holoholo.request_id': id,
    };
    const name = request.is404 ? 'unknown' : `${method} ${route}`;
    request.span = openSpan(name, 'SERVER', attributes, true) ?? null;
    if (request.span) request.span.within(done);
    else done();
  });
  // A body arrives in the name of its connection, not of its request.
  app.addHook('preHandler', (request, _reply, done) => (request.span ? request.span.within(done) : done()));
  app.addHook('onResponse', (request, reply, done) => {
    const failure = reply.statusCode >= 500 ? { code: String(reply.statusCode) } : undefined;
    request.span?.end({ 'http.response.status_code': reply.statusCode }, failure);
    done();
  });
}
