import { retention } from '../retention.ts';

/** Of PostgreSQL, where pg-boss has its tables. */
export const jobSchema = 'jobs';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The address at which a POST of a mail program ends mails of this kind (RFC 8058). */
  unsubscribe?: string;
}

/** The work that is done after a transaction, with what each job carries. A job is a row of the transaction that asked for it. */
export interface JobData {
  /** A mail that somebody waits for, and that is worth nothing from `expiresAt` (ISO 8601) on. */
  'sign-in-mail': Mail & { expiresAt: string };
  mail: Mail;
  /** A piece of news that stands in the inbox under this number. */
  news: { id: number };
  /** Its kind is not told by a process of the version before. */
  'long-work': { id: string; kind?: string };
  /** A picture of a listing that was sent under this number, to be drawn; `turn` is how many of its sender come before it. */
  'listing-picture': { id: string; turn?: number };
}
export type JobName = keyof JobData;

interface Queue<Data> {
  /** As pg-boss takes them; the delay between tries doubles from `retryDelay` to `retryDelayMax` seconds. */
  settings: {
    retryLimit: number;
    retryDelay: number;
    retryDelayMax: number;
    expireInSeconds: number;
    retentionSeconds?: number;
    heartbeatSeconds?: number;
  };
  deadLetters: boolean;
  pollSeconds: number;
  /** Jobs that one process has in hand at once; without a number as many as of mail, fairly among the groups. */
  places?: number;
  /** With a number of places, so many of one group at most. */
  mostOfGroup?: number;
  groupOf?: (data: Data) => string;
  /** Of jobs that were never tried the highest goes first; those that failed come after all. By their age without. */
  priorityOf?: (data: Data) => number;
}

/** Long work that reads or writes a whole file, or the whole of the audit chain. */
const filesKind = /^(statement|location|audit)-|^listings-(check|import)$|-export$|^report$/;

/** More pictures than anybody has drawn in an hour. */
const mostTurns = 10_000;

const domainOf = ({ to }: Mail) => to.slice(to.lastIndexOf('@') + 1).toLowerCase();

/**
 * A job that took `expireInSeconds`, or whose process gave no sign of life for `heartbeatSeconds`, is given to another worker. It ends
 * before: what is cut off can be sent again, and what goes on would be sent twice. A mail server may take eight seconds for each of
 * the five steps of a mail.
 */
export const queues: { readonly [Name in JobName]: Queue<JobData[Name]> } = {
  // No dead letters: when a link's time is over, the mail that holds it is dropped.
  'sign-in-mail': {
    settings: { retryLimit: 20, retryDelay: 2, retryDelayMax: 60, expireInSeconds: 60, retentionSeconds: 3_600 },
    deadLetters: false,
    pollSeconds: 1,
    groupOf: domainOf,
  },
  mail: {
    settings: { retryLimit: 10, retryDelay: 5, retryDelayMax: 3_600, expireInSeconds: 60 },
    deadLetters: true,
    pollSeconds: 2,
    groupOf: domainOf,
  },
  news: {
    settings: { retryLimit: 12, retryDelay: 2, retryDelayMax: 3_600, expireInSeconds: 20 },
    deadLetters: true,
    pollSeconds: 1,
    places: 3,
  },
  'long-work': {
    // What is too slow while much else goes on has half an hour to go better; then it is a dead letter, and can be tried again by hand.
    settings: { retryLimit: 12, retryDelay: 1, retryDelayMax: 600, expireInSeconds: 7_200, heartbeatSeconds: 20 },
    deadLetters: true,
    pollSeconds: 1,
    // Files that take long, in or out, leave a place for decisions, and the other way round.
    places: 3,
    mostOfGroup: 2,
    groupOf: ({ kind = '' }) => (filesKind.test(kind) ? 'files' : 'decisions'),
  },
  // One at a time, for its memory. What was not drawn is sent again by whoever looks at it.
  'listing-picture': {
    settings: { retryLimit: 12, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 300, heartbeatSeconds: 20 },
    deadLetters: false,
    pollSeconds: 1,
    places: 1,
    // By turns: each sender's first before anybody's second.
    priorityOf: ({ turn = 0 }) => Math.max(0, mostTurns - turn),
  },
};
export const jobNames = Object.keys(queues) as JobName[];

/** Where a job goes that failed for the last time, for a person to look at. */
export const deadLetterOf = (name: JobName) => `${name}-dead`;
export const deadLetterQueues = jobNames.filter((name) => queues[name].deadLetters).map(deadLetterOf);
export const deadLetterSettings = { retryLimit: 0, retentionSeconds: retention.deadLetterDays * 86_400 };

const heartbeatSeconds = 20;
/**
 * Work that comes again by itself and carries nothing. A run that its process did not survive is known by its missing heartbeat where one is
 * asked for, else given up after its time. Between the end that it is told and that time a statement may go on for thirty seconds.
 */
export const recurringQueues = {
  rollup: { expireInSeconds: 300, retryLimit: 0, heartbeatSeconds },
  partitions: { expireInSeconds: 240, retryLimit: 0, heartbeatSeconds },
  tidy: { expireInSeconds: 3_000, retryLimit: 0, heartbeatSeconds },
  'mail-watch': { expireInSeconds: 60, retryLimit: 0 },
  'booking-mails': { expireInSeconds: 60, retryLimit: 0 },
  'news-watch': { expireInSeconds: 60, retryLimit: 0 },
  'viator-feed': { expireInSeconds: 600, retryLimit: 0, heartbeatSeconds },
  'link-check': { expireInSeconds: 3_000, retryLimit: 0, heartbeatSeconds },
  erasures: { expireInSeconds: 600, retryLimit: 0, heartbeatSeconds },
  'security-rules': { expireInSeconds: 60, retryLimit: 0 },
  'code-watch': { expireInSeconds: 600, retryLimit: 0, heartbeatSeconds },
  // As long as a large database takes; the next look at whether one is due comes soon.
  backup: { expireInSeconds: 14_400, retryLimit: 0, heartbeatSeconds },
  // Their next turns are a day away.
  'commission-day': { expireInSeconds: 3_000, retryLimit: 5, retryDelay: 10, heartbeatSeconds },
  'partner-statements': { expireInSeconds: 3_000, retryLimit: 5, retryDelay: 10, heartbeatSeconds },
  'admin-reports': { expireInSeconds: 3_000, retryLimit: 5, retryDelay: 10, heartbeatSeconds },
  'partner-reports': { expireInSeconds: 3_000, retryLimit: 5, retryDelay: 10, heartbeatSeconds },
  nightly: { expireInSeconds: 3_000, retryLimit: 5, retryDelay: 60, heartbeatSeconds },
} as const;
export type RecurringName = keyof typeof recurringQueues;
/** Exclusive: never two of them waiting or running. */
export const recurringPolicy = 'exclusive';
