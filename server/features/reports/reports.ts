import { type Db, withTransaction } from '../../platform/database/database.ts';
import { retention } from '../../platform/retention.ts';
import { pruneFaults } from './faults.store.ts';
import { fingerprintOf } from './fingerprint.ts';
import {
  deleteFaultsBefore,
  deleteReports,
  holdReporter,
  insertReport,
  insertWords,
  pruneReports,
} from './reports.store.ts';
import { withoutSecrets } from './scrub.ts';

export { deleteReportsOf as forgetReportsOf } from './reports.store.ts';

/** What is kept at most. A report is at most about 20 KB. */
const mostKept = 5_000;
/** With every so many new ones some of the oldest are removed: more than came, and few enough for one call. */
const pruneEvery = 50;
const prunedAtOnce = 100;

/** Who reports, as the request says. */
export interface Reporter {
  userId: string | null;
  network: string;
  userAgent: string | undefined;
}

export interface PageError {
  error_id: string;
  message: string;
  stack?: string | null;
  component_stack?: string | null;
  url?: string | null;
  user_agent?: string | null;
  timestamp?: string | null;
  error_type?: string | null;
  severity?: string | null;
}

/** What is told of errors that no page's report names, or not yet: a fault of its own, so that somebody reads it. */
const toldAlone = fingerprintOf({ error_type: 'report', message: 'Told by people, without a report of their page' });

/** Keeps a page's report of an error, once for each reference, without the secrets of addresses. */
export async function keepPageError(db: Db, now: Date, reporter: Reporter, error: PageError): Promise<void> {
  await keep(db, now, reporter, {
    kind: 'page',
    error_id: error.error_id,
    message: scrub(error.message, 1_000),
    stack: scrub(error.stack, 8_000),
    component_stack: scrub(error.component_stack, 8_000),
    url: scrub(error.url, 2_048),
    user_agent: error.user_agent ?? reporter.userAgent ?? null,
    occurred_at: error.timestamp ? new Date(error.timestamp) : null,
    error_type: error.error_type ?? null,
    severity: error.severity ?? null,
  });
}

/** Keeps what a person says about an error; it names the page's report, which may never have arrived. */
export async function keepPersonsReport(
  db: Db,
  now: Date,
  reporter: Reporter,
  { error_id, additional_context }: { error_id: string; additional_context?: string | null },
): Promise<void> {
  const message = scrub(additional_context, 2_000);
  await keep(db, now, reporter, { kind: 'person', error_id, message, user_agent: reporter.userAgent ?? null });
}

type Report = Omit<Parameters<typeof insertReport>[1], 'received_at' | 'user_id' | 'network'>;

async function keep(db: Db, now: Date, { userId, network }: Reporter, report: Report): Promise<void> {
  const whole = { ...report, received_at: now, user_id: userId, network };
  const insert = async (where: Db) =>
    report.kind === 'page'
      ? await insertReport(where, whole, fingerprintOf({ ...report, message: report.message ?? null }))
      : ((await insertWords(where, whole)) ?? (await insertReport(where, whole, toldAlone)));
  const id = await (userId === null
    ? insert(db)
    : withTransaction(db, async (tx) => {
        await holdReporter(tx, userId);
        return await insert(tx);
      }));
  if (id === undefined || id % pruneEvery !== 0) return;
  await pruneReports(db, id, mostKept, prunedAtOnce);
  await pruneFaults(db, mostKept, prunedAtOnce);
}

/** Forgets reports that are too old or too many, and faults that came no more. */
export async function forgetOldReports(db: Db, now: Date): Promise<void> {
  const instant = new Date(now.getTime() - retention.errorReportDays * 86_400_000);
  await deleteReports(db, mostKept, instant);
  await deleteFaultsBefore(db, instant);
}

const scrub = (text: string | null | undefined, max: number) =>
  text ? withoutSecrets(text).slice(0, max).toWellFormed() : null;
