import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Clock } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Settings, SettingsError } from '../../platform/settings.ts';
import { Metrics, requireMetricsReader } from './metrics.ts';

/** Scrapes come one after the other. */
const mostConnections = 10;

/**
 * Answers `GET /metrics` at METRICS_PORT for a worker, which listens nowhere else; to whom the other processes answer it.
 * @param work the connections of what it does
 * @returns what ends it. @throws SettingsError where it cannot listen there
 */
export async function serveWorkerMetrics(settings: Settings, work: Database, clock: Clock): Promise<() => void> {
  if (settings.metricsPort === undefined) return () => {};
  const metrics = new Metrics({ db: work.aside, pools: { work: work.pool }, settings, clock });
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
  server.listen(settings.metricsPort, settings.host);
  await once(server, 'listening').catch((error: Error) => {
    throw new SettingsError(`METRICS_PORT should be one that can be listened at (${error.message})`);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
