import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../tests/database-setup.ts';

test('statements from before the update are counted by it, and those that nobody works on alone', async () => {
  const name = `counted_${randomBytes(6).toString('hex')}`;
  const database = inDatabase(inject('databaseServer'), name);
  await onServer(inject('databaseServer'), `create database ${name}`);
  await migrate(database, '0089_z.sql');
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  await client.query(`
    insert into users (email) values ('admin@example.com');
    insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
      select 'viator', decode(repeat('01', 32), 'hex'), '{}', 'month_first', 'point', id, now() from users;
    insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at, applied_at)
      select state, decode(repeat('00', 32), 'hex'), '{}', 3, (select id from statement_maps), state, (select id from users), now(),
        case state when 'applied' then now() end from unnest(array['reading', 'previewed', 'applying', 'applied']) state;
    insert into statement_rows (import_id, number, cells, outcome, applied_at, fault, fault_column)
      select i.id, n, '{}', case when n = 4 then 'unreadable' else 'matched' end, case when n < 4 then i.applied_at end,
        case when n = 4 then 'empty' end, case when n = 4 then 'Total' end
      from statement_imports i, generate_series(2, 4) n`);

  await migrate(database);

  const counted = 'select file_name, applied_rows, outcomes from statement_imports order by id';
  const outcomes = { matched: 2, unreadable: 1 };
  expect((await client.query(counted)).rows).toEqual([
    { file_name: 'reading', applied_rows: null, outcomes: null },
    { file_name: 'previewed', applied_rows: 0, outcomes },
    { file_name: 'applying', applied_rows: null, outcomes: null },
    { file_name: 'applied', applied_rows: 2, outcomes },
  ]);
  await client.end();
  await onServer(inject('databaseServer'), `drop database ${name} with (force)`);
});
