import { z } from 'zod';
import type { Input } from '../../../contract/endpoint.ts';
import { lastDays } from '../../../contract/hawaii-time.ts';
import { daysOfRange } from '../../../contract/platform-figures.ts';
import { type generateReport, reportStakeholders, reportTypes } from '../../../contract/platform-reports.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { rangeOfDays } from '../figures/figures.ts';
import { addedUpBy, fileOfReport, nameOfReport, type ReportOf, writeReport } from './report-lines.ts';
import { addsUpMoreThan } from './report-size.store.ts';

export { endSubscription, sendSubscribedReports } from './subscriptions.ts';

type Asked = Input<typeof generateReport>['body'];

const reportOf = z.object({
  type: z.enum(reportTypes),
  from: z.iso.date(),
  to: z.iso.date(),
  stakeholder_types: z.array(z.enum(reportStakeholders)),
  include_performance_metrics: z.boolean(),
}) satisfies z.ZodType<ReportOf>;

/** The report that is asked for, of the days that its range means now. */
export function reportAsked({ type, filters: { time_range, ...filters } }: Asked, now: Date): ReportOf {
  const { days } = lastDays(now, daysOfRange[time_range]);
  return { type, from: days.from, to: days.until, ...filters };
}

/** Partners and advertisers are persons, some of them. */
export const namesPersons = ({ type }: ReportOf): boolean => type !== 'platform';

/** What adds up more days of places, codes and listings takes too long for whoever waits, on a machine that has much to do. */
const mostAtOnce = 200_000;

/** Whether a report is too large to be made while somebody waits for it. */
export async function isLong(db: Db, of: ReportOf): Promise<boolean> {
  const dimensions = addedUpBy(of);
  return dimensions.length > 0 && (await addsUpMoreThan(db, mostAtOnce, dimensions, rangeOfDays(of.from, of.to)));
}

/** What a report tells, for the security events. */
export const aboutReport = (of: ReportOf): string =>
  `${nameOfReport(of).replaceAll('-', ' ')} from ${of.from} to ${of.to}`;

/** The file of a report. That it was asked for is in the audit log before it is given. */
export async function makeReport(
  db: Db,
  now: Date,
  actor: Actor,
  of: ReportOf,
): Promise<{ name: string; bytes: Uint8Array }> {
  const { type, ...after } = of;
  await withTransaction(db, (tx) =>
    recordAudit(tx, now, {
      ...{ action: 'report_exported', actorId: actor.userId, subject: { kind: 'report', id: nameOfReport(of) }, after },
      requestId: actor.requestId,
    }),
  );
  const pieces = await readReport(db, now, of);
  return { name: fileOfReport(of), bytes: new TextEncoder().encode(pieces.join('')) };
}

/** A report that is made while nobody waits for it. */
export const reportWork = declareLongWork({
  parameters: reportOf,
  file: (of) => ({ name: fileOfReport(of), type: 'text/csv; charset=utf-8' }),
  run: async function* ({ read, now, parameters, report, signal }) {
    yield* await read((db) => readReport(db, now(), parameters, { report, signal }));
  },
});

/**
 * All pieces: of a few lines for each partner and advertiser, so that they are read in one place. They are of one moment, so that a report's
 * days and parts add up to its totals though guests come meanwhile; not of a call with a key of idempotency, whose transaction has begun.
 */
async function readReport(
  db: Db,
  now: Date,
  of: ReportOf,
  { report, signal }: { report?: (done: number, total: number) => void; signal?: AbortSignal } = {},
): Promise<string[]> {
  const read = async (reader: Db) => {
    const pieces: string[] = [];
    for await (const piece of writeReport(reader, now, of, report)) {
      signal?.throwIfAborted();
      pieces.push(piece);
    }
    return pieces;
  };
  return db.isTransaction ? await read(db) : await withTransaction(db, read, { isolation: 'repeatable read' });
}
