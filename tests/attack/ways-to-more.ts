/** Statements by which the application's role could get at more than it has; each must be refused. */
export interface Way {
  statement: string;
  /** Codes of PostgreSQL that count as a refusal: insufficient privilege unless told. */
  codes?: readonly string[];
  /** What PostgreSQL gives everybody, and only a superuser can take away: closed on our own server, on others by its administrator. */
  needsSuperuser?: true;
}

const notInstalled = ['42501', '58P01', '0A000'];
const prepared = ['55000', '42501'];

const plain = (...statements: string[]): Way[] => statements.map((statement) => ({ statement }));

const becomeAnother = plain(
  'set role holoholo_owner',
  'set session authorization holoholo_owner',
  `select set_config('role', 'holoholo_owner', false)`,
  `select set_config('session_authorization', 'holoholo_owner', false)`,
  'alter role current_user superuser',
  'alter role current_user createrole createdb bypassrls replication',
  'alter role holoholo_owner rename to intruder',
  `alter role holoholo_owner password 'known'`,
  `alter role holoholo_owner set search_path = pg_temp`,
  'create role intruder superuser',
  'create role intruder in role holoholo_owner',
  'grant holoholo_owner to current_user',
  'grant pg_read_server_files to current_user',
  'grant pg_execute_server_program to current_user',
  'grant pg_signal_backend to current_user',
);

