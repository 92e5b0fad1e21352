import { join } from 'node:path';
import { pino } from 'pino';
import { loadSeed } from '../db/seed/load.ts';
import { seed } from '../db/seed/world.ts';
import { createApp } from './app.ts';
import { codeKeys } from './features/scanning/scanning.ts';
import type { Clock } from './platform/context.ts';
import { type Connection, openDatabase } from './platform/database.ts';
import { installJobs, Jobs } from './platform/jobs.ts';
import { createMailer } from './platform/mail.ts';
import { migrate } from './platform/migrations.ts';
import { ownerRole, PostgresStartError, startEmbeddedPostgres } from './platform/postgres.ts';
import { readSettings, type Settings, SettingsError } from './platform/settings.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);
const systemClock: Clock = { now: () => new Date() };

/** Where the database is: the one that is set, or our own, started here. */
async function reachDatabase(
  settings: Settings,
): Promise<{ connection: Connection; max: number; stop: () => Promise<void> }> {
  if (settings.databaseUrl) return { connection: { url: settings.databaseUrl }, max: 20, stop: async () => {} };
  const embedded = await startEmbeddedPostgres({ dataDir: settings.dataDir, note: say });
  void embedded.exited.then((code) => {
    say(`The database stopped unexpectedly (exit ${code}); see ${join(settings.dataDir, 'postgres.log')}.`);
    process.exit(1);
  });
  const { socketDir, port, database } = embedded;
  return { connection: { socketDir, port, database, user: ownerRole }, max: 10, stop: () => embedded.stop() };
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const logger = pino({ level: settings.logLevel }, pino.destination({ dest: 2, sync: false }));
  const onError = (error: Error) => logger.error({ err: error }, 'database connection lost');

  const server = await reachDatabase(settings);
  await migrate(server.connection);
  await installJobs(server.connection);
  const database = openDatabase(server.connection, { max: server.max, onError });
  if (settings.demoData) await loadSeed(database.db, seed, codeKeys(settings)[0]!, systemClock.now());

  const jobs = new Jobs(database.pool, onError);
  await jobs.start();
  await jobs.work('mail', createMailer(settings, systemClock));
  const webFolder = join(import.meta.dirname, '../dist');
  const app = await createApp({ settings, database, jobs, clock: systemClock, logger, webFolder });
  await app.listen({ port: settings.port, host: settings.host });
  announce(settings);

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    await app.close();
    await jobs.stop();
    await database.close();
    await server.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function announce({ productName, publicUrl, production, dataDir, databaseUrl, smtpUrl }: Settings): void {
  say(`\n${productName} is at ${publicUrl}`);
  if (production) return;
  say(`  codes to scan   ${publicUrl}/dev/codes`);
  say(
    `  sign in         ${publicUrl}/auth as traveler@example.com, partner@example.com, advertiser@example.com or admin@example.com`,
  );
  say(`  the link        ${smtpUrl ? `sent by ${new URL(smtpUrl).host}` : `${publicUrl}/dev/mail`}`);
  say(`  the API         ${publicUrl}/api/docs`);
  say(`  data            ${databaseUrl ? `${new URL(databaseUrl).host}, files in ${dataDir}` : dataDir}`);
  say('Ctrl-C stops it.');
}

start().catch((error: unknown) => {
  const known = error instanceof SettingsError || error instanceof PostgresStartError;
  const inUse = (error as { code?: string }).code === 'EADDRINUSE';
  if (error instanceof SettingsError) say(`Setting ${error.message}`);
  else if (inUse) say(`The port is taken: set PORT to another one. (${(error as Error).message})`);
  else say(known ? (error as Error).message : String((error as Error).stack ?? error));
  process.exit(1);
});
