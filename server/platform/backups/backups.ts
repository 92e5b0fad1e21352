import { mkdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Logger } from 'pino';
import { verifyAuditChain } from '../audit/audit.ts';
import { type AnchorFile, anchorFileOf } from '../audit/audit-anchors.ts';
import { AuditDamage } from '../audit/audit-chain.ts';
import type { Clock } from '../context.ts';
import { asApplication, type Connection, type Db, openDatabase } from '../database/database.ts';
import { findRoom, leastMegabytes } from '../disk.ts';
import { ownerRole, startEmbeddedPostgres } from '../embedded/postgres.ts';
import { inTrialFolder, trialPlace } from '../embedded/trial-folder.ts';
import { noteKept, requireKept } from '../kept-folder.ts';
import type { Settings } from '../settings.ts';
import { findUpkeep, isDue, noteAuditCheck, noteFailure, noteLook, noteSuccess, type Upkeep } from '../upkeep.store.ts';
import { bytesOfUploads, copyUploads } from '../uploads/upload-files.ts';
import { backUp } from './backup.store.ts';
import {
  beside,
  copyIfThere,
  isBackup,
  listBackups,
  megabytesOf,
  prune,
  removeBackup,
  writeInto,
} from './backup-folder.ts';
import { megabytesOfDatabase, restore, sumOfLedger } from './restore.store.ts';

/** A backup is tried by restoring it so often. */
const checkEveryMs = 7 * 86_400_000;
/** What a byte of a backup's rows comes to: itself, its indexes, and the log of both. */
const restoredPerByte = 4;

interface Deps {
  db: Db;
  clock: Clock;
  settings: Settings;
  /** Who may read every table. */
  owner: Connection;
  /** Room for a data folder, in MB. */
  room?: typeof findRoom;
}

/** Takes a backup where one is due, and restores the newest on trial where that is. What fails is noted and told in the log. */
export async function keepBackups(deps: Deps, log: Logger, signal: AbortSignal): Promise<void> {
  const { db, clock, settings } = deps;
  if (!settings.backups) return;
  const { folder, everyMs } = settings.backups;
  await noteLook(db, 'backup', clock.now(), { every_hours: everyMs / 3_600_000 });
  if (isDue((await findUpkeep(db)).get('backup'), everyMs, clock.now()))
    await noted(deps, 'backup', log, signal, 'no backup was taken', () => takeBackup(deps, signal));
  signal.throwIfAborted();
  const upkeep = await findUpkeep(db);
  // Several workers may have folders of their own: whoever has the newest of all tries it.
  const newest = (await listBackups(folder)).find((name) => name === upkeep.get('backup')?.figures.file);
  if (newest && isDue(upkeep.get('backup-check'), checkEveryMs, clock.now()))
    await noted(deps, 'backup-check', log, signal, 'the backup could not be restored', async () => {
      await requireRoom(deps);
      return await checkBackup(join(folder, newest), settings, signal);
    });
}

/** A trial writes every row once more, and the log of it beside, on the disk on which the product itself may stand. */
async function requireRoom({ owner, settings, room = findRoom }: Deps): Promise<void> {
  await requireFree(2 * (await megabytesOfDatabase(owner)), settings, room);
}

async function requireFree(megabytes: number, settings: Settings, room: typeof findRoom): Promise<void> {
  const needed = Math.ceil(megabytes) + leastMegabytes;
  const { folder, setting } = trialPlace(settings);
  const found = await room(folder);
  if (found < needed)
    throw new Error(`to restore it on trial ${needed} MB are needed in ${setting}, and ${found.toFixed(1)} are free`);
}

async function noted(
  { db, clock }: Deps,
  task: 'backup' | 'backup-check',
  log: Logger,
  signal: AbortSignal,
  words: string,
  work: () => Promise<Upkeep['figures']>,
): Promise<void> {
  try {
    await noteSuccess(db, task, clock.now(), await work());
    if (task === 'backup-check') await noteAuditCheck(db, 'backup', clock.now());
  } catch (error) {
    // Whoever stops has not failed: another process goes on at once.
    if (signal.aborted) throw error;
    const reason = (error as Error).message;
    log.error({ reason }, words);
    await noteFailure(db, task, clock.now(), reason);
    if (error instanceof AuditDamage) await noteAuditCheck(db, 'backup', clock.now(), reason);
  }
}

