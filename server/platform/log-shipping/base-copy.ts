import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { writeWhole } from '../data-folder.ts';
import { type Base, type BaseManifest, filesOf, makePrivate, manifestOf } from './archive.ts';
import { type ClusterFacts, copyWhileRunning } from './source.store.ts';

/** What a copy must not have, or has no use for, as PostgreSQL's manual lists it ("Making a Base Backup Using the Low Level API"). */
const emptied = /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\//;
const leftOut =
  /^(postmaster\.(pid|opts)|backup_label|tablespace_map|(recovery|standby)\.signal)$|(^|\/)(pgsql_tmp|pg_internal\.init)/;

const pieceBytes = 1 << 18;
const packing = { level: constants.Z_BEST_SPEED };

/** Copies a running cluster into a new folder; it is whole once its manifest is there. Where it fails nothing is left. */
export async function takeBaseCopy(
  client: pg.Client,
  cluster: ClusterFacts,
  baseFolder: string,
  signal: AbortSignal,
): Promise<{ bytes: number; manifest: BaseManifest }> {
  const folders: string[] = [];
  const files: BaseManifest['files'] = [];
  /** All files, one after the other; the manifest says where each ends. */
  async function* contents(): AsyncGenerator<Buffer> {
    for (const { path, isFolder } of await listCluster(cluster.folder)) {
      if (isFolder) folders.push(path);
      else yield* readFileOf(cluster.folder, path, files, signal);
    }
  }
  try {
    await makePrivate(baseFolder);
    const { stoppedAt, ...copied } = await copyWhileRunning(client, cluster, () =>
      pipeline(contents(), createGzip(packing), createWriteStream(filesOf(baseFolder), { mode: 0o600, flush: true })),
    );
    const manifest = { ...copied, stoppedAt: stoppedAt.toISOString(), folders, files };
    writeWhole(manifestOf(baseFolder), JSON.stringify(manifest));
    return { bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), manifest };
  } catch (error) {
    await rm(baseFolder, { recursive: true, force: true });
    throw error;
  }
}

/** What is to be copied, folders before what is in them, the control file last: it says how far the rest was written. */
async function listCluster(folder: string): Promise<{ path: string; isFolder: boolean }[]> {
  const all = (await readdir(folder, { recursive: true, withFileTypes: true })).map((entry) => ({
    path: relative(folder, join(entry.parentPath, entry.name)),
    isFolder: entry.isDirectory(),
    isLink: entry.isSymbolicLink(),
  }));
  const elsewhere = all.find(({ path, isLink }) => isLink && path.startsWith('pg_tblspc/'));
  if (elsewhere) throw new Error(`${elsewhere.path} is a tablespace, which is not copied`);
  const control = 'global/pg_control';
  const isLast = ({ path }: { path: string }) => Number(path === control);
  return all
    .filter(({ path }) => !emptied.test(path) && !leftOut.test(path))
    .sort((one, other) => isLast(one) - isLast(other));
}

/** One file, with what it came to added to `files`. One that is gone meanwhile was dropped, which the log says as well. */
async function* readFileOf(
  folder: string,
  path: string,
  files: BaseManifest['files'],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  const file = await open(join(folder, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!file) return;
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of file.createReadStream({ highWaterMark: pieceBytes })) {
    signal.throwIfAborted();
    hash.update(piece);
    bytes += piece.length;
    yield piece;
  }
  files.push({ path, bytes, sha256: hash.digest('hex') });
}

/**
 * Writes a base copy into an empty folder.
 * @throws Error in one line where a file of it is not as it was written
 */
export async function unpackBase(
  { folder: baseFolder, folders, files, label }: Base,
  into: string,
  signal?: AbortSignal,
): Promise<void> {
  for (const path of folders) await mkdir(join(into, path), { recursive: true, mode: 0o700 });
  const reader = new PieceReader(createReadStream(filesOf(baseFolder)).pipe(createGunzip()));
  for (const { path, bytes, sha256 } of files) {
    const hash = createHash('sha256');
    const file = await open(join(into, path), 'w', 0o600);
    try {
      for (let left = bytes; left > 0; ) {
        signal?.throwIfAborted();
        const piece = await reader.take(left);
        hash.update(piece);
        left -= piece.length;
        await file.appendFile(piece);
      }
    } catch (error) {
      signal?.throwIfAborted();
      throw new Error(`${path} of the base copy ${baseFolder} cannot be read: ${(error as Error).message}`);
    } finally {
      await file.close();
    }
    if (hash.digest('hex') !== sha256)
      throw new Error(`${path} of the base copy ${baseFolder} is not as it was written`);
  }
  await writeFile(join(into, 'backup_label'), label, { mode: 0o600 });
}

/** Cuts a stream into pieces that end where they should. */
class PieceReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** The next bytes, so many at most. @throws Error at the stream's end */
  async take(most: number): Promise<Buffer> {
    if (this.#rest.length === 0) {
      const { value, done } = await this.#pieces.next();
      if (done) throw new Error('it ends too early');
      this.#rest = value;
    }
    const piece = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(most);
    return piece;
  }
}

/** Unpacks or copies a file of the log, filled up to its whole size: the rest of the last one was not written yet. */
export async function unpackSegment(from: string, to: string, segmentBytes: number): Promise<void> {
  const unpacking = from.endsWith('.gz') ? [createGunzip()] : [];
  await pipeline([createReadStream(from), ...unpacking, createWriteStream(to, { mode: 0o600 })]);
  const { size } = await stat(to);
  if (size > segmentBytes) throw new Error(`${from} is longer than a file of the log`);
  await truncate(to, segmentBytes);
}

/** Packs a file that grows no more. */
export async function packSegment(file: string): Promise<void> {
  const to = createWriteStream(`${file}.part`, { mode: 0o600, flush: true });
  await pipeline(createReadStream(file), createGzip(packing), to);
  await rename(`${file}.part`, `${file}.gz`);
  await rm(file);
}
