import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIfThere, writeWhole } from './data-folder.ts';

// Backups and the log belong on another disk. Where that is not mounted its place is an empty folder on the product's own disk: what is
// written there is lost with it, and would be told as well.

/** A setting that names such a folder. */
type Setting = 'BACKUP_DIR' | 'LOG_ARCHIVE_DIR';

/** Where the data folder remembers it. */
const noteOf = (dataDir: string, setting: Setting) =>
  join(dataDir, `${setting.toLowerCase().replaceAll('_', '-')}.used`);

/**
 * Sees that a folder still has something of ours, if it ever had.
 * @throws Error in one line where there is nothing any more, or it cannot be looked into
 */
export async function requireKept(
  dataDir: string,
  setting: Setting,
  folder: string,
  isOurs: (name: string) => boolean,
): Promise<void> {
  if ((await namesIfThere(folder)).some(isOurs)) return;
  const note = noteOf(dataDir, setting);
  const used = await readFile(note, 'utf8').catch(() => undefined);
  if (used === folder)
    throw new Error(
      `nothing of what was written to ${folder} is there any more: see that the disk of ${setting} is mounted (to begin anew in it, remove ${note})`,
    );
}

/** Remembers that there is something of ours in a folder from now on. */
export const noteKept = (dataDir: string, setting: Setting, folder: string) =>
  writeWhole(noteOf(dataDir, setting), folder);

/** Whether others of this machine may look into a folder: names of files tell when, the files are their owner's alone. */
export async function isOpen(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined);
  return found !== undefined && (found.mode & 0o077) !== 0;
}
