import { Link } from 'react-router';
import type { OwnProfile } from '../../../../contract/profiles.ts';
import type { Role } from '../../../../contract/roles.ts';
import { dashboard as words } from '../../messages/en/dashboard.ts';
import { titles } from '../../messages/en/screens.ts';
import { CompassIcon, ScanIcon, StarIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import {
  ArrowIcon,
  ChartIcon,
  ExternalIcon,
  MailIcon,
  PersonIcon,
  SearchIcon,
  TicketIcon,
} from '../../ui/more-icons.tsx';
import { Motif } from '../../ui/motif.tsx';
import { Notice } from '../../ui/notice.tsx';

interface RoleOverviewProps {
  role: Role;
  permissions: OwnProfile['permissions'];
  /** Why their organisation may do nothing now, in words. */
  suspended?: string | undefined;
}

/** The sections of the portal, each with what its members must have been allowed. */
const partnersLinks = [
  { to: '/partner-portal/qr-codes', label: words.toCodes, Icon: ScanIcon, needs: 'qr_code_management' },
  { to: '/partner-portal/performance', label: words.toPerformance, Icon: ChartIcon, needs: 'performance_analytics' },
  { to: '/money/statement', label: titles.statement, Icon: TicketIcon, needs: 'commission_tracking' },
  { to: '/partner-portal/settings', label: words.toPortalSettings, Icon: PersonIcon, needs: 'partner_portal_access' },
] as const;

/** An advertiser's desks, each with what its members must have been allowed. */
const advertisersLinks = [
  { to: '/campaigns', label: titles.campaigns, Icon: ChartIcon, needs: 'campaign_management' },
  { to: '/campaigns/results', label: titles.campaignResults, Icon: ChartIcon, needs: 'advertiser_analytics' },
  { to: '/campaigns/invoices', label: titles.campaignInvoices, Icon: TicketIcon, needs: 'revenue_analytics' },
] as const;

const adminLinks = [
  { to: '/partners/requests?status=pending', label: titles.qrRequests, Icon: ScanIcon },
  { to: '/partners/proposals?status=pending', label: titles.placeProposals, Icon: SearchIcon },
  { to: '/content/proposals?state=submitted', label: titles.listingProposals, Icon: SearchIcon },
  { to: '/applications?state=new', label: titles.applications, Icon: MailIcon },
  { to: '/campaigns', label: titles.campaigns, Icon: ChartIcon },
  { to: '/locations', label: titles.locations, Icon: CompassIcon },
  { to: '/locations/lists', label: titles.locationLists, Icon: CompassIcon },
  { to: '/locations/orphans', label: titles.orphanScans, Icon: ScanIcon },
  { to: '/bookings', label: titles.platformBookings, Icon: TicketIcon },
  { to: '/money/holds?state=open', label: titles.holds, Icon: SearchIcon },
  { to: '/money/payouts?state=prepared', label: titles.payouts, Icon: TicketIcon },
  { to: '/money/rate-cards', label: titles.rateCards, Icon: TicketIcon },
  { to: '/money/news?state=proposed', label: titles.news, Icon: MailIcon },
  { to: '/money/reconcile', label: titles.reconcile, Icon: TicketIcon },
  { to: '/money/ledger', label: titles.ledger, Icon: TicketIcon },
  { to: '/bookings?view=inquiries', label: words.toInquiries, Icon: SearchIcon },
  { to: '/bookings?view=reviews', label: words.toReviews, Icon: StarIcon },
  { to: '/security/embedded-pages', label: words.toEmbeddedPages, Icon: ExternalIcon },
];

/** What anybody's home leads to. */
const forAll = [
  { to: '/dashboard?tab=profile', label: words.toProfile, Icon: PersonIcon },
  { to: '/explore', label: words.toGuide, Icon: CompassIcon },
];

/** Where partners and advertisers begin: the ways to what is theirs. */
export function RoleOverview({ role, permissions, suspended }: RoleOverviewProps) {
  const all = role === 'partner' ? partnersLinks : role === 'advertiser' ? advertisersLinks : [];
  const own = suspended ? [] : all.filter(({ needs }) => permissions.includes(needs));
  return (
    <div>
      <Motif />
      {suspended && <Notice tone="warn">{suspended}</Notice>}
      <Ways links={[...own, ...forAll]} />
    </div>
  );
}

/** The desks that are no tab of an administrator's home, and what anybody's leads to. */
export const AllDesks = () => <Ways links={[...adminLinks, ...forAll]} />;

function Ways({ links }: { links: readonly { to: string; label: string; Icon: typeof PersonIcon }[] }) {
  return (
    <ul role="list" className={list.links}>
      {links.map(({ to, label, Icon }) => (
        <li key={to}>
          <Link to={to} className={list.link}>
            <Icon />
            {label}
            <ArrowIcon />
          </Link>
        </li>
      ))}
    </ul>
  );
}
