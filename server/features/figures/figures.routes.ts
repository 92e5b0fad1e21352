import {
  getAnalyticsOverview,
  getBusinessIntelligence,
  getRevenueAnalytics,
  listFigureRows,
} from '../../../contract/analytics-figures.ts';
import { getPlatformPerformance } from '../../../contract/platform-figures.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { readIntelligence } from './intelligence.ts';
import { readOverview } from './overview.ts';
import { readPlatformPerformance } from './platform.ts';
import { readRevenue } from './revenue.ts';
import { readRows } from './rows.ts';

/** A partner is told of its own; an administrator, who calls for nobody, of everything. */
export const figuresRoutes = [
  fromReplica(
    answer(getAnalyticsOverview, ({ query }, ctx) => readOverview(ctx.db, ctx.clock.now(), ctx.membership, query)),
  ),
  fromReplica(
    answer(getRevenueAnalytics, ({ query }, ctx) => readRevenue(ctx.db, ctx.clock.now(), ctx.membership, query)),
  ),
  fromReplica(
    answer(getBusinessIntelligence, ({ query }, ctx) =>
      readIntelligence(ctx.db, ctx.clock.now(), ctx.membership, query),
    ),
  ),
  fromReplica(
    answer(getPlatformPerformance, ({ query }, ctx) => readPlatformPerformance(ctx.db, ctx.clock.now(), query.range)),
  ),
  fromReplica(answer(listFigureRows, ({ query }, ctx) => readRows(ctx.db, ctx.clock.now(), query))),
];
