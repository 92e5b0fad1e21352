import { execFile } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { people } from '../../db/seed/people.ts';
import { type DemoIdentityProvider, startDemoIdentityProvider } from '../../server/features/demo/identity-provider.ts';
import { serverArguments, serverEnvironment } from '../server-process.mjs';
import { fillIn, type TemplateName } from './configuration.ts';
import { type DatabaseNode, findNode, postmasterOf } from './database-nodes.ts';
import { type ClusterEngines, unprivileged } from './engines.mjs';
import { choosePlaces, type Places } from './places.ts';
import { Service, type ServiceCommand } from './service.ts';

const root = join(import.meta.dirname, '../..');

/** A web process, and the address at which it answers by itself. */
export interface WebProcess {
  service: Service;
  url: string;
}

/**
 * All of "The machines" (docs/scaling.md) on one machine: etcd, two nodes of PostgreSQL under Patroni, HAProxy, PgBouncer, two web
 * processes and a worker, each started again when it falls. Its files lie in one folder, which goes with it.
 */
export class Cluster {
  readonly folder: string;
  readonly nodes: readonly DatabaseNode[];
  readonly webs: readonly WebProcess[];
  readonly etcd: Service;
  readonly haproxy: Service;
  readonly pgbouncer: Service;
  readonly worker: Service;
  readonly #engines: ClusterEngines;
  readonly #places: Places;
  readonly #user = unprivileged();
  readonly #services: Service[] = [];
  #identityProvider: DemoIdentityProvider | undefined;
  #isStopping = false;

