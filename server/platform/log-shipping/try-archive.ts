import { findRoom, leastMegabytes } from '../disk.ts';
import { inTrialFolder, trialPlace } from '../embedded/trial-folder.ts';
import type { Settings } from '../settings.ts';
import { findWayBack } from './archive.ts';
import { restoreTo } from './restore-to.ts';

/** What is restored grows a little as the log is followed. */
const restoredPerByte = 1.25;

/**
 * Restores what was shipped, as far as it reaches, into a PostgreSQL of its own that is thrown away again: nothing of it is missing or
 * damaged, the ledger balances, and the audit chain is whole. The log may be shipped meanwhile.
 * @param room for a data folder, in MB
 * @throws Error in one line that says what is wrong with it, or that there is no room
 */
export async function tryArchive(
  settings: Settings,
  signal: AbortSignal,
  room = findRoom,
): Promise<{ restored: string; entries: number }> {
  const place = trialPlace(settings);
  return await inTrialFolder(place.folder, async (dataDir) => {
    const { reachedAt, base, segments, stretch } = await findWayBack(settings.logArchive!.folder);
    const ofBase = base.files.reduce((sum, { bytes }) => sum + bytes, 0);
    const bytes = restoredPerByte * (ofBase + segments.length * stretch.reached.segmentBytes);
    const needed = Math.ceil(bytes / 2 ** 20) + leastMegabytes;
    const found = await room(place.folder);
    if (found < needed)
      throw new Error(`${needed} MB are needed in ${place.setting}, and ${found.toFixed(1)} are free`);
    const given = { signal, isTrial: true };
    const { moment, entries } = await restoreTo({ ...settings, dataDir }, reachedAt, () => {}, given);
    return { restored: moment.toISOString(), entries };
  });
}
