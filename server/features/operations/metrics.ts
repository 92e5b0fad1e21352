import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findBackupState, isLogShipped, logTasks } from '../../platform/backups/backup-state.ts';
import type { Clock, Context } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import { shippedMigrations } from '../../platform/database/migrations.ts';
import type { Replica } from '../../platform/database/replica.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isSentToUs } from '../../platform/http/request-origin.ts';
import { deadLetterOf, deadLetterQueues, jobNames } from '../../platform/jobs/queues.ts';
import { findNewsLag } from '../../platform/news/inbox.store.ts';
import { productVersion } from '../../platform/product-version.ts';
import { hashToken, isSame } from '../../platform/sessions/tokens.ts';
import type { Settings } from '../../platform/settings.ts';
import { findUpkeep } from '../../platform/upkeep.store.ts';
import { findErasureLag } from '../privacy/privacy.ts';
import { countAlerts } from '../security-desk/security-desk.ts';
import { countDeadLetters, findQueues, queueNames } from './metrics.store.ts';

/** Ends of the buckets of durations, in seconds: from an answer out of memory up to the time-outs. */
const durationBuckets = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

let ofProcess: Registry | undefined;
/** Memory, processor and event loop, under the names that all Node servers have: of the process, whatever apps there are in it. */
function processRegistry(): Registry {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

interface Deps {
  /** Connections that neither requests nor jobs use up, with short time-outs. */
  db: Db;
  /** The connections there are, by what they are for. */
  pools: Readonly<Record<string, pg.Pool>>;
  /** The copy from which what is only read is read, where there is one. */
  replica?: Replica | undefined;
  settings: Pick<Settings, 'databaseUrl' | 'logArchive'>;
  clock: Clock;
}

/** What a Prometheus server is told of one process, and of the work that all of them share. Labels have few values, and none is anybody's. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #deps: Deps;
  readonly #requests: Counter<'endpoint' | 'status'>;
  readonly #durations: Histogram<'endpoint'>;
  #readings: Counter<'by' | 'reason'> | undefined;
  readonly #gauges = new Map<string, Gauge<string>>();

  constructor(deps: Deps) {
    this.#deps = deps;
    const registers = [this.#registry];
    this.#requests = new Counter({
      name: 'holoholo_http_requests_total',
      help: 'Requests answered, by endpoint and class of status',
      labelNames: ['endpoint', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'holoholo_http_request_duration_seconds',
      help: 'Time from the headers of a request until its answer was sent',
      labelNames: ['endpoint'],
      buckets: durationBuckets,
      registers,
    });
    const build = this.#gauge('holoholo_build_info', 'One, with the version that runs', [
      'version',
      'node',
      'migration',
    ]);
    build.set({ version: productVersion, node: process.versions.node, migration: shippedMigrations().at(-1) ?? '' }, 1);
    processRegistry();
  }

  /** A request was answered. @param endpoint one of few names, never what was asked for */
  note(endpoint: string, ms: number, status: number): void {
    this.#requests.inc({ endpoint, status: `${Math.floor(status / 100)}xx` });
    this.#durations.observe({ endpoint }, ms / 1_000);
  }

  /** All of it in Prometheus' text form. What only the database knows is left out while that is away. */
  async read(): Promise<string> {
    this.#tellPools();
    this.#tellReplica();
    await this.#tellDatabase();
    return `${await this.#registry.metrics()}\n${await processRegistry().metrics()}`;
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  #gauge(name: string, help: string, labelNames: readonly string[] = []): Gauge<string> {
    const made = this.#gauges.get(name) ?? new Gauge({ name, help, labelNames, registers: [this.#registry] });
    this.#gauges.set(name, made);
    return made;
  }

  #tellPools(): void {
    const { pools, replica } = this.#deps;
    const connections = this.#gauge('holoholo_database_connections', 'Connections to the database', ['pool', 'state']);
    const most = this.#gauge('holoholo_database_connections_max', 'Connections that a pool may have', ['pool']);
    const waiting = this.#gauge('holoholo_database_waiting', 'Who waits for a connection of a pool', ['pool']);
    for (const [pool, { totalCount, idleCount, waitingCount, options }] of Object.entries({
      ...pools,
      ...(replica && { replica: replica.status.pool }),
    })) {
      connections.set({ pool, state: 'used' }, totalCount - idleCount);
      connections.set({ pool, state: 'idle' }, idleCount);
      most.set({ pool }, options.max);
      waiting.set({ pool }, waitingCount);
    }
  }

  #tellReplica(): void {
    if (!this.#deps.replica) return;
    const { state, lagSeconds, readings } = this.#deps.replica.status;
    this.#gauge('holoholo_replica_in_use', 'Whether the replica is read').set(state === 'in_use' ? 1 : 0);
    this.#gauge('holoholo_replica_lag_seconds', 'For how long the replica lacks what the primary had').set(lagSeconds);
    this.#readings ??= new Counter({
      name: 'holoholo_readings_total',
      help: 'What may be read from the replica, by who gave it: the replica, or the primary for which reason',
      labelNames: ['by', 'reason'],
      registers: [this.#registry],
    });
    this.#readings.reset();
    for (const [reason, count] of Object.entries(readings))
      this.#readings.inc(reason === 'replica' ? { by: reason, reason: '' } : { by: 'primary', reason }, count);
  }

  async #tellDatabase(): Promise<void> {
    const { db, settings } = this.#deps;
    const up = this.#gauge('holoholo_database_up', 'Whether the database answers', ['kind']);
    const kind = settings.databaseUrl ? 'external' : 'embedded';
    try {
      await this.#tellWork(db);
      await this.#tellUpkeep(db);
      await this.#tellAlerts(db);
      up.set({ kind }, 1);
    } catch {
      // What is not known is not told: an old figure would look like a new one.
      for (const name of ofDatabase) {
        this.#registry.removeSingleMetric(name);
        this.#gauges.delete(name);
      }
      up.set({ kind }, 0);
    }
  }

  async #tellWork(db: Db): Promise<void> {
    const jobs = this.#gauge('holoholo_jobs', 'Jobs of a queue: due, later, in hand, failed', ['queue', 'state']);
    const oldest = this.#gauge('holoholo_jobs_oldest_seconds', 'For how long the oldest due job of a queue waits', [
      'queue',
    ]);
    const found = new Map((await findQueues(db)).map((one) => [one.queue, one]));
    for (const queue of queueNames) {
      const { due = 0, later = 0, active = 0, failed = 0, oldest: seconds = 0 } = found.get(queue) ?? {};
      for (const [state, count] of Object.entries({ due, later, active, failed })) jobs.set({ queue, state }, count);
      oldest.set({ queue }, seconds);
    }
    const dead = this.#gauge('holoholo_dead_letters', 'Jobs that failed for the last time and wait for a person', [
      'queue',
    ]);
    const counts = new Map((await countDeadLetters(db)).map(({ queue, count }) => [queue, count]));
    for (const queue of jobNames)
      if (deadLetterQueues.includes(deadLetterOf(queue))) dead.set({ queue }, counts.get(queue) ?? 0);
    const inbox = this.#gauge('holoholo_inbox_oldest_seconds', "For how long the oldest news of others' servers waits");
    inbox.set(await findNewsLag(db, this.#deps.clock.now()));
    const erasures = this.#gauge('holoholo_erasures_oldest_seconds', 'For how long the oldest erasure is under way');
    erasures.set(await findErasureLag(db, this.#deps.clock.now()));
  }

  async #tellAlerts(db: Db): Promise<void> {
    const alerts = this.#gauge('holoholo_security_alerts', 'Alerts of security that go on, and nobody has dismissed', [
      'rule',
    ]);
    for (const [rule, count] of await countAlerts(db)) alerts.set({ rule }, count);
  }

  async #tellUpkeep(db: Db): Promise<void> {
    const done = this.#gauge('holoholo_upkeep_success_timestamp_seconds', 'When a task of upkeep last went well', [
      'task',
    ]);
    const well = this.#gauge('holoholo_upkeep_ok', 'Whether a task of upkeep went well the last time', ['task']);
    const failed = this.#gauge(
      'holoholo_upkeep_failures',
      'How often in a row work failed that is done again and again',
      ['task'],
    );
    const isShipped = isLogShipped(this.#deps.settings);
    // Where it never began nobody else tells of it.
    if (isShipped) well.set({ task: 'log-shipping' }, 0);
    for (const { task, succeeded_at, problem, figures } of (await findUpkeep(db)).values()) {
      if (!isShipped && logTasks.some((one) => one === task)) continue;
      if (succeeded_at) done.set({ task }, succeeded_at.getTime() / 1_000);
      well.set({ task }, problem === null ? 1 : 0);
      if (task.startsWith('turn-')) failed.set({ task }, problem === null ? 0 : Number(figures.failures ?? 1));
    }
    const { takenAt, verifiedAt, everyHours, bytes } = await findBackupState(db, this.#deps.settings);
    if (takenAt) done.set({ task: 'backup' }, takenAt.getTime() / 1_000);
    if (verifiedAt) done.set({ task: 'backup-check' }, verifiedAt.getTime() / 1_000);
    this.#gauge('holoholo_backup_interval_seconds', 'How often a backup is taken').set(everyHours * 3_600);
    if (bytes !== null) this.#gauge('holoholo_backup_size_bytes', 'How large the last backup is').set(bytes);
  }
}

