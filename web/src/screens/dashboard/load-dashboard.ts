import { redirect } from 'react-router';
import type { listSessions } from '../../../../contract/accounts.ts';
import type { getActivity } from '../../../../contract/activity.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import type { Experience } from '../../../../contract/listings.ts';
import type { listPasskeys } from '../../../../contract/passkeys.ts';
import type { OwnProfile } from '../../../../contract/profiles.ts';
import type { Role } from '../../../../contract/roles.ts';
import { type Api, errorCode } from '../../api.ts';
import type { LoaderArgs } from '../../contexts.ts';
import { corrected } from '../../desk/desk-loader.ts';
import { isAway } from '../../kept-or-live.ts';
import { loader } from '../../loader.ts';
import { onScreen } from '../../on-screen.ts';
import { refusalWords } from '../../refusal-words.ts';
import { withQuery } from '../../with-query.ts';
import type { OwnListings } from '../own-listings/load-own.ts';
import { bringAdmin, bringAdvertiser } from './bring-admin.ts';
import type { AdminShown } from './load-admin.ts';

/** The sections of an administrator's home; `profile` stands on a page of its own. */
export const adminSections = [
  ...(['overview', 'stakeholders', 'distributors', 'advertisers', 'analytics', 'reports'] as const),
] as const;
export type AdminSection = (typeof adminSections)[number];

/** The sections of each role's home, the first being where one arrives. */
export const tabsOf = {
  traveler: ['overview', 'explore', 'activity', 'profile'],
  partner: ['overview', 'profile'],
  advertiser: ['overview', 'profile'],
  admin: [...adminSections, 'profile'],
} as const;
export type Tab = (typeof tabsOf)[Role][number];

/** What the home screen shows: who one is, and what the open section needs. */
export type DashboardData = { kind: 'legacy' } | { kind: 'none' } | HomeKept | Home;

/** Where nobody answers, home is what opens all the same. */
export interface HomeKept {
  kind: 'kept';
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<DashboardData>;
}

export interface Home {
  kind: 'home';
  profile: OwnProfile;
  role: Role;
  tab: Tab;
  shown: Shown;
  /** The query that it answers, which is not the address's where it is old (desk/table-address.ts). */
  answers: string;
  /** Set where it could not be had anew: what was on screen before stays. */
  isOld?: boolean;
}

export interface Shown {
  experiences?: Experience[];
  activity?: Answer<typeof getActivity>;
  passkeys?: Answer<typeof listPasskeys>['passkeys'];
  sessions?: Answer<typeof listSessions>;
  admin?: AdminShown;
  /** An advertiser's listings, where its organisation may work and the reader may see them. */
  own?: OwnListings;
  /** Why the organisation may do nothing now, in words. */
  suspended?: string | undefined;
}

const keptHome: HomeKept = { kind: 'kept' };

/** The home that is on screen. */
export const homeOnScreen = onScreen<Home>();

/** Reads what the address asks for with `tab`. A guest goes to the cover; one whose session has just ended is asked to sign in. */
export const loadDashboard = loader<DashboardData, HomeKept>({
  access: 'signed-in',
  live: (api, args) =>
    ask(api, args).catch((failure) => {
      throw corrected(args.request.url, failure) ?? failure;
    }),
  // What is on screen already stays there while its answer is waited for: somebody may be filling in a form of it.
  kept: () => (homeOnScreen.shown ? null : keptHome),
  otherwise: (failure, { request }) => {
    const { shown } = homeOnScreen;
    if (shown && tabIn(shown.role, request) === shown.tab) return { ...shown, isOld: true };
    return isAway(failure) ? keptHome : null;
  },
});

async function ask(api: Api, args: LoaderArgs): Promise<DashboardData> {
  const { request } = args;
  const { profile, legacy_role } = await api('GET /api/profiles');
  if (legacy_role) return { kind: 'legacy' };
  if (!profile) return { kind: 'none' };
  const role = profile.role as Role;
  if (role === 'traveler' && !profile.onboarded) return { kind: 'none' };
  const tab = tabIn(role, request);
  const shown = await loadTab(api, profile, tab, args);
  return { kind: 'home', profile, role, tab, shown, answers: new URL(request.url).search };
}

/** The section of a role's home that an address asks for. @throws where to, from an address of an earlier edition */
function tabIn(role: Role, request: Request): Tab {
  const tabs: readonly Tab[] = tabsOf[role];
  const { pathname, searchParams } = new URL(request.url);
  const wanted = searchParams.get('tab');
  if (role === 'admin' && wanted === 'invitations') {
    searchParams.set('tab', 'stakeholders');
    throw redirect(withQuery(pathname, searchParams));
  }
  return tabs.find((one) => one === wanted) ?? 'overview';
}

async function loadTab(api: Api, { role, permissions }: OwnProfile, tab: Tab, args: LoaderArgs): Promise<Shown> {
  if (tab === 'profile') {
    const [{ passkeys }, sessions] = await Promise.all([api('GET /api/passkeys'), api('GET /api/sessions')]);
    return { passkeys, sessions };
  }
  if (role === 'admin') {
    const { loadAdmin } = await bringAdmin(() => new URL(args.request.url));
    return { admin: await loadAdmin(api, tab as AdminSection, args) };
  }
  if (tab === 'activity') return { activity: await api('GET /api/activity') };
  if (role === 'traveler') return { experiences: await api('GET /api/business-listings') };
  const suspended = await askSuspended(api);
  if (role !== 'advertiser' || suspended || !permissions.includes('content_management')) return { suspended };
  const { loadOwn } = await bringAdvertiser(() => new URL(args.request.url));
  return { own: await loadOwn(api, args) };
}

/** What a partner or an advertiser is told whose organisation is suspended. */
async function askSuspended(api: Api): Promise<string | undefined> {
  try {
    await api('GET /api/organisation');
  } catch (failure) {
    if (errorCode(failure) === 'organisation_suspended') return refusalWords(failure);
    if (errorCode(failure) !== 'forbidden') throw failure;
  }
}
