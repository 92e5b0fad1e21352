import { mkdtempSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aCommission, aPayout } from '../../../tests/ledger-rows.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { anchorAuditChain, recordAudit } from '../audit/audit.ts';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import { systemFolder } from '../embedded/postgres-binaries.ts';
import { findUpkeep } from '../upkeep.store.ts';
import { backUp } from './backup.store.ts';
import { findBackupState } from './backup-state.ts';
import { checkBackup, keepBackups } from './backups.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holoholo-trials-'));
  world = await createWorld({ environment: { BACKUP_DIR: join(folder, 'kept'), BACKUP_HOURS: '24' } });
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(world.settings.dataDir, 0o711);
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const state = () => findBackupState(world.db, world.settings);
const keep = async (settings = world.settings) => {
  const deps = { ...world, settings, owner: await ownerOf(world) };
  await keepBackups(deps, pino({ level: 'silent' }), new AbortController().signal);
};
const placedOutside = async () => (await readdir(systemFolder).catch(() => [])).sort();
const day = 86_400;

test('nothing of a trial stays, not even where root may not let the database into DATA_DIR', async () => {
  await keep();
  const verifiedAt = world.clock.now();
  expect(await state()).toMatchObject({ takenAt: verifiedAt, verifiedAt });
  const [file] = (await readdir(join(folder, 'kept'))).filter((one) => one.endsWith('.backup'));
  const closed = { ...world.settings, dataDir: mkdtempSync(join(folder, 'closed-')) };
  await chmod(folder, 0o700);
  const before = await placedOutside();
  for (let turn = 0; turn < 2; turn++) await checkBackup(join(folder, 'kept', file!), closed);
  expect(await placedOutside()).toEqual(before);
  expect(await readdir(closed.dataDir)).toEqual([]);
}, 120_000);

test('a trial by hand asks for room as well', async () => {
  const [file] = (await readdir(join(folder, 'kept'))).filter((one) => one.endsWith('.backup'));
  const trial = checkBackup(join(folder, 'kept', file!), world.settings, undefined, async () => 200);
  await expect(trial).rejects.toThrow(/needed in DATA_DIR, and 200\.0 are free/);
}, 60_000);

/** A trial whose database starts. */
const aTrial = expect.arrayContaining([expect.stringMatching(/^(trial-\w+|backup-check)\/postgres\.log$/)]);

test('a stop ends a trial', async () => {
  const [file] = (await readdir(join(folder, 'kept'))).filter((one) => one.endsWith('.backup'));
  const stop = new AbortController();
  const ended = checkBackup(join(folder, 'kept', file!), world.settings, stop.signal).catch((error: Error) => error);
  await expect.poll(() => readdir(world.settings.dataDir, { recursive: true })).toEqual(aTrial);
  stop.abort(new Error('the server stops'));
  expect(await ended).toEqual(new Error('the server stops'));
  expect((await readdir(world.settings.dataDir)).filter((name) => /trial|check/.test(name))).toEqual([]);
}, 60_000);

test('trials at the same time leave each other alone; what a killed one left goes', async () => {
  const { dataDir } = world.settings;
  const [file] = (await readdir(join(folder, 'kept'))).filter((one) => one.endsWith('.backup'));
  for (const left of ['backup-check', 'trial-0123456789ab']) {
    await mkdir(join(dataDir, left, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, left, 'postgres', 'PG_VERSION'), '18');
  }
  const first = checkBackup(join(folder, 'kept', file!), world.settings);
  await expect.poll(() => readdir(dataDir, { recursive: true })).toEqual(aTrial);
  const second = checkBackup(join(folder, 'kept', file!), world.settings);
  expect(await first).toEqual(await second);
  expect((await readdir(dataDir)).filter((name) => /trial|check/.test(name))).toEqual([]);
}, 120_000);

