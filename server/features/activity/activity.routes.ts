import { getActivity, getTravelerAnalytics } from '../../../contract/activity.ts';
import { usualRange } from '../../../contract/time-ranges.ts';
import { answer } from '../../platform/http/http.ts';
import { readActivity } from './activity.ts';
import { readTravelerFigures } from './traveler-figures.ts';

export const activityRoutes = [
  answer(getActivity, ({ query }, ctx) => readActivity(ctx.db, ctx.caller!.userId, query.before, query.limit)),
  answer(getTravelerAnalytics, ({ query }, ctx) =>
    readTravelerFigures(ctx.db, ctx.clock.now(), ctx.caller!.userId, query.time_range ?? usualRange),
  ),
];
