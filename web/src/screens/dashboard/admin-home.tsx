import { adminTabs } from '../../desk/admin-tabs.ts';
import { DeskFrame } from '../../desk/frame.tsx';
import { Portrait } from '../../features/session/account-name.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { adminDesk as desk } from '../../messages/en/admin-desk.ts';
import { applicationsDesk as applications } from '../../messages/en/applications-desk.ts';
import { dashboard as words } from '../../messages/en/dashboard.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { AdminOverview } from './admin-overview.tsx';
import { AdvertisersTab } from './advertisers-tab.tsx';
import { DistributorsTab } from './distributors-tab.tsx';
import { InvitationsTab } from './invitations-tab.tsx';
import type { AdminShown } from './load-admin.ts';
import type { AdminSection, Home } from './load-dashboard.ts';
import type { ReportShown } from './load-report.ts';
import { PlatformTab } from './platform-tab.tsx';
import { ReportsTab } from './reports-tab.tsx';
import { WaitingApplications } from './waiting-applications.tsx';

/** An administrator's home: who is here, the tabs of administration, and the open one. */
export function AdminHome({ home, section }: { home: Home; section: AdminSection }) {
  const { user } = useSession();
  const { profile, isOld } = home;
  const name = profile.display_name || user?.google_user_data?.given_name || user?.email;
  return (
    // A list says it where it stands, as at the desks.
    <Loaded kept={isOld && section !== 'stakeholders' && { isComing: false }}>
      <DeskFrame
        title={words.greeting(name)}
        portrait={<Portrait user={user} />}
        sentence={sentenceOf(section, home.shown.admin ?? {}) ?? words.areas.admin}
        administration={adminTabs(section)}
        isHome
      >
        <Section home={home} section={section} />
      </DeskFrame>
    </Loaded>
  );
}

/** Of figures that are the server's own: what the tab is asked for. */
function sentenceOf(section: AdminSection, shown: AdminShown): string | undefined {
  const { metrics, commission, advertisers, summary, report, waiting } = shown;
  const first = advertisers?.advertisers[0];
  switch (section) {
    case 'overview':
      return metrics && !metrics.standIn
        ? desk.so(metrics.figures.qr_scans_today, metrics.figures.bookings_today)
        : undefined;
    case 'stakeholders':
      return typeof waiting === 'number' ? applications.sentence(waiting) : undefined;
    case 'distributors':
      return commission ? desk.owed(commission.payable, commission.held) : undefined;
    case 'advertisers':
      if (!advertisers) return undefined;
      return first ? desk.brought(first.organization_name, first.revenue) : `${desk.noAdvertiser}.`;
    case 'analytics':
      return summary ? desk.sofar(summary.total_scans, summary.total_bookings) : undefined;
    case 'reports':
      return report ? lately(report) : undefined;
  }
}

function lately({ range, report, figures }: ReportShown): string {
  const scans = report === 'revenue' ? figures.conversion_metrics.scans : (figures.scans.value ?? 0);
  return desk.lately(scans, figures.bookings.value ?? 0, range);
}

function Section({ home: { shown, isOld }, section }: { home: Home; section: AdminSection }) {
  const { admin = {} } = shown;
  switch (section) {
    case 'overview':
      return <AdminOverview shown={admin} />;
    case 'stakeholders':
      return (
        admin.invitations && (
          <>
            <WaitingApplications />
            <InvitationsTab invitations={admin.invitations} isOld={Boolean(isOld)} />
          </>
        )
      );
    case 'distributors':
      return <DistributorsTab commission={admin.commission} />;
    case 'advertisers':
      return <AdvertisersTab top={admin.advertisers} waiting={admin.waiting} work={admin.work} />;
    case 'analytics':
      return <PlatformTab summary={admin.summary} />;
    case 'reports':
      return <ReportsTab shown={admin} />;
  }
}
