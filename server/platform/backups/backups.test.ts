import { hash, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { inDatabase, onServer } from '../../../tests/database-setup.ts';
import { confirmBooking } from '../../../tests/sale-steps.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { call, createWorld, type World } from '../../../tests/world.ts';
import { anchorAuditChain } from '../audit/audit.ts';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import { asApplication, clientConfig, openDatabase } from '../database/database.ts';
import { backUp, noteByHand } from './backup.store.ts';
import { readBackupFile } from './backup-file.ts';
import { findBackupState } from './backup-state.ts';
import { keepBackups } from './backups.ts';
import { restore, sumOfLedger } from './restore.store.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-backups-'));
  const environment = { BACKUP_DIR: join(folder, 'kept'), BACKUP_HOURS: '6', BACKUP_KEEP: '2', RATE_LIMITS: 'off' };
  world = await createWorld({ environment });
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(world.settings.dataDir, 0o711);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const state = () => findBackupState(world.db, world.settings);
const names = async () => (await readdir(join(folder, 'kept')).catch(() => [])).sort();
const keep = async (more: { room?: () => Promise<number>; signal?: AbortSignal } = {}) => {
  const { room, signal = new AbortController().signal } = more;
  const deps = { ...world, owner: await ownerOf(world), ...(room && { room }) };
  await keepBackups(deps, pino({ level: 'silent' }), signal);
};
const hour = 3_600;

test('before the first backup as much room is asked for as there is to back up', async () => {
  await keep({ room: async () => 205 });
  expect(await state()).toMatchObject({
    takenAt: null,
    problem: expect.stringMatching(/needed in BACKUP_DIR, and 205\.0 are free/),
    // How often one is due is known before there is one.
    everyHours: 6,
  });
  await world.db.updateTable('upkeep').set({ problem: null, failed_at: null }).where('task', '=', 'backup').execute();
});

test('a server that works takes a backup and restores it on trial, once for all of them, while people scan', async () => {
  expect(await state()).toMatchObject({ takenAt: null, verifiedAt: null, problem: null });
  const admin = await world.aUser({ role: 'admin' });
  const offer = { invited_email: 'inn@hotel.example', stakeholder_type: 'partner', organization_name: 'Inn' };
  await world.call('POST /api/stakeholder/invite', { cookie: admin.cookie, body: offer });
  await confirmBooking(world, await world.aBooking(), 'FH-1');
  // As each hour; whether this or the backup comes first when the work begins is left to chance.
  await anchorAuditChain(world.db, anchorFileOf(world.settings), world.clock.now());
  let isDone = false;
  const writing = (async () => {
    while (!isDone) {
      const { code } = await world.aCode();
      await world.call('POST /api/qr/scan', { body: { qr_code_id: code } });
    }
  })();
  const stops = [await startWork(world), await startWork(world)];
  await expect.poll(async () => (await state()).verifiedAt, { timeout: 90_000 }).not.toBeNull();
  isDone = true;
  await writing;
  for (const stop of stops) await stop();
  const now = world.clock.now();
  expect(await state()).toMatchObject({ takenAt: now, verifiedAt: now, problem: null, checkProblem: null });
  const file = 'holoholo-2026-11-21T20-01-00Z';
  expect(await names()).toEqual([`${file}.anchors`, `${file}.backup`]);
  const { size, mode } = await stat(join(folder, 'kept', `${file}.backup`));
  expect((await state()).bytes).toBe(size);
  expect(mode & 0o777).toBe(0o600);
  // What Prometheus is told of it.
  const { raw } = await world.call('GET /metrics');
  expect(raw).toContain(`holoholo_backup_size_bytes ${size}`);
  expect(raw).toContain(`{task="backup-check"} ${now.getTime() / 1_000}`);
}, 150_000);

/** For every table in a backup its number of rows and a checksum of them, whatever their order. */
async function contentsOf(file: string): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  let [table, rows] = ['', [] as Buffer[]];
  for await (const part of readBackupFile(file)) {
    if (part.kind === 'table') [table, rows] = [part.name, []];
    if (part.kind === 'rows') rows.push(part.bytes);
    if (part.kind === 'table-end')
      found[table] = `${part.rows} ${hash('sha256', Buffer.concat(rows).toString().split('\n').sort().join('\n'))}`;
  }
  return found;
}

