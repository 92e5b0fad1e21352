import type { Db } from '../database/database.ts';
import { findInstalledAt, findUpkeep } from '../upkeep.store.ts';

/** Where nothing else is known, one is expected so often. */
const usualHours = 24;

/** What is known of backups. */
export interface BackupState {
  /** When the newest was taken, by itself or by hand. */
  takenAt: Date | null;
  /** When the log was last shipped. */
  shippedAt: Date | null;
  /** Since when there is something to back up. */
  installedAt: Date;
  /** How often one is taken by itself. */
  everyHours: number;
  /** Of the last that was taken by itself. */
  bytes: number | null;
  rows: number | null;
  /** When one was last restored on trial. */
  verifiedAt: Date | null;
  /** Why the last try to take one, or to restore one, failed; null where it did not. */
  problem: string | null;
  checkProblem: string | null;
}

/** What is known of backups, in whichever process: when the last was taken, how large it is, and when one was last restored on trial. */
export async function findBackupState(db: Db): Promise<BackupState> {
  const upkeep = await findUpkeep(db);
  const [taken, checked] = [upkeep.get('backup'), upkeep.get('backup-check')];
  const figure = (name: string) => (taken?.figures[name] === undefined ? null : Number(taken.figures[name]));
  const times = [taken?.succeeded_at, taken?.by_hand_at].filter((at) => at instanceof Date);
  return {
    takenAt: times.sort((one, other) => other.getTime() - one.getTime())[0] ?? null,
    shippedAt: upkeep.get('log-shipping')?.succeeded_at ?? null,
    installedAt: await findInstalledAt(db),
    everyHours: figure('every_hours') ?? usualHours,
    bytes: figure('bytes'),
    rows: figure('rows'),
    verifiedAt: checked?.succeeded_at ?? null,
    problem: taken?.problem ?? null,
    checkProblem: checked?.problem ?? null,
  };
}
