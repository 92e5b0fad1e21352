import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { namesIfThere, writeWhole } from '../data-folder.ts';
import { parsePosition, segmentForm, segmentOf, segmentsBetween } from './positions.ts';

// An archive is a folder. It holds stretches, each a folder of its own with base copies of the cluster and the log from the first
// of them on, without a gap:
//   <stretch>/reached.json             how far its log reaches
//   <stretch>/log/<segment>[.gz]       files of the log; the last is still growing
//   <stretch>/base/<moment>/           a base copy: files.gz, and manifest.json, written last
//   <stretch>/audit-anchors.log        anchors of the audit log of that database; beside them, as .found, others that took their place
// Beside them lie the files that people sent: uploads/, and removed-uploads/ for as long as the rest.

/** A name made of a moment: stretches and base copies sort by it. */
export const nameOf = (moment: Date) => `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
const nameForm = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/** How far the log of a stretch reaches: to be stopped at any moment until `at`. */
export interface Reached {
  at: string;
  position: string;
  segmentBytes: number;
}

/** A base copy, with what it takes to use it. */
export interface BaseManifest {
  firstSegment: string;
  lastSegment: string;
  /** From which moment on it can be used. */
  stoppedAt: string;
  /** Its backup_label. */
  label: string;
  folders: string[];
  files: { path: string; bytes: number; sha256: string }[];
}

export interface Base extends BaseManifest {
  folder: string;
}

/** A stretch of an archive, as it was found. */
export interface Stretch {
  name: string;
  folder: string;
  reached: Reached;
  /** Whole base copies, the oldest first. */
  bases: Base[];
}

export const logOf = (stretchFolder: string) => join(stretchFolder, 'log');
export const basesOf = (stretchFolder: string) => join(stretchFolder, 'base');
export const filesOf = (baseFolder: string) => join(baseFolder, 'files.gz');
export const manifestOf = (baseFolder: string) => join(baseFolder, 'manifest.json');

/** Makes a folder that only we may look into, where it is missing. */
export const makePrivate = (folder: string) => mkdir(folder, { recursive: true, mode: 0o700 });

/** The file that says how far the log of a stretch reaches. */
export const reachedOf = (stretchFolder: string) => join(stretchFolder, 'reached.json');
export const noteReached = (stretchFolder: string, reached: Reached) =>
  writeWhole(reachedOf(stretchFolder), JSON.stringify(reached));

/** Told in a line of what is there and cannot be read. */
export type Note = (line: string) => void;

/** What a file of ours holds; undefined where it is not there, or torn: that bars what it is of, and nothing else. */
async function readJson<T>(file: string, note: Note): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    note(`${file} cannot be read, and what it is of is left out.`);
  }
}

/** Whether a name is that of a stretch, or of a base copy. */
export const isName = (name: string) => nameForm.test(name);

const namesIn = async (folder: string) => (await namesIfThere(folder)).filter(isName).sort();

/** Every stretch of an archive that reaches anywhere, the oldest first. */
export async function readArchive(archive: string, note: Note = () => {}): Promise<Stretch[]> {
  const found: Stretch[] = [];
  for (const name of await namesIn(archive)) {
    const folder = join(archive, name);
    const reached = await readJson<Reached>(reachedOf(folder), note);
    if (reached) found.push({ name, folder, reached, bases: await readBases(folder, note) });
  }
  return found;
}

async function readBases(stretchFolder: string, note: Note): Promise<Base[]> {
  const found: Base[] = [];
  for (const name of await namesIn(basesOf(stretchFolder))) {
    const folder = join(basesOf(stretchFolder), name);
    const manifest = await readJson<BaseManifest>(manifestOf(folder), note);
    if (manifest) found.push({ folder, ...manifest });
  }
  return found;
}

/** The files of the log of a stretch, in their order, packed or not. */
export const segmentsOf = async (stretchFolder: string): Promise<string[]> =>
  (await readdir(logOf(stretchFolder))).filter((name) => segmentForm.test(name)).sort();

/** What leads to a moment: a base copy, and the files of the log from it on. */
export interface WayBack {
  stretch: Stretch;
  base: Base;
  segments: string[];
  /** Until when its log reaches. */
  reachedAt: Date;
}

/**
 * Finds how to get back to a moment, or without one as far as the archive reaches.
 * @throws Error in one line that says which moments there are
 */
export async function findWayBack(archive: string, moment?: Date, note?: Note): Promise<WayBack> {
  const isBefore = (text: string, at: Date) => new Date(text) <= at;
  const ways = (await readArchive(archive, note)).flatMap((stretch) => {
    const reachedAt = new Date(stretch.reached.at);
    const usable = stretch.bases.filter(({ stoppedAt }) => isBefore(stoppedAt, reachedAt));
    return usable.map((base, at) => ({ stretch, base, next: usable[at + 1], reachedAt }));
  });
  if (ways.length === 0) throw new Error(`${archive} holds no base copy that can be used`);
  const way = ways.findLast(
    ({ base, reachedAt }) => moment === undefined || (isBefore(base.stoppedAt, moment) && moment <= reachedAt),
  );
  if (!way) {
    const spans = ways
      .filter((one, at) => ways[at - 1]?.stretch !== one.stretch)
      .map(({ base, reachedAt }) => `from ${new Date(base.stoppedAt).toISOString()} to ${reachedAt.toISOString()}`);
    throw new Error(`${archive} does not lead to ${moment!.toISOString()}, but to any moment ${spans.join(', or ')}`);
  }
  // The next base copy ended after the moment, so no later file of the log is needed.
  const { firstSegment } = way.base;
  const { position, segmentBytes } = way.stretch.reached;
  const end = segmentOf(parsePosition(position) - 1n, Number.parseInt(firstSegment.slice(0, 8), 16), segmentBytes);
  const last = way.next && way.next.lastSegment < end ? way.next.lastSegment : end;
  const segments = (await segmentsOf(way.stretch.folder)).filter(
    (name) => name.slice(0, 24) >= firstSegment && name.slice(0, 24) <= last,
  );
  // PostgreSQL would take one that is missing for the end of the log.
  const there = new Set(segments.map((name) => name.slice(0, 24)));
  const missing = segmentsBetween(firstSegment, last, segmentBytes).find((name) => !there.has(name));
  if (missing) throw new Error(`${missing} of the log is missing in ${logOf(way.stretch.folder)}`);
  return { ...way, segments };
}
