import { resolve } from 'node:path';
import { z } from 'zod';

const number = (words: string, least: number, most: number) =>
  z.coerce.number(words).refine((given) => Number.isInteger(given) && given >= least && given <= most, words);

/** The settings of those who run it, as they stand in the environment. */
export const upkeepShape = {
  METRICS_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9_-]{32,128}$/, 'should be 32 to 128 letters, digits, - and _')
    .optional(),
  METRICS_PORT: number('should be a port number', 1, 65_535).optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOURS: number('should be a number of hours, a week at most', 1, 168).default(24),
  BACKUP_KEEP: number('should be a number of backups, 1,000 at most', 1, 1_000).default(14),
  LOG_ARCHIVE_DIR: z.string().optional(),
  LOG_ARCHIVE_DAYS: number('should be a number of days, a year at most', 1, 366).default(7),
  LOG_ARCHIVE_BASE_HOURS: number('should be a number of hours, 31 days at most', 1, 744).default(24),
};

/** What those who run it have set. */
export interface UpkeepSettings {
  /** Who may read the metrics from elsewhere has this token; without one they are for this machine alone. */
  metricsToken: string | undefined;
  /** Where a worker, which listens nowhere else, tells its metrics; undefined where it does not. */
  metricsPort: number | undefined;
  /** Where backups are kept, how often one is taken, and how many of them stay; undefined where none are taken. */
  backups: { folder: string; everyMs: number; keep: number } | undefined;
  /** Where the embedded database's log is shipped to, for how long one can go back in it, and how often its files are copied whole; undefined where it is not shipped. */
  logArchive: { folder: string; keepMs: number; baseEveryMs: number } | undefined;
}

interface Given {
  METRICS_TOKEN?: string | undefined;
  METRICS_PORT?: number | undefined;
  BACKUP_DIR?: string | undefined;
  BACKUP_HOURS: number;
  BACKUP_KEEP: number;
  LOG_ARCHIVE_DIR?: string | undefined;
  LOG_ARCHIVE_DAYS: number;
  LOG_ARCHIVE_BASE_HOURS: number;
}

/** The same, as the server takes it. */
export const upkeepOf = (given: Given): UpkeepSettings => ({
  metricsToken: given.METRICS_TOKEN,
  metricsPort: given.METRICS_PORT,
  backups: given.BACKUP_DIR
    ? { folder: resolve(given.BACKUP_DIR), everyMs: given.BACKUP_HOURS * 3_600_000, keep: given.BACKUP_KEEP }
    : undefined,
  logArchive: given.LOG_ARCHIVE_DIR
    ? {
        folder: resolve(given.LOG_ARCHIVE_DIR),
        keepMs: given.LOG_ARCHIVE_DAYS * 24 * 3_600_000,
        baseEveryMs: given.LOG_ARCHIVE_BASE_HOURS * 3_600_000,
      }
    : undefined,
});
