import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyAuditChain } from '../audit/audit.ts';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import { sumOfLedger } from '../backups/restore.store.ts';
import { makeFolder } from '../data-folder.ts';
import { asApplication, openDatabase } from '../database/database.ts';
import {
  beingRestored,
  type EmbeddedPostgres,
  ownerRole,
  placeCluster,
  startEmbeddedPostgres,
} from '../embedded/postgres.ts';
import { deleteAllSessions } from '../sessions/sessions.store.ts';
import type { Settings } from '../settings.ts';
import { findWayBack, logOf, makePrivate, type WayBack } from './archive.ts';
import { unpackBase, unpackSegment } from './base-copy.ts';
import { bringBeside } from './beside.ts';

/** Days of log are read within this time, in milliseconds, or something is wrong. */
const patienceMs = 6 * 3_600_000;
/** While this file lies in a cluster PostgreSQL has not got to where it was to be restored. */
const underWay = 'recovery.signal';

/** What came of it. */
export interface RestoredTo {
  /** The moment as of which everything is. */
  moment: Date;
  /** Entries of the audit log, which was checked with the anchors of that moment. */
  entries: number;
}

/**
 * Makes the database of a data folder that has none: as it was at a moment, or without one as far as its archive reaches. Files that people
 * sent and the anchors of the audit log come with it. What is younger is not in it.
 * @param given.signal ends it. @param given.isTrial what came of it is thrown away: files that people sent stay where they are
 * @throws Error in one line: the archive does not lead there, a file of it is damaged, or what came of it is not sound
 */
export async function restoreTo(
  settings: Settings,
  moment: Date | undefined,
  note: (line: string) => void,
  { signal, isTrial = false }: { signal?: AbortSignal; isTrial?: boolean } = {},
): Promise<RestoredTo> {
  const { dataDir, logArchive } = settings;
  makeFolder(dataDir);
  const { folder } = await placeCluster(dataDir, note);
  if (await isInUse(folder)) throw new Error(`there is a database in ${dataDir} already: name an empty DATA_DIR`);
  const way = await findWayBack(logArchive!.folder, moment, note);
  const until = moment ?? way.reachedAt;
  note(`From the base copy of ${way.base.stoppedAt}, with ${way.segments.length} files of the log.`);
  await layOut(way, folder, signal);
  await bringBeside(way.stretch.folder, dataDir, until, { withUploads: !isTrial });
  const server = await startEmbeddedPostgres({
    dataDir,
    note: () => {},
    patienceMs,
    signal,
    isRestoring: true,
    settings: {
      // All of the log lies in place: nothing is to be fetched.
      restore_command: 'false',
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      ...(moment && { recovery_target_time: moment.toISOString().replace('Z', '+00') }),
      // Nobody reads before it has got there.
      hot_standby: 'off',
    },
  });
  // Whatever is in hand then fails.
  const stop = () => void server.stop().catch(() => {});
  signal?.addEventListener('abort', stop);
  try {
    signal?.throwIfAborted();
    return { moment: until, entries: await finish(server, settings, { isTrial }) };
  } finally {
    signal?.removeEventListener('abort', stop);
    await server.stop();
  }
}

/** Whether a folder holds a database; one that was broken off on its way does not count, and is begun anew. */
async function isInUse(folder: string): Promise<boolean> {
  if ((await readdir(folder).catch(() => [])).length === 0) return false;
  const isThere = async (name: string) => (await stat(join(folder, name)).catch(() => undefined)) !== undefined;
  if (!(await isThere(underWay)) && !(await isThere(beingRestored))) return true;
  await rm(folder, { recursive: true, force: true });
  return false;
}

/** Puts base copy and log where PostgreSQL looks for them; under its own name once all of it is there. */
async function layOut({ base, stretch, segments }: WayBack, folder: string, signal?: AbortSignal): Promise<void> {
  const scratch = `${folder}.restoring`;
  await rm(scratch, { recursive: true, force: true });
  try {
    await makePrivate(scratch);
    await unpackBase(base, scratch, signal);
    const log = join(scratch, 'pg_wal');
    await makePrivate(log);
    for (const name of segments) {
      signal?.throwIfAborted();
      const [from, to] = [join(logOf(stretch.folder), name), join(log, name.slice(0, 24))];
      await unpackSegment(from, to, stretch.reached.segmentBytes).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || name.endsWith('.gz')) throw error;
        // Packed meanwhile, by whoever ships.
        return unpackSegment(`${from}.gz`, to, stretch.reached.segmentBytes);
      });
    }
    for (const name of [underWay, beingRestored]) await writeFile(join(scratch, name), '', { mode: 0o600 });
    await rename(scratch, folder);
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
}

async function finish(
  { socketDir, port, database, dataDir: folder }: EmbeddedPostgres,
  settings: Settings,
  { isTrial }: { isTrial: boolean },
): Promise<number> {
  const owner = { socketDir, port, database, user: ownerRole };
  const { db, close } = openDatabase(asApplication(owner), { max: 2, onError: () => {}, statementSeconds: 900 });
  try {
    // Who has ended theirs since would have them again: until that is done nothing else starts on it.
    if (!isTrial) await deleteAllSessions(db);
    await rm(join(folder, beingRestored));
    const handle = await open(folder);
    await handle.sync().finally(() => handle.close());
    const sum = await sumOfLedger(db);
    if (sum !== 0) throw new Error(`it was restored as it was, with a ledger that is off by ${sum} cents`);
    const { head, damage } = await verifyAuditChain(db, anchorFileOf(settings));
    if (damage) throw new Error(`it was restored as it was, with a damaged audit chain (${damage.message})`);
    return head.sequence;
  } finally {
    await close();
  }
}
