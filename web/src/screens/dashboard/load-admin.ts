import type { listApplications } from '../../../../contract/applications.ts';
import type { getCommissionOverview } from '../../../../contract/commission-overview.ts';
import type { Answer, Request as Asked } from '../../../../contract/endpoint.ts';
import type { listInvitations, StakeholderType } from '../../../../contract/invitations.ts';
import type { listPartners } from '../../../../contract/partners.ts';
import type {
  getPlatformMetrics,
  getPlatformPerformance,
  getPlatformSummary,
  listTopAdvertisers,
} from '../../../../contract/platform-figures.ts';
import type { getToday } from '../../../../contract/today.ts';
import type { LongWork } from '../../../../contract/work.ts';
import { type Api, errorCode } from '../../api.ts';
import { inBrowser, type LoaderArgs } from '../../contexts.ts';
import type { StandIn } from '../../desk/desk-loader.ts';
import { findKeptDesk } from '../../desk/kept-desk.ts';
import { asked, opened } from '../../desk/list-query.ts';
import { followedName } from '../../desk/table-address.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { noneIfAway } from '../../none-if-away.ts';
import type { AdminSection } from './load-dashboard.ts';
import { loadReport, type ReportShown } from './load-report.ts';
import type { Subscriptions } from './report-subscription.tsx';

type Metrics = Omit<Answer<typeof getPlatformMetrics>, 'total_revenue'> & { total_revenue: number | null };

/** What the open section shows; null is what could not be had while the rest could. */
export interface AdminShown {
  today?: Answer<typeof getToday> | null;
  metrics?: { figures: Metrics; standIn?: StandIn } | null;
  /** Of the last seven days. */
  week?: Answer<typeof getPlatformPerformance> | null;
  partners?: Answer<typeof listPartners> | null;
  invitations?: Answer<typeof listInvitations>;
  /** How many applications wait: all of them, or those of advertisers. */
  waiting?: number | null;
  commission?: Answer<typeof getCommissionOverview> | null;
  advertisers?: Answer<typeof listTopAdvertisers> | null;
  summary?: Answer<typeof getPlatformSummary> | null;
  report?: ReportShown | null;
  subscriptions?: Subscriptions | null;
  /** The report that was asked for here, while it is made. */
  work?: LongWork | null;
}

type InvitationsQuery = NonNullable<Asked<typeof listInvitations>['query']>;
type ApplicationsQuery = NonNullable<Asked<typeof listApplications>['query']>;
type PartnersQuery = NonNullable<Asked<typeof listPartners>['query']>;

/** So many partners stand on the overview. */
const firstPartners = '5';

/** What a section of an administrator's home shows. */
export async function loadAdmin(api: Api, section: AdminSection, args: LoaderArgs): Promise<AdminShown> {
  switch (section) {
    case 'overview': {
      const [today, metrics, week, partners] = await Promise.all([
        api('GET /api/admin/today').catch(noneIfAway),
        loadMetrics(api, args),
        api('GET /api/admin/platform-performance', { query: { range: '7d' } }).catch(noneIfAway),
        api('GET /api/admin/partners', { query: { limit: firstPartners } as PartnersQuery }).catch(noneIfAway),
      ]);
      return { today, metrics, week, partners };
    }
    case 'stakeholders': {
      const names = ['search', 'status', 'after'];
      const query = asked(new URL(args.request.url).searchParams, names) as InvitationsQuery;
      const [invitations, waiting] = await Promise.all([
        api('GET /api/stakeholder/invitations', { query }),
        countWaiting(api),
      ]);
      return { invitations, waiting };
    }
    case 'distributors':
      return { commission: await api('GET /api/admin/commission-overview').catch(noneIfAway) };
    case 'advertisers': {
      const [advertisers, waiting, work] = await Promise.all([
        api('GET /api/admin/top-advertisers').catch(noneIfAway),
        countWaiting(api, 'advertiser'),
        loadFollowed(api, args),
      ]);
      return { advertisers, waiting, work };
    }
    case 'analytics':
      return { summary: await api('GET /api/admin/platform-summary').catch(noneIfAway) };
    case 'reports': {
      const query = new URL(args.request.url).searchParams;
      const [report, subscriptions, work] = await Promise.all([
        loadReport(api, query).catch(noneIfAway),
        loadSubscriptions(api).catch(noneIfAway),
        loadFollowed(api, args),
      ]);
      return { report, subscriptions, work };
    }
  }
}

const loadFollowed = (api: Api, { request }: LoaderArgs) =>
  opened(new URL(request.url).searchParams.get(followedName), (id) =>
    api('GET /api/long-work/{id}', { params: { id } }),
  );

const loadSubscriptions = async (api: Api) => (await api('GET /api/admin/report-subscriptions')).subscriptions;

async function countWaiting(api: Api, of?: StakeholderType): Promise<number | null> {
  const query = { state: 'new', limit: '1', ...(of && { stakeholder_type: of }) } as ApplicationsQuery;
  return (await api('GET /api/admin/applications', { query }).catch(noneIfAway))?.total ?? null;
}

/** Under which name this device keeps the last metrics. */
export const metricsAs = { name: 'platform-metrics', version: 2 };
const sample: Metrics = {
  ...{ total_travelers: 128, active_stakeholders: 12, qr_scans_today: 41, bookings_today: 5 },
  before: { qr_scans: 36, bookings: 5 },
  ...{ total_revenue: null, conversion_rate: 5 / 41 },
};

/** By the specification's error catalogue something stands in for metrics that cannot be had (desk-loader.ts has the same order). */
async function loadMetrics(api: Api, args: LoaderArgs): Promise<AdminShown['metrics']> {
  try {
    return { figures: await api('GET /api/admin/platform-metrics') };
  } catch (failure) {
    noneIfAway(failure);
    if (!inBrowser) return null;
    const { user } = await currentSession(args);
    const kept = user && findKeptDesk(metricsAs, user.id, new Date());
    if (kept) return { figures: kept.loaded as Metrics, standIn: { kind: 'kept', keptAt: kept.keptAt } };
    return errorCode(failure) === 'offline' ? null : { figures: sample, standIn: { kind: 'sample' } };
  }
}
