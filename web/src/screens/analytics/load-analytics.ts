import { data, redirect } from 'react-router';
import type { getActivity, TravelerAnalytics } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { type TimeRange, timeRanges, usualRange } from '../../../../contract/time-ranges.ts';
import type { Api } from '../../api.ts';
import { inBrowser, type LoaderArgs } from '../../contexts.ts';
import { rememberedUser } from '../../device/own-device.ts';
import { findKeptFigures } from '../../features/activity/kept-figures.ts';
import { knownRole } from '../../features/session/access.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { isAway } from '../../kept-or-live.ts';
import { loader } from '../../loader.ts';

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
export const loadAnalytics = loader<AnalyticsData, Figures>({
  access: 'signed-in',
  live: ask,
  kept: (args) => {
    const user = rememberedUser();
    return user && findKeptFigures<Figures>(sectionIn(queryOf(args)), user.id);
  },
  otherwise: (failure, args) =>
    inBrowser && isAway(failure) ? { kind: 'none', section: sectionIn(queryOf(args)) } : undefined,
});

const queryOf = ({ request }: LoaderArgs) => new URL(request.url).searchParams;

const sectionIn = (query: URLSearchParams) => (query.get('tab') === 'history' ? 'history' : 'overview');

/** The range of time that an address asks for. */
export const rangeIn = (query: URLSearchParams): TimeRange =>
  timeRanges.find((range) => range === query.get('time_range')) ?? usualRange;

async function ask(api: Api, args: LoaderArgs): Promise<AnalyticsData> {
  const { user, pending } = await currentSession(args);
  if (!user && !pending) throw data(null, { status: 401 });
  const role = knownRole(user?.profile?.role);
  if (role === 'advertiser') throw redirect('/campaigns/results');
  if (user && role !== 'traveler') return { kind: 'others' };
  const query = queryOf(args);
  const section = sectionIn(query);
  if (section === 'history') return { kind: section, activity: await api('GET /api/activity') };
  const time_range = rangeIn(query);
  return { kind: section, figures: await api('GET /api/analytics/traveler', { query: { time_range } }) };
}
