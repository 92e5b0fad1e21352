import { join } from 'node:path';
import { pino } from 'pino';
import { beginHistory } from '../db/seed/history/begin-history.ts';
import { loadSeed } from '../db/seed/load.ts';
import { offers } from '../db/seed/offers.ts';
import { people } from '../db/seed/people.ts';
import { seed } from '../db/seed/world.ts';
import { hopeless } from '../scripts/exit-codes.mjs';
import { Books } from '../simulators/books.ts';
import { announce } from './announce.ts';
import { createApp } from './app.ts';
import { startBackgroundWork } from './background.ts';
import { demoBooksFile, hasDemoPlatforms, startDemoPlatforms } from './features/demo/demo-platforms.ts';
import { startDemoIdentityProvider } from './features/demo/identity-provider.ts';
import { serveWorkerMetrics } from './features/operations/worker-metrics.ts';
import { findEditions } from './features/pages/editions.ts';
import { mailLanguagesOf } from './features/pages/mail-words.ts';
import { codeKeys } from './features/scanning/scanning.ts';
import { watchServer } from './features/security-desk/security-desk.ts';
import type { Clock } from './platform/context.ts';
import {
  asApplication,
  type Connection,
  type Database,
  isKnownAway,
  openDatabase,
} from './platform/database/database.ts';
import { firstLineOf } from './platform/database/database-errors.ts';
import {
  DatabaseAway,
  DatabaseRefused,
  overConnectionOf,
  requireSessions,
  reviewLogins,
} from './platform/database/database-requirements.store.ts';
import { migrate } from './platform/database/migrations.ts';
import { Replica, type ReplicaState } from './platform/database/replica.ts';
import { findFullDisk } from './platform/disk.ts';
import { keepEmbeddedPostgres } from './platform/embedded/embedded-database.ts';
import { ownerRole, PostgresStartError } from './platform/embedded/postgres.ts';
import { resetRoleSettings } from './platform/embedded/role-settings.store.ts';
import { listen } from './platform/http/listening.ts';
import { installJobs } from './platform/jobs/install-jobs.ts';
import { Jobs } from './platform/jobs/jobs.ts';
import { errorForLog } from './platform/log-errors.ts';
import { returnMemoryWhenQuiet } from './platform/memory.ts';
import { productVersion } from './platform/product-version.ts';
import { say } from './platform/say.ts';
import { flushSecurityEvents } from './platform/security-events/security-events.ts';
import { makeDataFolder, readSettings, type Settings, SettingsError } from './platform/settings.ts';

/** A stop takes so many milliseconds at most. */
const stopLimit = 4_800;
/** News takes up to three connections at a time, long work as many, and there are eleven kinds of recurring work, of which few run at once. */
const backgroundConnections = 10;
const workStatementSeconds = 30;
/** To a replica, for requests and for work each. */
const replicaConnections = 10;
/** For its answers at the start, in milliseconds. */
const replicaPatienceMs = 2_000;
/** Of the built web side. */
const webFolder = join(import.meta.dirname, '../dist');
const systemClock: Clock = { now: () => new Date() };

interface ReachedServer {
  /** Whom migrations run as. */
  owner: Connection;
  /** Whom the application connects as. */
  application: Connection;
  /** Connections for the application. */
  max: number;
  stop: () => Promise<void>;
}

/** Where this process can be reached from within. */
const ownAddress = ({ host, port }: Settings) => {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
};

/** Where the database is: the one that is set, or our own, started here. */
async function reachDatabase({ databaseUrl, migrationUrl, dataDir }: Settings): Promise<ReachedServer> {
  if (databaseUrl) {
    const application = { url: databaseUrl };
    const owner = migrationUrl && migrationUrl !== databaseUrl ? { url: migrationUrl } : application;
    return { owner, application, max: 20, stop: async () => {} };
  }
  const embedded = await keepEmbeddedPostgres({
    dataDir,
    note: say,
    giveUp: (error) => {
      say(`The database cannot be started again. ${error.message}`);
      process.exit(1);
    },
  });
  const { socketDir, port, database } = embedded;
  const owner = { socketDir, port, database, user: ownerRole };
  return { owner, application: asApplication(owner), max: 18, stop: () => embedded.stop() };
}

