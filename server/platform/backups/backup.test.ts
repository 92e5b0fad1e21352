import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { loadGeneratedYear } from '../../../db/seed/generated-year.ts';
import { loadSeed } from '../../../db/seed/load.ts';
import { seed } from '../../../db/seed/world.ts';
import { inDatabase, onServer } from '../../../tests/database-setup.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { codeKeys } from '../../features/scanning/scanning.ts';
import { anchorAuditChain, verifyAuditChain } from '../audit/audit.ts';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import { asApplication, type Connection, clientConfig, openDatabase } from '../database/database.ts';
import { migrate, shippedMigrations } from '../database/migrations.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { flushSecurityEvents } from '../security-events/security-events.ts';
import { backUp } from './backup.store.ts';
import { readBackupFile } from './backup-file.ts';
import { restore } from './restore.store.ts';

const server = inject('databaseServer');
let world: World;
let folder: string;
let original: Connection;
let file: string;
let written: Awaited<ReturnType<typeof backUp>>;
const made: string[] = [];
const waysIn = ['public.sessions', 'public.magic_links'];

/** A database that holds nothing. */
async function emptyDatabase(): Promise<Connection> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  made.push(name);
  return inDatabase(server, name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-backup-'));
  await chmod(folder, 0o711);
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const { rows } = await world.database.pool.query('select current_database() as name');
  original = inDatabase(server, rows[0].name);
  const now = world.clock.now();
  await loadSeed(world.db, seed, codeKeys(world.settings)[0]!, now);
  await loadGeneratedYear(world.db, { scans: 2_000, seed: 3, until: now });
  const admin = await world.aUser({ role: 'admin' });
  for (const [at, name] of ['Hale Kai', 'Backslash, \\N and \\.', 'ʻŌhiʻa', '{"a":1}'].entries())
    await world.call('POST /api/stakeholder/invite', {
      cookie: admin.cookie,
      body: {
        invited_email: `host-${at}@hotel.example`,
        stakeholder_type: 'partner',
        organization_name: name,
        notes: '\\.',
      },
    });
  expect((await world.call('POST /api/auth/magic-link', { body: { email: admin.email } })).status).toBe(202);
  // As earlier versions let them in.
  await world.database.pool.query(`update invitations set notes = E'Tab\\there\\r\\n' || U&'\\2028' || 'line'`);
  await anchorAuditChain(world.db, anchorFileOf(world.settings), now);
  await flushSecurityEvents(world.db);
  file = join(folder, 'holoholo.backup');
  written = await backUp(original, file, now);
}, 60_000);
afterAll(async () => {
  await world.close();
  for (const name of made) await onServer(server, `drop database ${name} with (force)`);
  await rm(folder, { recursive: true, force: true });
});

/** For every table its number of rows and a digest of them all. */
async function contents(connection: Connection): Promise<Record<string, string>> {
  const client = new pg.Client({ ...clientConfig(connection), options: '-c timezone=UTC' });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname = 'public' and tablename <> 'migrations' or tablename = 'job_common'`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text collate "C")), '') as all from ${name} t`,
    );
    found[name] = rows[0].all;
  }
  await client.end();
  return found;
}

/** The last number of everything that is numbered. */
async function numbers(connection: Connection): Promise<{ name: string; last: string | null }[]> {
  const client = new pg.Client(clientConfig(connection));
  await client.connect();
  const { rows } = await client.query(
    `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public' order by 1`,
  );
  await client.end();
  return rows;
}

describe('a backup', () => {
  test('is one file for its owner alone, with every row, and is never written over', async () => {
    expect(written.rows).toBeGreaterThan(5_000);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['holoholo.backup']);
    await expect(backUp(original, file, world.clock.now())).rejects.toThrow('is there already');
  });

  test('gives the same rows in another database, where the audit chain is whole and life goes on', async () => {
    const target = await emptyDatabase();
    expect(await restore(target, file)).toEqual(written);
    // But who was signed in.
    const none = Object.fromEntries(waysIn.map((name) => [name, '0 ']));
    expect(await contents(target)).toEqual({ ...(await contents(original)), ...none });

    const { db, close } = openDatabase(asApplication(target), { max: 2, onError: () => {} });
    const { damage, head, anchoredUpTo } = await verifyAuditChain(db, anchorFileOf(world.settings));
    expect([damage, head.sequence]).toEqual([undefined, anchoredUpTo]);
    expect(head.sequence).toBeGreaterThan(3);
    // What is numbered goes on after the last number, and what triggers guard is guarded again.
    const lastNumbers = await numbers(target);
    expect(lastNumbers.filter(({ last }) => last !== null).length).toBeGreaterThan(5);
    expect(lastNumbers).toEqual(await numbers(original));
    await close();
    await expect(onServer(target, 'delete from audit_entries')).rejects.toMatchObject({ code: '42501' });
  });

  test('that is broken off once its rows are there leaves nobody signed in, and no link to sign in by', async () => {
    const target = await emptyDatabase();
    await migrate(target);
    await installJobs(target);
    const asOwner = () => new pg.Client(clientConfig(target));
    const [holder, watcher] = [asOwner(), asOwner()];
    await Promise.all([holder.connect(), watcher.connect()]);
    onTestFinished(async () => void (await Promise.all([holder.end(), watcher.end()])));
    // What follows the rows waits.
    await holder.query('begin; lock table migrations in share update exclusive mode');
    const ended = expect(restore(target, file)).rejects.toThrow('due to user request');
    const breakOff = `select pg_cancel_backend(pid) as done from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query = 'analyze'`;
    await expect.poll(async () => (await watcher.query(breakOff)).rows, { timeout: 30_000 }).toEqual([{ done: true }]);
    await ended;
    const count = async (table: string) =>
      (await watcher.query(`select count(*)::int as count from ${table}`)).rows[0].count;
    expect(await count('scans')).toBeGreaterThan(1_000);
    for (const table of waysIn) {
      expect((await world.database.pool.query(`select 1 from ${table} limit 1`)).rowCount, table).toBe(1);
      expect(await count(table), table).toBe(0);
    }
  }, 60_000);

  test('is of one moment, whatever is written meanwhile', async () => {
    const busy = join(folder, 'busy.backup');
    let isDone = false;
    const writing = (async () => {
      while (!isDone) {
        const code = await world.aCode();
        await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code } });
      }
    })();
    await backUp(original, busy, world.clock.now());
    isDone = true;
    await writing;
    // A row whose parent came later than the moment would be refused.
    await restore(await emptyDatabase(), busy);
  });

  test('of the version before is brought up to this one', async () => {
    const earlier = await emptyDatabase();
    await migrate(earlier, shippedMigrations().at(-2));
    const older = join(folder, 'older.backup');
    await backUp(earlier, older, world.clock.now());
    const target = await emptyDatabase();
    await restore(target, older);
    // Nothing is left to be done.
    expect(await migrate(target)).toEqual([]);
  });

  test('goes only where nothing is', async () => {
    const before = await contents(original);
    await expect(restore(original, file)).rejects.toThrow('there is data already');
    expect(await contents(original)).toEqual(before);
    // A schema alone is nothing, as when an earlier attempt was broken off.
    const migrated = await emptyDatabase();
    await migrate(migrated);
    expect(await restore(migrated, file)).toEqual(written);
  });
});

