import type { FastifyInstance } from 'fastify';
import { createApp } from '../server/app.ts';
import { type Database, openDatabase } from '../server/platform/database/database.ts';
import { Jobs } from '../server/platform/jobs/jobs.ts';
import { readSettings } from '../server/platform/settings.ts';
import type { World } from './world.ts';

/** A second server over a world's database. */
export interface SecondApp {
  app: FastifyInstance;
  database: Database;
  close(): Promise<void>;
}

/**
 * Opens a second server over a world's database, with a pool, a queue and a memory of its own, as a second process has.
 * @param environment its settings, beside the world's folder and address; without one it has all of the world's settings.
 */
export async function openSecondApp(world: World, environment?: Record<string, string>): Promise<SecondApp> {
  const { connectionString: url, host, port, database: name, user } = world.database.pool.options;
  const connection = url ? { url } : { socketDir: host!, port: port!, database: name!, user: user as string };
  const database = openDatabase(connection, { max: 4, onError: () => {} });
  const jobs = new Jobs(database.pool, () => {});
  await jobs.start();
  const { dataDir: DATA_DIR, publicUrl: PUBLIC_URL } = world.settings;
  const settings = environment
    ? readSettings({ DATA_DIR, PUBLIC_URL, LOG_LEVEL: 'silent', ...environment })
    : world.settings;
  const app = await createApp({ settings, database, jobs, clock: world.clock, logger: world.canaries.logger });
  world.canaries.watch(app);
  return {
    app,
    database,
    close: async () => {
      await app.close();
      await jobs.stop();
      await database.close();
    },
  };
}