/** What a start has come to, for the words about its failure. */
const begun: { ownDatabaseIn?: string; stopDatabase?: () => Promise<void> } = {};

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  if (!settings.databaseUrl) begun.ownDatabaseIn = settings.dataDir;
  const log = { level: settings.logLevel, serializers: { err: errorForLog } };
  const logger = pino(log, pino.destination({ dest: 2, sync: false }));
  // Its message alone: the driver's errors carry the whole client with them.
  const onError = ({ message }: Error) => logger.error({ reason: message }, 'database connection lost');
  const onAvailability = (isAway: boolean) =>
    isAway ? logger.error('the database is away') : logger.warn('the database is back');
  let stopping = false;
  const onJobError = (error: Error) => {
    // Work that a stop breaks off is done by the next process.
    if (!stopping && !isKnownAway(error)) logger.error({ err: error }, 'background work failed');
  };

  if (settings.tracingProblem) logger.warn(`Setting ${settings.tracingProblem}: no spans are sent.`);
  // Loaded only where it is asked for.
  const stopTracing = settings.tracing
    ? await (await import('./platform/tracing/start-tracing.ts')).startTracing(settings.tracing, {
        version: productVersion,
        log: logger,
      })
    : async () => {};
  makeDataFolder(settings.dataDir);
  const server = await reachDatabase(settings);
  begun.stopDatabase = server.stop;
  const ownersSetting = server.owner === server.application ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
  await overConnectionOf(ownersSetting, async () => {
    if (settings.databaseUrl) await requireSessions(server.owner, ownersSetting);
    await migrate(server.owner, undefined, (words) => logger.warn(words));
    await installJobs(server.owner);
  });
  for (const warning of await resetRoleSettings(server.owner, server.application)) logger.warn(warning);
  if (settings.databaseUrl) for (const warning of await reviewLogins(server, settings.production)) logger.warn(warning);
  const database = openDatabase(server.application, { max: server.max, onError, onAvailability });
  // A pool of its own, with longer statements: slow work takes no connection from requests, nor they from mail.
  const background = openDatabase(server.application, {
    max: backgroundConnections,
    statementSeconds: workStatementSeconds,
    lockSeconds: 2,
    onError: () => {}, // told of by the other pool
  });
  const onReplica = (state: ReplicaState, reason?: string) =>
    state === 'in_use'
      ? logger.warn('the replica is read')
      : logger.warn({ state, reason }, 'the replica is not read: the primary answers in its stead');
  const replicas: Replica[] = [];
  /** Opens the replica that is set, if any, beside connections to the primary of the same kind. */
  const openReplica = async (primary: Database, given: { max: number; statementSeconds?: number }) => {
    if (!settings.replicaUrl) return undefined;
    const connection = { url: settings.replicaUrl };
    const check = () => requireSessions(connection, 'DATABASE_REPLICA_URL', replicaPatienceMs);
    // Without one that is away the product starts as well; it is checked before it is read.
    await check().catch((error) => {
      if (error instanceof DatabaseRefused) throw error;
    });
    const copy = openDatabase(connection, { ...given, isReplica: true, onError: () => {} });
    // Of all that it may be, the first tells.
    const onChange = replicas.length === 0 ? onReplica : undefined;
    const replica = new Replica({ primary, replica: copy }, { onChange, check, now: () => systemClock.now() });
    replicas.push(replica);
    await replica.look();
    return replica;
  };
  const forRequests = settings.role === 'worker' ? undefined : await openReplica(database, { max: replicaConnections });
  const forWork =
    settings.role === 'web'
      ? undefined
      : await openReplica(background, { max: replicaConnections, statementSeconds: workStatementSeconds });
  if (settings.demoData !== 'off') await loadSeed(background.db, seed, codeKeys(settings)[0]!, systemClock.now());
  const platforms = hasDemoPlatforms(settings)
    ? await startDemoPlatforms(settings, {
        ...{ offers, clock: systemClock, product: ownAddress(settings) },
        port: settings.port && settings.port + 2,
      })
    : undefined;
  // A worker of its own keeps them for the history alone.
  const booksOf = () => platforms?.books ?? Books.open(demoBooksFile(settings.dataDir));
  const jobs = new Jobs(background.pool, onJobError, { boundDays: true });
  await jobs.start();
  const hasPast = settings.demoData === 'on' && settings.role !== 'web';
  const past = Promise.withResolvers<void>();
  const stopBackgroundWork =
    settings.role === 'web'
      ? () => Promise.all([flushSecurityEvents(background.db), jobs.stop()])
      : await startBackgroundWork(
          { db: background.db, replica: forWork, jobs, clock: systemClock, settings, owner: server.owner },
          logger,
          mailLanguagesOf(findEditions(webFolder)),
          hasPast ? past.promise : undefined,
        );
  const read = { work: background, replica: forWork };
  const stopAnswering =
    settings.role === 'worker' ? serveWorkerMetrics(settings, read, systemClock, logger) : await answerRequests();
  const stopHistory = hasPast
    ? beginHistory({ settings, database: background, logger, books: booksOf() }, systemClock, past.resolve)
    : async () => {};
  const stopWatching = watchServer({ db: background.db, clock: systemClock, settings }, logger);
  returnMemoryWhenQuiet();

  async function answerRequests(): Promise<() => Promise<void>> {
    const identityProvider = settings.oidc.isDemo
      ? await startDemoIdentityProvider(settings, people, settings.port && settings.port + 1)
      : undefined;
    if (identityProvider) settings.oidc.issuer = identityProvider.issuer;
    const app = await createApp({
      ...{ settings, database, background, replica: forRequests, jobs },
      ...{ clock: systemClock, logger, webFolder },
    });
    await listen(app, settings);
    announce(settings);
    return async () => {
      await app.close();
      await identityProvider?.stop();
    };
  }

  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    stopWatching();
    logger.info({ signal }, 'stopping');
    // Whatever then is not over need not be waited for: all that was acknowledged is kept, and the database ends with us.
    setTimeout(() => process.exit(0), stopLimit);
    await Promise.all([platforms?.stop(), stopAnswering(), stopHistory(), jobs.endWork()]);
    await stopBackgroundWork();
    await Promise.all(replicas.map((one) => one.close()));
    await background.close();
    await database.close();
    await Promise.all([server.stop(), stopTracing()]);
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Whoever reads it may stop us at once.
  if (settings.role === 'worker') say(`${settings.productName}'s worker is at work.`);
  // Started by a supervisor: it learns that we are at work, and we do not outlive it.
  if (!process.send) return;
  process.on('disconnect', () => void stop('SIGTERM'));
  if (process.connected) process.send('listening');
  else await stop('SIGTERM');
}

start().catch(async (error: unknown) => {
  const isRefused = error instanceof SettingsError || error instanceof DatabaseRefused;
  // Our own database's last words may be lost on a full disk, or be about anything.
  const fullDisk = isRefused || !begun.ownDatabaseIn ? undefined : await findFullDisk(begun.ownDatabaseIn);
  const isKnown = isRefused || error instanceof PostgresStartError || fullDisk !== undefined;
  if (error instanceof SettingsError) say(`Setting ${error.message}`);
  else if (isKnown || error instanceof DatabaseAway) say(firstLineOf(error));
  else say(String((error as Error).stack ?? error));
  if (fullDisk) say(fullDisk);
  // Without room it does not end by itself, having been told to only once.
  if (fullDisk) await begun.stopDatabase?.().catch(() => {});
  process.exit(isKnown ? hopeless : 1);
});
