import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { z } from 'zod';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Context, Services } from '../server/platform/context.ts';
import { type Answered, mountContract } from '../server/platform/http/http.ts';
import { createServer } from '../server/platform/http/server.ts';
import { RateLimits } from '../server/platform/limits/rate-limits.ts';
import { call, createWorld, type Reply, type World } from './world.ts';

// biome-ignore lint/suspicious/noExplicitAny: each test knows what its handler is given
export type Handler = (input: any, ctx: Context) => any;

export const plain: Endpoint = {
  method: 'GET',
  path: '/api/things',
  access: 'anyone',
  summary: 'Things',
  reply: z.object({ ok: z.boolean() }),
};
export const fine: Handler = () => ({ ok: true });

/** A declared endpoint with its answer; both are plain where nothing else is given. */
export const answering = (
  declared: Partial<Endpoint>,
  handler: Handler = fine,
  again?: Answered['again'],
): Answered => ({ endpoint: { ...plain, ...declared }, handler, again });

type Ask = (request: string, options?: Parameters<typeof call>[3]) => Promise<Reply>;

/** The real server, sessions, limits and database of a world, behind contracts of a test's own. */
export interface SmallWorld extends World {
  /** Mounts a contract, which is that of the answers unless told. @returns what calls it. @throws as `mountContract` */
  mount(answers: Answered[], given?: { contract?: Endpoint[]; production?: boolean }): Ask;
}

export async function createSmallWorld(): Promise<SmallWorld> {
  const world = await createWorld();
  const apps: FastifyInstance[] = [];
  return {
    ...world,
    mount(answers, { contract = answers.map((one) => one.endpoint), production = false } = {}) {
      const settings = { ...world.settings, production };
      const app = createServer(settings, pino({ level: 'silent' }));
      apps.push(app);
      const { database, db, clock, jobs } = world;
      const services: Services = {
        db,
        clock,
        jobs,
        settings,
        limits: new RateLimits(database.aside, true),
        log: app.log,
        languages: ['en'],
        mailsIn: async () => ({}) as never,
      };
      mountContract(app, contract, answers, services);
      return (request, options = {}) => call(app, settings, request, options);
    },
    async close() {
      await Promise.all(apps.map((app) => app.close()));
      await world.close();
    },
  };
}