const reachTheMachine: Way[] = [
  ...['plpython3u', 'plperlu', 'file_fdw', 'dblink', 'postgres_fdw', 'hstore', 'pageinspect'].map((name) => ({
    statement: `create extension ${name}`,
    codes: notInstalled,
  })),
  ...plain(
    `copy (select 1) to program 'true'`,
    `copy listings from program 'true'`,
    `copy (select 1) to '/tmp/holoholo-intruder'`,
    `copy listings from '/etc/passwd'`,
    `select pg_read_file('/etc/passwd')`,
    `select pg_read_binary_file('PG_VERSION')`,
    `do $$ begin perform pg_read_file('/etc/passwd'); end $$`,
    `select pg_ls_dir('/')`,
    'select pg_ls_logdir()',
    `select pg_stat_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    `select lo_export(1, '/tmp/holoholo-intruder')`,
    `load '/tmp/holoholo-intruder.so'`,
    `alter system set archive_command = 'true'`,
    'select pg_reload_conf()',
    `set session_preload_libraries = 'intruder'`,
    'select pg_rotate_logfile()',
    `create tablespace intruder location '/tmp'`,
    `select pg_create_logical_replication_slot('intruder', 'pgoutput')`,
    'select pg_switch_wal()',
  ),
];

const leaveSomethingBehind: Way[] = plain(
  'create table intruder ()',
  'create table jobs.intruder ()',
  'create temporary table intruder ()',
  'create temporary view listings as select 1',
  'create schema intruder',
  'create database intruder',
  'create view intruder as select 1',
  'create sequence intruder',
  'create type intruder as enum ()',
  'create domain public.intruder as integer',
  'create function intruder() returns integer language sql as $$ select 1 $$',
  'create function jobs.intruder() returns integer language sql as $$ select 1 $$',
  'create function pg_temp.intruder() returns integer language sql as $$ select 1 $$',
  `create function intruder(text) returns integer language c as 'libc.so.6', 'system'`,
  'create aggregate intruder(integer) (sfunc = int4pl, stype = integer)',
  'create operator public.=== (leftarg = text, rightarg = text, function = texteq)',
  'create cast (text as bytea) without function',
  'create collation intruder from "C"',
  'create event trigger intruder on ddl_command_start execute function bump_listing_version()',
  'create trigger intruder after insert on users execute function bump_listing_version()',
  'create rule intruder as on insert to users do also notify x',
  'create policy intruder on users using (true)',
  'create index intruder on users (email)',
  'create statistics intruder on email, name from users',
  'create publication intruder for table users',
  'create foreign data wrapper intruder',
);

const undoTheRules: Way[] = plain(
  'alter table audit_entries disable trigger user',
  'alter table listings disable trigger all',
  'set session_replication_role = replica',
  'drop trigger audit_entries_are_append_only on audit_entries',
  'alter function bump_listing_version() set search_path = public',
  'alter function append_audit_entry() security invoker',
  'alter function append_audit_entry() owner to holoholo_app',
  'create or replace function append_audit_entry() returns trigger language plpgsql as $$ begin return null; end $$',
  'alter table users owner to holoholo_app',
  'alter table users enable row level security',
  'alter table users add column intruder text',
  'alter default privileges for role holoholo_owner grant all on tables to public',
  'alter database current_database_name owner to holoholo_app',
  `update pg_proc set prosecdef = true where proname = 'search_query'`,
  'update pg_authid set rolsuper = true',
  `update pg_class set relacl = null where relname = 'users'`,
  `delete from pg_trigger`,
  'insert into audit_entries select * from audit_entries limit 1',
  `update audit_entries set action = 'other'`,
  'delete from audit_entries',
  'truncate audit_entries, audit_details',
  `update audit_details set content = '{}'`,
  'delete from audit_inbox',
  'do $$ begin lock table audit_entries in access exclusive mode; end $$',
  'update scans set counted = true',
  'delete from clicks',
  'delete from security_events',
  `delete from security_events where severity = 'high'`,
  'truncate security_events',
  `update security_events set occurred_at = now() - interval '2 years'`,
  'alter table security_events disable trigger security_events_are_kept',
  'update booking_sums set cents = 0',
  `select add_to_booking_sums('confirmed', 1, 1)`,
  'truncate scans',
  'truncate listings cascade',
  'update migrations set checksum = null',
  'update listing_version set version = 0',
  'delete from listing_changes',
  'drop table users cascade',
  'drop schema jobs cascade',
  'drop function append_audit_entry cascade',
  'drop database current_database_name',
  'drop owned by holoholo_owner',
  'reassign owned by holoholo_owner to holoholo_app',
  'reindex table audit_entries',
);

const changeTheQueues: Way[] = plain(
  `insert into jobs.bam (name, version, table_name, command) values ('x', 1, 'job', 'select 1')`,
  `update jobs.bam set command = 'select 1', status = 'pending'`,
  'delete from jobs.bam',
  'truncate jobs.bam',
  'select command from jobs.bam',
  `update jobs.version set version = 1`,
  `update jobs.version set bam_on = now() - interval '1 day'`,
  'insert into jobs.version (version) values (1)',
  'delete from jobs.version',
  'truncate jobs.version',
  `update jobs.queue set table_name = 'job; drop table users', partition = true`,
  `update jobs.queue set partition = true`,
  `update jobs.queue set name = 'x'`,
  `update jobs.queue set policy = 'short'`,
  `update jobs.queue set dead_letter = null`,
  `insert into jobs.queue select * from jobs.queue`,
  'delete from jobs.queue',
  'truncate jobs.job',
  'truncate jobs.job_common',
  `insert into jobs.schedule (name, cron) values ('mail', '* * * * *')`,
  `insert into jobs.subscription (event, name) values ('x', 'mail')`,
  `insert into jobs.warning (type, message) values ('x', 'x')`,
  `insert into jobs.queue_stats (name) values ('mail')`,
  `insert into jobs.job_dependency values ('mail', gen_random_uuid(), 'mail', gen_random_uuid())`,
  `select jobs.create_queue('x', '{"policy": "standard", "partition": true}')`,
  `select jobs.delete_queue('mail')`,
  `select jobs.job_table_run('select 1')`,
  `select jobs.job_table_run_async('x', 1, 'select 1')`,
  `select jobs.job_table_format('select 1', 'job')`,
  'create trigger intruder after insert on jobs.job_common execute function bump_listing_version()',
  'create index intruder on jobs.job_common (id)',
  'alter table jobs.job detach partition jobs.job_common',
  'create or replace function jobs.job_now() returns timestamptz language sql as $$ select now() $$',
  'drop function jobs.job_now',
);

const readOrDisturbOthers: Way[] = [
  ...plain(
    'select rolpassword from pg_authid',
    'select passwd from pg_shadow',
    'copy (select * from pg_authid) to stdout',
    'select * from pg_hba_file_rules',
    'select * from pg_file_settings',
    'select * from pg_statistic',
    'select umoptions from pg_user_mapping',
    'select pg_terminate_backend(another_process)',
    'select pg_cancel_backend(another_process)',
  ),
  { statement: `begin; update listings set name = name; prepare transaction 'intruder'`, codes: prepared },
  { statement: 'select append_audit_entry()', codes: ['42501', '0A000'] },
  { statement: 'select bump_listing_version()', codes: ['42501', '0A000'] },
];

const refused = ['22023'];

/** What one call, or a loop of them, could fill the disk or the catalog with. */
const fillTheServer: Way[] = [
  ...[
    `'infinity', 0`,
    `'-infinity', 0`,
    `'294276-12-31', 0`,
    `'4713-01-01 BC', 0`,
    'null, 0',
    'now(), null',
    'now(), 500',
    'now(), -1',
    `now() + interval '11 years', 0`,
    `now() - interval '11 years', 24`,
  ].map((given) => ({ statement: `select make_event_months(${given})`, codes: refused })),
  ...[
    'select lo_create(0)',
    'select lo_creat(-1)',
    `select lo_from_bytea(0, 'intruder')`,
    `select lo_put(1, 0, 'intruder')`,
    `select lowrite(0, 'intruder')`,
    'select lo_truncate(0, 1)',
    'select lo_truncate64(0, 1)',
  ].map((statement) => ({ statement, needsSuperuser: true as const })),
];

export const ways: readonly Way[] = [
  ...fillTheServer,
  ...becomeAnother,
  ...reachTheMachine,
  ...leaveSomethingBehind,
  ...undoTheRules,
  ...changeTheQueues,
  ...readOrDisturbOthers,
];
