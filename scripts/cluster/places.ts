import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { freePort } from '../free-port.mjs';

const secret = () => randomBytes(16).toString('hex');

/** Free ports, none of which is near another: beside a web process listens what stands in for the rest of the world. */
async function freePorts<Name extends string>(names: readonly Name[]): Promise<Record<Name, number>> {
  const found = {} as Record<Name, number>;
  const taken: number[] = [];
  for (const name of names) {
    let port = await freePort();
    while (taken.some((one) => Math.abs(one - port) < 3)) port = await freePort();
    taken.push(port);
    found[name] = port;
  }
  return found;
}

/** Where each part of a cluster listens, with the secrets between them. */
export async function choosePlaces(folder: string) {
  const ports = await freePorts([
    'web',
    'primary',
    'replica',
    'statistics',
    'pgbouncer',
    'etcd',
    'etcdPeer',
    'webOne',
    'webTwo',
    'identity',
    'postgresOne',
    'postgresTwo',
    'patroniOne',
    'patroniTwo',
  ]);
  const passwords = {
    postgres: secret(),
    replication: secret(),
    web: secret(),
    owner: secret(),
    identity: secret(),
    key: secret(),
  };
  const at = (port: number) => `127.0.0.1:${port}`;
  /** The names of deploy/cluster that all nodes share. */
  const shared = {
    NETWORK: '127.0.0.1/32',
    SHARED_BUFFERS: '32MB',
    POSTGRES_PASSWORD: passwords.postgres,
    REPLICATION_PASSWORD: passwords.replication,
    WEB_PASSWORD: passwords.web,
    ETCD_FOLDER: join(folder, 'etcd'),
    ETCD_CLIENT: at(ports.etcd),
    ETCD_PEER: at(ports.etcdPeer),
    ETCD_MEMBERS: `one=http://${at(ports.etcdPeer)}`,
    ETCD_CLIENTS: at(ports.etcd),
    WEB_LISTEN: at(ports.web),
    PRIMARY_LISTEN: at(ports.primary),
    REPLICA_LISTEN: at(ports.replica),
    STATISTICS_LISTEN: at(ports.statistics),
    WEB_ONE: at(ports.webOne),
    WEB_TWO: at(ports.webTwo),
    POSTGRES_ONE: at(ports.postgresOne),
    POSTGRES_TWO: at(ports.postgresTwo),
    PATRONI_ONE_HOST: '127.0.0.1',
    PATRONI_ONE_PORT: ports.patroniOne,
    PATRONI_TWO_HOST: '127.0.0.1',
    PATRONI_TWO_PORT: ports.patroniTwo,
    PGBOUNCER_HOST: '127.0.0.1',
    PGBOUNCER_PORT: ports.pgbouncer,
    PGBOUNCER_USERS: join(folder, 'users.txt'),
    PRIMARY_HOST: '127.0.0.1',
    PRIMARY_PORT: ports.primary,
  };
  return { ports, passwords, shared };
}

export type Places = Awaited<ReturnType<typeof choosePlaces>>;
