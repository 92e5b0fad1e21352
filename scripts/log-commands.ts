import { superuserRole } from '../server/platform/embedded/postgres.ts';
import { restoreTo } from '../server/platform/log-shipping/restore-to.ts';
import { shipLog } from '../server/platform/log-shipping/ship-log.ts';
import { say } from '../server/platform/say.ts';
import type { Settings } from '../server/platform/settings.ts';
import { toBeErasedAgain } from './erase-accounts.ts';
import { readMoment } from './moment.ts';
import { findRunning } from './reach-database.ts';

/** What of the settings these commands need. @throws Error in one line where it is not so */
function requireArchive({ databaseUrl, logArchive }: Settings): void {
  if (databaseUrl)
    throw new Error(
      'the log of the server of DATABASE_URL is shipped by its own tools, or by its provider ("To a moment" in docs/operating.md)',
    );
  if (!logArchive) throw new Error('name the folder of the log in LOG_ARCHIVE_DIR');
}

/** Ships the log of our own PostgreSQL until SIGTERM or Ctrl-C. */
export async function shipLogOf(settings: Settings): Promise<void> {
  requireArchive(settings);
  const stop = new AbortController();
  // Said again, it still ships what came last.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort());
  const reach = () => {
    const running = findRunning(settings.dataDir);
    return running && { ...running, user: superuserRole };
  };
  await shipLog({ settings, clock: { now: () => new Date() }, reach, say }, stop.signal);
}

/** Makes the database of an empty DATA_DIR, as it was at a moment. */
export async function restoreToMoment(settings: Settings, [typed = '']: string[]): Promise<void> {
  requireArchive(settings);
  const { moment, entries } = await restoreTo(settings, momentOf(typed), say);
  say(`Restored as of ${moment.toISOString()}. The ledger balances; the audit chain is whole: ${entries} entries.`);
  say(toBeErasedAgain);
}

/** Undefined for the last there is. @throws Error in one line for what is no moment */
function momentOf(typed: string): Date | undefined {
  if (typed === 'latest') return undefined;
  const moment = readMoment(typed);
  if (!moment)
    throw new Error(
      'say to which moment, with its time zone: npm run db -- restore-to 2026-01-31T09:59:59-10:00, or latest',
    );
  return moment;
}
