import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { DeskTools } from '../../desk/desk-tools.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { dashboard as words } from '../../messages/en/dashboard.ts';
import { offline } from '../../messages/en/offline.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { OnThisPhone } from '../../shell/on-this-phone.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import page from '../../ui/page.module.css';
import { useLiveOr } from '../../use-live-or.ts';
import { ActivityTab } from './activity-tab.tsx';
import { admin, advertiser, bringAdmin, bringAdvertiser } from './bring-admin.ts';
import styles from './dashboard.module.css';
import { adminSections, type DashboardData, type Home, homeOnScreen, loadDashboard, tabsOf } from './load-dashboard.ts';
import { NoProfile, UpdatingRole } from './no-home.tsx';
import { ProfileTab } from './profile-tab.tsx';
import { RoleOverview } from './role-overview.tsx';
import { TravelerExplore, TravelerOverview } from './traveler-tabs.tsx';

export { bringAdmin, bringAdvertiser, loadDashboard };

/** Everybody's home screen, by role. */
export function DashboardScreen() {
  const loaded = useLiveOr<DashboardData>(useLoaderData());
  useEffect(() => (loaded.kind === 'home' ? homeOnScreen.hold(loaded) : undefined), [loaded]);
  if (loaded.kind === 'legacy') return <UpdatingRole />;
  if (loaded.kind === 'none') return <NoProfile />;
  if (loaded.kind === 'kept') return <HomeOnThisPhone isComing={loaded.live !== undefined} />;
  const { own } = loaded.shown;
  if (own && advertiser) return <advertiser.AdvertiserHome home={loaded} own={own} />;
  const section = loaded.role === 'admin' && adminSections.find((one) => one === loaded.tab);
  return section && admin ? <admin.AdminHome home={loaded} section={section} /> : <HomeScreen {...loaded} />;
}

/** Home without a network: what opens all the same. Back online, it is home again. */
function HomeOnThisPhone({ isComing }: { isComing: boolean }) {
  const { user } = useSession();
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1 className={styles.greeting}>{words.greeting(user?.google_user_data?.given_name)}</h1>
        <p className={page.lead}>{offline.lead}</p>
      </div>
      <Loaded kept={{ isComing }}>
        <OnThisPhone />
      </Loaded>
    </div>
  );
}

function HomeScreen(home: Home) {
  const { user } = useSession();
  const { role, tab, profile } = home;
  const name = profile.display_name || user?.google_user_data?.given_name;
  // An administrator's other sections are a desk's, an advertiser's stand beside its listings.
  const sections = tabsOf[role === 'admin' ? 'partner' : role].map((one) => ({
    to: one === 'overview' ? '/dashboard' : `/dashboard?tab=${one}`,
    label: words.tabs[one],
    current: one === tab,
  }));
  return (
    <div className={page.page}>
      <div className={page.head}>
        <h1 className={styles.greeting}>{words.greeting(name)}</h1>
        <p className={page.lead}>{role === 'traveler' ? words.traveler : words.areas[role]}</p>
        <DeskTools />
      </div>
      <FilterLinks look="tabs" label={words.tabsLabel} options={sections} />
      <Loaded kept={home.isOld && { isComing: false }}>
        <Section {...home} />
      </Loaded>
    </div>
  );
}

function Section({ role, tab, profile, shown }: Home) {
  const { user } = useSession();
  if (tab === 'profile' && user) return <ProfileTab user={user} profile={profile} {...shown} />;
  if (tab === 'activity' && shown.activity) return <ActivityTab {...shown.activity} />;
  if (tab === 'explore') return <TravelerExplore experiences={shown.experiences ?? []} />;
  if (role === 'traveler') return <TravelerOverview experiences={shown.experiences ?? []} />;
  return <RoleOverview role={role} permissions={profile.permissions} suspended={shown.suspended} />;
}
