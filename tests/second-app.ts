import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { createApp } from '../server/app.ts';
import { openDatabase } from '../server/platform/database.ts';
import { readSettings } from '../server/platform/settings.ts';
import type { World } from './world.ts';

/** A second server over a world's database, with a pool of its own, as a second process would be. */
export async function openSecondApp(
  world: World,
  environment: Record<string, string> = {},
): Promise<{ app: FastifyInstance; close(): Promise<void> }> {
  const { connectionString: url, host, port, database: name, user } = world.database.pool.options;
  const connection = url ? { url } : { socketDir: host!, port: port!, database: name!, user: user as string };
  const database = openDatabase(connection, { max: 4, onError: () => {} });
  const { dataDir: DATA_DIR, publicUrl: PUBLIC_URL } = world.settings;
  const settings = readSettings({ DATA_DIR, PUBLIC_URL, LOG_LEVEL: 'silent', ...environment });
  const { jobs, clock } = world;
  const app = await createApp({ settings, database, jobs, clock, logger: pino({ level: 'silent' }) });
  return {
    app,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
