import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asApplication, type Database, openDatabase } from '../../server/platform/database/database.ts';
import { onServer } from '../database-setup.ts';
import { openSecondApp } from '../second-app.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

let world: World;
let background: Database;
beforeAll(async () => {
  world = await createWorld();
  background = openDatabase(asApplication(await ownerOf(world)), { max: 2, onError: () => {} });
});
afterAll(async () => {
  await background.close();
  await world.close();
});

const readiness = async () => {
  const { statusCode, body } = await world.app.inject({ method: 'GET', url: '/readyz' });
  return { statusCode, ...JSON.parse(body) };
};
const writtenAt = async () =>
  (await world.db.selectFrom('readiness').select('checked_at').executeTakeFirstOrThrow()).checked_at.getTime();

test('is found out without making tables, by a role that may make none', async () => {
  await onServer(
    await ownerOf(world),
    `do $$ begin execute format('revoke temporary on database %I from public, holoholo_app', current_database()); end $$`,
  );
  const checks = { database: true, migrations: true, disk: true, accepting: true };
  expect(await readiness()).toEqual({ statusCode: 200, status: 'ready', checks });
});

test('is found out once a second for everybody who asks', async () => {
  const first = await writtenAt();
  await expect.poll(async () => (await readiness()) && (await writtenAt()), { timeout: 5_000 }).toBeGreaterThan(first);
  const second = await writtenAt();
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 200 }, readiness));
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
  if (performance.now() - begun < 900) expect(await writtenAt()).toBe(second);
});

test('does not depend on what guests fill: mail that waits, connections in use', async () => {
  await world.database.pool.query(
    `insert into jobs.job (name, data, start_after, created_on)
      select 'mail', '{"to":"a@example.com","subject":"s","text":"t"}', now() - interval '1 day', now() - interval '1 day'
      from generate_series(1, 1000)`,
  );
  const { pool } = world.database;
  const taken = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  try {
    const before = await background.pool.query('select checked_at from readiness');
    await expect
      .poll(
        async () => {
          expect((await readiness()).statusCode).toBe(200);
          return (await background.pool.query('select checked_at from readiness')).rows[0].checked_at.getTime();
        },
        { timeout: 5_000 },
      )
      .toBeGreaterThan(before.rows[0].checked_at.getTime());
  } finally {
    for (const client of taken) client.release();
  }
});

test.each([
  ['there is no data folder', join(tmpdir(), randomUUID())],
  // A file system that never has room for anything.
  ['its disk has no room', '/proc'],
])('ends when %s', async (_why, DATA_DIR) => {
  const { app, close } = await openSecondApp(
    { ...world, settings: { ...world.settings, dataDir: DATA_DIR } },
    {
      SECRET_KEY: 'k'.repeat(32),
    },
  );
  try {
    const { statusCode, body } = await app.inject({ method: 'GET', url: '/readyz' });
    const checks = { database: true, migrations: true, disk: false, accepting: true };
    expect([statusCode, JSON.parse(body)]).toEqual([503, { status: 'not ready', checks }]);
  } finally {
    await close();
  }
});

test('ends when the database is not the one it was migrated to', async () => {
  await onServer(await ownerOf(world), `delete from migrations where name like '0021%'`);
  await expect.poll(async () => (await readiness()).checks.migrations, { timeout: 5_000 }).toBe(false);
  expect((await readiness()).statusCode).toBe(503);
});
