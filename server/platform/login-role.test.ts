import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createWorld, type World } from '../../tests/world.ts';
import { ownerRole } from './postgres.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const isOurs = !('url' in inject('databaseServer'));

// On a server of an operator's the session's user is that of the URL, and the role is only set: docs/decisions says why.
describe.runIf(isOurs)('what an injected statement could do on our own server', () => {
  test('it runs as the application, under whatever name', async () => {
    const { rows } = await world.database.pool.query(
      `select session_user as session, current_user as current, rolsuper, rolcreaterole, rolcreatedb, rolbypassrls,
        pg_has_role(session_user, '${ownerRole}', 'member') as owner, array(select b.rolname::text from pg_auth_members m
          join pg_roles b on b.oid = m.roleid where m.member = pg_roles.oid) as roles
        from pg_roles where rolname = session_user`,
    );
    const not = { rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false, owner: false };
    expect(rows).toEqual([{ session: 'holoholo_app', current: 'holoholo_app', ...not, roles: [] }]);
  });

  test.each([
    'create table x ()',
    'drop table users',
    'alter table audit_entries disable trigger user',
    'delete from audit_entries',
    'create role intruder',
    'alter role holoholo_app superuser',
    `copy (select 1) to program 'true'`,
    `select pg_read_file('/etc/passwd')`,
    `set role ${ownerRole}`,
    `set session authorization ${ownerRole}`,
  ])('reset role; %s', async (statement) => {
    const client = await world.database.pool.connect();
    try {
      await client.query('reset role');
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
      await client.query('set role none');
      await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
    } finally {
      client.release(true);
    }
  });
});
