import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { anchorFileOf } from '../audit/audit-anchors.ts';
import type { Clock } from '../context.ts';
import { namesIfThere } from '../data-folder.ts';
import { findRoom, leastMegabytes } from '../disk.ts';
import { isOpen, noteKept, requireKept } from '../kept-folder.ts';
import type { Settings } from '../settings.ts';
import {
  basesOf,
  filesOf,
  isName,
  logOf,
  makePrivate,
  manifestOf,
  type Note,
  nameOf,
  noteReached,
  reachedOf,
  readArchive,
  type Stretch,
  segmentsOf,
} from './archive.ts';
import { packSegment, takeBaseCopy } from './base-copy.ts';
import { copyAnchors, mirrorUploads } from './beside.ts';
import { type Position, parsePosition, segmentOf, writePosition } from './positions.ts';
import {
  bytesOfCluster,
  type ClusterFacts,
  findCluster,
  findKept,
  keepLogFor,
  markMoment,
  releaseLog,
} from './source.store.ts';

/** The last piece of the log is copied as it grows, in pieces of so many bytes. */
const pieceBytes = 1 << 20;

/** Ships the log of one running cluster, over one connection, into an archive. */
export class LogShipper {
  readonly #client: pg.Client;
  readonly #cluster: ClusterFacts;
  readonly #settings: Settings;
  readonly #clock: Clock;
  #stretch = '';
  #shipped: Position = 0n;
  #isMirrored = false;
  #anchorProblem: string | undefined;

  private constructor(client: pg.Client, cluster: ClusterFacts, settings: Settings, clock: Clock) {
    this.#client = client;
    this.#cluster = cluster;
    this.#settings = settings;
    this.#clock = clock;
  }

