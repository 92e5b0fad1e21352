import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../server/app.ts';
import { asApplication, clientConfig, type Database, openDatabase } from '../../server/platform/database/database.ts';
import { createServer } from '../../server/platform/http/server.ts';
import { builtWeb, navigation } from '../page-apps.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

// How many requests are worked on, wait and are refused, by the numbers that are in force.

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { TRUST_PROXY: '1', RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** Statuses of what was answered so far, of requests that were sent at once. */
class Burst {
  readonly statuses: number[] = [];
  readonly #all: Promise<unknown>[] = [];
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  send(url: string, network: string): void {
    const sent = this.#app.inject({ url, headers: { ...navigation, 'x-forwarded-for': network } });
    this.#all.push(sent.then(({ statusCode }) => this.statuses.push(statusCode)));
  }

  /** Sends one that is refused; when it is, all that were sent before it have been let in, wait or are refused. */
  async sendRefused(url: string, network: string): Promise<void> {
    const reply = await this.#app.inject({ url, headers: { ...navigation, 'x-forwarded-for': network } });
    expect(reply.statusCode).toBe(503);
  }

  get refused(): number {
    return this.statuses.filter((status) => status === 503).length;
  }

  async over(): Promise<void> {
    await Promise.all(this.#all);
  }
}
const networkNumber = (at: number) => `198.51.100.${at}`;

describe('steps of requests', () => {
  let app: FastifyInstance;
  let begun = 0;
  let hold = Promise.withResolvers<void>();
  beforeAll(() => {
    app = createServer(world.settings, pino({ level: 'silent' }));
    app.get('/held', async () => {
      begun += 1;
      await hold.promise;
      return 'done';
    });
  });
  afterAll(() => app.close());

  /** What is begun and refused of requests that are sent at once and held. */
  async function held(networks: string[], last: string) {
    begun = 0;
    hold = Promise.withResolvers();
    const burst = new Burst(app);
    for (const network of networks) burst.send('/held', network);
    await burst.sendRefused('/held', last);
    const seen = { begun, refused: burst.refused };
    hold.resolve();
    await burst.over();
    return seen;
  }

  test('of one network alone 64 are worked on and 320 wait', async () => {
    const alone = networkNumber(1);
    expect(await held(Array(400).fill(alone), alone)).toEqual({ begun: 64, refused: 400 - 64 - 320 });
  });

  test('beside others 2 are worked on and 320 wait', async () => {
    const [one, other] = [networkNumber(2), networkNumber(3)];
    expect(await held([one, ...Array(400).fill(other)], other)).toEqual({ begun: 1 + 2, refused: 400 - 2 - 320 });
  });

  test('of all networks 256 are worked on and 1,024 wait', async () => {
    const all = Array.from({ length: 1_400 }, (_, at) => networkNumber(at % 200));
    expect(await held(all, networkNumber(0))).toEqual({ begun: 256, refused: 1_400 - 256 - 1_024 });
  });
});

describe('pages that are made', () => {
  let database: Database;
  let owner: pg.Client;
  let watcher: pg.Client;
  let page = 1_000;
  const nextPage = () => `/location/${page++}`;
  beforeAll(async () => {
    // More connections than pages are made at once, so that these do not bound them.
    database = openDatabase(asApplication(await ownerOf(world)), { max: 16, onError: () => {} });
    const connection = clientConfig(await ownerOf(world));
    [owner, watcher] = [new pg.Client(connection), new pg.Client(connection)];
    await Promise.all([owner.connect(), watcher.connect()]);
  });
  afterAll(async () => {
    await Promise.all([owner.end(), watcher.end()]);
    await database.close();
  });

  /** Pages in the making: each waits for its place, which is locked. */
  const making = async () => {
    const { rowCount } = await watcher.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount;
  };

  /** With a server of its own, as pages of the last one may still be in the making when nobody waits for them. */
  async function whileLocked<T>(work: (burst: Burst) => Promise<T>, quietMs = 0): Promise<T> {
    const { settings, jobs, clock } = world;
    const logger = pino({ level: 'silent' });
    const app = await createApp({ settings, database, jobs, clock, logger, webFolder: builtWeb });
    await app.inject({ url: nextPage(), headers: { ...navigation, 'x-forwarded-for': networkNumber(1) } });
    await sleep(quietMs);
    const burst = new Burst(app);
    await owner.query('begin; lock table locations in access exclusive mode');
    try {
      return await work(burst);
    } finally {
      await owner.query('rollback');
      await burst.over();
      await app.close();
    }
  }

  test('of one network alone two, while 48 wait', async () => {
    const alone = networkNumber(101);
    // Networks that asked within a second share; none of before is to be one of them.
    const seen = await whileLocked(async (burst) => {
      for (let at = 0; at < 64; at++) burst.send(nextPage(), alone);
      await burst.sendRefused(nextPage(), alone);
      await expect.poll(making).toBeGreaterThanOrEqual(2);
      return [await making(), burst.refused];
    }, 1_100);
    expect(seen).toEqual([2, 64 - 2 - 48]);
  });

  test('beside others one of each network', async () => {
    await whileLocked(async (burst) => {
      for (const at of [103, 104, 104, 104, 105]) burst.send(nextPage(), networkNumber(at));
      await expect.poll(making).toBeGreaterThanOrEqual(3);
      // The last was let in, and so would have been the others before it.
      for (let time = 0; time < 20; time++) expect(await making()).toBe(3);
    });
  });

  test('of all networks four, while 96 wait', async () => {
    const seen = await whileLocked(async (burst) => {
      for (let at = 0; at < 160; at++) burst.send(nextPage(), networkNumber(110 + (at % 20)));
      await burst.sendRefused(nextPage(), networkNumber(110));
      await expect.poll(making).toBeGreaterThanOrEqual(4);
      return [await making(), burst.refused];
    });
    expect(seen).toEqual([4, 160 - 4 - 96]);
  });
});
