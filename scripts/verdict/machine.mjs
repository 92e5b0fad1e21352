// What tests ask of this machine; what it lacks they leave out, and scripts/verdict/skipped-tests.mjs names them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findClusterEngines } from '../cluster/engines.mjs';

export const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

export const isRoot = process.getuid?.() === 0;

const firstFreePort = '/proc/sys/net/ipv4/ip_unprivileged_port_start';
/** Whether port 81 is only for those with rights. */
export const lowPortsNeedRights = process.platform === 'linux' && Number(readFileSync(firstFreePort, 'utf8')) > 81;

/** A user without any rights. */
export const nobody = { uid: 65534, gid: 65534 };

/** Whether such a user can read this checkout, and so run what is in it; only root can be somebody else. */
export const nobodyCanRead = () => {
  const read = `fs.readFileSync(${JSON.stringify(join(import.meta.dirname, 'machine.mjs'))})`;
  return isRoot && spawnSync(process.execPath, ['-e', read], { ...nobody, cwd: '/' }).status === 0;
};

/** Whether this user may mount a disk of its own, small enough to be filled. */
export function canMount() {
  const trial = mkdtempSync(join(tmpdir(), 'holoholo-mount-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', trial]).status === 0;
  if (isMounted) spawnSync('umount', [trial]);
  rmSync(trial, { recursive: true });
  return isMounted;
}

/** Whether PgBouncer is installed, through which tests lead to the database. */
export const hasPooler = () => spawnSync('pgbouncer', ['--version']).status === 0;

/** Whether Prometheus' own tool is installed, which tries alert rules. */
export const hasPromtool = () => spawnSync('promtool', ['--version']).status === 0;

/** Whether Patroni, etcd, HAProxy, PgBouncer and PostgreSQL are there. */
export const hasClusterEngines = () => findClusterEngines() !== undefined;
