import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { FaultProxy } from '../../../tests/chaos/fault-proxy.ts';
import { inDatabase } from '../../../tests/database-setup.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type Database, openDatabase, withTransaction } from '../database/database.ts';
import { Jobs } from './jobs.ts';

let world: World;
let proxy: FaultProxy;
let database: Database;
let jobs: Jobs;
let failures = 0;
beforeEach(async () => {
  world = await createWorld();
  const server = inject('databaseServer');
  proxy = await FaultProxy.open(server);
  const { rows } = await world.database.pool.query('select current_database() as name');
  database = openDatabase({ url: proxy.urlOf(inDatabase(server, rows[0].name)) }, { max: 2, onError: () => {} });
  jobs = new Jobs(database.pool, () => failures++);
  await jobs.start();
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
  await proxy.close();
  await world.close();
});

test('a job that is done while the database goes away is not done once more', async () => {
  let times = 0;
  await jobs.work('sign-in-mail', async () => {
    times += 1;
    await proxy.set('refused');
  });
  const mail = { to: 'a@example.com', subject: 'One', text: 'Two', expiresAt: '2026-11-21T21:00:00Z' };
  await withTransaction(world.db, (tx) => jobs.send(tx, 'sign-in-mail', mail));
  await expect.poll(() => times, { timeout: 10_000 }).toBe(1);
  // That it is done could not be written down.
  await expect.poll(() => failures, { timeout: 10_000 }).toBeGreaterThan(0);
  await proxy.set('none');
  const left = () => world.database.pool.query('select from jobs.job').then(({ rowCount }) => rowCount);
  await expect.poll(left, { timeout: 10_000 }).toBe(0);
  expect(times).toBe(1);
});
