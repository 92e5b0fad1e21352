import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

/** The statement of the version before, which knows nothing of codes. */
const orphan = `insert into orphan_scans (code, reason, scanned_at, source, device)
  values ($1, $2, $3::timestamptz, $4, $5)`;

test('orphan scans of before, of during and of after the update are each counted once by their code', async () => {
  const name = `orphans_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0131_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  await client.query(orphan, ['A', 'paused', '2026-01-02T10:00Z', 'camera', '{"type":"mobile"}']);
  await client.query(orphan, ['A', 'unknown', '2026-01-01T10:00Z', 'scanner', '{"type":"desktop"}']);
  await client.query(orphan, ['B', 'mistyped', '2026-01-01T10:00Z', 'camera', null]);
  await migrate(database, '0132_z.sql');
  await client.query(orphan, ['A', 'paused', '2026-01-03T10:00Z', 'camera', null]);
  await client.query(orphan, ['C', 'unknown', '2026-01-03T10:00Z', 'camera', '{"type":"mobile"}']);
  await migrate(database);
  await client.query(orphan, ['C', 'unknown', '2026-01-02T10:00Z', 'scanner', '{"type":"desktop"}']);
  const counted = `select code, reason, device ->> 'type' as device, scans, camera,
    (first_at at time zone 'UTC')::date::text || ' ' || (last_at at time zone 'UTC')::date as days from orphan_codes order by code`;
  expect((await client.query(counted)).rows).toEqual([
    { code: 'A', reason: 'paused', device: 'mobile', scans: 3, camera: 2, days: '2026-01-01 2026-01-03' },
    { code: 'B', reason: 'mistyped', device: null, scans: 1, camera: 1, days: '2026-01-01 2026-01-01' },
    { code: 'C', reason: 'unknown', device: 'mobile', scans: 2, camera: 1, days: '2026-01-02 2026-01-03' },
  ]);
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
