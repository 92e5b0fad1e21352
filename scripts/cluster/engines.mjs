// Where the programs of a cluster are on this machine, as Debian's packages have them.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findPrograms } from '../system-postgres.mjs';

/** A user's PATH often lacks the folders of daemons. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];

const find = (name) =>
  folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });

/** What the programs of a cluster come with. */
export const clusterPackages = ['patroni', 'etcd-server', 'haproxy', 'pgbouncer', 'postgresql'];

/** @returns each program's file, and the folder of PostgreSQL's; undefined where one is missing. */
export function findClusterEngines() {
  const postgres = findPrograms();
  const [patroni, etcd, haproxy, pgbouncer, psql] = ['patroni', 'etcd', 'haproxy', 'pgbouncer', 'psql'].map(find);
  return postgres && patroni && etcd && haproxy && pgbouncer && psql
    ? { postgres, patroni, etcd, haproxy, pgbouncer, psql }
    : undefined;
}

export { unprivileged } from '../system-postgres.mjs';