  private constructor(engines: ClusterEngines, folder: string, places: Places, settings: Record<string, string>) {
    this.folder = folder;
    this.#engines = engines;
    this.#places = places;
    for (const name of ['logs', 'etcd', 'one', 'two']) this.#makeFolder(join(folder, name));
    mkdirSync(join(folder, 'data'));
    const { ports } = places;
    this.etcd = this.#engine('etcd', engines.etcd, [
      `--config-file=${this.#write('etcd.yaml', 'etcd.yaml', { NODE: 'one' })}`,
    ]);
    this.nodes = [
      this.#node('one', ports.postgresOne, ports.patroniOne),
      this.#node('two', ports.postgresTwo, ports.patroniTwo),
    ];
    this.haproxy = this.#engine('haproxy', engines.haproxy, ['-db', '-f', this.#write('haproxy.cfg', 'haproxy.cfg')]);
    this.#write('users.txt', 'users.txt');
    this.pgbouncer = this.#engine('pgbouncer', engines.pgbouncer, [this.#write('pgbouncer.ini', 'pgbouncer.ini')]);
    this.webs = [ports.webOne, ports.webTwo].map((port, at) => ({
      service: this.#product(`web-${['one', 'two'][at]}`, { ROLE: 'web', PORT: String(port), ...settings }),
      url: `http://localhost:${port}`,
    }));
    this.worker = this.#product('worker', { ROLE: 'worker', ...settings });
  }

  /**
   * Writes the configuration of one; nothing runs yet.
   * @param settings of the product, beside those that the cluster asks for
   */
  static async make(engines: ClusterEngines, settings: Record<string, string> = {}): Promise<Cluster> {
    // Short, as PostgreSQL's socket lies in it; those who run its parts pass through it.
    const folder = mkdtempSync(join(tmpdir(), 'holoholo-cluster-'));
    chmodSync(folder, 0o711);
    return new Cluster(engines, folder, await choosePlaces(folder), settings);
  }

  /** What visitors see. */
  get url(): string {
    return `http://localhost:${this.#places.ports.web}`;
  }

  /** Where HAProxy says what it sees. */
  get statisticsUrl(): string {
    return `http://localhost:${this.#places.ports.statistics}`;
  }

  /** Connection URLs of the application; `owner` is past PgBouncer, as the setting for migrations is. */
  get databaseUrls() {
    const { ports, passwords } = this.#places;
    const url = (user: string, password: string, port: number) =>
      `postgres://${user}:${password}@127.0.0.1:${port}/holoholo`;
    return {
      pooled: url('holoholo_web', passwords.web, ports.pgbouncer),
      replica: url('holoholo_web', passwords.web, ports.replica),
      owner: url('holoholo_owner', passwords.owner, ports.primary),
    };
  }

  /** A connection URL of the administrator to a node itself. */
  adminUrlOf({ port }: DatabaseNode): string {
    return `postgres://postgres:${this.#places.passwords.postgres}@127.0.0.1:${port}/holoholo`;
  }

  /**
   * Starts it, part after part.
   * @param say told of each part that is up
   * @throws Error naming the part that did not come up, with the end of what it said; or when it is stopped meanwhile.
   */
  async start(say: (line: string) => void = () => {}): Promise<void> {
    const { nodes, webs } = this;
    this.etcd.start();
    nodes[0]!.patroni.start();
    await this.#until('the first PostgreSQL', 'patroni-one', async () => Boolean(await findNode(nodes, 'primary')));
    say('The primary is up.');
    this.haproxy.start();
    nodes[1]!.patroni.start();
    await this.#until('the standby', 'patroni-two', async () => Boolean(await findNode(nodes, 'sync')));
    say('The standby follows it, synchronously.');
    await this.#makeRoles();
    this.pgbouncer.start();
    this.#identityProvider = await startDemoIdentityProvider(this.#ofIdentity, people, this.#places.ports.identity);
    for (const { service, url } of webs) {
      service.start();
      // The first migrates; the second would wait for it.
      await this.#until(service.name, service.name, () => isReady(url));
      say(`${service.name} answers.`);
    }
    this.worker.start();
    await this.#until('HAProxy', 'haproxy', () => isReady(this.url));
  }

  /** Stops all parts, in order, and removes their folder. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const { haproxy, webs, worker, pgbouncer, nodes, etcd } = this;
    await Promise.all([...webs.map(({ service }) => service.stop()), worker.stop()]);
    await Promise.all([haproxy.stop(), pgbouncer.stop()]);
    for (const node of nodes) {
      await node.patroni.stop();
      // Where Patroni was killed, it could not stop its PostgreSQL.
      const left = existsSync(node.dataDir) ? postmasterOf(node) : undefined;
      if (left) killIfThere(left);
    }
    await Promise.all([etcd.stop(), this.#identityProvider?.stop()]);
    for (const service of this.#services) service.close();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Who signs people in beside our links: one for both web processes, as Google would be. */
  get #ofIdentity() {
    const oidc = { clientId: 'cluster', clientSecret: this.#places.passwords.identity };
    return { production: false, publicUrl: this.url, host: 'localhost', productName: 'Holoholo', oidc };
  }

  /** The roles and the database of docs/operating.md, as the script of the containers makes them. */
  async #makeRoles(): Promise<void> {
    const { ports, passwords } = this.#places;
    await promisify(execFile)('/bin/sh', [join(root, 'deploy/postgres/roles.sh')], {
      env: {
        PATH: process.env.PATH,
        PGHOST: '127.0.0.1',
        PGPORT: String(ports.primary),
        PGPASSWORD: passwords.postgres,
        WEB_PASSWORD: passwords.web,
        OWNER_PASSWORD: passwords.owner,
      },
    });
  }

  #node(name: string, port: number, rest: number): DatabaseNode {
    const folder = join(this.folder, name);
    const file = this.#write(`patroni-${name}.yaml`, 'patroni.yaml', {
      NODE: name,
      POSTGRES_BIN: this.#engines.postgres,
      POSTGRES_FOLDER: folder,
      POSTGRES_SOCKETS: folder,
      POSTGRES_ADDRESS: `127.0.0.1:${port}`,
      PATRONI_ADDRESS: `127.0.0.1:${rest}`,
    });
    return {
      name,
      patroni: this.#engine(`patroni-${name}`, this.#engines.patroni, [file]),
      port,
      restUrl: `http://127.0.0.1:${rest}`,
      dataDir: join(folder, 'data'),
    };
  }

  #engine(name: string, command: string, args: string[]): Service {
    const env = { PATH: process.env.PATH, LANG: 'C.UTF-8', HOME: this.folder, PYTHONUNBUFFERED: '1' };
    return this.#service({ name, command, args, env, logFile: this.#logOf(name), user: this.#user });
  }

  #product(name: string, settings: Record<string, string>): Service {
    const { pooled, replica, owner } = this.databaseUrls;
    const { oidc } = this.#ofIdentity;
    const env = {
      ...serverEnvironment(),
      NODE_OPTIONS: '',
      PUBLIC_URL: this.url,
      TRUST_PROXY: '1',
      DATABASE_URL: pooled,
      DATABASE_MIGRATION_URL: owner,
      DATABASE_REPLICA_URL: replica,
      SECRET_KEY: this.#places.passwords.key,
      DATA_DIR: join(this.folder, 'data'),
      OIDC_ISSUER: `http://127.0.0.1:${this.#places.ports.identity}`,
      OIDC_CLIENT_ID: oidc.clientId,
      OIDC_CLIENT_SECRET: oidc.clientSecret,
      DEMO_DATA: 'guide',
      ...settings,
    };
    return this.#service({ name, command: process.execPath, args: serverArguments(), env, logFile: this.#logOf(name) });
  }

  #service(command: ServiceCommand): Service {
    const service = new Service(command);
    this.#services.push(service);
    return service;
  }

  #logOf = (name: string) => join(this.folder, 'logs', `${name}.log`);

  #makeFolder(path: string): void {
    mkdirSync(path, { mode: 0o700 });
    this.#give(path);
  }

  #write(name: string, template: TemplateName, values: Record<string, string> = {}): string {
    const file = join(this.folder, name);
    writeFileSync(file, fillIn(template, { ...this.#places.shared, ...values }), { mode: 0o600 });
    this.#give(file);
    return file;
  }

  #give(path: string): void {
    if (this.#user) chownSync(path, this.#user.uid, this.#user.gid);
  }

  /** The folder goes with what did not start, and its logs with it. */
  #lastWordsOf(name: string): string {
    return readFileSync(this.#logOf(name), 'utf8').split('\n').slice(-12).join('\n');
  }

  async #until(what: string, log: string, holds: () => Promise<boolean>): Promise<void> {
    const begun = performance.now();
    while (!(await holds())) {
      if (this.#isStopping) throw new Error('it was stopped before it was up');
      if (performance.now() - begun > startMs) throw new Error(`${what} did not come up:\n${this.#lastWordsOf(log)}`);
      await sleep(200);
    }
  }
}

/** On a crowded machine the standby's copy alone takes a while. */
const startMs = 120_000;

/** Whether what answers at an address says that it is ready. */
export async function isReady(url: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
    await reply.arrayBuffer();
    return reply.status === 200;
  } catch {
    return false;
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT');
  } catch {
    // it ended by itself
  }
}
