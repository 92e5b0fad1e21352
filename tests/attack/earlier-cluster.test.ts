import { rmSync } from 'node:fs';
import { chmod, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { appRole, type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrations.ts';
import { tenantRole } from '../../server/platform/database/tenants.store.ts';
import { type EmbeddedPostgres, ownerRole, startEmbeddedPostgres } from '../../server/platform/embedded/postgres.ts';
import { prepareDatabase, superuserRole } from '../../server/platform/embedded/postgres-roles.ts';
import { installJobs } from '../../server/platform/jobs/install-jobs.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, note: () => {}, settings: { fsync: 'off' } });
  cleanups.push(() => server.stop());
  return server;
}

async function as<T>(
  server: EmbeddedPostgres,
  user: string,
  work: (client: pg.Client) => Promise<T>,
  database = server.database,
): Promise<T> {
  const { socketDir, port } = server;
  const client = new pg.Client(clientConfig({ socketDir, port, database, user }));
  await client.connect();
  return await work(client).finally(() => client.end());
}

const ownerOf = ({ socketDir, port, database }: EmbeddedPostgres): Connection => ({
  socketDir,
  port,
  database,
  user: ownerRole,
});

/** A data folder as versions before this one made it: the owner is the server's first role, a superuser. */
async function makeEarlierCluster(): Promise<{ dataDir: string; server: EmbeddedPostgres }> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'earlier-cluster-')));
  await chmod(dataDir, 0o711);
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }));
  const server = await start(dataDir);
  await as(server, superuserRole, (client) => client.query(`drop owned by ${ownerRole}`), 'template1');
  await as(server, superuserRole, async (client) => {
    await client.query(`reassign owned by ${ownerRole} to ${superuserRole}; drop owned by ${ownerRole}`);
    await client.query(`alter database holoholo owner to ${superuserRole}; drop role ${ownerRole}`);
    await client.query(`begin; create role renaming superuser; set local session authorization renaming;
      alter role ${superuserRole} rename to ${ownerRole}; reset session authorization; drop role renaming; commit`);
  });
  await migrate(ownerOf(server));
  await installJobs(ownerOf(server));
  await as(server, ownerRole, async (client) => {
    await client.query(`insert into users (email) values ('kept@example.com')`);
    await client.query('grant temporary on database holoholo to public');
    await client.query('grant execute on function lo_create, lo_from_bytea, lo_put to public');
    await client.query(`revoke execute on function pg_advisory_xact_lock(bigint) from ${appRole}`);
    await client.query('grant execute on function pg_advisory_xact_lock(bigint) to public');
    const { rows } = await client.query('select rolsuper, oid::int from pg_roles where rolname = current_user');
    expect(rows).toEqual([{ rolsuper: true, oid: 10 }]);
  });
  return { dataDir, server };
}

/** What still belongs to the superuser though no extension and no initdb brought it. */
const leftOver = `
  select n.nspname || '.' || relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
    where relowner = 10 and c.oid >= 16384 and nspname !~ '^pg_' and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
  union all select proname from pg_proc p where proowner = 10 and oid >= 16384
    and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all select typname from pg_type t where typowner = 10 and oid >= 16384
    and not exists (select from pg_depend where objid in (t.oid, t.typelem) and deptype = 'e')
  union all select nspname from pg_namespace where nspowner = 10 and oid >= 16384
  union all select datname from pg_database where datdba = 10 and oid >= 16384`;

/** That product and operator can do all they could, and the owner is one no more. */
async function expectWhole(server: EmbeddedPostgres): Promise<void> {
  const roles = await as(server, ownerRole, (client) =>
    client.query(`select rolname as name, rolsuper as super, rolcreaterole as roles, rolcreatedb as databases
      from pg_roles where rolname !~ '^pg_' order by 1`),
  );
  const none = { super: false, roles: false, databases: false };
  expect(roles.rows).toEqual([
    { ...none, name: appRole },
    { ...none, name: ownerRole, roles: true },
    { ...none, name: 'holoholo_reader' },
    { ...none, name: tenantRole },
    { name: superuserRole, super: true, roles: true, databases: true },
  ]);
  expect(await migrate(ownerOf(server))).toEqual([]);
  await installJobs(ownerOf(server));
  const left = await as(server, superuserRole, (client) => client.query(leftOver));
  expect(left.rows).toEqual([]);
  await as(server, appRole, async (client) => {
    expect((await client.query('select email from users')).rows).toEqual([{ email: 'kept@example.com' }]);
    await client.query(`select make_event_months('2031-05-05', 0); select count(*) from jobs.job;
      insert into audit_inbox (recorded_at, action, subject_kind, subject_id, salt, content)
        values (now(), 'rate_changed', 'listing', '1', uuid_send(gen_random_uuid()), '{}')`);
    await expect(client.query('create temporary table x ()')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query(`set role ${superuserRole}`)).rejects.toMatchObject({ code: '42501' });
    await expect(client.query(`select lo_from_bytea(0, 'x')`)).rejects.toMatchObject({ code: '42501' });
    const { rows } = await client.query(
      `select has_function_privilege('public', 'pg_advisory_xact_lock(bigint)', 'execute') as everybody,
        has_function_privilege('pg_advisory_xact_lock(bigint)', 'execute') as us`,
    );
    expect(rows).toEqual([{ everybody: false, us: true }]);
  });
  await as(server, ownerRole, async (client) => {
    await client.query('begin; alter table users add column later text; create extension fuzzystrmatch; rollback');
    await expect(client.query(`select pg_read_file('/etc/passwd')`)).rejects.toMatchObject({ code: '42501' });
    // What `npm run db -- reset` does.
    await client.query('begin; drop schema jobs cascade; drop schema public cascade; create schema public; rollback');
  });
}

test('the owner of a data folder of an earlier version is a superuser no more', { timeout: 120_000 }, async () => {
  const { dataDir, server: earlier } = await makeEarlierCluster();
  await earlier.stop();
  const server = await start(dataDir);
  await expectWhole(server);
  // Of a tool, made before what its sessions sort on disk was bounded.
  await as(server, superuserRole, (client) => client.query('create role charts login in role holoholo_reader'));
  await server.stop();
  const again = await start(dataDir);
  const { rows } = await as(again, 'charts', (client) => client.query('show temp_file_limit'));
  expect(rows).toEqual([{ temp_file_limit: '1GB' }]);
  await as(again, superuserRole, (client) => client.query('drop role charts'));
  await expectWhole(again); // and again when there is nothing to do
});

test('a handover that is cut off half-way has done nothing, and is done the next time', {
  timeout: 120_000,
}, async () => {
  const { server } = await makeEarlierCluster();
  const reach = { host: server.socketDir, port: server.port };
  await as(server, ownerRole, async (client) => {
    await client.query('begin; lock table users in access share mode');
    const cut = prepareDatabase(reach).then(
      () => 'done',
      (error) => error.code,
    );
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          `select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'users'::regclass`,
        );
        expect(rows).toHaveLength(1);
      },
      { timeout: 20_000, interval: 20 },
    );
    expect(await cut).toBe('57P01');
    const { rows } = await client.query(`select rolname, oid::int from pg_roles where rolsuper`);
    expect(rows).toEqual([{ rolname: ownerRole, oid: 10 }]);
  });
  await prepareDatabase(reach);
  await migrate(ownerOf(server)); // takes away what this test has granted
  await expectWhole(server);
});
