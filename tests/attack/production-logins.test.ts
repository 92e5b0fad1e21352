import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Connection, clientConfig, openDatabase } from '../../server/platform/database/database.ts';
import {
  DatabaseRefused,
  reviewLogins,
  versionRefusal,
} from '../../server/platform/database/database-requirements.store.ts';
import { migrate } from '../../server/platform/database/migrations.ts';
import { superuserRole } from '../../server/platform/embedded/postgres-roles.ts';
import { resetRoleSettings } from '../../server/platform/embedded/role-settings.store.ts';
import { readSettings } from '../../server/platform/settings.ts';
import { ProductProcess } from '../chaos/product-process.ts';
import { inDatabase, onServer } from '../database-setup.ts';

const server = inject('databaseServer');
const id = randomBytes(6).toString('hex');
const logins = { member: `web_${id}`, stranger: `web_stranger_${id}` };
const name = `production_${id}`;
const database = inDatabase(server, name);
const password = randomBytes(12).toString('hex');

/** The address of this database for a user; a socket's folder stands in its query. */
function addressOf(user?: string): string {
  if ('url' in database) {
    const url = new URL(database.url);
    if (user) [url.username, url.password] = [user, password];
    return url.href;
  }
  const { port, socketDir } = database;
  return `postgres://${user ?? database.user}@localhost:${port}/${name}?host=${encodeURIComponent(socketDir)}`;
}
const away = () => addressOf().replace(name, 'nowhere');
const connectionOf = (user?: string): Connection => ({ url: addressOf(user) });

beforeAll(async () => {
  await onServer(server, `create database ${name}`);
  await onServer(server, `create role ${logins.member} login password '${password}' in role holoholo_app`);
  await onServer(server, `create role ${logins.stranger} login password '${password}'`);
});
const products: ProductProcess[] = [];
afterEach(async () => {
  for (const product of products.splice(0)) await product.dispose();
});
afterAll(async () => {
  await onServer(server, `drop database ${name} with (force)`);
  for (const login of Object.values(logins)) await onServer(server, `drop role ${login}`);
});

async function production(environment: Record<string, string>): Promise<ProductProcess> {
  const product = await ProductProcess.make({
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://guide.example',
    SECRET_KEY: randomBytes(24).toString('hex'),
    SMTP_URL: 'smtp://localhost:2525',
    OIDC_CLIENT_ID: 'id',
    OIDC_CLIENT_SECRET: 'secret',
    ...environment,
  });
  products.push(product);
  return product;
}

describe('in production', { timeout: 120_000 }, () => {
  test('it is ready on an empty database and without a data folder, through a login that owns nothing', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'holoholo-production-'));
    const folder = join(parent, 'not', 'there');
    const product = await production({
      DATABASE_URL: addressOf(logins.member),
      DATABASE_MIGRATION_URL: addressOf(),
      DATA_DIR: folder,
    });
    await product.start();
    expect(existsSync(folder)).toBe(true);
    expect(product.output).not.toMatch(/"level":[456]0/);
    const reply = await fetch(`${product.url}/api/qr/scan`, {
      method: 'POST',
      headers: { origin: 'https://guide.example', 'content-type': 'application/json' },
      body: JSON.stringify({ qr_code_id: 'NOBODY-KNOWS-THIS' }),
    });
    expect(reply.status).toBeLessThan(500);
    const client = new pg.Client(clientConfig(database));
    await client.connect();
    const { rows } = await client.query(
      `select distinct usename from pg_stat_activity where datname = $1 and application_name = 'holoholo'`,
      [name],
    );
    await client.end();
    expect(rows).toEqual([{ usename: logins.member }]);
    await rm(parent, { recursive: true });
  });

  test.each([
    ['DATABASE_MIGRATION_URL', () => ({ DATABASE_URL: addressOf(logins.member), DATABASE_MIGRATION_URL: away() })],
    ['DATABASE_URL', () => ({ DATABASE_URL: away(), DATABASE_MIGRATION_URL: addressOf() })],
    ['DATABASE_URL', () => ({ DATABASE_URL: away() })],
  ])('an address that the server refuses ends the start, and is named: %s (%#)', async (setting, environment) => {
    const product = await production(environment());
    product.spawn();
    expect(await product.exited).toBe(78);
    expect(product.output).toMatch(new RegExp(`^${setting}: the database server refuses it: .*nowhere`, 'm'));
    expect(product.output).not.toMatch(/^ +at /m);
  });

  test('a login that may take the place of the owner is refused by name', async () => {
    const product = await production({
      DATABASE_URL: `${addressOf()}${addressOf().includes('?') ? '&' : '?'}application_name=x`,
      DATABASE_MIGRATION_URL: addressOf(),
    });
    product.spawn();
    expect(await product.exited).toBe(78);
    expect(product.output).toMatch(/^DATABASE_URL: its user \S+ owns the tables .*docs\/operating\.md/m);
  });
});

