import pg from 'pg';

/** The owner of everything in the database: migrations run as this role, the application never does. It is no superuser. */
export const ownerRole = 'holoholo_owner';
/** The superuser of our own server. It prepares the database at each start, ships its log, and is used for nothing else. */
export const superuserRole = 'postgres';
export const database = 'holoholo';
/** How much a session of a tool that reads figures may sort on disk; a superuser's to say, and so the owner's by a grant. */
export const readersTemporaryFiles = '1GB';
/** What makes large objects, or makes them larger. */
export const largeObjectFunctions = 'lo_creat, lo_create, lo_from_bytea, lo_put, lowrite, lo_truncate, lo_truncate64';
/** Whose members such tools' logins are (scripts/reader.ts). */
const readerRole = 'holoholo_reader';

const unknownRole = '28000';
const unknownDatabase = '3D000';

type Reach = Pick<pg.ClientConfig, 'host' | 'port'>;

async function connect(reach: Reach, user: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({ ...reach, user, database: name, ssl: false, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {}); // told by the statement it ends
  await client.connect().catch(async (error) => {
    await client.end().catch(() => {});
    throw error;
  });
  return client;
}

/** What a fallback is for: errors of this code lead to it, all others are thrown. */
const otherwise =
  <T>(code: string, fallback: () => Promise<T>) =>
  (error: Error & { code?: string }) => {
    if (error.code !== code) throw error;
    return fallback();
  };

/**
 * Makes the owner and the database where they are missing, each by itself, so that a start killed in between goes on here.
 * @throws Error of the driver, also while the server does not answer yet.
 */
export async function prepareDatabase(reach: Reach): Promise<void> {
  const superuser = await connect(reach, superuserRole, 'postgres').catch(
    otherwise(unknownRole, async () => {
      await takeOwnerItsPower(reach);
      return await connect(reach, superuserRole, 'postgres');
    }),
  );
  try {
    const { rows } = await superuser.query(
      `select exists (select from pg_roles where rolname = $1) as role, exists (select from pg_database where datname = $2) as database`,
      [ownerRole, database],
    );
    if (!rows[0].role) await superuser.query(`create role ${ownerRole} login createrole`);
    await superuser.query(`grant set on parameter temp_file_limit to ${ownerRole}`);
    await superuser.query(boundReaders);
    await closeToOthers(reach, 'template1'); // what is made from it is closed as well
    if (!rows[0].database) await superuser.query(`create database ${database} owner ${ownerRole}`);
    // PostgreSQL lets everybody into the databases it makes itself.
    await superuser.query('revoke connect, temporary on database postgres, template1 from public');
  } finally {
    await superuser.end();
  }
  await closeToOthers(reach, database);
}

/**
 * PostgreSQL lets everybody make large objects, of any size and number; nothing of ours uses them. It also lets everybody take advisory
 * locks, by which the product waits for itself: these are left to those who rely on them.
 */
async function closeToOthers(reach: Reach, name: string): Promise<void> {
  const superuser = await connect(reach, superuserRole, name);
  try {
    await superuser.query(`revoke execute on function ${largeObjectFunctions} from public`);
    await superuser.query(keepLocks);
  } finally {
    await superuser.end();
  }
}

/** The application's roles come later than the owner, who lets them then (`grantAdvisoryLocks`). */
const keepLocks = `
do $$
declare
  locks text := (select string_agg(oid::regprocedure::text, ', ') from pg_proc
    where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^pg_(try_)?advisory_');
  members text := (select string_agg(rolname, ', ') from pg_roles where rolname in ('holoholo_app', 'holoholo_tenant'));
begin
  execute format('grant execute on function %s to ${ownerRole} with grant option', locks);
  if members is not null then execute format('grant execute on function %s to %s', locks, members); end if;
  execute format('revoke execute on function %s from public', locks);
end $$`;

/** Logins that were made before there was a bound, and those made without one. */
const boundReaders = `
do $$
declare
  login regrole;
begin
  for login in
    select member from pg_auth_members where roleid = to_regrole('${readerRole}') and not exists (select from pg_db_role_setting
      where setrole = member and setdatabase = 0 and exists (select from unnest(setconfig) as one where one like 'temp_file_limit=%'))
  loop
    execute format('alter role %s set temp_file_limit = ''${readersTemporaryFiles}''', login);
  end loop;
end $$`;

/**
 * Earlier versions made the owner as the server's first role, a superuser for ever. So that role gets the superuser's name,
 * and a new owner gets its name, its tables and all else of ours: in one transaction, so it is done or it is not.
 */
async function takeOwnerItsPower(reach: Reach): Promise<void> {
  const former = await connect(reach, ownerRole, database).catch(
    otherwise(unknownDatabase, () => connect(reach, ownerRole, 'postgres')),
  );
  try {
    await former.query('begin');
    // Nobody can rename themselves: a role for the length of this transaction does it.
    await former.query(`create role holoholo_handover superuser;
      set local session authorization holoholo_handover;
      alter role ${ownerRole} rename to ${superuserRole};
      create role ${ownerRole} login createrole`);
    await former.query(handOver);
    await former.query('reset session authorization; drop role holoholo_handover');
    await former.query('commit');
  } finally {
    await former.end();
  }
}

/** Gives the new owner what is ours: all that no extension brought, outside of PostgreSQL's own schemas. */
const handOver = `
do $$
declare
  statement text;
begin
  if exists (select from pg_roles where rolname = 'holoholo_app') then
    grant holoholo_app to ${ownerRole} with admin option;
    revoke holoholo_app from ${superuserRole};
  end if;
  if exists (select from pg_database where datname = '${database}') then
    alter database ${database} owner to ${ownerRole};
  end if;
  for statement in
    with of_extensions as (select classid, objid from pg_depend where deptype = 'e'),
    schemas as (
      select oid, nspname as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    )
    -- The schema public belongs to whoever owns the database.
    select format('alter schema %I owner to ${ownerRole}', name) from schemas
      where oid in (select oid from pg_namespace where nspowner = '${superuserRole}'::regrole)
    union all
    -- Indexes follow their tables, and so do the sequences of columns.
    select format('alter %s %I.%I owner to ${ownerRole}',
        case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
        s.name, c.relname)
      from pg_class c join schemas s on s.oid = c.relnamespace
      where relkind in ('r', 'p', 'v', 'm', 'S') and ('pg_class'::regclass, c.oid) not in (table of_extensions)
        and not exists (select from pg_depend d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and relkind = 'S')
    union all
    select format('alter routine %s owner to ${ownerRole}', p.oid::regprocedure)
      from pg_proc p join schemas s on s.oid = p.pronamespace
      where ('pg_proc'::regclass, p.oid) not in (table of_extensions)
    union all
    select format('alter type %I.%I owner to ${ownerRole}', s.name, t.typname)
      from pg_type t join schemas s on s.oid = t.typnamespace
      where t.typtype in ('d', 'e', 'r') and ('pg_type'::regclass, t.oid) not in (table of_extensions)
    union all
    select format('alter statistics %I.%I owner to ${ownerRole}', s.name, x.stxname)
      from pg_statistic_ext x join schemas s on s.oid = x.stxnamespace
  loop
    execute statement;
  end loop;
end $$`;
