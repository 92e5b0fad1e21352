import {
  getPlatformMetrics,
  getPlatformPerformance,
  getPlatformSummary,
  listTopAdvertisers,
} from '../../../contract/platform-figures.ts';
import { type Answered, answer } from '../../platform/http/http.ts';
import type { RequestMetrics } from '../../platform/request-metrics/request-metrics.ts';
import { readMetrics, readPerformance, readSummary, readTopAdvertisers } from './platform-figures.ts';

/** @param metrics of this process: the minute that has begun is one in which it is up */
export const platformFiguresRoutes = ({ metrics }: { metrics: RequestMetrics }): Answered[] => [
  answer(getPlatformMetrics, (_input, ctx) => readMetrics(ctx.db, ctx.clock.now())),
  answer(getPlatformSummary, async (_input, ctx) => {
    await metrics.write();
    return await readSummary(ctx.db, ctx.clock.now());
  }),
  answer(getPlatformPerformance, ({ query }, ctx) => readPerformance(ctx.db, ctx.clock.now(), query.range)),
  answer(listTopAdvertisers, (_input, ctx) => readTopAdvertisers(ctx.db, ctx.clock.now())),
];
