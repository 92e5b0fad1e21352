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
};

/** What those who run it have set. */
export interface UpkeepSettings {
  /** Who may read the metrics from elsewhere has this token; without one they are for this machine alone. */
  metricsToken: string | undefined;
  /** Where a worker, which listens nowhere else, tells its metrics; undefined where it does not. */
  metricsPort: number | undefined;
  /** Where backups are kept, how often one is taken, and how many of them stay; undefined where none are taken. */
  backups: { folder: string; everyMs: number; keep: number } | undefined;
}

interface Given {
  METRICS_TOKEN?: string | undefined;
  METRICS_PORT?: number | undefined;
  BACKUP_DIR?: string | undefined;
  BACKUP_HOURS: number;
  BACKUP_KEEP: number;
}

/** The same, as the server takes it. */
export const upkeepOf = (given: Given): UpkeepSettings => ({
  metricsToken: given.METRICS_TOKEN,
  metricsPort: given.METRICS_PORT,
  backups: given.BACKUP_DIR
    ? { folder: resolve(given.BACKUP_DIR), everyMs: given.BACKUP_HOURS * 3_600_000, keep: given.BACKUP_KEEP }
    : undefined,
});
