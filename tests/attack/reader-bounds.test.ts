import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeReader } from '../../scripts/reader.ts';
import { type Connection, clientConfig } from '../../server/platform/database/database.ts';
import { tenantRole } from '../../server/platform/database/tenants.store.ts';
import { superuserRole } from '../../server/platform/embedded/postgres-roles.ts';
import { onServer } from '../database-setup.ts';
import { createWorld, type World } from '../world.ts';
import { ownerOf } from './owner.ts';

const server = inject('databaseServer');
const isOurs = !('url' in server);
const login = `bi_${randomBytes(6).toString('hex')}`;

/** On our own server, whose superuser is at hand; an operator's is closed by hand (docs/operating.md). */
describe.runIf(isOurs)('the login of a tool that reads figures', () => {
  let world: World;
  let owner: Connection;
  beforeAll(async () => {
    world = await createWorld();
    owner = await ownerOf(world);
    await makeReader(owner, login);
  });
  afterAll(async () => {
    await onServer(server, `drop role ${login}`);
    await world.close();
  });

  async function as<Result>(user: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
    const client = new pg.Client(clientConfig({ ...owner, user } as Connection));
    await client.connect();
    return await work(client).finally(() => client.end());
  }
  const codeOf = (client: pg.Client, statement: string) =>
    client.query(statement).then(
      () => 'done',
      (error) => error.code as string,
    );

  test('takes none of the locks by which the product waits for itself', async () => {
    const calls = await as(superuserRole, async (client) => {
      const { rows } = await client.query<{ name: string; call: string }>(
        `select proname as name, format('%s(%s)', proname, (select string_agg('7305442::' || format_type(type, null), ', ')
            from unnest(proargtypes) as type)) as call
          from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname like '%advisory%' order by 1, 2`,
      );
      return rows;
    });
    expect(calls.length).toBeGreaterThan(20);
    const outcomes = async (user: string, first = 'select 1') =>
      await as(user, async (client) => {
        const each = [];
        for (const { call } of calls) {
          await client.query(first);
          each.push([call, await codeOf(client, `select ${call}`)]);
        }
        return each;
      });
    const all = (outcome: string) => calls.map(({ call }) => [call, outcome]);
    expect(await outcomes(login)).toEqual(all('42501'));
    // Those who rely on them have them.
    expect(await outcomes('holoholo_owner')).toEqual(all('done'));
    expect(await outcomes('holoholo_app')).toEqual(all('done'));
    expect(await outcomes('holoholo_app', `set role ${tenantRole}`)).toEqual(all('done'));
  });

  test('fills no disk: what a session sorts there is bounded, which it cannot change', async () => {
    await as(login, async (client) => {
      expect((await client.query('show temp_file_limit')).rows).toEqual([{ temp_file_limit: '1GB' }]);
      await client.query('set default_transaction_read_only = off');
      for (const statement of [
        'set temp_file_limit = -1',
        'set local temp_file_limit = -1',
        `select set_config('temp_file_limit', '-1', false)`,
        `alter role ${login} set temp_file_limit = -1`,
        `alter role ${login} reset temp_file_limit`,
      ])
        expect([statement, await codeOf(client, statement)]).toEqual([statement, '42501']);
      expect(await codeOf(client, `alter role ${login} reset all`)).toBe('done');
      await client.query('reset all');
      expect((await client.query('show temp_file_limit')).rows).toEqual([{ temp_file_limit: '1GB' }]);
    });
    await as(login, async (client) => {
      expect((await client.query('show temp_file_limit')).rows).toEqual([{ temp_file_limit: '1GB' }]);
    });
    // As a superuser, for less than a gigabyte to be enough here.
    await as(superuserRole, (client) => client.query(`alter role ${login} set temp_file_limit = '1MB'`));
    await as(login, async (client) => {
      await client.query(`set work_mem = '64kB'`);
      const sorted = 'select md5(n::text) from generate_series(1, 100000) n order by 1 offset 99999';
      expect(await codeOf(client, sorted)).toBe('53400');
    });
  });

  test('what docs/operating.md lets an administrator run closes a database likewise', async () => {
    const [block] = readFileSync('docs/operating.md', 'utf8').match(/^do \$\$ declare locks[^`]*/m) ?? [];
    const name = `closed_${randomBytes(6).toString('hex')}`;
    await onServer(server, `create database ${name} template template0`);
    const superuser = new pg.Client(clientConfig({ ...owner, user: superuserRole, database: name } as Connection));
    await superuser.connect();
    const roles = [login, 'holoholo_owner', 'holoholo_app', tenantRole];
    const may = async () => {
      const { rows } = await superuser.query(
        `select role, bool_or(has_function_privilege(role, oid, 'execute')) as any, bool_and(has_function_privilege(role, oid, 'execute')) as all
          from unnest($1::text[]) with ordinality as r (role, at), pg_proc
          where pronamespace = 'pg_catalog'::regnamespace and proname like '%advisory%' group by role, at order by at`,
        [roles],
      );
      return rows.map((row) => [row.any, row.all]);
    };
    expect((await may())[0]).toEqual([true, true]);
    await superuser.query(block!);
    expect(await may()).toEqual([[false, false], ...Array(3).fill([true, true])]);
    await superuser.end();
    await onServer(server, `drop database ${name}`);
  });
});
