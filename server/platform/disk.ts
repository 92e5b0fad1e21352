import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Room that has to be left where our files are, in MB of 2^20 bytes: with less, `/readyz` answers 503. */
const leastMegabytes = 200;

/** Room where a folder is, in MB; undefined where there is no such folder. */
async function roomOf(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && (found.bavail * found.bsize) / 2 ** 20;
}

/**
 * Looks for room on the disks of a data folder: its own, and that of the embedded database, which may be a link to another place.
 * @returns the folder that has too little and what to do, in one line for the operator; undefined where there is enough.
 */
export async function findFullDisk(dataDir: string): Promise<string | undefined> {
  const rooms = [
    { folder: dataDir, megabytes: (await roomOf(dataDir)) ?? 0 },
    { folder: join(dataDir, 'postgres'), megabytes: (await roomOf(join(dataDir, 'postgres'))) ?? leastMegabytes },
  ];
  const full = rooms.find(({ megabytes }) => megabytes < leastMegabytes);
  if (!full) return undefined;
  const room = full.megabytes.toFixed(1);
  return `The disk of DATA_DIR is full: ${room} MB are free in ${full.folder}, and ${leastMegabytes} are needed. Make room there, or set another DATA_DIR.`;
}
