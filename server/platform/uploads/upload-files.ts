import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../settings.ts';

type Place = Pick<Settings, 'dataDir'>;

const folderOf = ({ dataDir }: Place) => join(dataDir, 'uploads');
const fileOf = (place: Place, id: string) => join(folderOf(place), id);
/** While nothing in the database names it. */
const unnamedOf = (place: Place, id: string) => `${fileOf(place, id)}.part`;

/** Writes a file as it comes, through a check that may refuse it; it is on the disk once this returns. Where it fails nothing is left. */
export async function writeUpload(place: Place, id: string, pieces: Readable, check: Transform): Promise<void> {
  await mkdir(folderOf(place), { recursive: true });
  try {
    await pipeline(pieces, check, createWriteStream(unnamedOf(place, id), { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    await dropUpload(place, id);
    throw error;
  }
}

/** Gives a written file its name. */
export const nameUpload = (place: Place, id: string) => rename(unnamedOf(place, id), fileOf(place, id));

/** Takes a file away that has no name yet. */
export const dropUpload = (place: Place, id: string) => rm(unnamedOf(place, id), { force: true });

/** Whether a file is here, all of it. */
export async function hasUpload(place: Place, id: string, bytes: number): Promise<boolean> {
  return (await stat(fileOf(place, id)).catch(() => undefined))?.size === bytes;
}

export const readUpload = (place: Place, id: string) => createReadStream(fileOf(place, id));

/** The ids of all files, named or not, that nobody has written to since a moment, with their names. */
export async function listUploadFiles(place: Place, before: Date): Promise<Map<string, string[]>> {
  const names = await readdir(folderOf(place)).catch(() => []);
  const old: string[] = [];
  for (const name of names.filter((one) => /^[0-9a-f-]{36}(\.part)?$/.test(one))) {
    const { mtime } = await stat(join(folderOf(place), name)).catch(() => ({ mtime: before }));
    if (mtime < before) old.push(name);
  }
  return Map.groupBy(old, (name) => name.slice(0, 36));
}

export async function removeUploadFiles(place: Place, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folderOf(place), name), { force: true });
}

/** How large all files are together. */
export async function bytesOfUploads(place: Place): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folderOf(place)).catch(unlessGone<string[]>([])))
    bytes += (await stat(join(folderOf(place), name)).catch(unlessGone(undefined)))?.size ?? 0;
  return bytes;
}

/** What was copied, and how many files had gone before their turn. */
export interface CopiedUploads {
  uploads: number;
  upload_bytes: number;
  uploads_gone: number;
}

/**
 * Copies every file that has its name into a folder, which is made when there is one to copy. A file that is taken away meanwhile is passed
 * over: what names it goes with it.
 */
export async function copyUploads(place: Place, folder: string, signal: AbortSignal): Promise<CopiedUploads> {
  const copied: CopiedUploads = { uploads: 0, upload_bytes: 0, uploads_gone: 0 };
  const names = await readdir(folderOf(place)).catch(unlessGone<string[]>([]));
  // A disk of its own has other things as well.
  for (const id of names.filter((name) => /^[0-9a-f-]{36}$/.test(name))) {
    signal.throwIfAborted();
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const found = await copyOne(fileOf(place, id), join(folder, id));
    copied[found === undefined ? 'uploads_gone' : 'uploads']++;
    copied.upload_bytes += found ?? 0;
  }
  return copied;
}

/** @returns its bytes; undefined where it is not there any more */
async function copyOne(from: string, to: string): Promise<number | undefined> {
  const found = await stat(from).catch(unlessGone(undefined));
  if (!found) return undefined;
  try {
    await copyFile(from, to);
  } catch (error) {
    if (await stat(from).catch(unlessGone(undefined))) throw error;
    return undefined;
  }
  // Files that nothing names are forgotten by their age.
  await utimes(to, found.atime, found.mtime);
  return found.size;
}

const unlessGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code !== 'ENOENT') throw error;
    return instead;
  };
