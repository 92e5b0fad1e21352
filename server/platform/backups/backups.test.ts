import { hash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { asApplication, openDatabase } from '../database/database.ts';
import { backUp } from './backup.store.ts';
import { readBackupFile } from './backup-file.ts';
import { findBackupState, keepBackups } from './backups.ts';
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

test('a server that works takes a backup and restores it on trial, once for all of them, while people scan', async () => {
  expect(await state()).toMatchObject({ isScheduled: true, takenAt: null, verifiedAt: null, problem: null });
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
    expect(await contentsOf(again)).toEqual(contents);
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
