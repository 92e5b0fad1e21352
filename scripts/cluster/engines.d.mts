export interface ClusterEngines {
  /** The folder of PostgreSQL's programs. */
  postgres: string;
  patroni: string;
  etcd: string;
  haproxy: string;
  pgbouncer: string;
  psql: string;
}
export const clusterPackages: readonly string[];
export function findClusterEngines(): ClusterEngines | undefined;
export { unprivileged } from '../system-postgres.mjs';
