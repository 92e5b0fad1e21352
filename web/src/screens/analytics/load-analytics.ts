import { data, replace } from 'react-router';
import type { getActivity, TravelerAnalytics } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { timeRanges, usualRange } from '../../../../contract/time-ranges.ts';
import { errorCode } from '../../api.ts';
import { apiOf, inBrowser, keptFirstContext, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { findKeptFigures } from '../../features/activity/kept-figures.ts';
import { knownRole } from '../../features/session/access.ts';
import { currentSession } from '../../features/session/current-session.ts';

/** What the screen shows, by role; of others than travelers nothing yet. `keptAt`: it is not the server's answer but the last one this device kept. */
export type AnalyticsData = Figures | { kind: 'others' };
export type Figures =
  | { kind: 'overview'; figures: TravelerAnalytics; keptAt?: string }
  | { kind: 'history'; activity: Answer<typeof getActivity>; keptAt?: string }
  /** Without a network, of what was never opened with one. */
  | { kind: 'none'; section: 'overview' | 'history' };

/** The section that the address asks for with `tab`, of the time in `time_range`; what we do not have means the usual one. */
export async function loadAnalytics(args: LoaderArgs): Promise<AnalyticsData> {
  const { request, context } = args;
  if (!context.get(maySignedInContext)) throw replace('/');
  const { user, pending } = await currentSession(args);
  if (!user && !pending) throw data(null, { status: 401 });
  if (user && knownRole(user.profile?.role) !== 'traveler') return { kind: 'others' };
  const query = new URL(request.url).searchParams;
  const time_range = timeRanges.find((range) => range === query.get('time_range')) ?? usualRange;
  const section = query.get('tab') === 'history' ? 'history' : 'overview';
  const fromDevice = () => (inBrowser && user ? findKeptFigures<Figures>(section, user.id) : undefined);
  const beforehand = context.get(keptFirstContext) && fromDevice();
  if (beforehand) return beforehand;
  const api = apiOf(args);
  try {
    if (section === 'history') return { kind: section, activity: await api('GET /api/activity') };
    return { kind: section, figures: await api('GET /api/analytics/traveler', { query: { time_range } }) };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'unauthenticated') throw data(null, { status: 401 });
    if (code === 'offline') return fromDevice() ?? { kind: 'none', section };
    throw error;
  }
}
