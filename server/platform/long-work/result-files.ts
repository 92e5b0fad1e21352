import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Settings } from '../settings.ts';
import type { Attempt } from './long-work.store.ts';

type Place = Pick<Settings, 'dataDir'>;

const folderOf = ({ dataDir }: Place) => join(dataDir, 'long-work');
const fileOf = (place: Place, id: string) => join(folderOf(place), id);
/** Two tries at the same work are told apart. */
const ownFileOf = (place: Place, { id, attempts }: Attempt) => `${fileOf(place, id)}.${attempts}`;

/**
 * Writes what a try at long work makes, piece by piece as it comes, into a file of this try's own.
 * @returns how many bytes.
 */
export async function writeResult(
  place: Place,
  attempt: Attempt,
  pieces: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
): Promise<number> {
  await mkdir(folderOf(place), { recursive: true });
  const own = ownFileOf(place, attempt);
  let bytes = 0;
  const count = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      bytes += piece.length;
      done(null, piece);
    },
  });
  try {
    await pipeline(Readable.from(pieces), count, createWriteStream(own, { mode: 0o600 }), { signal });
    return bytes;
  } catch (error) {
    await rm(own, { force: true });
    throw error;
  }
}

/** Makes the file of a try the result of its work. It is for the one whose row says that it is done, while that row is held. */
export const publishResult = (place: Place, attempt: Attempt) =>
  rename(ownFileOf(place, attempt), fileOf(place, attempt.id));

/** Takes away what a try has written, and no other one's. */
export const removeOwn = (place: Place, attempt: Attempt) => rm(ownFileOf(place, attempt), { force: true });

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
