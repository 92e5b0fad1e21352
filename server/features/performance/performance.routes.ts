import { addDays, hawaiiDay } from '../../../contract/hawaii-time.ts';
import {
  exportReport,
  getCodeDays,
  getPerformance,
  longestReportDays,
  reportDays,
} from '../../../contract/partner-performance.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { membershipOf } from '../../platform/organisations/admission.ts';
import { readCodeDays } from './code-days.ts';
import { writeReport } from './export-report.ts';
import { readFigures, readPerformance } from './performance.ts';
import { isOffered, spanBetween } from './spans.ts';

export const performanceRoutes = [
  fromReplica(
    answer(getPerformance, ({ query }, ctx) =>
      readPerformance(ctx.db, ctx.clock.now(), membershipOf(ctx), query.range),
    ),
  ),

  fromReplica(
    answer(getCodeDays, ({ params, query }, ctx) =>
      readCodeDays(ctx.db, ctx.clock.now(), membershipOf(ctx), params.id, query.range),
    ),
  ),

  fromReplica(
    answer(exportReport, async ({ query }, ctx) => {
      const now = ctx.clock.now();
      const today = hawaiiDay(now);
      const until = query.end_date ?? today;
      const from = query.start_date ?? addDays(until, 1 - reportDays);
      refuseUnless(from <= until, 'query.start_date', 'must not be after end_date');
      refuseUnless(until <= today, 'query.end_date', 'must not be after today');
      refuseUnless(
        from > addDays(until, -longestReportDays),
        'query.start_date',
        `is more than ${longestReportDays} days before end_date`,
      );
      const figures = await readFigures(ctx.db, now, membershipOf(ctx), spanBetween(from, until));
      ctx.recordEvent({
        type: 'export',
        severity: 'info',
        description: `Exported a partner report from ${from} to ${until}.`,
      });
      ctx.setHeader('content-type', 'text/csv; charset=utf-8');
      ctx.setHeader('content-disposition', `attachment; filename="partner-report-${from}-to-${until}.csv"`);
      ctx.setHeader('cache-control', 'private, no-store');
      return new TextEncoder().encode(writeReport(figures, isOffered(from, until, now)));
    }),
  ),
];

function refuseUnless(isRight: boolean, path: string, problem: string): void {
  if (!isRight) throw new Refusal('invalid_request', { detail: `${path}: ${problem}` });
}
