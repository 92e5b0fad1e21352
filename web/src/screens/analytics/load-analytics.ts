import { data, type LoaderFunctionArgs, replace } from 'react-router';
import type { getActivity, TravelerAnalytics } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { timeRanges, usualRange } from '../../../../contract/time-ranges.ts';
import { errorCode } from '../../api.ts';
import { apiContext, type LoaderContext, maySignedInContext } from '../../contexts.ts';
import { knownRole } from '../../features/session/access.ts';
import { currentSession } from '../../features/session/current-session.ts';

/** What the screen shows, by role; of others than travelers nothing yet. */
export type AnalyticsData =
  | { kind: 'overview'; figures: TravelerAnalytics }
  | { kind: 'history'; activity: Answer<typeof getActivity> }
  | { kind: 'others' };

/** The section that the address asks for with `tab`, of the time in `time_range`; what we do not have means the usual one. */
export async function loadAnalytics({ request, context }: LoaderFunctionArgs<LoaderContext>): Promise<AnalyticsData> {
  if (!context.get(maySignedInContext)) throw replace('/');
  const { user, pending } = await currentSession(context);
  if (!user && !pending) throw data(null, { status: 401 });
  if (user && knownRole(user.profile?.role) !== 'traveler') return { kind: 'others' };
  const query = new URL(request.url).searchParams;
  const time_range = timeRanges.find((range) => range === query.get('time_range')) ?? usualRange;
  const api = context.get(apiContext);
  try {
    if (query.get('tab') === 'history') return { kind: 'history', activity: await api('GET /api/activity') };
    return { kind: 'overview', figures: await api('GET /api/analytics/traveler', { query: { time_range } }) };
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') throw data(null, { status: 401 });
    throw error;
  }
}
