import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { hasPooler } from '../../scripts/verdict/machine.mjs';
import { appRole, openDatabase } from '../../server/platform/database/database.ts';
import { withTenant } from '../../server/platform/database/tenants.store.ts';
import { startSession } from '../../server/platform/sessions/sessions.ts';
import { inDatabase, onServer } from '../database-setup.ts';
import { type Pooler, startPooler } from '../pooler.ts';
import { ProductProcess, until } from './product-process.ts';

const server = inject('databaseServer');
const timeout = 180_000;

describe.runIf(hasPooler())('through a PgBouncer', { timeout }, () => {
  const name = `pooled_${randomBytes(6).toString('hex')}`;
  beforeAll(() => onServer(server, `create database ${name}`));
  afterAll(() => onServer(server, `drop database ${name} with (force)`));

  const poolers: Pooler[] = [];
  const open = async (settings?: Record<string, string>) => {
    const pooler = await startPooler(server, settings);
    poolers.push(pooler);
    return pooler;
  };
  afterAll(() => Promise.all(poolers.map((one) => one.stop())));

  /** The settings that a connection of ours has. */
  async function settingsThrough(url: string): Promise<Record<string, string>> {
    const database = openDatabase({ url }, { max: 2, lockSeconds: 1, onError: () => {} });
    try {
      const names = ['role', 'TimeZone', 'search_path', 'lock_timeout', 'statement_timeout', 'jit'];
      const read = `select ${names.map((one) => `current_setting('${one}') as "${one}"`).join(', ')}`;
      const { rows } = await database.pool.query(read);
      return rows[0];
    } finally {
      await database.close();
    }
  }
  /** Signs somebody in. @returns their cookie */
  async function sessionOf(url: string): Promise<string> {
    const { db, close } = openDatabase({ url }, { max: 1, onError: () => {} });
    const { id } = await db
      .insertInto('users')
      .values({ email: 'both@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const given = { userId: id, role: 'traveler', now: new Date(), userAgent: 'test', previous: undefined } as const;
    const { token } = await startSession(db, given);
    await close();
    return `session=${token}`;
  }

  const ours = {
    role: appRole,
    TimeZone: 'UTC',
    search_path: 'public',
    lock_timeout: '1s',
    statement_timeout: '1900ms',
    jit: 'off',
  };

  test('the whole product works, and two web processes share sessions and limits', async () => {
    const url = (await open()).urlOf(name);
    const given = { DATABASE_URL: url, RATE_LIMITS: 'on', SECRET_KEY: 'k'.repeat(32) };
    const first = await ProductProcess.make({ ...given, ROLE: 'web' });
    const all = [first];
    for (const ROLE of ['web', 'worker']) all.push(await ProductProcess.make({ ...given, ROLE }, first.dataDir));
    const [web, other, worker] = all as [ProductProcess, ProductProcess, ProductProcess];
    const ask = (at: ProductProcess, call: string, body?: object, cookie = '') => {
      const [method, path] = call.split(' ') as [string, string];
      const headers = { origin: at.url, cookie, ...(body && { 'content-type': 'application/json' }) };
      return fetch(at.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    };
    try {
      await web.start();
      worker.spawn();
      await other.start();
      await until('a worker', 60_000, () => /worker is at work/.test(worker.output) || !worker.isRunning);
      expect(worker.isRunning).toBe(true);
      const codes = (await (await ask(web, 'GET /dev/codes.json')).json()) as { qr_code_id: string; status: string }[];
      const { qr_code_id } = codes.find(({ status }) => status === 'active')!;
      const scanned = await (await ask(other, 'POST /api/qr/scan', { qr_code_id })).json();
      expect((scanned as { counted: boolean }).counted).toBe(true);

      const cookie = await sessionOf(url);
      const isSignedIn = async () =>
        await Promise.all(
          [web, other].map(async (at) => (await ask(at, 'GET /api/users/me', undefined, cookie)).status),
        );
      expect(await isSignedIn()).toEqual([200, 200]);
      expect((await ask(web, 'POST /api/logout', {}, cookie)).ok).toBe(true);
      expect(await isSignedIn()).toEqual([401, 401]);

      const asked: number[] = [];
      for (const at of [web, other, web, other, web, other, web])
        asked.push((await ask(at, 'POST /api/auth/magic-link', { email: 'one@example.com' })).status);
      expect(asked).toEqual([202, 202, 202, 202, 202, 429, 429]);
      // The worker sends what the others have asked for.
      const mailed = () => readdirSync(join(first.dataDir, 'mail')).length;
      await until('five mails', 30_000, () => existsSync(join(first.dataDir, 'mail')) && mailed() >= 5);
    } finally {
      for (const one of [other, worker]) {
        one.signal('SIGTERM');
        await one.exited;
      }
      await web.dispose();
    }
    expect(web.output + other.output + worker.output).not.toMatch(/"level":(50|60)/);
  });

  test('one that leaves out what it does not know is told the settings all the same', async () => {
    const pooler = await open({
      ignore_startup_parameters: 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout',
    });
    expect(await settingsThrough(pooler.urlOf(name))).toEqual(ours);
  });

  test('a session that is handed on knows nothing of who had it before', async () => {
    const pooler = await open({ default_pool_size: '1' });
    const url = pooler.urlOf(name);
    const first = openDatabase({ url }, { max: 1, onError: () => {} });
    const mark = (db: typeof first.db) =>
      withTenant(db, { person: '00000000-0000-4000-8000-000000000001' }, (tx) =>
        tx.selectFrom('saved_listings').select('listing_id').where('listing_id', '=', 1).execute(),
      );
    await mark(first.db);
    const { rows } = await first.pool.query('select pg_backend_pid() as pid, pg_advisory_lock(7) is null as locked');
    await first.close();
    const second = openDatabase({ url }, { max: 1, onError: () => {} });
    const { rows: later } = await second.pool.query(
      `select pg_backend_pid() as pid, current_setting('role') as role,
        (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
    );
    await mark(second.db);
    await second.close();
    expect(later).toEqual([{ pid: rows[0].pid, role: appRole, locks: 0 }]);
  });

  test.each(['transaction', 'statement'])('one that pools by %s is refused in one line', async (pool_mode) => {
    const pooler = await open({ pool_mode });
    const product = await ProductProcess.make({ DATABASE_URL: pooler.urlOf(name) });
    product.spawn();
    expect(await product.exited).toBe(78);
    expect(product.output).toBe(
      'DATABASE_URL leads through a pooler that gives each transaction another session: let it pool sessions (pool_mode = session)\n',
    );
    await product.dispose();
  });

  const refusedReplica =
    'DATABASE_REPLICA_URL leads through a pooler that gives each transaction another session: let it pool sessions (pool_mode = session)';
  test('a replica through one that pools by transaction is refused in one line', async () => {
    const given = {
      DATABASE_URL: (await open()).urlOf(name),
      DATABASE_REPLICA_URL: (await open({ pool_mode: 'transaction' })).urlOf(name),
    };
    const product = await ProductProcess.make(given);
    product.spawn();
    expect(await Promise.race([product.exited, product.untilReady()])).toBe(78);
    expect(product.output).toBe(`${refusedReplica}\n`);
    await product.dispose();
  });

  test('one that is away lets the start go on, and is not read through such a pooler later', async () => {
    const port = String(await freePort());
    const url = (await open()).urlOf(name);
    const given = { DATABASE_URL: url, DATABASE_REPLICA_URL: url.replace(/:\d+\//, `:${port}/`) };
    const product = await ProductProcess.make(given);
    await product.start();
    expect(product.output).toContain(`"state":"away","reason":"connect ECONNREFUSED 127.0.0.1:${port}"`);
    await open({ pool_mode: 'transaction', listen_port: port });
    await until('a refusal', 60_000, () => product.output.includes('not_a_replica'));
    expect(product.output).toContain(`"state":"not_a_replica","reason":"${refusedReplica}"`);
    await product.dispose();
  });

  test('a session that ends behind it is replaced', async () => {
    const pooler = await open();
    const database = inDatabase(server, name);
    const told: boolean[] = [];
    const ours = openDatabase(
      { url: pooler.urlOf(name) },
      { max: 1, onError: () => {}, onAvailability: (isAway) => told.push(isAway) },
    );
    const { rows } = await ours.pool.query('select pg_backend_pid() as pid');
    await onServer(database, `select pg_terminate_backend(${rows[0].pid})`);
    await until('another session', 10_000, async () => {
      const after = await ours.pool.query('select pg_backend_pid() as pid').catch(() => undefined);
      return after !== undefined && after.rows[0].pid !== rows[0].pid;
    });
    await ours.close();
  });
});