describe('a damaged backup is refused before anything is done', () => {
  const plain = async () => gunzipSync(await readFile(file)).toString();
  const damages: [string, RegExp, () => Promise<Buffer>][] = [
    ['with a letter changed', /changed/, async () => gzipSync((await plain()).replace('Hale Kai', 'Hale Kaj'))],
    [
      'with a row less',
      /has \d+ rows, not/,
      async () => gzipSync((await plain()).replace(/\n[^\n]+Hale Kai[^\n]+/, '')),
    ],
    ['cut in its text', /ends too early|half a line/, async () => gzipSync((await plain()).slice(0, -200))],
    ['without its last line', /ends too early/, async () => gzipSync((await plain()).replace(/\{"sha256.*\n$/, ''))],
    ['cut as a file', /cannot be unpacked/, async () => (await readFile(file)).subarray(0, -50)],
    ['longer than it was', /follows its end/, async () => gzipSync(`${await plain()}{}\n`)],
    ['that is another file', /cannot be unpacked/, async () => Buffer.from('hello')],
    ['of another program', /no backup/, async () => gzipSync('hello\n')],
    [
      'with a byte turned',
      /unpacked|changed|read|rows/,
      async () => {
        const bytes = await readFile(file);
        bytes[bytes.length >> 1]! ^= 1;
        return bytes;
      },
    ],
  ];
  test.each(damages)('%s', async (_what, words, make) => {
    const damaged = join(folder, 'damaged.backup');
    await writeFile(damaged, await make());
    const target = await emptyDatabase();
    await expect(restore(target, damaged)).rejects.toThrow(words);
    expect(await contents(target)).toEqual({});
  });

  test('and so is one of a newer version', async () => {
    const newer = join(folder, 'newer.backup');
    const [header = '', ...rest] = (await plain()).split('\n');
    const changed = JSON.parse(header);
    changed.migrations.push({ name: '9999_future.sql', checksum: 'x' });
    const { createHash } = await import('node:crypto');
    const text = [JSON.stringify(changed), ...rest.slice(0, -2)].map((line) => `${line}\n`).join('');
    const sha256 = createHash('sha256').update(text).digest('hex');
    await writeFile(newer, gzipSync(`${text}${JSON.stringify({ sha256 })}\n`));
    for await (const _part of readBackupFile(newer));
    await expect(restore(await emptyDatabase(), newer)).rejects.toThrow('of another version');
  });
});

test('npm run db -- backup, and restore into a new DATA_DIR', async () => {
  const run = (data: string, ...words: string[]) =>
    new Promise<string>((settle, fail) => {
      const env = { ...process.env, DATA_DIR: join(folder, data), DATABASE_URL: '', INIT_CWD: folder };
      const cwd = join(import.meta.dirname, '../../..');
      execFile(process.execPath, ['scripts/db.ts', ...words], { cwd, env }, (error, stdout) =>
        error ? fail(new Error(stdout)) : settle(stdout),
      );
    });
  await expect(run('none', 'backup', 'x')).rejects.toThrow('there is no database');
  await run('one', 'seed');
  expect(await run('one', 'backup', 'one.backup')).toMatch(/^Wrote \d+ tables with \d+ rows to .*one\.backup/);
  expect(await run('two', 'restore', 'one.backup')).toMatch(
    /^Restored \d+ tables with \d+ rows\.\nThe audit chain is whole/,
  );
  await expect(run('two', 'restore', 'one.backup')).rejects.toThrow('there is data already');
  await expect(run('two', 'backup')).rejects.toThrow('name the file');
}, 90_000);
