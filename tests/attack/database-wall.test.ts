import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { clientConfig } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrations.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { createWorld, type World } from '../world.ts';

let world: World;
let owner: pg.Client;
let name: string;
beforeAll(async () => {
  world = await createWorld();
  await world.aListing();
  name = (await world.database.pool.query('select current_database() as name')).rows[0].name;
  owner = new pg.Client(clientConfig(inDatabase(inject('databaseServer'), name)));
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await world.close();
});

/** A table of the session's own with the name of one of ours, and a trigger that tells as whom it ran. */
const trap = (table: string, columns: string) => `
  create temporary table ${table} (${columns});
  grant insert, update, select on pg_temp.${table} to public;
  create table pg_temp.caught (by_whom text);
  grant insert on pg_temp.caught to public;
  create function pg_temp.spring() returns trigger language plpgsql as $$
    begin insert into pg_temp.caught values (current_user); return new; end $$;
  create trigger spring before insert or update on pg_temp.${table} for each row execute function pg_temp.spring();
  insert into pg_temp.${table} default values;
  delete from pg_temp.caught`;

/** Tables that functions of the owner write to, and what makes these run. */
const traps: [table: string, columns: string, provocation: string][] = [
  ['listing_version', 'only_row boolean default true, version bigint default 1', 'update listings set name = name'],
  ['listing_changes', 'version bigint, listing_id integer', 'update listings set name = name'],
  ['search_vocabulary', 'word text', `update listings set name = name || ' kaleidoscope'`],
  ['rollup_state', 'events_since timestamptz', `select drop_old_event_months('2020-01-01')`],
  ['events_unplaced', 'received_at timestamptz', `select drop_old_event_months('2020-01-01')`],
  [
    'audit_entries',
    'sequence bigint, hash bytea',
    `insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
      values (now(), 'rate_changed', 'listing', '1', uuid_send(gen_random_uuid()), '{}'); set constraints all immediate`,
  ],
];

describe('a temporary table in place of one of ours', () => {
  test('cannot be made by the application', async () => {
    const client = await world.database.pool.connect();
    try {
      await expect(client.query('create temporary table listing_version ()')).rejects.toMatchObject({ code: '42501' });
    } finally {
      client.release(true);
    }
  });

  test.each(traps)(
    '%s: catches nobody, even where temporary tables were allowed',
    async (table, columns, provocation) => {
      await owner.query(`grant temporary on database ${name} to holoholo_app`);
      const client = await world.database.pool.connect();
      try {
        await client.query('begin');
        await client.query(trap(table, columns));
        await client.query(provocation);
        // Whoever wrote to the application's own table as the application itself was not caught.
        const caught = await client.query(`select by_whom from pg_temp.caught where by_whom <> 'holoholo_app'`);
        expect(caught.rows).toEqual([]);
      } finally {
        client.release(true);
        await owner.query(`revoke temporary on database ${name} from holoholo_app`);
      }
    },
  );
});

describe('functions', () => {
  const ours = `pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'jobs') and not exists (
      select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`;

  test('that run as their owner, or by a trigger, look for names in pg_temp last', async () => {
    const { rows } = await owner.query(`select p.proname as name, p.prosecdef as definer,
      (select setting from unnest(p.proconfig) setting where setting like 'search_path=%') as path from ${ours}
        and (p.prosecdef or p.prorettype = 'trigger'::regtype)`);
    expect(rows.filter(({ definer }) => definer).length).toBeGreaterThanOrEqual(5);
    for (const { name, path } of rows)
      expect({ name, path }).toEqual({ name, path: 'search_path=pg_catalog, public, pg_temp' });
  });

  test('that run as their owner are of an owner who is no superuser', async () => {
    const { rows } = await owner.query(
      `select p.proname from ${ours} and (select rolsuper from pg_roles where oid = p.proowner)`,
    );
    expect(rows).toEqual([]);
  });

  test('that run as their owner are for nobody but those who need them', async () => {
    const { rows } = await owner.query(
      `select p.proname as name from ${ours} and p.prosecdef and has_function_privilege('holoholo_app', p.oid, 'execute')`,
    );
    expect(rows.map((row) => row.name).sort()).toEqual([
      'close_ledger_month',
      'drop_old_event_months',
      'forget_events_of',
      'forget_scans_of',
      'make_event_months',
    ]);
    const { rows: open } = await owner.query(
      `select p.proname as name from ${ours} and p.prosecdef and has_function_privilege('public', p.oid, 'execute')`,
    );
    expect(open).toEqual([]);
  });
});

test('a new database lets nobody but its owner make tables, schemas or temporary tables', async () => {
  const server = inject('databaseServer');
  const fresh = `fresh_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${fresh}`);
  try {
    await migrate(inDatabase(server, fresh));
    const client = new pg.Client(clientConfig(inDatabase(server, fresh)));
    await client.connect();
    const { rows } = await client.query(
      `select has_database_privilege(who, current_database(), 'temp') as temp,
        has_database_privilege(who, current_database(), 'create') as schemas, has_schema_privilege(who, 'public', 'create') as tables
        from unnest(array['public', 'holoholo_app']) who`,
    );
    await client.end();
    expect(rows).toEqual(Array(2).fill({ temp: false, schemas: false, tables: false }));
  } finally {
    await onServer(server, `drop database ${fresh} with (force)`);
  }
});
