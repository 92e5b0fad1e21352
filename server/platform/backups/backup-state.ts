import type { Db } from '../database/database.ts';
import type { Settings } from '../settings.ts';
import { findInstalledAt, findUpkeep, type Upkeep } from '../upkeep.store.ts';

/** Where nothing else is known, one is expected so often. */
const usualHours = 24;

/** What is known of backups. */
export interface BackupState {
  /** When the newest was taken, by itself or by hand. */
  takenAt: Date | null;
  /** Since when there is something to back up. */
  installedAt: Date;
  /** How often one is taken by itself. */
  everyHours: number;
  /** Of the last that was taken by itself. */
  bytes: number | null;
  rows: number | null;
  /** When one was last restored on trial, by itself or by hand. */
  verifiedAt: Date | null;
  /** Why the last try to take one, or to restore one, failed; null where it did not. */
  problem: string | null;
  checkProblem: string | null;
  /** Of the log; null where it is not to be shipped. */
  log: LogState | null;
}

export interface LogState {
  /** When it was last shipped; null where it never was. */
  shippedAt: Date | null;
  /** Why it was not the last time, or why what was shipped is of no use; null where all is well. */
  problem: string | null;
}

/** What is done about the log, apart from backups. */
export const logTasks = ['log-shipping', 'base-copy', 'log-check'] as const;

/** Whether the log is to be shipped: that of a server of others is its own matter. */
export const isLogShipped = ({ logArchive, databaseUrl }: LogSettings) => Boolean(logArchive && !databaseUrl);
type LogSettings = Pick<Settings, 'logArchive' | 'databaseUrl'>;

/**
 * What is known of backups, in whichever process: when the last was taken, how large it is, and when one was last restored on trial; and of
 * the log, as far as it is to be shipped.
 */
export async function findBackupState(db: Db, settings: LogSettings): Promise<BackupState> {
  const upkeep = await findUpkeep(db);
  const [taken, checked] = [upkeep.get('backup'), upkeep.get('backup-check')];
  const figure = (name: string) => (taken?.figures[name] === undefined ? null : Number(taken.figures[name]));
  return {
    takenAt: lastOf(taken),
    installedAt: await findInstalledAt(db),
    everyHours: figure('every_hours') ?? usualHours,
    bytes: figure('bytes'),
    rows: figure('rows'),
    verifiedAt: lastOf(checked),
    problem: taken?.problem ?? null,
    checkProblem: checked?.problem ?? null,
    log: isLogShipped(settings)
      ? {
          shippedAt: upkeep.get('log-shipping')?.succeeded_at ?? null,
          problem: logTasks.map((task) => upkeep.get(task)?.problem).find(Boolean) ?? null,
        }
      : null,
  };
}

/** When it last went well, by itself or by hand. */
function lastOf(known: Upkeep | undefined): Date | null {
  const times = [known?.succeeded_at, known?.by_hand_at].filter((at) => at instanceof Date);
  return times.sort((one, other) => other.getTime() - one.getTime())[0] ?? null;
}