  /** Goes on with the newest stretch where PostgreSQL has kept what came since, else begins another. */
  static async begin(client: pg.Client, settings: Settings, clock: Clock, note?: Note): Promise<LogShipper> {
    const shipper = new LogShipper(client, await findCluster(client), settings, clock);
    const { folder } = shipper.#archive;
    await requireKept(settings.dataDir, 'LOG_ARCHIVE_DIR', folder, isName);
    await makePrivate(folder);
    if (await isOpen(folder)) note?.('Others of this machine may look into LOG_ARCHIVE_DIR.');
    const newest = (await readArchive(folder, note)).at(-1);
    if (!newest || !(await shipper.#goOn(newest))) await shipper.#beginStretch();
    await shipper.#prune();
    noteKept(settings.dataDir, 'LOG_ARCHIVE_DIR', folder);
    return shipper;
  }

  get #archive() {
    return this.#settings.logArchive!;
  }

  get #folder(): string {
    return join(this.#archive.folder, this.#stretch);
  }

  async #goOn({ name, reached }: Stretch): Promise<boolean> {
    const kept = await findKept(this.#client, name);
    const position = parsePosition(reached.position);
    const { flushed } = await markMoment(this.#client);
    // A cluster that is behind its own archive was put back by other means.
    if (kept === undefined || kept > position || flushed < position) return false;
    this.#stretch = name;
    this.#shipped = position;
    return true;
  }

  async #beginStretch(): Promise<void> {
    this.#stretch = nameOf(this.#clock.now());
    this.#shipped = await keepLogFor(this.#client, this.#stretch, this.#cluster);
    await makePrivate(logOf(this.#folder));
  }

  /** Ships what was written since. @returns until when everything that was acknowledged is in the archive */
  async ship(): Promise<Date> {
    // Anchors that are newer than what the log reaches would say that the audit log was cut.
    const { path } = anchorFileOf(this.#settings);
    const isBegun = await copyAnchors(path, this.#folder);
    this.#anchorProblem = isBegun
      ? undefined
      : `the audit log's anchors in ${path} are not those that were shipped, with more after them: ${this.#folder} keeps both`;
    const { at, flushed } = await markMoment(this.#client);
    const { segmentBytes } = this.#cluster;
    while (this.#shipped < flushed) {
      const offset = Number(this.#shipped % BigInt(segmentBytes));
      const left = flushed - this.#shipped;
      const length = left > segmentBytes - offset ? segmentBytes - offset : Number(left);
      await this.#shipPiece(offset, length);
      this.#shipped += BigInt(length);
    }
    noteReached(this.#folder, { at: at.toISOString(), position: writePosition(this.#shipped), segmentBytes });
    await releaseLog(this.#client, this.#stretch, this.#shipped);
    return at;
  }

  /** What was odd about the anchors when the log was last shipped, which goes on. */
  get anchorProblem(): string | undefined {
    return this.#anchorProblem;
  }

  /** Copies the files that people have sent, after the log, which goes on where that fails. */
  async mirror(): Promise<void> {
    const [now, oldest, isFirst] = [this.#clock.now(), this.#oldest(), !this.#isMirrored];
    await mirrorUploads(this.#settings.dataDir, this.#archive.folder, { now, oldest, isFirst });
    this.#isMirrored = true;
  }

  /** Copies a part of one file of the log, and packs the file once it is full. */
  async #shipPiece(offset: number, length: number): Promise<void> {
    const { folder, timeline, segmentBytes } = this.#cluster;
    const name = segmentOf(this.#shipped, timeline, segmentBytes);
    const target = join(logOf(this.#folder), name);
    // It was packed, and the process was killed before it could say so: the file is still kept, and copied once more.
    const isThere = await stat(target).catch(() => undefined);
    const from = isThere ? offset : 0;
    const source = await open(join(folder, 'pg_wal', name), 'r');
    try {
      const copy = await open(target, isThere ? 'r+' : 'w', 0o600);
      try {
        for (let at = from; at < offset + length; ) {
          const piece = Buffer.alloc(Math.min(pieceBytes, offset + length - at));
          const { bytesRead } = await source.read(piece, 0, piece.length, at);
          if (bytesRead === 0) throw new Error(`${name} of the log is shorter than PostgreSQL says`);
          await copy.write(piece, 0, bytesRead, at);
          at += bytesRead;
        }
        await copy.truncate(offset + length);
        await copy.datasync();
      } finally {
        await copy.close();
      }
    } finally {
      await source.close();
    }
    if (offset + length === segmentBytes) await packSegment(target);
  }

  /** Whether the newest base copy of this stretch is older than one may be. */
  async isBaseDue(): Promise<boolean> {
    const newest = (await this.#own())?.bases.at(-1);
    return !newest || this.#clock.now().getTime() - Date.parse(newest.stoppedAt) >= this.#archive.baseEveryMs;
  }

  async #own(): Promise<Stretch | undefined> {
    return (await readArchive(this.#archive.folder)).find(({ name }) => name === this.#stretch);
  }

  /**
   * Copies the cluster's files while it runs, over a connection of its own, and forgets what is too old.
   * @returns how large it is. @throws Error in one line where there is no room for it
   */
  async takeBase(client: pg.Client, signal: AbortSignal, room = findRoom): Promise<number> {
    const folder = join(basesOf(this.#folder), nameOf(this.#clock.now()));
    await this.#clearUnfinished();
    await this.#prune();
    await this.#requireRoom(client, room);
    const { bytes } = await takeBaseCopy(client, this.#cluster, folder, signal);
    await this.#prune();
    return bytes;
  }

  /** As much as the newest takes is needed, and a little more; of the first it is known how large it is unpacked. */
  async #requireRoom(client: pg.Client, room: typeof findRoom): Promise<void> {
    const newest = (await readArchive(this.#archive.folder)).flatMap(({ bases }) => bases).at(-1);
    const bytes = newest ? 1.25 * (await stat(filesOf(newest.folder))).size : await bytesOfCluster(client);
    const needed = Math.ceil(bytes / 2 ** 20) + leastMegabytes;
    const found = await room(this.#archive.folder);
    if (found < needed) throw new Error(`${needed} MB are needed in LOG_ARCHIVE_DIR, and ${found.toFixed(1)} are free`);
  }

  /** A base copy without a manifest was broken off. */
  async #clearUnfinished(): Promise<void> {
    const whole = new Set((await this.#own())?.bases.map(({ folder }) => folder));
    for (const name of await readdir(basesOf(this.#folder)).catch(() => [])) {
      const folder = join(basesOf(this.#folder), name);
      if (!whole.has(folder)) await rm(folder, { recursive: true, force: true });
    }
  }

  #oldest(): Date {
    return new Date(this.#clock.now().getTime() - this.#archive.keepMs);
  }

  /** Forgets stretches, base copies and log that lead to no moment within the time that is kept. */
  async #prune(): Promise<void> {
    const oldest = this.#oldest();
    const found = await readArchive(this.#archive.folder);
    for (const name of (await namesIfThere(this.#archive.folder)).filter(isName))
      if (name !== this.#stretch && !found.some((one) => one.name === name)) {
        const folder = join(this.#archive.folder, name);
        // One that was begun and reached nothing leads nowhere; of one that cannot be read a person may make something yet.
        const reached = await stat(reachedOf(folder)).catch(() => undefined);
        if (!reached || reached.mtime < oldest) await rm(folder, { recursive: true, force: true });
      }
    const hasBase = found.some(({ name, bases }) => name === this.#stretch && bases.length > 0);
    for (const { name, folder, reached, bases } of found) {
      // Until there is a base copy of our own, an old one is all there is.
      if (hasBase && name !== this.#stretch && new Date(reached.at) < oldest)
        await rm(folder, { recursive: true, force: true });
      else {
        // The newest that is older leads to the first of the moments that are kept.
        const first = Math.max(
          0,
          bases.findLastIndex(({ stoppedAt }) => new Date(stoppedAt) <= oldest),
        );
        for (const base of bases.slice(0, first)) {
          // Without its manifest it is none.
          await rm(manifestOf(base.folder));
          await rm(base.folder, { recursive: true, force: true });
        }
        const needed = bases[first]?.firstSegment ?? '';
        for (const segment of await segmentsOf(folder))
          if (segment.slice(0, 24) < needed) await rm(join(logOf(folder), segment));
      }
    }
  }
}
