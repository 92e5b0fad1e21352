import { resolve } from 'node:path';
import { z } from 'zod';

const number = (words: string, least: number, most: number) =>
  z.coerce.number(words).refine((given) => Number.isInteger(given) && given >= least && given <= most, words);

/** Which share of the traces is sent, by OpenTelemetry's names; undefined is the one that is set beside. Every trace begins here, so each has two names. */
const sampled = {
  always_on: 1,
  always_off: 0,
  traceidratio: undefined,
  parentbased_always_on: 1,
  parentbased_always_off: 0,
  parentbased_traceidratio: undefined,
} as const;

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
  TRIAL_DIR: z.string().optional(),
  LOG_ARCHIVE_DIR: z.string().optional(),
  LOG_ARCHIVE_DAYS: number('should be a number of days, a year at most', 1, 366).default(7),
  LOG_ARCHIVE_BASE_HOURS: number('should be a number of hours, 31 days at most', 1, 744).default(24),
  // Often set for a whole machine, for others: judged only where spans are to be sent.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.string().optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().default('http/json'),
  OTEL_TRACES_SAMPLER: z.string().default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.string().default('1'),
  OTEL_SDK_DISABLED: z.string().default('false'),
};

/** What those who run it have set. */
export interface UpkeepSettings {
  /** Who may read the metrics from elsewhere has this token; without one they are for this machine alone. */
  metricsToken: string | undefined;
  /** Where a worker, which listens nowhere else, tells its metrics; undefined where it does not. */
  metricsPort: number | undefined;
  /** Where backups are kept, how often one is taken, and how many of them stay; undefined where none are taken. */
  backups: { folder: string; everyMs: number; keep: number } | undefined;
  /** Where a backup, or the log, is restored on trial; undefined where that is the data folder. */
  trialDir: string | undefined;
  /** Where the embedded database's log is shipped to, for how long one can go back in it, and how often its files are copied whole; undefined where it is not shipped. */
  logArchive: { folder: string; keepMs: number; baseEveryMs: number } | undefined;
  /** Where spans are sent, and of which share of the traces; undefined where nothing is measured. */
  tracing: TracingSettings | undefined;
  /** Why nothing is, though there is somewhere to send it, in one line for the operator. */
  tracingProblem: string | undefined;
}

export interface TracingSettings {
  url: string;
  share: number;
}

interface Given {
  METRICS_TOKEN?: string | undefined;
  METRICS_PORT?: number | undefined;
  BACKUP_DIR?: string | undefined;
  BACKUP_HOURS: number;
  BACKUP_KEEP: number;
  TRIAL_DIR?: string | undefined;
  LOG_ARCHIVE_DIR?: string | undefined;
  LOG_ARCHIVE_DAYS: number;
  LOG_ARCHIVE_BASE_HOURS: number;
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_PROTOCOL: string;
  OTEL_TRACES_SAMPLER: string;
  OTEL_TRACES_SAMPLER_ARG: string;
  OTEL_SDK_DISABLED: string;
}

/** The same, as the server takes it. */
export const upkeepOf = (given: Given): UpkeepSettings => ({
  metricsToken: given.METRICS_TOKEN,
  metricsPort: given.METRICS_PORT,
  backups: given.BACKUP_DIR
    ? { folder: resolve(given.BACKUP_DIR), everyMs: given.BACKUP_HOURS * 3_600_000, keep: given.BACKUP_KEEP }
    : undefined,
  trialDir: given.TRIAL_DIR ? resolve(given.TRIAL_DIR) : undefined,
  logArchive: given.LOG_ARCHIVE_DIR
    ? {
        folder: resolve(given.LOG_ARCHIVE_DIR),
        keepMs: given.LOG_ARCHIVE_DAYS * 24 * 3_600_000,
        baseEveryMs: given.LOG_ARCHIVE_BASE_HOURS * 3_600_000,
      }
    : undefined,
  ...tracingOf(given),
});

/**
 * As OpenTelemetry has it: an address of traces is taken as it stands, that of all it sends gets their path, and what cannot be followed is
 * warned of and stops nothing.
 */
function tracingOf(given: Given): Pick<UpkeepSettings, 'tracing' | 'tracingProblem'> {
  const { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own, OTEL_EXPORTER_OTLP_ENDPOINT: ofAll } = given;
  const url = own || (ofAll && `${ofAll.replace(/\/+$/, '')}/v1/traces`);
  if (!url || isWord(given.OTEL_SDK_DISABLED, 'true')) return { tracing: undefined, tracingProblem: undefined };
  const name = given.OTEL_TRACES_SAMPLER.trim().toLowerCase();
  const sampler = Object.hasOwn(sampled, name) ? (name as keyof typeof sampled) : undefined;
  const share = sampler && (sampled[sampler] ?? shareOf(given.OTEL_TRACES_SAMPLER_ARG));
  const tracingProblem = !/^https?:$/.test(URL.parse(url)?.protocol ?? '')
    ? `${own ? 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' : 'OTEL_EXPORTER_OTLP_ENDPOINT'} should be an address with http or https`
    : !isWord(given.OTEL_EXPORTER_OTLP_PROTOCOL, 'http/json')
      ? 'OTEL_EXPORTER_OTLP_PROTOCOL should be http/json, the only one there is'
      : !sampler
        ? `OTEL_TRACES_SAMPLER should be one of ${Object.keys(sampled).join(', ')}`
        : share === undefined
          ? 'OTEL_TRACES_SAMPLER_ARG should be a share between 0 and 1'
          : undefined;
  return { tracing: tracingProblem || share === undefined ? undefined : { url, share }, tracingProblem };
}

const isWord = (given: string, word: string) => given.trim().toLowerCase() === word;

function shareOf(given: string): number | undefined {
  const share = Number(given);
  return given.trim() !== '' && share >= 0 && share <= 1 ? share : undefined;
}
