import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../settings.ts';

type Place = Pick<Settings, 'dataDir'>;

const folderOf = ({ dataDir }: Place) => join(dataDir, 'long-work');
const fileOf = (place: Place, id: string) => join(folderOf(place), id);

/**
 * Writes what long work makes, piece by piece as it comes, and gives it its name when it is whole.
 * @param attempt tells two tries at the same work apart.
 * @returns how many bytes.
 */
export async function writeResult(
  place: Place,
  { id, attempts }: { id: string; attempts: number },
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  await mkdir(folderOf(place), { recursive: true });
  const unfinished = `${fileOf(place, id)}.${attempts}`;
  let bytes = 0;
  const count = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      bytes += piece.length;
      done(null, piece);
    },
  });
  try {
    await pipeline(Readable.from(pieces), count, createWriteStream(unfinished, { mode: 0o600 }), { signal });
    await rename(unfinished, fileOf(place, id));
    return bytes;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Opens the result of long work; undefined where it is not here. */
export async function openResult(place: Place, id: string): Promise<FileHandle | undefined> {
  return await open(fileOf(place, id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
}

export const removeResult = (place: Place, id: string) => rm(fileOf(place, id), { force: true });

/** The ids of all work that has a file here, whole or not, with their files. */
export async function listResults(place: Place): Promise<Map<string, string[]>> {
  const names = await readdir(folderOf(place)).catch(() => []);
  const ours = names.filter((name) => /^[0-9a-f-]{36}(\.\d+)?$/.test(name));
  return Map.groupBy(ours, (name) => name.slice(0, 36));
}

export async function removeFiles(place: Place, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folderOf(place), name), { force: true });
}