test('what was backed up under load is restored to the last row; the ledger balances, and the application starts on it', async () => {
  const server = inject('databaseServer');
  const name = `restored_${randomBytes(6).toString('hex')}`;
  await onServer(server, `create database ${name}`);
  const target = inDatabase(server, name);
  try {
    const [file] = (await names()).filter((one) => one.endsWith('.backup'));
    await restore(target, join(folder, 'kept', file!));
    const again = join(folder, 'again.backup');
    await backUp(target, again, world.clock.now());
    const contents = await contentsOf(join(folder, 'kept', file!));
    // But who was signed in.
    const none = `0 ${hash('sha256', '')}`;
    const waysIn = { 'public.sessions': none, 'public.magic_links': none };
    expect(await contentsOf(again)).toEqual({ ...contents, ...waysIn });
    // Of what was written before and meanwhile.
    expect(Object.keys(contents).length).toBeGreaterThan(50);
    for (const table of ['scans', 'bookings', 'ledger_entries', 'audit_entries'])
      expect(Number.parseInt(contents[`public.${table}`]!, 10), table).toBeGreaterThan(0);
    const database = openDatabase(asApplication(target), { max: 2, onError: () => {} });
    expect(await sumOfLedger(database.db)).toBe(0);
    const second = await openSecondApp({ ...world, database });
    expect((await call(second.app, world.settings, 'GET /readyz', {})).body.status).toBe('ready');
    await second.close();
    await database.close();
  } finally {
    await onServer(server, `drop database ${name} with (force)`);
  }
}, 60_000);

test('another is taken when its time has come, not before, and the newest stay', async () => {
  await keep();
  expect((await names()).length).toBe(2);
  for (let turn = 0; turn < 3; turn++) {
    world.clock.advance(6 * hour);
    await keep();
  }
  expect((await names()).filter((one) => one.endsWith('.backup'))).toEqual([
    'holoholo-2026-11-22T08-01-00Z.backup',
    'holoholo-2026-11-22T14-01-00Z.backup',
  ]);
  expect((await names()).length).toBe(4);
  // A week after the last trial comes the next.
  const before = (await state()).verifiedAt;
  world.clock.advance(7 * 24 * hour);
  await keep();
  expect((await state()).verifiedAt).toEqual(world.clock.now());
  expect(before).not.toEqual(world.clock.now());
}, 120_000);

test('a backup that cannot be restored is told of, and tried again', async () => {
  world.clock.advance(7 * 24 * hour);
  const verifiedAt = (await state()).verifiedAt;
  await world.db.updateTable('upkeep').set({ succeeded_at: world.clock.now() }).where('task', '=', 'backup').execute();
  const newest = join(folder, 'kept', (await names()).filter((one) => one.endsWith('.backup')).at(-1)!);
  const { size } = await stat(newest);
  await truncate(newest, size - 50);
  await keep();
  expect(await state()).toMatchObject({ verifiedAt, checkProblem: expect.stringContaining('cannot be unpacked') });
  world.clock.advance(6 * hour);
  await keep();
  expect(await state()).toMatchObject({ verifiedAt: world.clock.now(), checkProblem: null });
}, 120_000);

test('no trial begins where there is no room for every row once more', async () => {
  world.clock.advance(7 * 24 * hour);
  const { verifiedAt } = await state();
  await keep({ room: async () => 210 });
  expect(await state()).toMatchObject({
    verifiedAt,
    checkProblem: expect.stringMatching(/needed in DATA_DIR, and 210\.0 are free/),
  });
  world.clock.advance(hour);
  await keep();
  expect(await state()).toMatchObject({ verifiedAt: world.clock.now(), checkProblem: null });
}, 120_000);

test('every file that people sent is in a backup, though others go while it is taken', async () => {
  const uploads = join(world.settings.dataDir, 'uploads');
  for (const one of [uploads, join(folder, 'kept')]) mkdirSync(one, { recursive: true });
  const ids: string[] = Array.from({ length: 2_000 }, () => randomUUID());
  for (const id of ids) writeFileSync(join(uploads, id), id);
  writeFileSync(join(uploads, `${randomUUID()}.part`), 'half of');
  const going = ids.filter((_, at) => at % 2 === 1);
  const staying = ids.filter((_, at) => at % 2 === 0);
  world.clock.advance(6 * hour);
  const taken = keep();
  // As soon as the first have been copied, half of all go, as files do that nothing names.
  const isCopied = () =>
    readdirSync(join(folder, 'kept'), { recursive: true }).some((one) => ids.includes(`${one}`.slice(-36)));
  while (!isCopied()) await turn();
  for (const id of going) rmSync(join(uploads, id));
  await taken;
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
  const copied = await readdir(join(folder, 'kept', (await names()).findLast((one) => one.endsWith('.uploads'))!));
  expect(staying.filter((id) => !copied.includes(id))).toEqual([]);
  // One that is being written is no file yet.
  expect(copied.filter((id) => !ids.includes(id))).toEqual([]);
  for (const id of staying) rmSync(join(uploads, id));
}, 120_000);

