import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from '../server/app.ts';
import type { Clock } from '../server/platform/context.ts';
import type { World } from './world.ts';

export const builtWeb = join(import.meta.dirname, '../dist');

/** Another server on the database of a world, as a second process would be: it shares nothing kept with the first. */
export async function anotherApp(
  { settings, database, jobs, clock, canaries }: World,
  given: { pageCacheBytes?: number; clock?: Clock; logger?: Logger } = {},
): Promise<FastifyInstance> {
  const { logger } = canaries;
  const app = await createApp({ settings, database, jobs, clock, logger, webFolder: builtWeb, ...given });
  canaries.watch(app);
  return app;
}

/** A phone's browser that opens an address. */
export const navigation = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'none',
};

/** Opens an address: its status, the bytes of the page, and the headers that belong to it and not to the visitor. */
export async function openPage(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  const reply = await app.inject({ method: 'GET', url, headers: { ...navigation, ...headers } });
  const { 'set-cookie': _, 'x-request-id': __, date: ___, ...own } = reply.headers;
  return { status: reply.statusCode, bytes: reply.rawPayload.toString('base64'), headers: own, html: reply.body };
}
