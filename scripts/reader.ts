import { createHmac, hash, pbkdf2Sync, randomBytes } from 'node:crypto';
import type { Connection } from '../server/platform/database/database.ts';
import { withClient } from '../server/platform/database/database-client.ts';
import { largeObjectFunctions, readersTemporaryFiles } from '../server/platform/embedded/postgres-roles.ts';

/** Reads the views of schema reporting and nothing else; logins of tools are members of it. */
export const readerRole = 'holoholo_reader';
/** What one tool may take from guests: so many connections, and so long for a statement, unless it says otherwise itself. */
const mostConnections = 5;
const settings = {
  search_path: 'reporting',
  default_transaction_read_only: 'on',
  statement_timeout: '60s',
  idle_in_transaction_session_timeout: '60s',
};

const insufficientPrivilege = '42501';

/**
 * Makes a login for a tool of the house's own, or gives one that there is a new password and what it may. @returns its password
 * @throws Error with what an administrator of the server does, where the owner may make no roles
 */
export async function makeReader(owner: Connection, name: string): Promise<string> {
  requireName(name);
  const password = randomBytes(24).toString('base64url');
  const statements = [
    `grant usage on schema reporting to ${readerRole}`,
    `grant select on all tables in schema reporting to ${readerRole}`,
    `alter role ${name} login password '${verifierOf(password)}' connection limit ${mostConnections}`,
    ...Object.entries(settings).map(([setting, value]) => `alter role ${name} set ${setting} = '${value}'`),
  ];
  await withClient(owner, { application_name: 'holoholo reader' }, async (client) => {
    const { rows } = await client.query<
      Record<'group' | 'login' | 'member' | 'bounds', boolean> & { database: string }
    >(
      `select quote_ident(current_database()) as database, exists (select from pg_roles where rolname = $1) as "group",
        exists (select from pg_roles where rolname = $2) as login,
        has_parameter_privilege('temp_file_limit', 'set') as bounds,
        exists (select from pg_auth_members where roleid = to_regrole($1) and member = to_regrole($2)) as member`,
      [readerRole, name],
    );
    const { database, group, login, member, bounds } = rows[0]!;
    if (login && !member) throw new Error(`there is a role ${name} already, which is no reader`);
    const roles = [
      ...(group ? [] : [`create role ${readerRole} nologin`]),
      ...(login ? [] : [`create role ${name} in role ${readerRole}`]),
    ];
    await client.query('begin');
    try {
      for (const statement of [...roles, `grant connect on database ${database} to ${readerRole}`, ...statements])
        await client.query(statement);
      // A superuser's to say, unless one has let the owner (docs/operating.md).
      if (bounds) await client.query(`alter role ${name} set temp_file_limit = '${readersTemporaryFiles}'`);
      await client.query('commit');
    } catch (error) {
      if ((error as { code?: string }).code !== insufficientPrivilege) throw error;
      throw new Error('the owner may make no roles: docs/operating.md says what an administrator of the server runs');
    }
  });
  return password;
}

/**
 * What a superuser of the server can close to a login and has not (docs/operating.md, "Database"): our own server's does at its start, and no
 * owner may.
 */
export async function findOpenTo(owner: Connection, name: string): Promise<string[]> {
  const { rows } = await withClient(owner, { application_name: 'holoholo reader' }, (client) =>
    client.query<Record<'locks' | 'objects' | 'files', boolean>>(
      `select bool_or(proname ~ '^pg_(try_)?advisory_') as locks, bool_or(proname = any($2)) as objects,
        not exists (select from pg_roles where rolname = $1
          and exists (select from unnest(rolconfig) as one where one like 'temp_file_limit=%')) as files
        from pg_proc where pronamespace = 'pg_catalog'::regnamespace and has_function_privilege($1, oid, 'execute')`,
      [name, largeObjectFunctions.split(', ')],
    ),
  );
  const { locks, objects, files } = rows[0]!;
  return [
    ...(locks ? ['advisory locks, by which the product waits for itself'] : []),
    ...(objects ? ['large objects'] : []),
    ...(files ? ['temporary files of any size'] : []),
  ];
}

/** Takes a login away that `makeReader` made, and ends what it has open. @throws Error where there is none of that name */
export async function removeReader(owner: Connection, name: string): Promise<void> {
  requireName(name);
  await withClient(owner, { application_name: 'holoholo reader' }, async (client) => {
    const { rows } = await client.query(
      'select from pg_auth_members where roleid = to_regrole($1) and member = to_regrole($2)',
      [readerRole, name],
    );
    if (rows.length === 0) throw new Error(`there is no reader ${name}`);
    await client.query(`alter role ${name} nologin`);
    // Whoever is a member of a role may end its connections.
    await client.query(`grant ${name} to current_user`);
    await client.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where usename = $1', [name]);
    await client.query(`drop role ${name}`);
  });
}

function requireName(name: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(name) || /^(pg_|holoholo_)/.test(name))
    throw new Error('name the login: npm run db -- reader NAME, in small letters, digits and _');
}

/** What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5803): the statement, which a server may log, has that alone. */
function verifierOf(password: string): string {
  const [iterations, salt] = [4_096, randomBytes(16)];
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const keyOf = (use: string) => createHmac('sha256', salted).update(use).digest();
  const stored = hash('sha256', keyOf('Client Key'), 'base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`;
}
