import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { backUp } from '../../server/platform/backups/backup.store.ts';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { migrate, shippedMigrations } from '../../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../database-setup.ts';

let name: string;
let database: Connection;
let clients: pg.Client[];
let file: string;
const connect = async () => {
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  clients.push(client);
  return client;
};
beforeEach(async () => {
  name = `updated_${randomBytes(6).toString('hex')}`;
  database = inDatabase(inject('databaseServer'), name);
  file = join(tmpdir(), `${name}.backup`);
  clients = [];
  await onServer(inject('databaseServer'), `create database ${name}`);
  // The next one changes the table that every signed-in request reads.
  await migrate(database, '0167_z.sql');
});
afterEach(async () => {
  for (const client of clients) await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
  await rm(file, { force: true });
});

const fresh = shippedMigrations().filter((one) => one > '0168');

/** Reads a table again and again while something goes on; `looks` is how long each look took, in milliseconds. */
async function lookWhile(work: Promise<unknown>, looks: number[], table = 'users'): Promise<void> {
  const reader = await connect();
  let isOver = false;
  void work
    .catch(() => {})
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    const begun = performance.now();
    await reader.query(`select count(*) from ${table}`);
    looks.push(performance.now() - begun);
  }
}
const slowest = (looks: readonly number[]) => Math.max(...looks);

test('an update waits for the end of a backup, says so, and nobody waits for either', { timeout: 60_000 }, async () => {
  const holder = await connect();
  await holder.query('begin');
  // One of the last that is read: the backup has read all the others by then.
  await holder.query('lock table visits in access exclusive mode');
  const backup = backUp(database, file, new Date());
  const held = `select from pg_locks where relation = 'users'::regclass and granted`;
  await expect.poll(async () => (await holder.query(held)).rowCount).toBe(1);
  const said: string[] = [];
  const updating = migrate(database, undefined, (words) => void said.push(words));
  const looks: number[] = [];
  const looking = lookWhile(updating, looks);
  await expect.poll(() => said).toEqual(['the database is updated once the backup has ended that is being taken']);
  const before = looks.length;
  await expect.poll(() => looks.length).toBeGreaterThan(before + 200);
  await holder.query('commit');
  expect((await backup).rows).toBeGreaterThanOrEqual(0);
  expect(await updating).toEqual(fresh);
  await looking;
  expect(slowest(looks)).toBeLessThan(1_000);
});

// What every signed-in request reads, and what every scan writes.
test.each(['users', 'scans'])(
  'beside a dump of other tools the table %s can be read after moments',
  { timeout: 60_000 },
  async (table) => {
    const dump = await connect();
    await dump.query('begin');
    await dump.query(`select count(*) from ${table}`);
    const updating = migrate(database);
    const looks: number[] = [];
    const looking = lookWhile(updating, looks, table);
    // Behind the update, which waits behind the dump.
    await expect.poll(() => slowest(looks), { interval: 10 }).toBeGreaterThan(100);
    await dump.query('commit');
    expect(await updating).toEqual(fresh);
    await looking;
    expect(slowest(looks)).toBeLessThan(1_000);
  },
);