test('what fails beside the tables leaves nothing behind, and old ones go all the same', async () => {
  const before = (await names()).filter((one) => one.endsWith('.backup'));
  // One more than are kept, and what a killed process left: the old one goes, the other may still be written.
  for (const name of ['holoholo-2026-11-01T00-00-00Z.backup', 'holoholo-2026-11-01T00-00-00Z.uploads'])
    await writeFile(join(folder, 'kept', name), '');
  world.clock.advance(6 * hour);
  const moment = (hours: number) =>
    new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 19).replaceAll(':', '-');
  const stale = [`holoholo-${moment(-5)}Z.partial`, `holoholo-${moment(-5)}Z.backup.17.partial`];
  const fresh = `holoholo-${moment(-3)}Z.partial`;
  for (const name of [...stale, fresh]) mkdirSync(join(folder, 'kept', name, 'within'), { recursive: true });
  // No file can be read where a folder is.
  const inTheWay = join(world.settings.dataDir, 'uploads', randomUUID());
  mkdirSync(inTheWay, { recursive: true });
  mkdirSync(join(world.settings.dataDir, 'uploads', 'lost+found'));
  for (let turn = 0; turn < 2; turn++) {
    await keep();
    expect((await state()).problem).toMatch(/EISDIR|ENOTSUP|EINVAL|copy/);
    expect((await names()).filter((one) => !/anchors$|uploads$/.test(one))).toEqual([...before, fresh].sort());
    expect((await names()).filter((one) => one.includes('2026-11-01'))).toEqual([]);
    world.clock.advance(hour);
  }
  rmSync(inTheWay, { recursive: true });
  rmSync(join(folder, 'kept', fresh), { recursive: true });
  await keep();
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
}, 120_000);

test('none begins without room for it; the one that would go anyway goes first where that makes room', async () => {
  const before = (await names()).filter((one) => one.endsWith('.backup'));
  const { takenAt } = await state();
  world.clock.advance(6 * hour);
  await keep({ room: async () => 190 });
  expect(await state()).toMatchObject({
    takenAt,
    problem: expect.stringMatching(/needed in BACKUP_DIR, and 190\.0 are free/),
  });
  expect((await names()).filter((one) => one.endsWith('.backup'))).toEqual(before);
  await truncate(join(folder, 'kept', before[0]!), 50 * 2 ** 20);
  world.clock.advance(hour);
  await keep({ room: async () => 190 });
  const after = (await names()).filter((one) => one.endsWith('.backup'));
  expect(after.length).toBe(2);
  expect(after[0]).toBe(before[1]);
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
}, 120_000);

test('where the disk of the backups is away none is written to its place', async () => {
  world.clock.advance(6 * hour);
  const { takenAt } = await state();
  await rename(join(folder, 'kept'), join(folder, 'away'));
  mkdirSync(join(folder, 'kept'));
  await keep();
  expect(await state()).toMatchObject({
    takenAt,
    problem: expect.stringContaining('see that the disk of BACKUP_DIR is mounted'),
  });
  expect(await names()).toEqual([]);
  // Somebody takes one by hand; for an hour nothing is said of what failed.
  await noteByHand(await ownerOf(world), 'backup', world.clock.now());
  await keep();
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
  await rm(join(folder, 'kept'), { recursive: true });
  await rename(join(folder, 'away'), join(folder, 'kept'));
  world.clock.advance(hour);
  await keep();
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
}, 60_000);

test('a stop ends a backup in the middle of a table, and leaves nothing of it', async () => {
  world.clock.advance(6 * hour);
  const before = await names();
  const blocker = new pg.Client(clientConfig(await ownerOf(world)));
  await blocker.connect();
  try {
    await blocker.query('begin; lock table profiles');
    const stop = new AbortController();
    const ended = keep({ signal: stop.signal }).catch((error: Error) => error);
    const waiting = `select 1 from pg_locks where not granted and relation = 'profiles'::regclass`;
    await expect.poll(async () => (await world.database.pool.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    stop.abort(new Error('the server stops'));
    expect(await ended).toEqual(new Error('the server stops'));
    expect(await names()).toEqual(before);
  } finally {
    await blocker.end();
  }
  await keep();
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
}, 60_000);

test('whoever stops has not failed: another takes the backup at once', async () => {
  world.clock.advance(6 * hour);
  const { takenAt } = await state();
  const stopped = AbortSignal.abort(new Error('the server stops'));
  await expect(keep({ signal: stopped })).rejects.toThrow('the server stops');
  expect(await state()).toMatchObject({ takenAt, problem: null });
  await keep();
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), problem: null });
}, 120_000);

test('where none can be written that is told, and what there was stays known', async () => {
  const { takenAt } = await state();
  await rm(join(folder, 'kept'), { recursive: true });
  await writeFile(join(folder, 'kept'), 'in the way');
  world.clock.advance(6 * hour);
  await keep();
  expect(await state()).toMatchObject({ takenAt, problem: expect.stringMatching(/EEXIST|ENOTDIR/) });
});
