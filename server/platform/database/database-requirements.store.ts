import type pg from 'pg';
import { appRole, type Connection } from './database.ts';
import { withClient } from './database-client.ts';
import { firstLineOf, isUnavailable } from './database-errors.ts';

/** Why this database cannot serve, in one line for the operator. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused';
}

/** A database that cannot be reached for now, in one line for the operator: starting again may help. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway';
}

const oldestVersion = 15;

/**
 * Why a server of this version cannot serve; undefined when it can.
 * @param number PostgreSQL's server_version_num, such as 150018.
 */
export function versionRefusal(number: number): string | undefined {
  const major = Math.floor(number / 10_000);
  if (major >= oldestVersion) return undefined;
  // Before 10 a version had three parts.
  const rest = major >= 10 ? number % 10_000 : `${Math.floor(number / 100) % 100}.${number % 100}`;
  return `PostgreSQL ${major}.${rest} is too old: ${oldestVersion} or newer is needed.`;
}

/** Ends the start at a server that is too old, before anything is changed on it. @throws DatabaseRefused */
export async function requireVersion(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query(`select current_setting('server_version_num') as number`);
  const refusal = versionRefusal(Number(rows[0].number));
  if (refusal) throw new DatabaseRefused(refusal);
}

/** Processes of the version before this migration make a temporary table whenever they are asked whether they are ready. */
const lastNeed = '0022_wall.sql';

/**
 * Lets nobody but the owner make temporary tables. Where older processes may still serve beside us this waits for the first
 * start that comes an hour after the update. Databases that are copied from another one do not inherit it.
 * @param atOnce no older process can be there.
 */
export async function revokeTemporaryTables(client: pg.ClientBase, atOnce: boolean): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `select format('revoke temporary on database %I from public, ${appRole}', datname) as statement from pg_database
      where datname = current_database() and pg_has_role(datdba, 'member')
        and has_database_privilege('${appRole}', datname, 'temporary')
        and ($1 or exists (select from migrations where name = $2 and applied_at < now() - interval '1 hour'))`,
    [atOnce, lastNeed],
  );
  for (const { statement } of rows) await client.query(statement);
}

/**
 * Lets the application's roles take advisory locks where that was taken from everybody, and the owner may give it: at the first start on
 * our own server, and in a database that was made since.
 */
export async function grantAdvisoryLocks(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ statement: string | null }>(
    `select format('grant execute on function %s to %s', string_agg(distinct p.oid::regprocedure::text, ', '),
        string_agg(distinct r.rolname, ', ')) as statement
      from pg_proc p join pg_roles r on r.rolname in ('${appRole}', 'holoholo_tenant')
      where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^pg_(try_)?advisory_'
        and not has_function_privilege(r.oid, p.oid, 'execute')
        and has_function_privilege(current_user, p.oid, 'execute with grant option')
      having count(*) > 0`,
  );
  for (const { statement } of rows) if (statement) await client.query(statement);
}

/** A login that is refused, no such database, not allowed to connect: what only the operator can mend. */
const refusedConnection = /^(28000|28P01|3D000|42501)$/;

/**
 * Does something at the start over the connection of a setting.
 * @param setting its name.
 * @throws DatabaseRefused naming the setting where the server refuses the connection, `DatabaseAway` where none answers.
 */
export async function overConnectionOf<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUnavailable(error)) throw new DatabaseAway(`${setting}: the database does not answer: ${firstLineOf(error)}`);
    const { code, message } = error as { code?: string; message: string };
    if (!code || !refusedConnection.test(code)) throw error;
    throw new DatabaseRefused(`${setting}: the database server refuses it: ${message}`);
  }
}

/** With a library set that is not there no session would begin. */
const withoutLibraries = { options: '-c local_preload_libraries=' };

/** How often two connections are asked in turn whose session they have. */
const sessionRounds = 3;

/**
 * Ends the start at a pooler that gives each transaction, or each statement, another session: what is said to one, such as the
 * role, would hold for somebody else. Two connections have two sessions for as long as they last; where both were given one, or
 * one of them two, it is such a pooler. With others at work on it that may go unseen.
 * @param setting the connection's, for the refusal
 * @param patienceMs how long each answer may take; as long as it takes unless told
 * @throws DatabaseRefused
 */
export async function requireSessions(connection: Connection, setting: string, patienceMs?: number): Promise<void> {
  const config = { ...withoutLibraries, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs };
  const ask = (client: pg.Client) =>
    client.query<{ pid: number }>('select pg_backend_pid() as pid').then(({ rows }) => rows[0]!.pid);
  await withClient(connection, config, async (first) => {
    const own = await ask(first);
    await withClient(connection, config, async (second) => {
      const other = await ask(second);
      for (let round = 0, [one, two] = [own, other]; round < sessionRounds; round++) {
        if (one !== own || two !== other || own === other)
          throw new DatabaseRefused(
            `${setting} leads through a pooler that gives each transaction another session: let it pool sessions (pool_mode = session)`,
          );
        [one, two] = [await ask(first), await ask(second)];
      }
    });
  });
}

interface Login {
  name: string;
  isSuperuser: boolean;
  ownsTables: boolean;
  isMember: boolean;
  hasTables: boolean;
}

async function describeLogin(connection: Connection): Promise<Login> {
  return await withClient(connection, withoutLibraries, async (client) => {
    const { rows } = await client.query<Login>(
      `select session_user::text as name, rolsuper as "isSuperuser",
        pg_has_role(session_user, '${appRole}', 'member') as "isMember",
        exists (select from pg_class where relnamespace = 'public'::regnamespace and relname = 'migrations') as "hasTables",
        exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
          and pg_has_role(session_user, relowner, 'member')) as "ownsTables"
        from pg_roles where rolname = session_user`,
    );
    return rows[0]!;
  });
}

/**
 * Looks at the users of DATABASE_URL and DATABASE_MIGRATION_URL on a migrated database.
 * @param owner whom migrations run as; the same connection as `application` where no second one is set.
 * @returns what the operator should change, in one line each.
 * @throws DatabaseRefused when the application cannot work, or could do in production what only the owner should.
 */
export async function reviewLogins(
  { owner, application }: { owner: Connection; application: Connection },
  production: boolean,
): Promise<string[]> {
  const warnings: string[] = [];
  const migrating = await describeLogin(owner);
  const serving =
    owner === application
      ? migrating
      : await overConnectionOf('DATABASE_URL', async () => {
          await requireSessions(application, 'DATABASE_URL');
          return await describeLogin(application);
        });
  if (!serving.isMember)
    throw new DatabaseRefused(`DATABASE_URL: let its user take the role: grant ${appRole} to ${serving.name}`);
  if (!serving.hasTables)
    throw new DatabaseRefused('DATABASE_URL and DATABASE_MIGRATION_URL should name the same database');
  if (migrating.isSuperuser)
    warnings.push(`the user ${migrating.name}, who migrates the database, is a superuser and need not be one`);
  if (production && serving.ownsTables) {
    const ownership = `DATABASE_URL: its user ${serving.name} owns the tables or may become their owner; use a login that owns nothing (docs/operating.md)`;
    if (owner !== application) throw new DatabaseRefused(ownership);
    warnings.push(ownership);
  }
  return warnings;
}
