import { getPlatformMetrics, getPlatformSummary, listTopAdvertisers } from '../../../contract/platform-figures.ts';
import { type Answered, answer, fromReplica } from '../../platform/http/http.ts';
import type { RequestMetrics } from '../../platform/request-metrics/request-metrics.ts';
import { readMetrics, readSummary, readTopAdvertisers } from './platform-figures.ts';

/** @param metrics of this process: the minute that has begun is one in which it is up */
export const platformFiguresRoutes = ({ metrics }: { metrics: RequestMetrics }): Answered[] => [
  fromReplica(answer(getPlatformMetrics, (_input, ctx) => readMetrics(ctx.db, ctx.clock.now()))),
  fromReplica(
    answer(getPlatformSummary, async (_input, ctx) => {
      await metrics.write();
      return await readSummary(ctx.db, ctx.clock.now());
    }),
  ),
  fromReplica(answer(listTopAdvertisers, (_input, ctx) => readTopAdvertisers(ctx.db, ctx.clock.now()))),
];
