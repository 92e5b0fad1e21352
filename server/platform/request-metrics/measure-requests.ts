import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from 'fastify';
import type { RequestMetrics } from './request-metrics.ts';

/** What nothing answers; an address is never a name. */
export const unknownRequests = 'unknown';
/** What no route of its own names. */
const files = 'files';

type Named = string | ((request: FastifyRequest, reply: FastifyReply) => string);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Under which name its requests are measured. */
    measuredAs?: Named;
  }
}

/** Measures every request that is answered, of the routes that come after: the time from its headers until the answer was sent. @param alsoNote told of each, too */
export function measureRequests(
  app: FastifyInstance,
  metrics: RequestMetrics,
  alsoNote: RequestMetrics['note'] = () => {},
): void {
  const noteBoth: RequestMetrics['note'] = (...answered) => {
    metrics.note(...answered);
    alsoNote(...answered);
  };
  app.addHook('onRoute', (route) => {
    const named = route.config?.measuredAs ?? files;
    const note: onResponseHookHandler = (request, reply, done) => {
      const name = typeof named === 'string' ? named : named(request, reply);
      noteBoth(name, reply.elapsedTime, reply.statusCode);
      done();
    };
    route.onResponse = [note, ...[route.onResponse ?? []].flat()];
  });
  app.addHook('onResponse', (request, reply, done) => {
    if (request.is404) noteBoth(unknownRequests, reply.elapsedTime, reply.statusCode);
    done();
  });
  metrics.start();
  app.addHook('onClose', () => metrics.stop());
}
