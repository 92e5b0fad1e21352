import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import type { Settings } from '../settings.ts';
import { lockFile } from './folder-lock.ts';
import { removeCluster } from './postgres-cluster.ts';

/** Where something is restored on trial, and the setting that says so. */
export const trialPlace = ({ trialDir, dataDir }: Pick<Settings, 'trialDir' | 'dataDir'>) =>
  trialDir ? { folder: trialDir, setting: 'TRIAL_DIR' } : { folder: dataDir, setting: 'DATA_DIR' };

const nameForm = /^trial-[0-9a-f]{12}$/;
/** The only one of a version before, where its database holds the lock. */
const former = 'backup-check';

const lockOf = (parent: string, name: string) =>
  name === former ? join(parent, name, 'postgres.lock') : join(parent, `${name}.lock`);

/**
 * Gives a trial the name of a data folder of its own, for a database that is thrown away again, with all that lies in it. Several
 * may run at once; what a killed process has left goes with the next.
 */
export async function inTrialFolder<T>(parent: string, work: (folder: string) => Promise<T>): Promise<T> {
  makeFolder(parent);
  for (const name of (await readdir(parent)).filter((one) => one === former || nameForm.test(one)))
    await removeUnlessHeld(parent, name);
  const name = `trial-${randomBytes(6).toString('hex')}`;
  // Held before there is a folder that somebody could take for one that was left.
  const lock = lockFile(lockOf(parent, name));
  try {
    return await work(join(parent, name));
  } finally {
    await remove(parent, name);
    lock?.close();
  }
}

async function removeUnlessHeld(parent: string, name: string): Promise<void> {
  const lock = lockFile(lockOf(parent, name));
  if (!lock) return;
  await remove(parent, name).finally(() => lock.close());
}

async function remove(parent: string, name: string): Promise<void> {
  await removeCluster(join(parent, name));
  await rm(lockOf(parent, name), { force: true });
}
