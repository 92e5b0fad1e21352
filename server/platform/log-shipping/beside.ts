import { copyFile, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { namesIfThere } from '../data-folder.ts';
import { makePrivate } from './archive.ts';

// What belongs to the product and is not in the database: the anchors of the audit log, and the files that people have sent.

const anchorsIn = (folder: string) => join(folder, 'audit-anchors.log');
const foundIn = (folder: string) => join(folder, 'audit-anchors.log.found');
const uploadsIn = (archive: string) => join(archive, 'uploads');
const removedIn = (archive: string) => join(archive, 'removed-uploads');

/** Files that people have sent; a part has no name in the database yet, and on a disk of its own there are other things. */
const namesIn = async (folder: string): Promise<Set<string>> =>
  new Set((await namesIfThere(folder)).filter((name) => /^[0-9a-f-]{36}$/.test(name)));

const undefinedIfAbsent = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/**
 * Copies the anchors into a stretch where there are more than before: lines are only ever added. A database that has none yet has an empty
 * file there, so that nobody takes those of another one for its own. Where those of the machine do not begin with those of the stretch, the
 * stretch keeps its own, and has what was found beside them: whoever cuts them on the machine cuts them nowhere else.
 * @returns whether they do begin with them
 */
export async function copyAnchors(from: string, stretchFolder: string): Promise<boolean> {
  const size = async (file: string) => (await stat(file).catch(undefinedIfAbsent))?.size;
  const [to, found] = [anchorsIn(stretchFolder), foundIn(stretchFolder)];
  const [there, here, foundBefore] = await Promise.all([from, to, found].map(size));
  // Once it was otherwise they are compared each time, however long they are.
  if (here !== undefined && there === here && foundBefore === undefined) return true;
  const [machine, kept] = await Promise.all([from, to].map(readIfThere));
  const isBegun = machine!.subarray(0, kept!.length).equals(kept!);
  if (!isBegun && foundBefore !== machine!.length) await writeOver(found, machine!);
  if (isBegun && here !== machine!.length) await writeOver(to, machine!);
  return isBegun;
}

const readIfThere = async (file: string): Promise<Buffer> =>
  (await readFile(file).catch(undefinedIfAbsent)) ?? Buffer.alloc(0);

async function writeOver(file: string, bytes: Buffer): Promise<void> {
  await writeFile(`${file}.part`, bytes, { mode: 0o600 });
  await rename(`${file}.part`, file);
}

/** The anchors of a stretch. An archive of a version before has one file of them for all of its stretches. */
async function readAnchors(stretchFolder: string): Promise<string> {
  for (const folder of [stretchFolder, dirname(stretchFolder)]) {
    const text = await readFile(anchorsIn(folder), 'latin1').catch(undefinedIfAbsent);
    if (text !== undefined) return text;
  }
  return '';
}

/**
 * Copies files that are new; those that were removed stay for as long as somebody may go back to before they were.
 * @param isFirst looks whether what is there already is whole as well: a power cut leaves torn files
 * @throws the first error, once all others are copied
 */
export async function mirrorUploads(
  dataDir: string,
  archive: string,
  { now, oldest, isFirst }: { now: Date; oldest: Date; isFirst: boolean },
): Promise<void> {
  const source = join(dataDir, 'uploads');
  const target = uploadsIn(archive);
  const [there, here, removed] = await Promise.all([source, target, removedIn(archive)].map(namesIn));
  const faults: unknown[] = [];
  for (const name of there!) {
    const [from, to] = [join(source, name), join(target, name)];
    try {
      if (here!.has(name) && !(isFirst && (await stat(from)).size !== (await stat(to)).size)) continue;
      await makePrivate(target);
      await copyWhole(from, to);
    } catch (error) {
      // One that is gone meanwhile was removed.
      if (await stat(from).catch(() => undefined)) faults.push(error);
    }
  }
  for (const name of here!) {
    if (there!.has(name)) continue;
    await makePrivate(removedIn(archive));
    await utimes(join(target, name), now, now);
    await rename(join(target, name), join(removedIn(archive), name));
  }
  for (const name of removed!)
    if ((await stat(join(removedIn(archive), name))).mtime < oldest) await rm(join(removedIn(archive), name));
  if (faults.length > 0) throw faults[0];
}

/** Copies a file, which has its name once all of it is on the disk. */
async function copyWhole(from: string, to: string): Promise<void> {
  await copyFile(from, `${to}.part`);
  const file = await open(`${to}.part`, 'r+');
  await file.sync().finally(() => file.close());
  await rename(`${to}.part`, to);
}

/** Puts both into a data folder: a stretch's anchors until a moment, and every file, of which the product itself removes what nothing names. */
export async function bringBeside(
  stretchFolder: string,
  dataDir: string,
  until: Date,
  { withUploads }: { withUploads: boolean },
): Promise<void> {
  const archive = dirname(stretchFolder);
  const lines = (await readAnchors(stretchFolder)).split('\n').slice(0, -1);
  // A line begins with its moment; one of a version before, or a torn one, goes with those around it.
  const isLater = (line: string) => new Date(line.split(/[/ ]/)[0]!) > until;
  const end = lines.findIndex(isLater);
  const kept = end === -1 ? lines : lines.slice(0, end);
  if (kept.length > 0)
    await writeFile(join(dataDir, 'audit-anchors.log'), kept.map((line) => `${line}\n`).join(''), {
      encoding: 'latin1',
      mode: 0o600,
    });
  if (!withUploads) return;
  for (const folder of [removedIn(archive), uploadsIn(archive)])
    for (const name of await namesIn(folder)) {
      await makePrivate(join(dataDir, 'uploads'));
      await copyFile(join(folder, name), join(dataDir, 'uploads', name));
    }
}
