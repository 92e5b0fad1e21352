import { data, redirect } from 'react-router';
import type { getActivity, TravelerAnalytics } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { type TimeRange, timeRanges, usualRange } from '../../../../contract/time-ranges.ts';
import { type Api, errorCode } from '../../api.ts';
import { inBrowser, type LoaderArgs } from '../../contexts.ts';
import { type DeskLoaded, deskSteps } from '../../desk/desk-loader.ts';
import { rememberedUser } from '../../device/own-device.ts';
import { findKeptFigures } from '../../features/activity/kept-figures.ts';
import { knownRole } from '../../features/session/access.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { isAway } from '../../kept-or-live.ts';
import { loader } from '../../loader.ts';
import { bringDesk } from './bring-desk.ts';
import { type DeskSection, deskSectionIn, deskSections } from './desk-tabs.ts';
import type { DeskFigures } from './load-desk.ts';

/** What the screen shows, by role. `keptAt`: it is not the server's answer but the last one this device kept. */
export type AnalyticsData = Figures | Desk | Refused;

/** Of partners and administrators. `may`: the sections that the reader has. */
export interface Desk extends DeskLoaded {
  kind: 'desk';
  of: DeskFigures;
  may: readonly DeskSection[];
}

/** A section that is for others. */
export interface Refused {
  kind: 'refused';
  section: DeskSection;
}

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

const desk = deskSteps<AnalyticsData>(ask);

/** The section that the address asks for with `tab`, of the time in `time_range`; what we do not have means the usual one. */
export const loadAnalytics = loader<AnalyticsData, Figures>({
  access: 'signed-in',
  live: ask,
  kept: (args) => {
    const user = rememberedUser();
    return user && findKeptFigures<Figures>(sectionIn(queryOf(args)), user.id);
  },
  otherwise: async (failure, args) => {
    if (!inBrowser) return undefined;
    const shown = await desk.otherwise(failure, args);
    if (shown) return shown;
    const { user } = await currentSession(args);
    const isTraveler = !user || knownRole(user.profile?.role) === 'traveler';
    return isTraveler && isAway(failure) ? { kind: 'none', section: sectionIn(queryOf(args)) } : undefined;
  },
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
  const query = queryOf(args);
  const asked = deskSectionIn(query, role);
  if (asked.section !== 'overview' && !asked.isOwn) return { kind: 'refused', section: asked.section };
  if (role === 'admin' || role === 'partner') return await askDesk(api, args, role, asked.section);
  const section = sectionIn(query);
  if (section === 'history') return { kind: section, activity: await api('GET /api/activity') };
  const time_range = rangeIn(query);
  return { kind: section, figures: await api('GET /api/analytics/traveler', { query: { time_range } }) };
}

/** Whether a partner's people who have been allowed this may see a section. */
const maySee = (section: DeskSection, allowed: readonly Permission[]) =>
  allowed.includes('performance_analytics') && (section !== 'revenue' || allowed.includes('commission_tracking'));

async function askDesk(
  api: Api,
  args: LoaderArgs,
  role: 'admin' | 'partner',
  section: DeskSection,
): Promise<Desk | Refused> {
  const { request } = args;
  const { loadDesk } = await bringDesk(() => new URL(request.url));
  const time_range = rangeIn(queryOf(args));
  const loading = loadDesk(api, section, time_range);
  const organisation = role === 'partner' ? api('GET /api/organisation') : null;
  try {
    // A section that is refused is known by what the organisation allows.
    const [of, own] = await Promise.all([loading.catch((failure) => ({ failure })), organisation]);
    const may = deskSections[role].filter((one) => !own || maySee(one, own.permissions));
    if (may.length > 0 && !may.includes(section)) return { kind: 'refused', section };
    if ('failure' in of) throw of.failure;
    return { kind: 'desk', of, may, answers: new URL(request.url).search };
  } catch (failure) {
    // At home a suspended organisation is told why.
    if (errorCode(failure) === 'organisation_suspended') throw redirect('/dashboard');
    throw failure;
  }
}
