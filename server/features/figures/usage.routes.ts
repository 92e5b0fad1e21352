import { getSystemPerformance, getUserBehavior } from '../../../contract/analytics-figures.ts';
import { type Answered, answer, fromReplica } from '../../platform/http/http.ts';
import type { RequestMetrics } from '../../platform/request-metrics/request-metrics.ts';
import { readBehavior } from './behavior.ts';
import { readSystemPerformance } from './system.ts';

/** @param metrics of this process: what it noted until now is told with all else */
export const usageRoutes = ({ metrics }: { metrics: RequestMetrics }): Answered[] => [
  fromReplica(
    answer(getSystemPerformance, async ({ query }, ctx) => {
      await metrics.write();
      return await readSystemPerformance(ctx.db, ctx.clock.now(), query);
    }),
  ),
  fromReplica(answer(getUserBehavior, ({ query }, ctx) => readBehavior(ctx.db, ctx.clock.now(), query))),
];
