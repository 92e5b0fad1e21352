import {
  generateReport,
  getPlatformMetrics,
  getPlatformPerformance,
  getPlatformSummary,
  listTopAdvertisers,
} from '../../../contract/platform-figures.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import type { RequestMetrics } from '../../platform/request-metrics/request-metrics.ts';
import { requireStepUp } from '../passkeys/passkeys.ts';
import { readMetrics, readPerformance, readSummary, readTopAdvertisers } from './platform-figures.ts';
import { makeReport } from './report-files.ts';

/** @param metrics of this process: the minute that has begun is one in which it is up */
export const platformFiguresRoutes = ({ metrics }: { metrics: RequestMetrics }): Answered[] => [
  answer(getPlatformMetrics, (_input, ctx) => readMetrics(ctx.db, ctx.clock.now())),
  answer(getPlatformSummary, async (_input, ctx) => {
    await metrics.write();
    return await readSummary(ctx.db, ctx.clock.now());
  }),
  answer(getPlatformPerformance, ({ query }, ctx) => readPerformance(ctx.db, ctx.clock.now(), query.range)),
  answer(listTopAdvertisers, (_input, ctx) => readTopAdvertisers(ctx.db, ctx.clock.now())),

  answer(generateReport, async ({ body }, ctx) => {
    // Partners and advertisers are persons, some of them.
    if (body.type === 'stakeholder') await requireStepUp(ctx);
    const { name, text, about } = await makeReport(ctx.db, ctx.clock.now(), actorOf(ctx), body);
    ctx.recordEvent({ type: 'export', severity: 'info', description: `Exported the ${about}.` });
    ctx.setHeader('content-type', 'text/csv; charset=utf-8');
    ctx.setHeader('content-disposition', `attachment; filename="${name}"`);
    ctx.setHeader('cache-control', 'private, no-store');
    return new TextEncoder().encode(text);
  }),
];
