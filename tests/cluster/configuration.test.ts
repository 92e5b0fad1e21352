import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { fillIn, templateNames, templateOf } from '../../scripts/cluster/configuration.ts';

const root = join(import.meta.dirname, '../..');
/** The names of example.env, as a shell reads them. */
const example = Object.fromEntries(
  readFileSync(join(root, 'deploy/cluster/example.env'), 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
);
const patroni = parse(fillIn('patroni.yaml', example));
const dcs = patroni.bootstrap.dcs;
const settingOf = (file: string, name: string) =>
  new RegExp(`^\\s*${name}\\s*=\\s*(.*)$`, 'm').exec(file)?.[1] ?? expect.fail(`${name} is not set`);

test('example.env has each name that the files ask for, and no other', () => {
  const asked = templateNames.flatMap((name) => [...templateOf(name).matchAll(/\$\{(\w+)\}/g)].map(([, one]) => one!));
  expect(Object.keys(example).sort()).toEqual([...new Set(asked)].sort());
  expect(() => fillIn('users.txt', {})).toThrow('users.txt asks for WEB_PASSWORD, which has no value');
});

test('what is acknowledged is on both nodes, and a lost one is known to be lost well within half a minute', () => {
  expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_node_count: 1, primary_start_timeout: 0 });
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('on');
  expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl);
  // The smallest that Patroni takes.
  expect(dcs.ttl).toBe(20);
});

test('PgBouncer pools sessions, and as many as PostgreSQL has room for', () => {
  const pgbouncer = fillIn('pgbouncer.ini', example);
  expect(settingOf(pgbouncer, 'pool_mode')).toBe('session');
  expect(settingOf(pgbouncer, 'server_reset_query')).toBe('DISCARD ALL');
  const size = Number(settingOf(pgbouncer, 'default_pool_size'));
  expect(size).toBeGreaterThanOrEqual(3 * 34);
  expect(dcs.postgresql.parameters.max_connections).toBeGreaterThanOrEqual(size + 20);
});

test('HAProxy leads on to what the other files name, and PgBouncer to the primary of HAProxy', () => {
  const haproxy = fillIn('haproxy.cfg', example);
  const part = (name: string) =>
    new RegExp(`^(?:listen|backend) ${name}\\n((?: +.*\\n)+)`, 'm').exec(haproxy)?.[1] ?? expect.fail(name);
  for (const [name, check] of [
    ['ready', 'GET /readyz'],
    ['alive', 'GET /healthz'],
    ['primary', 'OPTIONS /primary'],
    ['replica', 'OPTIONS /replica'],
  ] as const)
    expect(part(name)).toContain(`option httpchk ${check}\n`);
  for (const name of ['primary', 'replica'])
    expect(part(name)).toContain(
      `server one ${patroni.postgresql.listen} check addr ${patroni.restapi.listen.replace(':', ' port ')}\n`,
    );
  expect(part('primary')).toContain(`bind ${example.PRIMARY_HOST}:${example.PRIMARY_PORT}\n`);
});

test('etcd listens where Patroni asks it', () => {
  const etcd = parse(fillIn('etcd.yaml', example));
  expect(patroni.etcd3.hosts.split(',')).toContain(new URL(etcd['listen-client-urls']).host);
  expect(etcd['initial-cluster'].split(',')).toContain(`${etcd.name}=${etcd['initial-advertise-peer-urls']}`);
  expect(etcd['enable-grpc-gateway']).toBe(true);
});

test('the command is there', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(existsSync(join(root, scripts.cluster.split(' ').at(-1)))).toBe(true);
});
