import { data, type LoaderFunctionArgs, replace } from 'react-router';
import type { TravelerAnalytics } from '../../../../contract/activity.ts';
import { timeRanges, usualRange } from '../../../../contract/time-ranges.ts';
import { errorCode } from '../../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../../contexts.ts';
import { knownRole } from '../../features/session/access.ts';
import { currentSession } from '../../features/session/current-session.ts';

/** What the screen shows, by role; of others than travelers nothing yet. */
export type AnalyticsData = { kind: 'traveler'; figures: TravelerAnalytics } | { kind: 'others' };

/** The figures that the address asks for with `time_range`; a range we do not have means the usual one. */
export async function loadAnalytics({ request, context }: LoaderFunctionArgs<LoaderContext>): Promise<AnalyticsData> {
  if (!context.get(maySignedInContext)) throw replace('/');
  const { user, pending } = await currentSession(context);
  if (!user && !pending) throw data(null, { status: 401 });
  if (user && knownRole(user.profile?.role) !== 'traveler') return { kind: 'others' };
  const wanted = new URL(request.url).searchParams.get('time_range');
  const time_range = timeRanges.find((range) => range === wanted) ?? usualRange;
  try {
    return {
      kind: 'traveler',
      figures: await context.get(apiContext)('GET /api/analytics/traveler', { query: { time_range } }),
    };
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') throw data(null, { status: 401 });
    throw error;
  }
}