describe('the logins of a migrated database', () => {
  beforeAll(() => migrate(database));
  const review = (application: Connection, owner = connectionOf()) => reviewLogins({ owner, application }, true);

  test('one for each: nothing to say', async () => {
    expect(await review(connectionOf(logins.member))).toEqual([]);
  });
  test('the owner for both, as one setting: a warning in production alone', async () => {
    const both = connectionOf();
    expect(await reviewLogins({ owner: both, application: both }, true)).toEqual([
      expect.stringMatching(/owns the tables/),
    ]);
    expect(await reviewLogins({ owner: both, application: both }, false)).toEqual([]);
  });
  test.runIf(!('url' in server))('a superuser who migrates is told that less would do', async () => {
    const warnings = await review(connectionOf(logins.member), connectionOf(superuserRole));
    expect(warnings).toEqual([expect.stringMatching(/^the user postgres, .* is a superuser/)]);
  });
  test('one that may not take the role is told how', async () => {
    await expect(review(connectionOf(logins.stranger))).rejects.toThrow(`grant holoholo_app to ${logins.stranger}`);
  });
  test('a second address without the first is a wrong setting', () => {
    expect(() => readSettings({ DATABASE_MIGRATION_URL: 'postgres://a@b/c' })).toThrow(
      'DATABASE_MIGRATION_URL should be set together with DATABASE_URL',
    );
  });
});

describe('settings that the login of the application gave itself', () => {
  const plant = async (login: string, statements: string[]) => {
    const client = new pg.Client(clientConfig(connectionOf(login)));
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };

  test('are taken away by the owner, who tells of them', async () => {
    await plant(logins.member, [
      `alter role ${logins.member} set default_transaction_read_only = on`,
      `alter role ${logins.member} in database ${name} set local_preload_libraries = 'intruder'`,
    ]);
    expect(await resetRoleSettings(connectionOf(), connectionOf(logins.member))).toEqual([
      expect.stringContaining(`${logins.member} had the setting default_transaction_read_only: this was taken away`),
      expect.stringContaining(`local_preload_libraries in ${name}: this was taken away`),
    ]);
    await plant(logins.member, []); // it can log in again
    expect(await resetRoleSettings(connectionOf(), connectionOf(logins.member))).toEqual([]);
  });

  test.runIf(!('url' in server))(
    'are named where the owner may not, and do not keep the pools from working',
    async () => {
      const foreign = `web_foreign_${id}`;
      const administrator = { ...server, user: superuserRole } as Connection;
      await migrate(database);
      await onServer(administrator, `create role ${foreign} login in role holoholo_app`);
      try {
        await onServer(administrator, `alter role ${foreign} set log_statement = 'none'`);
        await plant(foreign, [
          `alter role ${foreign} set default_transaction_read_only = on`,
          `alter role ${foreign} set search_path = pg_temp`,
          `alter role ${foreign} set local_preload_libraries = 'intruder'`,
        ]);
        const warnings = await resetRoleSettings(connectionOf(), connectionOf(foreign));
        expect(warnings).toHaveLength(3);
        for (const warning of warnings)
          expect(warning).toMatch(`may not take this away; let an administrator run: alter role ${foreign} reset all`);
        expect(await reviewLogins({ owner: connectionOf(), application: connectionOf(foreign) }, true)).toEqual([]);
        const opened = openDatabase(connectionOf(foreign), { max: 1, onError: () => {} });
        const { rowCount } = await opened.pool.query('update listings set name = name');
        expect(rowCount).toBe(0);
        await opened.close();
      } finally {
        // A session can live a little longer than its client.
        await onServer(
          administrator,
          `select pg_terminate_backend(pid, 10000) from pg_stat_activity where usename = '${foreign}'`,
        );
        await onServer(administrator, `drop role ${foreign}`);
      }
    },
  );
});

