import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFolder } from '../data-folder.ts';

/** Nobody writes a backup for longer: its job's time is over. */
const longestMs = 4 * 3_600_000;
const nameForm = /^holoholo-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.backup$/;
/** What a process that was killed leaves: a folder; in earlier versions a file. */
const partialForm = /^holoholo-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d)Z\.(?:backup\.\d+\.)?partial$/;
/** What lies beside a backup bears its name with another ending. The backup comes last: where it has its name, the others have theirs. */
const endings = ['anchors', 'uploads', 'backup'] as const;

/** The name beside a backup's with another ending. */
export const beside = (file: string, ending: (typeof endings)[number] | 'partial') => file.replace(/backup$/, ending);

/** Whether a name is that of a backup. */
export const isBackup = (name: string) => nameForm.test(name);

/** Names of the backups in a folder, the newest first. */
export async function listBackups(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter(isBackup).sort().reverse();
}

/**
 * Lets a backup be written, with what lies beside it, in a folder of its own, from where all of it gets its names once it is whole. Of one that
 * fails nothing stays. What a killed process left is removed.
 * @param write is given the file it is to write.
 * @returns what `write` came to
 */
export async function writeInto<T>(folder: string, now: Date, write: (file: string) => Promise<T>): Promise<T> {
  await clearStale(folder, now);
  const name = nameOf(now);
  const partial = join(folder, beside(name, 'partial'));
  try {
    await mkdir(partial, { mode: 0o700 });
    const written = await write(join(partial, name));
    const there = await readdir(partial);
    for (const one of endings.map((ending) => beside(name, ending)))
      if (there.includes(one)) await rename(join(partial, one), join(folder, one));
    await syncFolder(folder);
    return written;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/** What a backup of a moment is called. */
const nameOf = (now: Date) => `holoholo-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

async function clearStale(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const moment = partialForm.exec(name)?.[1]?.replace(/T(..)-(..)-/, 'T$1:$2:');
    if (moment && now.getTime() - Date.parse(`${moment}Z`) > longestMs)
      await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** Removes all but the newest. */
export async function prune(folder: string, keep: number): Promise<void> {
  for (const old of (await listBackups(folder)).slice(Math.max(1, keep))) await removeBackup(folder, old);
}

/** Removes a backup and what lies beside it, itself first: one that has its name has all the others. */
export async function removeBackup(folder: string, name: string): Promise<void> {
  for (const ending of endings.toReversed())
    await rm(join(folder, beside(name, ending)), { recursive: true, force: true });
}

/** How large a backup is with what lies beside it, in MB of 2^20 bytes. */
export async function megabytesOf(folder: string, name: string): Promise<number> {
  let bytes = 0;
  for (const path of endings.map((ending) => join(folder, beside(name, ending)))) {
    const within = await readdir(path).catch(() => []);
    for (const one of [path, ...within.map((file) => join(path, file))])
      bytes += (await stat(one).catch(() => ({ size: 0 }))).size;
  }
  return bytes / 2 ** 20;
}

/** Copies a file unless there is none. */
export async function copyIfThere(from: string, to: string): Promise<void> {
  await copyFile(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
}