test('of several workers with folders of their own, the one that has the newest backup tries it', async () => {
  world.clock.advance(7 * day);
  const { verifiedAt } = await state();
  const backups = { ...world.settings.backups!, folder: join(folder, 'other') };
  await mkdir(backups.folder);
  const other = { ...world.settings, backups };
  const [old] = (await readdir(join(folder, 'kept'))).filter((one) => one.endsWith('.backup'));
  await keep();
  expect(await state()).toMatchObject({ takenAt: world.clock.now(), verifiedAt: world.clock.now() });
  world.clock.advance(7 * day - 3_600);
  await keep(); // the newest, which this folder has
  await rename(join(folder, 'kept', old!), join(backups.folder, old!));
  world.clock.advance(3_600);
  await keep(other); // has an old one alone
  expect(await state()).toMatchObject({ checkProblem: null });
  expect((await state()).verifiedAt).not.toEqual(world.clock.now());
  await keep();
  expect((await state()).verifiedAt).toEqual(world.clock.now());
  expect(verifiedAt).not.toBeNull();
}, 120_000);

test('a trial that finds the audit log damaged says that of the audit log as well, until one finds it well', async () => {
  await world.db
    .transaction()
    .execute((tx) =>
      recordAudit(tx, world.clock.now(), { action: 'changed', actorId: null, subject: { kind: 'thing', id: 1 } }),
    );
  await anchorAuditChain(world.db, anchorFileOf(world.settings), world.clock.now());
  world.clock.advance(7 * day);
  const ofAudit = async () => (await findUpkeep(world.db)).get('audit-check')?.problem ?? null;
  await world.db
    .updateTable('upkeep')
    .set({ succeeded_at: world.clock.now() })
    .where('task', '=', 'backup-check')
    .execute();
  await keep();
  const name = `holoholo-${world.clock.now().toISOString().slice(0, 19).replaceAll(':', '-')}Z.anchors`;
  const anchors = join(folder, 'kept', name);
  const text = await readFile(anchors, 'utf8');
  await writeFile(anchors, `9${text.slice(1)}`);
  await world.db
    .updateTable('upkeep')
    .set({ succeeded_at: new Date(0) })
    .where('task', '=', 'backup-check')
    .execute();
  await keep();
  expect([(await state()).checkProblem, await ofAudit()]).toEqual(
    Array(2).fill(expect.stringContaining('the audit chain in it is damaged')),
  );
  await writeFile(anchors, text);
  world.clock.advance(3_600);
  await keep();
  expect([(await state()).checkProblem, await ofAudit()]).toEqual([null, null]);
}, 120_000);

test('a trial finds a ledger that is off', async () => {
  const [partner, admin] = [await world.aUser({ role: 'partner' }), await world.aUser({ role: 'admin' })];
  await aCommission(world, (await organisationOf(world, partner.id))!);
  await aPayout(world, admin.id);
  const owner = await ownerOf(world);
  const tried = async (cents: number) => {
    await onServer(
      owner,
      `update ledger_balances set cents = cents + ${cents} where (account_id, part) in (
      select account_id, part from ledger_balances order by 1, 2 limit 1)`,
    );
    const file = join(folder, `ledger-${cents}.backup`);
    await backUp(owner, file, world.clock.now(), new AbortController().signal);
    return await checkBackup(file, world.settings);
  };
  await expect(tried(1)).rejects.toThrow('the ledger in it is off by 1 cents');
  expect(await tried(-1)).toMatchObject({ file: 'ledger--1.backup' });
}, 120_000);

test('a folder of backups that others can look into is told of at the start', async () => {
  const backups = { ...world.settings.backups!, folder: join(folder, 'open') };
  await mkdir(backups.folder);
  const said = async (mode: number) => {
    await chmod(backups.folder, mode);
    const lines: string[] = [];
    const write = (line: string) => void lines.push(line);
    const stop = await startWork({ ...world, settings: { ...world.settings, backups } }, { write });
    await stop();
    return lines.filter((line) => line.includes('BACKUP_DIR'));
  };
  expect(await said(0o755)).toEqual([expect.stringContaining('others of this machine may look into BACKUP_DIR')]);
  expect(await said(0o700)).toEqual([]);
}, 60_000);
