import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { migrate, shippedMigrations } from '../../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../database-setup.ts';

let name: string;
let database: Connection;
let client: pg.Client;
beforeEach(async () => {
  name = `migrated_${randomBytes(6).toString('hex')}`;
  database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0024_z.sql');
  client = new pg.Client(clientConfig(database));
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});

const wanted = ['bookings_by_location', 'listings_by_advertiser', 'orphan_scans_by_time'];
const validIndexes = async () =>
  (
    await client.query<{ name: string }>(
      `select relname as name from pg_class join pg_index on indexrelid = pg_class.oid
        where indisvalid and relname = any($1) order by 1`,
      [wanted],
    )
  ).rows.map((row) => row.name);

test('a table that somebody holds is waited for in short turns, between which others read it', async () => {
  const fresh = `${name}_old`;
  await onServer(inject('databaseServer'), `create database ${fresh}`);
  const old = inDatabase(inject('databaseServer'), fresh);
  const clients = [new pg.Client(clientConfig(old)), new pg.Client({ ...clientConfig(old), statement_timeout: 8_000 })];
  const [holder, reader] = clients as [pg.Client, pg.Client];
  try {
    await migrate(old, '0020_z.sql');
    for (const one of clients) await one.connect();
    await holder.query('begin');
    await holder.query('select count(*) from booking_inquiries');
    const migrating = migrate(old, '0021_z.sql');
    const isWaiting = async () =>
      (
        await holder.query(
          'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())',
        )
      ).rowCount;
    await expect.poll(isWaiting, { timeout: 10_000, interval: 10 }).toBe(1);
    // Behind the migration, which waits behind the holder.
    await reader.query('select count(*) from booking_inquiries');
    await holder.query('commit');
    expect(await migrating).toEqual(['0021_inquiry_language.sql']);
  } finally {
    for (const one of clients) await one.end();
    await onServer(inject('databaseServer'), `drop database ${fresh} with (force)`);
  }
});

test('indexes are built while rows are written, by one of several processes that start at once', async () => {
  const writer = (async () => {
    for (let row = 0; row < 200; row++)
      await client.query(
        `insert into orphan_scans (code, reason, scanned_at, source) values ('x', 'unknown', now(), 'camera')`,
      );
  })();
  const applied = await Promise.all([migrate(database), migrate(database), migrate(database)]);
  await writer;
  expect(applied.flat().sort()).toEqual(shippedMigrations().filter((one) => one > '0025'));
  expect(await validIndexes()).toEqual(wanted);
});

test('what an interrupted build left is built again', async () => {
  await migrate(database, '0025_z.sql');
  await client.query(
    `insert into orphan_scans (code, reason, scanned_at, source) select 'x', 'unknown', now(), 'camera' from generate_series(1, 2)`,
  );
  // A build that fails half-way leaves what a killed one leaves: an index of that name that nobody may use.
  const build = client.query('create unique index concurrently listings_by_advertiser on orphan_scans (reason)');
  await expect(build).rejects.toMatchObject({ code: '23505' });
  expect(await validIndexes()).toEqual([]);
  await migrate(database);
  expect(await validIndexes()).toEqual(wanted);
});
