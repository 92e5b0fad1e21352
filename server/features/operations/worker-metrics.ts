import { createServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Replica } from '../../platform/database/replica.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { Metrics, requireMetricsReader } from './metrics.ts';

/** Scrapes come one after the other. */
const mostConnections = 10;
/** When a port that was taken is tried again, in milliseconds. */
const againAfterMs = 5_000;

/**
 * Answers `GET /metrics` at METRICS_PORT for a worker, which listens nowhere else; to whom the other processes answer it.
 * Where it cannot listen it works all the same, and tries again: in an update the version before still has the port.
 * @param work the connections of what it does, and the replica that it reads
 * @returns what ends it
 */
export function serveWorkerMetrics(
  settings: Settings,
  { work, replica }: { work: Database; replica?: Replica | undefined },
  clock: Clock,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
): () => void {
  if (settings.metricsPort === undefined) return () => {};
  const metrics = new Metrics({ db: work.aside, pools: { work: work.pool }, replica, settings, clock });
  const server = createServer(async ({ method, url, headers, socket }, reply) => {
    try {
      if (method !== 'GET' || url !== '/metrics') throw new Refusal('not_found');
      requireMetricsReader({ headers, address: socket.remoteAddress ?? '', settings });
      const text = await metrics.read();
      reply.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      reply.writeHead(error instanceof Refusal ? error.status : 500).end();
    }
  });
  server.maxConnections = mostConnections;
  const listen = () => server.listen(settings.metricsPort, settings.host);
  let waiting: NodeJS.Timeout | undefined;
  let hasFailed = false;
  server.on('error', ({ message }) => {
    if (!hasFailed) log.warn({ reason: message }, 'METRICS_PORT cannot be listened at; it is tried again');
    hasFailed = true;
    waiting = setTimeout(listen, againAfterMs);
  });
  server.on('listening', () => hasFailed && log.info('METRICS_PORT is listened at'));
  listen();
  return () => {
    clearTimeout(waiting);
    server.close();
    server.closeAllConnections();
  };
}