/** What only the database knows. */
const ofDatabase = [
  ...['holoholo_jobs', 'holoholo_jobs_oldest_seconds', 'holoholo_dead_letters', 'holoholo_inbox_oldest_seconds'],
  ...['holoholo_upkeep_success_timestamp_seconds', 'holoholo_upkeep_ok', 'holoholo_backup_interval_seconds'],
  ...[
    'holoholo_upkeep_failures',
    'holoholo_backup_size_bytes',
    'holoholo_security_alerts',
    'holoholo_erasures_oldest_seconds',
  ],
];

/** What a proxy adds to a request that it hands on. */
const ofProxies = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];
const isThisMachine = (address: string) => /^(::ffff:)?127\.|^::1$/.test(address);

/**
 * Lets read whoever has the token, or without one whoever asks from this machine, by its own name and through no proxy. In production
 * the token alone: there a proxy ends TLS, and one that hands on bytes, or our own name, cannot be told from this machine.
 * @throws Refusal `unauthenticated`, or `not_found` as if there were no such address
 */
export function requireMetricsReader({
  headers,
  address,
  settings,
}: Pick<Context, 'headers' | 'address' | 'settings'>) {
  if (settings.metricsToken) {
    const given = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    if (!isSame(hashToken(given), hashToken(settings.metricsToken))) throw new Refusal('unauthenticated');
    return;
  }
  if (settings.production) throw new Refusal('not_found');
  const isHandedOn = ofProxies.some((name) => headers[name] !== undefined);
  if (isHandedOn || !isThisMachine(address) || !isSentToUs(headers.host)) throw new Refusal('not_found');
}
