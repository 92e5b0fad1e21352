import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { ownerRole } from '../../server/platform/embedded/postgres.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { createWorld, type World } from '../world.ts';
import { ways as allWays } from './ways-to-more.ts';

const server = inject('databaseServer');
const isOurs = !('url' in server);
const ways = allWays.filter(({ needsSuperuser }) => isOurs || !needsSuperuser);
const loginName = `web_${randomBytes(6).toString('hex')}`;
const password = randomBytes(12).toString('hex');

let world: World;
let name: string;
let owner: pg.Client;
/** The session that must not be seen, nor ended, by the application. */
let otherProcess: number;

/** The same server and database, as another user. */
function asUser(user: string): Connection {
  const here = inDatabase(server, name);
  if (!('url' in here)) return { ...here, user };
  const url = new URL(here.url);
  [url.username, url.password] = [user, password];
  return { url: url.href };
}

beforeAll(async () => {
  world = await createWorld();
  await world.aListing();
  const event = { event_type: 'sign_in', severity: 'high', description: 'x', occurred_at: new Date() };
  await world.db.insertInto('security_events').values(event).execute();
  name = (await world.database.pool.query('select current_database() as name')).rows[0].name;
  owner = new pg.Client(clientConfig(inDatabase(server, name)));
  await owner.connect();
  await owner.query(`create role ${loginName} login password '${password}' in role holoholo_app`);
  otherProcess = (await owner.query('select pg_backend_pid() as pid')).rows[0].pid;
});
afterAll(async () => {
  await owner.end();
  await world.close();
  await onServer(server, `drop role ${loginName}`);
});

/** Other tests on this server have logins of their own. */
const isOfThisTest = (role: string) => `(${role} !~ '^web_' or ${role} = '${loginName}')`;

/** Everything that says who may do what, as one text. */
async function readRights(): Promise<string> {
  const { rows } = await owner.query(`select md5(string_agg(line, e'\\n' order by line)) as rights from (
    select 'role ' || r::text from pg_roles r where ${isOfThisTest('rolname')}
    union all select 'member ' || roleid || ' ' || member || ' ' || admin_option from pg_auth_members
      where ${isOfThisTest('pg_get_userbyid(member)')}
    union all select 'database ' || datname || ' ' || datdba || ' ' || coalesce(datacl::text, '') from pg_database where datname = '${name}'
    union all select 'schema ' || nspname || ' ' || nspowner || ' ' || coalesce(nspacl::text, '') from pg_namespace where nspname !~ '^pg_(temp|toast)'
    union all select 'relation ' || oid || relname || ' ' || relowner || ' ' || coalesce(relacl::text, '') || relrowsecurity from pg_class
    union all select 'routine ' || oid || proname || ' ' || proowner || ' ' || prosecdef || coalesce(proacl::text, '') || coalesce(proconfig::text, '') || prosrc from pg_proc
    union all select 'trigger ' || tgrelid || tgname || tgenabled::text from pg_trigger
    union all select 'type ' || oid || typname || typowner from pg_type
    union all select 'default ' || d::text from pg_default_acl d
    union all select 'extension ' || extname || extowner from pg_extension
    union all select 'large object ' || oid from pg_largeobject_metadata
    union all select 'audit ' || count(*) from audit_entries
    union all select 'listing ' || count(*) from listings) as lines (line)`);
  return rows[0].rights;
}

/** On our own server the application logs in as its role; on an operator's as a login that owns nothing and takes the role. */
const identities = [...(isOurs ? ['holoholo_app'] : []), loginName];

describe.each(identities)('%s', (user) => {
  test(`none of ${ways.length} ways leads to more`, { timeout: 120_000 }, async () => {
    const before = await readRights();
    const opened: string[] = [];
    const { ownerName } = (await owner.query('select current_user as "ownerName"')).rows[0];
    for (const { statement, codes = ['42501'] } of ways) {
      const asked = statement
        .replaceAll('holoholo_owner', ownerName)
        .replaceAll('current_database_name', name)
        .replaceAll('another_process', String(otherProcess));
      const client = new pg.Client({ ...clientConfig(asUser(user)), options: '-c role=holoholo_app' });
      client.on('error', () => {});
      await client.connect();
      for (const first of ['select 1', 'reset role', 'set role none']) {
        await client.query('rollback');
        await client.query(first);
        const outcome = await client.query(asked).then(
          () => 'done',
          (error) => error.code,
        );
        if (!codes.includes(outcome)) opened.push(`${first}; ${asked}: ${outcome}`);
      }
      await client.end();
    }
    expect(opened).toEqual([]);
    expect(await readRights()).toBe(before);
  });

  test('what others are doing is not told', async () => {
    await owner.query(`select 'a secret of the owner'`);
    const client = new pg.Client({ ...clientConfig(asUser(user)), options: '-c role=holoholo_app' });
    await client.connect();
    const { rows } = await client.query('select query from pg_stat_activity where pid = $1', [otherProcess]);
    await client.end();
    expect(rows).toEqual([{ query: '<insufficient privilege>' }]);
  });

  test('giving away what it has itself has no effect', async () => {
    const before = await readRights();
    const client = new pg.Client({ ...clientConfig(asUser(user)), options: '-c role=holoholo_app' });
    await client.connect();
    for (const statement of [
      'grant all on users to public',
      'grant select on all tables in schema public to public',
      'grant execute on function make_event_months to public',
    ])
      await client.query(statement).catch((error) => expect(error.code).toBe('42501'));
    await client.end();
    expect(await readRights()).toBe(before);
  });
});

test.runIf(isOurs)('on our own server the application logs in as its role, which is nobody else', async () => {
  const { rows } = await world.database.pool.query(
    `select session_user as session, current_user as current, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
      array(select m.roleid::regrole::text from pg_auth_members m where m.member = pg_roles.oid) as memberships
      from pg_roles where rolname = session_user`,
  );
  const not = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false };
  // The tenants' role, which may do less than itself (tests/attack/walled-tables.ts).
  const memberships = ['holoholo_tenant'];
  expect(rows).toEqual([{ session: 'holoholo_app', current: 'holoholo_app', ...not, memberships }]);
});

test('the owner of the schema is no superuser', async () => {
  const { rows } = await owner.query('select rolname, rolsuper from pg_roles where rolname = current_user');
  expect(rows).toEqual([{ rolname: isOurs ? ownerRole : rows[0].rolname, rolsuper: false }]);
});
