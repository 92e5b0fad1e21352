import pg from 'pg';
import { advisoryLocks } from '../database/advisory-locks.ts';
import { appRole, type Connection, clientConfig } from '../database/database.ts';
import { withClient } from '../database/database-client.ts';

const insufficientPrivilege = '42501';

interface OwnSetting {
  role: string;
  setting: string;
  reset: string;
}

/**
 * A role may give itself settings that hold for all its later sessions. Takes away those of the application's role and of the login
 * that takes it, in every database, as far as the owner may. What only an administrator can set is left alone.
 * @returns what was found, in one line each for the operator.
 */
export async function resetRoleSettings(owner: Connection, application: Connection): Promise<string[]> {
  const login = new pg.Client(clientConfig(application)).user;
  return await withClient(owner, { application_name: 'holoholo roles' }, async (client) => {
    // Two processes that reset the same role at once can make one of them fail.
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.roleSettings]);
    const found = await findOwnSettings(client, login);
    for (const reset of new Set(found.map((one) => one.reset)))
      await client.query(reset).catch((error) => {
        if (error.code !== insufficientPrivilege) throw error;
      });
    const left = new Set((await findOwnSettings(client, login)).map(lineOf));
    return found.map((one) =>
      left.has(lineOf(one))
        ? `${lineOf(one)}: the user who migrates may not take this away; let an administrator run: ${one.reset}`
        : `${lineOf(one)}: this was taken away, as the application could have set it itself`,
    );
  });
}

const lineOf = ({ role, setting }: OwnSetting) => `the role ${role} had the setting ${setting}`;

async function findOwnSettings(client: pg.Client, login: string | undefined): Promise<OwnSetting[]> {
  const { rows } = await client.query<OwnSetting>(
    `select rolname as role, concat(split_part(own, '=', 1), ' in ' || datname) as setting,
      format('alter role %I%s reset all', rolname, ' in database ' || quote_ident(datname)) as reset
      from pg_db_role_setting s join pg_roles r on r.oid = s.setrole left join pg_database d on d.oid = s.setdatabase
        cross join unnest(s.setconfig) as own left join pg_settings g on g.name = split_part(own, '=', 1)
      where rolname in ($1, $2) and rolname <> current_user and coalesce(g.context, 'user') = 'user'
      order by 1, 2`,
    [appRole, login],
  );
  return rows;
}
