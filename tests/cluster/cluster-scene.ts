import pg from 'pg';
import { Cluster, isReady } from '../../scripts/cluster/cluster.ts';
import { type DatabaseNode, findNode, isNode, postmasterOf } from '../../scripts/cluster/database-nodes.ts';
import type { ClusterEngines } from '../../scripts/cluster/engines.mjs';
import { childrenOf, until } from '../chaos/product-process.ts';
import { findSubjects, signInTravelers } from '../chaos/travelers.ts';
import { Writers } from '../chaos/writers.ts';
import { type MailTrap, openMailTrap } from '../e2e/mail-trap.ts';

/** Few: two processors do the work of eight machines here. */
const writerCount = 3;
/** What HAProxy says where a process was killed with a request in hand, took too long, or none is there. */
const unanswered = [502, 503, 504];

/** A cluster, whom it sends its mails to, and writers that come through HAProxy as visitors do. */
export interface ClusterScene {
  cluster: Cluster;
  mail: MailTrap;
  writers: Writers;
  stop(): Promise<void>;
}

export async function startClusterScene(engines: ClusterEngines): Promise<ClusterScene> {
  const mail = await openMailTrap();
  const cluster = await Cluster.make(engines, { SMTP_URL: mail.url, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' });
  const stop = async () => {
    await cluster.stop();
    await mail.close();
  };
  try {
    await cluster.start();
    const writers = await asOwner(
      cluster,
      async (owner) =>
        new Writers(cluster.url, await signInTravelers(owner, writerCount), await findSubjects(owner), unanswered),
    );
    return { cluster, mail, writers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Runs work on a connection of the tables' owner to whichever node is primary. */
export async function asOwner<T>(cluster: Cluster, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  return await connected(cluster.databaseUrls.owner, work);
}

/** Runs work on a connection of the administrator to one node. */
export async function asAdministrator<T>(
  cluster: Cluster,
  node: DatabaseNode,
  work: (administrator: pg.Client) => Promise<T>,
): Promise<T> {
  return await connected(cluster.adminUrlOf(node), work);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How often its tables were read, by a node's own counters; a connection tells of them within seconds. */
export function readingsOf(cluster: Cluster, node: DatabaseNode): Promise<number> {
  return asAdministrator(cluster, node, async (administrator) => {
    const { rows } = await administrator.query<{ count: number }>(
      `select sum(seq_scan + coalesce(idx_scan, 0))::float8 as count from pg_stat_user_tables where schemaname = 'public'`,
    );
    return rows[0]!.count;
  });
}

/** kill -9 of all processes of a node's PostgreSQL at once. */
export function killPostgres(node: DatabaseNode): void {
  const parent = postmasterOf(node)!;
  for (const pid of [parent, ...childrenOf(parent)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // one of them ended by itself in this moment
    }
  }
}

export async function requireNode(cluster: Cluster, standing: 'primary' | 'sync'): Promise<DatabaseNode> {
  const node = await findNode(cluster.nodes, standing);
  if (!node) throw new Error(`no node is ${standing}`);
  return node;
}

/** Waits until both web processes answer and one node is primary, the other its synchronous standby: the loss of any costs nothing. */
export async function untilWhole(cluster: Cluster): Promise<void> {
  const countOf = async (standing: 'primary' | 'sync') =>
    (await Promise.all(cluster.nodes.map((node) => isNode(node, standing)))).filter(Boolean).length;
  await until('all parts', 180_000, async () => {
    const webs = [...cluster.webs, cluster].map(({ url }) => isReady(url));
    const [primaries, standbys, ...ready] = await Promise.all([countOf('primary'), countOf('sync'), ...webs]);
    return primaries === 1 && standbys === 1 && ready.every(Boolean);
  });
}
