import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Room that has to be left where our files are, in MB of 2^20 bytes: with less, `/readyz` answers 503. */
export const leastMegabytes = 200;

/** Room where a folder is, in MB; undefined where there is no such folder. */
async function roomOf(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch(() => undefined);
  return found && (found.bavail * found.bsize) / 2 ** 20;
}

async function roomsOf(dataDir: string) {
  const own = { folder: dataDir, megabytes: (await roomOf(dataDir)) ?? 0 };
  const folder = join(dataDir, 'postgres');
  const megabytes = await roomOf(folder);
  return megabytes === undefined ? [own] : [own, { folder, megabytes }];
}

/** How much room is left for a data folder, in MB, where there is least. */
export const findRoom = async (dataDir: string): Promise<number> =>
  Math.min(...(await roomsOf(dataDir)).map(({ megabytes }) => megabytes));

/**
 * Looks for room on the disks of a data folder: its own, and that of the embedded database, which may be a link to another place.
 * @returns the folder that has too little and what to do, in one line for the operator; undefined where there is enough.
 */
export async function findFullDisk(dataDir: string): Promise<string | undefined> {
  const full = (await roomsOf(dataDir)).find(({ megabytes }) => megabytes < leastMegabytes);
  if (!full) return undefined;
  const room = full.megabytes.toFixed(1);
  return `The disk of DATA_DIR is full: ${room} MB are free in ${full.folder}, and ${leastMegabytes} are needed. Make room there, or set another DATA_DIR.`;
}
