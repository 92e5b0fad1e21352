import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeReader, removeReader } from '../scripts/reader.ts';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { type EmbeddedPostgres, ownerRole, startEmbeddedPostgres } from '../server/platform/embedded/postgres.ts';
import { superuserRole } from '../server/platform/embedded/postgres-roles.ts';
import { connectionUrl } from './attack/owner.ts';
import { onServer } from './database-setup.ts';

const login = 'tool';

describe('on a server that asks for passwords and logs what changes roles', () => {
  let dataDir: string;
  let server: EmbeddedPostgres;
  let connection: Connection;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'holoholo-readers-'));
    await chmod(dataDir, 0o711);
    await writeFile(join(dataDir, 'hba.conf'), `local all ${login} scram-sha-256\nlocal all all trust\n`, {
      mode: 0o644,
    });
    const settings = { hba_file: join(dataDir, 'hba.conf'), log_statement: 'ddl' };
    server = await startEmbeddedPostgres({ dataDir, note: () => {}, settings });
    const { socketDir, port, database } = server;
    connection = { socketDir, port, database, user: ownerRole };
    await migrate(connection);
  }, 120_000);
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const connect = async (given: string) => {
    const client = new pg.Client({ ...clientConfig(connection), user: login, password: given });
    client.on('error', () => {});
    await client.connect();
    return client;
  };

  test('the password opens it, no other does, and it stands in no log', async () => {
    const given = await makeReader(connection, login);
    const client = await connect(given);
    await client.query('select from listings');
    await client.end();
    await expect(connect(`${given}x`)).rejects.toThrow('password authentication failed');
    const log = await readFile(join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('alter role tool');
    expect(log).not.toContain(given);
  });

  test('a reader that is taken away is there no more, nor is what it has open', async () => {
    const given = await makeReader(connection, login);
    const client = await connect(given);
    await removeReader(connection, login);
    await expect(client.query('select 1')).rejects.toThrow();
    await expect(connect(given)).rejects.toThrow('password authentication failed');
    await expect(removeReader(connection, login)).rejects.toThrow('there is no reader tool');
    await expect(removeReader(connection, 'holoholo_app')).rejects.toThrow('name the login');
  });

  test('whoever makes one is told what an administrator of the server has left open to it', async () => {
    const url = connectionUrl(connection);
    const env = { PATH: process.env.PATH, DATABASE_URL: url, DATABASE_MIGRATION_URL: url, DATA_DIR: dataDir };
    const make = async () =>
      (await promisify(execFile)(process.execPath, ['scripts/db.ts', 'reader', login], { env })).stdout;
    const made = `${login} reads the views of schema reporting, and nothing else. Its password: \\S+\n`;
    expect(await make()).toMatch(new RegExp(`^${made}$`));
    await removeReader(connection, login);
    const asSuperuser = (statement: string) => onServer({ ...connection, user: superuserRole }, statement);
    await asSuperuser(`do $$ begin execute (select format('grant execute on function %s to public', string_agg(oid::regprocedure::text, ', '))
      from pg_proc where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^pg_(try_)?advisory_'); end $$`);
    const open = (what: string) =>
      new RegExp(`^${made}Not closed to it on this server: ${what} \\("Database" in docs/operating.md\\)\\.\n$`);
    expect(await make()).toMatch(open('advisory locks, by which the product waits for itself'));
    await asSuperuser(
      'grant execute on function lo_creat to public; revoke set on parameter temp_file_limit from holoholo_owner',
    );
    await removeReader(connection, login);
    expect(await make()).toMatch(
      open('advisory locks, by which the product waits for itself; large objects; temporary files of any size'),
    );
    await removeReader(connection, login);
  }, 60_000);
});
