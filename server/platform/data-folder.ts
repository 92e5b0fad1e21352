import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Makes a folder with all above it, and sees that files can be made in it. Node's own recursive mkdir asks for ever where a parent is
 * there and refuses with ENOENT, as below /proc.
 * @throws the system's error where that cannot be.
 */
export function makeFolder(folder: string): void {
  makeWithParents(folder);
  try {
    rmdirSync(mkdtempSync(join(folder, '.trial-')));
  } catch (error) {
    // A full disk is told of by whatever needs the room.
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}

function makeWithParents(folder: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory()) return;
  if (!found && dirname(folder) !== folder) makeWithParents(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !statSync(folder).isDirectory()) throw error;
  }
}

/** Writes a file that only we may read, whole or not at all, also where the power is cut. */
export function writeWhole(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    renameSync(unfinished, file);
    const folder = openSync(dirname(file), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** What is in a folder; nothing where it is not there. One that cannot be read is not taken for an empty one. */
export async function namesIfThere(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
}

/** Waits until the names in a folder are on the disk. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}
