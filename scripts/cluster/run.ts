import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Cluster } from './cluster.ts';
import { clusterPackages, findClusterEngines } from './engines.mjs';

// `npm run cluster`: several processes of the product on a cluster of PostgreSQL, all on this machine, until Ctrl-C.

const say = (line: string) => process.stdout.write(`${line}\n`);

/** What is where, for whoever looks around or ends one of them. */
function describe(cluster: Cluster): string[] {
  const { webs, worker, nodes, haproxy, pgbouncer, etcd, databaseUrls } = cluster;
  return [
    `Open ${cluster.url}; codes to scan are at ${cluster.url}/dev/codes, mails at ${cluster.url}/dev/mail.`,
    '',
    ...webs.map(({ service, url }) => `${service.name}: ${url} (process ${service.pid})`),
    `worker: process ${worker.pid}`,
    `HAProxy: process ${haproxy.pid}; what it sees is at ${cluster.statisticsUrl}`,
    `PgBouncer: process ${pgbouncer.pid}, ${databaseUrls.pooled}`,
    ...nodes.map(
      (node) =>
        `PostgreSQL ${node.name}: ${cluster.adminUrlOf(node)}; its Patroni is process ${node.patroni.pid}, ${node.restUrl}`,
    ),
    `replica, wherever it is: ${databaseUrls.replica}`,
    `etcd: process ${etcd.pid}`,
    `configuration, logs and data: ${cluster.folder}`,
    '',
    'End one of them with kill -9 and see what happens: each is started again. Ctrl-C ends all.',
  ];
}

const engines = findClusterEngines();
if (!engines) {
  say(`This needs programs that are not all here. On Debian: apt-get install ${clusterPackages.join(' ')}`);
  process.exit(1);
}
if (spawnSync(process.execPath, [join(import.meta.dirname, '../build.mjs')], { stdio: 'inherit' }).status !== 0)
  process.exit(1);
const cluster = await Cluster.make(engines);
let isStopping = false;
const stop = async (exitCode: number) => {
  if (isStopping) return;
  isStopping = true;
  await cluster.stop();
  process.exit(exitCode);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    say('Ending all of it ...');
    void stop(0);
  });
try {
  await cluster.start(say);
  for (const line of describe(cluster)) say(line);
} catch (error) {
  if (!isStopping) say((error as Error).message);
  await stop(1);
}