/** Writes one, with the anchors of the audit chain and the files that people sent beside it, and forgets those that are too many. */
async function takeBackup(deps: Deps, signal: AbortSignal): Promise<Upkeep['figures']> {
  const { owner, clock, settings } = deps;
  const { folder, keep, everyMs } = settings.backups!;
  const now = clock.now();
  await requireKept(settings.dataDir, 'BACKUP_DIR', folder, isBackup);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await makeRoom(deps);
  try {
    const taken = await writeInto(folder, now, async (file) => {
      // Before the tables: anchors that are newer than what is restored would say that the audit log was cut.
      await copyIfThere(anchorFileOf(settings).path, beside(file, 'anchors'));
      const { tables, rows } = await backUp(owner, file, now, signal);
      const uploads = await copyUploads(settings, beside(file, 'uploads'), signal);
      return {
        file: basename(file),
        bytes: (await stat(file)).size,
        tables,
        rows,
        every_hours: everyMs / 3_600_000,
        ...uploads,
      };
    });
    noteKept(settings.dataDir, 'BACKUP_DIR', folder);
    return taken;
  } finally {
    await prune(folder, keep);
  }
}

/** As much as the last one took is needed, before the first as much as there is, and a little more. The oldest, which goes after this one, goes before it where that is enough. */
async function makeRoom({ db, owner, settings, room = findRoom }: Deps): Promise<void> {
  const { folder, keep } = settings.backups!;
  const { bytes } = (await findUpkeep(db)).get('backup')?.figures ?? {};
  const ofTables = bytes === undefined ? await megabytesOfDatabase(owner) : Number(bytes) / 2 ** 20;
  const ofUploads = (await bytesOfUploads(settings)) / 2 ** 20;
  const needed = Math.ceil(1.25 * (ofTables + ofUploads)) + leastMegabytes;
  const found = await room(folder);
  if (found >= needed) return;
  const all = await listBackups(folder);
  const [oldest] = all.length > 1 && all.length >= keep ? all.slice(-1) : [];
  if (oldest === undefined || found + (await megabytesOf(folder, oldest)) < needed)
    throw new Error(`for a backup ${needed} MB are needed in BACKUP_DIR, and ${found.toFixed(1)} are free`);
  await removeBackup(folder, oldest);
}

/**
 * Restores a backup into a PostgreSQL of its own, which is thrown away again: every row arrives, the ledger balances, and the audit
 * chain is whole with the anchors that lie beside it.
 * @param signal ends it in the middle. @param room for a data folder, in MB
 * @throws Error in one line that says what is wrong with it, or that there is no room
 */
export async function checkBackup(
  file: string,
  settings: Settings,
  signal?: AbortSignal,
  room = findRoom,
): Promise<{ file: string; tables: number; rows: number }> {
  return await inTrialFolder(trialPlace(settings).folder, async (dataDir) => {
    const server = await startEmbeddedPostgres({ dataDir, note: () => {}, signal });
    // Whatever is in hand then fails.
    const stop = () => void server.stop().catch(() => {});
    signal?.addEventListener('abort', stop);
    try {
      signal?.throwIfAborted();
      const owner = { socketDir: server.socketDir, port: server.port, database: server.database, user: ownerRole };
      const restored = await restore(owner, file, (bytes) =>
        requireFree(restoredPerByte * (bytes / 2 ** 20), settings, room),
      );
      await requireSound(owner, { ...anchorFileOf(settings), path: beside(file, 'anchors') });
      return { file: basename(file), ...restored };
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', stop);
      await server.stop();
    }
  });
}

async function requireSound(restored: Connection, anchors: AnchorFile): Promise<void> {
  const { db, close } = openDatabase(asApplication(restored), { max: 2, onError: () => {}, statementSeconds: 900 });
  try {
    const sum = await sumOfLedger(db);
    if (sum !== 0) throw new Error(`the ledger in it is off by ${sum} cents`);
    const { damage } = await verifyAuditChain(db, anchors);
    if (damage) throw new AuditDamage(damage.sequence, `the audit chain in it is damaged: ${damage.message}`);
  } finally {
    await close();
  }
}
