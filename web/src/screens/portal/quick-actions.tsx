import { Link } from 'react-router';
import type { Api } from '../../api.ts';
import { DownloadLink } from '../../desk/download-link.tsx';
import { portalOverview as words } from '../../messages/en/portal-desk.ts';
import { ScanIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { ArrowIcon, ChartIcon, PersonIcon, TicketIcon } from '../../ui/more-icons.tsx';
import page from '../../ui/page.module.css';
import { partnerViewOf, usePartnerView } from './partner-view.ts';

const ways = [
  {
    to: '/partner-portal/qr-codes',
    section: 'codes',
    label: words.manage,
    Icon: ScanIcon,
    needs: 'qr_code_management',
  },
  {
    to: '/partner-portal/performance',
    section: 'performance',
    label: words.analytics,
    Icon: ChartIcon,
    needs: 'performance_analytics',
  },
  {
    to: '/partner-portal/settings',
    section: 'settings',
    label: words.settings,
    Icon: PersonIcon,
    needs: 'partner_portal_access',
  },
] as const;

const reportFailed = { again: words.reportFailed, because: words.reportRefused };

const isReportReady = (api: Api) => api('GET /api/partner-portal/performance', { query: { range: '90d' } });

/** The ways to what a partner does most, each for those who may; an administrator who looks takes no report along. */
export function QuickActions({ permissions }: { permissions: readonly string[] }) {
  const view = usePartnerView();
  return (
    <section className={page.section} aria-labelledby="actions">
      <h2 id="actions">{words.actions}</h2>
      <ul role="list" className={list.links}>
        {ways
          .filter(({ needs }) => permissions.includes(needs))
          .map(({ to, section, label, Icon }) => (
            <li key={to}>
              <Link to={view ? partnerViewOf(view.id, section) : to} replace={view !== null} className={list.link}>
                <Icon />
                {label}
                <ArrowIcon />
              </Link>
            </li>
          ))}
        {!view && permissions.includes('performance_analytics') && (
          <li>
            <DownloadLink
              href="/api/partner-portal/export-report?format=csv"
              className={list.link}
              ready={isReportReady}
              failed={reportFailed}
            >
              <TicketIcon />
              {words.report}
              <ArrowIcon />
            </DownloadLink>
          </li>
        )}
      </ul>
    </section>
  );
}
