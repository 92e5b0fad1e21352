import { data, redirect } from 'react-router';
import type { getActivity, TravelerAnalytics } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { type TimeRange, timeRanges, usualRange } from '../../../../contract/time-ranges.ts';
import { errorCode } from '../../api.ts';
import { apiOf, inBrowser, type LoaderArgs, maySignedInContext } from '../../contexts.ts';
import { rememberedUser } from '../../device/own-device.ts';
import { findKeptFigures } from '../../features/activity/kept-figures.ts';
import { knownRole } from '../../features/session/access.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { isAway, keptOrLive } from '../../kept-or-live.ts';

/** What the screen shows, by role; of others than travelers nothing yet. `keptAt`: it is not the server's answer but the last one this device kept. */
export type AnalyticsData = Figures | { kind: 'others' };
export type Figures =
  | ({ kind: 'overview'; figures: TravelerAnalytics } & Age)
  | ({ kind: 'history'; activity: Answer<typeof getActivity> } & Age)
  /** Without a network, of what was never opened with one. */
  | { kind: 'none'; section: 'overview' | 'history' };

interface Age {
  keptAt?: string;
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<AnalyticsData>;
}

/** The section that the address asks for with `tab`, of the time in `time_range`; what we do not have means the usual one. */
export async function loadAnalytics(args: LoaderArgs): Promise<AnalyticsData> {
  if (!args.context.get(maySignedInContext)) throw redirect('/');
  const section = sectionIn(new URL(args.request.url).searchParams);
  const kept = () => {
    const user = rememberedUser();
    return user && findKeptFigures<Figures>(section, user.id);
  };
  try {
    return await keptOrLive(args, () => ask(args), kept);
  } catch (error) {
    if (inBrowser && isAway(error)) return { kind: 'none', section };
    throw error;
  }
}

const sectionIn = (query: URLSearchParams) => (query.get('tab') === 'history' ? 'history' : 'overview');

/** The range of time that an address asks for. */
export const rangeIn = (query: URLSearchParams): TimeRange =>
  timeRanges.find((range) => range === query.get('time_range')) ?? usualRange;

async function ask(args: LoaderArgs): Promise<AnalyticsData> {
  const { user, pending } = await currentSession(args);
  if (!user && !pending) throw data(null, { status: 401 });
  if (user && knownRole(user.profile?.role) !== 'traveler') return { kind: 'others' };
  const query = new URL(args.request.url).searchParams;
  const time_range = rangeIn(query);
  const section = sectionIn(query);
  const api = apiOf(args);
  try {
    if (section === 'history') return { kind: section, activity: await api('GET /api/activity') };
    return { kind: section, figures: await api('GET /api/analytics/traveler', { query: { time_range } }) };
  } catch (error) {
    if (errorCode(error) === 'unauthenticated') throw data(null, { status: 401 });
    throw error;
  }
}
