import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until as holds } from '../../../tests/chaos/product-process.ts';
import { type Replicated, startReplicated } from '../../../tests/replicated.ts';
import { ownerRole, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { asApplication, type Connection, openDatabase } from './database.ts';
import { withClient } from './database-client.ts';
import { migrate } from './migrations.ts';
import { Replica } from './replica.ts';
import { differenceOf } from './replica-origin.ts';

let servers: Replicated;
beforeAll(async () => {
  servers = await startReplicated();
}, 300_000);
afterAll(() => servers?.stop());

/** How one server is as the replica of another, after some looks, and why. */
async function asReplica(of: Connection, at: Connection, looks = 3): Promise<[string, string | undefined]> {
  const open = (connection: Connection, isReplica: boolean) =>
    openDatabase(asApplication(connection), { max: 2, isReplica, onError: () => {} });
  const primary = open(of, false);
  let told: string | undefined;
  const onChange = (_state: string, reason?: string) => {
    told = reason;
  };
  const replica = new Replica({ primary, replica: open(at, true) }, { onChange, now: () => new Date() });
  for (let at = 0; at < looks && replica.status.state !== 'in_use'; at++) await replica.look();
  await replica.close();
  await primary.close();
  return [replica.status.state, told];
}

test('a copy of what it follows is read', async () => {
  expect(await asReplica(servers.primary, servers.replica, 50)).toEqual(['in_use', undefined]);
});

test('another database of its server is none', async () => {
  await servers.ask('primary', 'create database other');
  const other = { ...servers.replica, database: 'other' };
  await holds('the other database', 20_000, () => withClient(other, {}, async () => true).catch(() => false));
  expect(await asReplica(servers.primary, other)).toEqual(['not_a_replica', 'it has another database']);
});

test('a copy of another server is none, though its log is as long', { timeout: 60_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'holoholo-stranger-'));
  const stranger = await startEmbeddedPostgres({ dataDir, note: () => {}, settings: { fsync: 'off' } });
  const { socketDir, port, database } = stranger;
  const owner = { socketDir, port, database, user: ownerRole };
  try {
    await migrate(owner);
    // As far as that one's log, and farther.
    for (let at = 0; at < 4; at++)
      await servers.ask('primary', `select pg_logical_emit_message(true, '', ''), pg_switch_wal()`);
    expect(await asReplica(owner, servers.replica, 20)).toEqual(['not_a_replica', 'it is a copy of another server']);
  } finally {
    await stranger.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('one that has gone its own way for a while is none, though it is a standby again', {
  timeout: 60_000,
}, async () => {
  await servers.ask('replica', 'select pg_promote()');
  await servers.ask('replica', `select pg_logical_emit_message(true, '', 'own'), pg_switch_wal()`);
  await servers.ask('replica', 'checkpoint');
  await servers.kill();
  await servers.start({ asStandby: true });
  expect(await servers.ask('replica', 'select pg_is_in_recovery() as standby')).toEqual([{ standby: true }]);
  expect(await asReplica(servers.primary, servers.replica)).toEqual(['not_a_replica', 'its log has gone another way']);
});

test.each([
  ['has followed it to its timeline', { timeline: 3, position: 900n }, undefined],
  ['had ended before that began, and has not noted more since', { timeline: 2, position: 500n }, undefined],
  ['has gone on where the primary was restored to a moment before', { timeline: 2, position: 501n }, /another way/],
  ['is ahead of the checkpoint of a promotion that is under way', { timeline: 4, position: 900n }, undefined],
  ['follows another one that was promoted', { timeline: 5, position: 10n }, /another way/],
])('of timelines: a copy that %s', (_what, noted, difference) => {
  const same = { cluster: '7', database: 'guide' };
  const primary = { ...same, position: 1_000n, timeline: 4, checkpoint: { timeline: 3, position: 500n } };
  const told = differenceOf(primary, { ...same, position: 1_000n, noted });
  if (difference) expect(told).toMatch(difference);
  else expect(told).toBeUndefined();
});
