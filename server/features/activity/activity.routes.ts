import { getActivity, getTravelerAnalytics } from '../../../contract/activity.ts';
import { usualRange } from '../../../contract/time-ranges.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { answer } from '../../platform/http/http.ts';
import { readActivity } from './activity.ts';
import { readTravelerFigures } from './traveler-figures.ts';

export const activityRoutes = [
  answer(getActivity, ({ query }, ctx) =>
    withTenant(ctx.db, { person: ctx.caller!.userId }, (tx) =>
      readActivity(tx, ctx.caller!.userId, query.before, query.limit),
    ),
  ),
  answer(getTravelerAnalytics, ({ query }, ctx) =>
    withTenant(ctx.db, { person: ctx.caller!.userId }, (tx) =>
      readTravelerFigures(tx, ctx.clock.now(), ctx.caller!.userId, query.time_range ?? usualRange),
    ),
  ),
];