test('temporary tables are taken away when processes of the version before need them no more', async () => {
  const updated = `updated_${id}`;
  await onServer(server, `create database ${updated}`);
  const url = new URL(addressOf());
  url.pathname = `/${updated}`;
  const mayMakeThem = async () => {
    const { rows } = await client.query(`select has_database_privilege('holoholo_app', $1, 'temporary') as may`, [
      updated,
    ]);
    return rows[0].may;
  };
  const client = new pg.Client(clientConfig(inDatabase(server, updated)));
  await client.connect();
  try {
    await migrate({ url: url.href }, '0021_inquiry_language.sql');
    await client.query(`grant temporary on database ${updated} to public`); // no version before took it away
    await migrate({ url: url.href });
    expect(await mayMakeThem()).toBe(true);
    await migrate({ url: url.href });
    expect(await mayMakeThem()).toBe(true);
    await client.query(`update migrations set applied_at = applied_at - interval '61 minutes'`);
    await migrate({ url: url.href });
    expect(await mayMakeThem()).toBe(false);
  } finally {
    await client.end();
    await onServer(server, `drop database ${updated} with (force)`);
  }
});

describe('a server that is too old', () => {
  test.each([
    [90_624, 'PostgreSQL 9.6.24 is too old: 15 or newer is needed.'],
    [140_012, 'PostgreSQL 14.12 is too old: 15 or newer is needed.'],
    [150_000, undefined],
    [180_004, undefined],
  ])('%i', (number, refusal) => {
    expect(versionRefusal(number)).toBe(refusal);
  });

  test('is refused by name, before anything is made on it', async () => {
    const empty = `old_${id}`;
    await onServer(server, `create database ${empty}`);
    const { port, close } = await pretendVersion14();
    try {
      const url = new URL('url' in server ? server.url : `postgres://${server.user}@localhost`);
      [url.hostname, url.port, url.pathname] = ['127.0.0.1', String(port), `/${empty}`];
      const started = migrate({ url: url.href });
      await expect(started).rejects.toThrow(DatabaseRefused);
      await expect(started).rejects.toThrow('PostgreSQL 14.12 is too old: 15 or newer is needed.');
      const client = new pg.Client(clientConfig(inDatabase(server, empty)));
      await client.connect();
      const { rows } = await client.query(`select to_regclass('migrations') as made`);
      await client.end();
      expect(rows).toEqual([{ made: null }]);
    } finally {
      close();
      await onServer(server, `drop database ${empty} with (force)`);
    }
  });
});

/** The real server, behind a proxy that changes the version in what it says. */
async function pretendVersion14(): Promise<{ port: number; close: () => void }> {
  const { host, port } = clientConfig(server);
  const url = 'url' in server ? new URL(server.url) : undefined;
  const target = url
    ? { host: url.hostname, port: Number(url.port || 5432) }
    : { path: join(host!, `.s.PGSQL.${port}`) };
  const proxy: Server = createServer((client) => {
    const upstream = connect(target as { host: string; port: number });
    upstream.on('data', (bytes) =>
      client.write(Buffer.from(bytes.toString('latin1').replace(/1[5-9]00\d\d/g, '140012'), 'latin1')),
    );
    upstream.on('error', () => client.destroy()).on('close', () => client.end());
    client.on('error', () => upstream.destroy()).pipe(upstream);
  });
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening));
  return { port: (proxy.address() as { port: number }).port, close: () => proxy.close() };
}
