// Long, because it is the whole table of screens: one route after the other, nothing else.

import { type LoaderFunctionArgs, type RouteObject, replace } from 'react-router';
import { type LoaderContext, siteContext } from './contexts.ts';
import { notFound } from './first-routes.tsx';
import { deskRefusals, titles } from './messages/en/screens.ts';
import type { RouteHandle } from './shell/route-handle.ts';

const named = (title: string, rest: Omit<RouteHandle, 'describe'> = {}): RouteHandle => ({
  describe: (_loaded, site) => ({ title: `${title} · ${site.productName}` }),
  ...rest,
});

/** An address of administrators' without a screen of its own: it is guarded, and leads them on; home until a later edition brings one. */
const guarded = (path: string, text?: string, leadsTo = '/dashboard'): RouteObject => ({
  path,
  loader: () => null,
  handle: { access: ['admin'], leadsTo, ...(text && { refusal: { text } }) } satisfies RouteHandle,
});

/** A desk of administrators. */
const ofAdmins = (title: string, module: string): RouteHandle =>
  named(title, { module, access: ['admin'], wide: true, needsNetwork: true });

/** A desk of advertisers' campaigns, and of administrators who look after them. */
const ofCampaigns = (module: string): RouteHandle =>
  named(titles.campaigns, {
    module,
    access: ['advertiser'],
    refusal: { ownText: deskRefusals.campaignsPart },
    wide: true,
    needsNetwork: true,
  });

/** What came of campaigns, and what they cost: of advertisers for their own, and of administrators. */
const ofCampaignMoney = (title: string, module: string): RouteHandle =>
  named(title, {
    module,
    access: ['advertiser'],
    refusal: { ownText: deskRefusals.part },
    wide: true,
    needsNetwork: true,
  });

/** A section of the administrators' security desk. */
const ofSecurity = (title: string, module: string): RouteHandle =>
  named(title, {
    module,
    access: ['admin'],
    refusal: { text: deskRefusals.security },
    wide: true,
    needsNetwork: true,
  });

/** A section of the partners' portal. */
const ofPortal = (module: string): RouteHandle =>
  named(titles.partnerPortal, {
    module,
    access: ['partner'],
    refusal: { title: deskRefusals.partner, text: deskRefusals.partnerText, ownText: deskRefusals.partnerPart },
    wide: true,
    needsNetwork: true,
  });

const onlyInDemo = ({ context }: LoaderFunctionArgs<LoaderContext>) =>
  context.get(siteContext).demo ? null : notFound();

/**
 * Every screen, one line each, with who may see it; the one that a code leads to is in first-routes.tsx. This table comes when the
 * page is at rest, or with the first step to one of them.
 */
export const screens: RouteObject[] = [
  {
    index: true,
    lazy: () =>
      import('./screens/landing/landing.tsx').then((screen) => ({
        Component: screen.LandingScreen,
        loader: screen.loadLanding,
      })),
    handle: named(titles.landing, { module: 'src/screens/landing/landing.tsx' }),
  },
  {
    path: 'explore',
    lazy: () =>
      import('./screens/explore/explore.tsx').then((screen) => ({
        Component: screen.ExploreScreen,
        loader: screen.loadExplore,
      })),
    handle: named(titles.explore, { module: 'src/screens/explore/explore.tsx' }),
  },
  {
    path: 'scan',
    lazy: () => import('./screens/scan/scan.tsx').then((screen) => ({ Component: screen.ScanScreen })),
    handle: named(titles.scan, { module: 'src/screens/scan/scan.tsx' }),
  },
  // Where earlier links to the scanner lead.
  {
    path: 'qr-scan',
    loader: () => {
      throw replace('/scan');
    },
  },
  {
    path: 'auth',
    lazy: () => import('./screens/sign-in/sign-in.tsx').then((screen) => ({ Component: screen.SignInScreen })),
    handle: named(titles.signIn, { module: 'src/screens/sign-in/sign-in.tsx', needsNetwork: true }),
  },
  {
    path: 'auth/magic-link',
    lazy: () => import('./screens/magic-link/magic-link.tsx').then((screen) => ({ Component: screen.MagicLinkScreen })),
    handle: named(titles.magicLink, { module: 'src/screens/magic-link/magic-link.tsx', needsNetwork: true }),
  },
  {
    path: 'auth/callback',
    lazy: () => import('./screens/callback/callback.tsx').then((screen) => ({ Component: screen.CallbackScreen })),
    handle: named(titles.callback, { module: 'src/screens/callback/callback.tsx', needsNetwork: true }),
  },
  {
    path: 'invite/:token?',
    lazy: () => import('./screens/invite/invite.tsx').then((screen) => ({ Component: screen.InviteScreen })),
    handle: named(titles.invite, { module: 'src/screens/invite/invite.tsx', needsNetwork: true }),
  },
  {
    path: 'apply',
    lazy: () => import('./screens/apply/apply.tsx').then((screen) => ({ Component: screen.ApplyScreen })),
    handle: named(titles.apply, { module: 'src/screens/apply/apply.tsx', needsNetwork: true }),
  },
  {
    path: 'unsubscribe/:token',
    lazy: () =>
      import('./screens/unsubscribe/unsubscribe.tsx').then((screen) => ({ Component: screen.UnsubscribeScreen })),
    handle: named(titles.unsubscribe, { module: 'src/screens/unsubscribe/unsubscribe.tsx', needsNetwork: true }),
  },
  {
    path: 'how-we-order',
    lazy: () => import('./screens/ranking/ranking.tsx').then((screen) => ({ Component: screen.RankingScreen })),
    handle: named(titles.ranking, { module: 'src/screens/ranking/ranking.tsx' }),
  },
  {
    path: 'privacy',
    lazy: () =>
      import('./screens/privacy/privacy.tsx').then((screen) => ({
        Component: screen.PrivacyScreen,
        loader: screen.loadPrivacy,
      })),
    handle: named(titles.privacy, { module: 'src/screens/privacy/privacy.tsx', needsNetwork: true }),
  },
  {
    path: 'onboarding',
    lazy: () =>
      import('./screens/onboarding/onboarding.tsx').then((screen) => ({
        Component: screen.OnboardingScreen,
        loader: screen.loadOnboarding,
        shouldRevalidate: () => false,
      })),
    handle: named(titles.onboarding, {
      module: 'src/screens/onboarding/onboarding.tsx',
      access: 'signed-in',
      needsNetwork: true,
    }),
  },
  {
    path: 'dashboard',
    lazy: () =>
      import('./screens/dashboard/dashboard.tsx').then((screen) => ({
        Component: screen.DashboardScreen,
        loader: screen.loadDashboard,
      })),
    handle: named(titles.dashboard, {
      module: 'src/screens/dashboard/dashboard.tsx',
      parts: [
        {
          of: 'admin',
          module: 'src/screens/dashboard/admin.ts',
          bring: () => import('./screens/dashboard/dashboard.tsx').then((screen) => screen.bringAdmin()),
        },
        {
          of: 'advertiser',
          module: 'src/screens/own-listings/advertiser.ts',
          bring: () => import('./screens/dashboard/dashboard.tsx').then((screen) => screen.bringAdvertiser()),
        },
      ],
      access: 'signed-in',
      wide: true,
    }),
  },
  {
    path: 'dashboard/listing',
    lazy: () =>
      import('./screens/own-listings/own-listing-editor.tsx').then((screen) => ({
        Component: screen.OwnListingEditorScreen,
        loader: screen.loadOwnEditor,
      })),
    handle: named(titles.ownListing, {
      module: 'src/screens/own-listings/own-listing-editor.tsx',
      access: ['advertiser'],
      refusal: { ownText: deskRefusals.listingsPart },
      wide: true,
      needsNetwork: true,
    }),
  },
  {
    path: 'bookings',
    lazy: () =>
      import('./screens/bookings/bookings.tsx').then((screen) => ({
        Component: screen.BookingsScreen,
        loader: screen.loadBookings,
        shouldRevalidate: screen.asksForBookings,
      })),
    handle: {
      describe: (loaded, site) => ({
        title: `${loaded?.kind === 'platform' ? titles.platformBookings : titles.bookings} · ${site.productName}`,
      }),
      module: 'src/screens/bookings/bookings.tsx',
      parts: [
        {
          of: 'admin',
          module: 'src/screens/bookings/platform.ts',
          bring: () => import('./screens/bookings/bookings.tsx').then((screen) => screen.bringPlatform()),
        },
      ],
      access: ['traveler'],
      wide: true,
    } satisfies RouteHandle,
  },
  {
    path: 'saved',
    lazy: () =>
      import('./screens/saved/saved.tsx').then((screen) => ({
        Component: screen.SavedScreen,
        loader: screen.loadSaved,
      })),
    handle: named(titles.saved, { module: 'src/screens/saved/saved.tsx', access: ['guest', 'traveler'] }),
  },
  {
    path: 'offline',
    lazy: () => import('./screens/offline/offline.tsx').then((screen) => ({ Component: screen.OfflineScreen })),
    handle: named(titles.offline, { module: 'src/screens/offline/offline.tsx' }),
  },
  {
    path: 'partner-portal',
    lazy: () =>
      import('./screens/portal/overview.tsx').then((screen) => ({
        Component: screen.OverviewScreen,
        loader: screen.loadOverview,
      })),
    handle: ofPortal('src/screens/portal/overview.tsx'),
  },
  {
    path: 'partner-portal/qr-codes',
    lazy: () =>
      import('./screens/portal/qr-manager.tsx').then((screen) => ({
        Component: screen.QrManagerScreen,
        loader: screen.loadCodes,
      })),
    handle: ofPortal('src/screens/portal/qr-manager.tsx'),
  },
  {
    path: 'partner-portal/places',
    lazy: () =>
      import('./screens/portal/places.tsx').then((screen) => ({
        Component: screen.PlacesScreen,
        loader: screen.loadPlaces,
      })),
    handle: ofPortal('src/screens/portal/places.tsx'),
  },
  {
    path: 'partner-portal/performance',
    lazy: () =>
      import('./screens/portal/performance.tsx').then((screen) => ({
        Component: screen.PerformanceScreen,
        loader: screen.loadPerformance,
      })),
    handle: ofPortal('src/screens/portal/performance.tsx'),
  },
  {
    path: 'partner-portal/earnings',
    lazy: () =>
      import('./screens/portal/earnings.tsx').then((screen) => ({
        Component: screen.EarningsScreen,
        loader: screen.loadEarnings,
      })),
    handle: ofPortal('src/screens/portal/earnings.tsx'),
  },
  {
    path: 'partner-portal/team',
    lazy: () =>
      import('./screens/portal/team.tsx').then((screen) => ({
        Component: screen.TeamScreen,
        loader: screen.loadTeam,
      })),
    handle: ofPortal('src/screens/portal/team.tsx'),
  },
  {
    path: 'partner-portal/settings',
    lazy: () =>
      import('./screens/portal/settings.tsx').then((screen) => ({
        Component: screen.PortalSettingsScreen,
        loader: screen.loadSettings,
      })),
    handle: ofPortal('src/screens/portal/settings.tsx'),
  },
  {
    path: 'analytics',
    lazy: () =>
      import('./screens/analytics/analytics.tsx').then((screen) => ({
        Component: screen.AnalyticsScreen,
        loader: screen.loadAnalytics,
      })),
    handle: named(titles.analytics, {
      module: 'src/screens/analytics/analytics.tsx',
      parts: (['partner', 'admin'] as const).map((of) => ({
        of,
        module: 'src/screens/analytics/desk.ts',
        bring: () => import('./screens/analytics/analytics.tsx').then((screen) => screen.bringDesk()),
      })),
      // Advertisers are led on to what came of their campaigns.
      access: ['partner', 'traveler', 'advertiser'],
      refusal: { ownText: deskRefusals.part },
      wide: true,
    }),
  },
  {
    path: 'analytics/rows',
    lazy: () =>
      import('./screens/analytics/rows.tsx').then((screen) => ({
        Component: screen.FigureRowsScreen,
        loader: screen.loadFigureRows,
      })),
    handle: ofAdmins(titles.analyticsRows, 'src/screens/analytics/rows.tsx'),
  },
  {
    path: 'security',
    lazy: () =>
      import('./screens/security/monitoring.tsx').then((screen) => ({
        Component: screen.MonitoringScreen,
        loader: screen.loadMonitoring,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.securityMonitoring, 'src/screens/security/monitoring.tsx'),
  },
  {
    path: 'security/api',
    lazy: () =>
      import('./screens/security/api-security.tsx').then((screen) => ({
        Component: screen.ApiSecurityScreen,
        loader: screen.loadApiSecurity,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.apiSecurity, 'src/screens/security/api-security.tsx'),
  },
  {
    path: 'security/access',
    lazy: () =>
      import('./screens/security/accounts.tsx').then((screen) => ({
        Component: screen.AccountsScreen,
        loader: screen.loadAccounts,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.accessControl, 'src/screens/security/accounts.tsx'),
  },
  {
    path: 'security/privacy',
    lazy: () =>
      import('./screens/security/privacy-management.tsx').then((screen) => ({
        Component: screen.PrivacyManagementScreen,
        loader: screen.loadPrivacyManagement,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.privacyManagement, 'src/screens/security/privacy-management.tsx'),
  },
  {
    path: 'security/quality',
    lazy: () =>
      import('./screens/security/quality-assurance.tsx').then((screen) => ({
        Component: screen.QualityScreen,
        loader: screen.loadQuality,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.quality, 'src/screens/security/quality-assurance.tsx'),
  },
  {
    path: 'audit',
    lazy: () =>
      import('./screens/security/audit.tsx').then((screen) => ({
        Component: screen.AuditScreen,
        loader: screen.loadAudit,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.audit, 'src/screens/security/audit.tsx'),
  },
  {
    path: 'security/work',
    lazy: () =>
      import('./screens/security/work.tsx').then((screen) => ({
        Component: screen.WorkScreen,
        loader: screen.loadWork,
        ErrorBoundary: screen.SectionFailed,
      })),
    handle: ofSecurity(titles.work, 'src/screens/security/work.tsx'),
  },
  {
    path: 'money/holds',
    lazy: () =>
      import('./screens/money/holds.tsx').then((screen) => ({
        Component: screen.HoldsScreen,
        loader: screen.loadHolds,
      })),
    handle: ofAdmins(titles.holds, 'src/screens/money/holds.tsx'),
  },
  {
    path: 'money/news',
    lazy: () =>
      import('./screens/money/news.tsx').then((screen) => ({
        Component: screen.NewsScreen,
        loader: screen.loadNews,
      })),
    handle: ofAdmins(titles.news, 'src/screens/money/news.tsx'),
  },
  {
    path: 'money/reconcile',
    lazy: () =>
      import('./screens/money/reconcile.tsx').then((screen) => ({
        Component: screen.ReconcileScreen,
        loader: screen.loadReconcile,
      })),
    handle: ofAdmins(titles.reconcile, 'src/screens/money/reconcile.tsx'),
  },
  {
    path: 'money/payouts',
    lazy: () =>
      import('./screens/money/payouts.tsx').then((screen) => ({
        Component: screen.PayoutsScreen,
        loader: screen.loadPayouts,
      })),
    handle: ofAdmins(titles.payouts, 'src/screens/money/payouts.tsx'),
  },
  {
    path: 'money/rate-cards',
    lazy: () =>
      import('./screens/money/rate-cards.tsx').then((screen) => ({
        Component: screen.RateCardsScreen,
        loader: screen.loadRateCards,
      })),
    handle: ofAdmins(titles.rateCards, 'src/screens/money/rate-cards.tsx'),
  },
  {
    path: 'money/ledger',
    lazy: () =>
      import('./screens/money/ledger.tsx').then((screen) => ({
        Component: screen.LedgerScreen,
        loader: screen.loadLedger,
      })),
    handle: ofAdmins(titles.ledger, 'src/screens/money/ledger.tsx'),
  },
  {
    path: 'money/explain',
    lazy: () =>
      import('./screens/money/explain.tsx').then((screen) => ({
        Component: screen.ExplainScreen,
        loader: screen.loadExplanation,
      })),
    handle: named(titles.explain, {
      module: 'src/screens/money/explain.tsx',
      access: ['partner'],
      wide: true,
      needsNetwork: true,
    }),
  },
  {
    path: 'money/statement',
    lazy: () =>
      import('./screens/money/statement.tsx').then((screen) => ({
        Component: screen.StatementScreen,
        loader: screen.loadStatement,
      })),
    handle: named(titles.statement, {
      module: 'src/screens/money/statement.tsx',
      access: ['partner'],
      wide: true,
      needsNetwork: true,
    }),
  },
  {
    path: 'partners',
    lazy: () =>
      import('./screens/partners/partners.tsx').then((screen) => ({
        Component: screen.PartnersScreen,
        loader: screen.loadPartners,
      })),
    handle: ofAdmins(titles.partnerManagement, 'src/screens/partners/partners.tsx'),
  },
  {
    path: 'partners/view',
    lazy: () =>
      import('./screens/partners/partner-view.tsx').then((screen) => ({
        Component: screen.PartnerViewScreen,
        loader: screen.loadPartnerView,
      })),
    handle: ofAdmins(titles.partnerView, 'src/screens/partners/partner-view.tsx'),
  },
  {
    path: 'partners/requests',
    lazy: () =>
      import('./screens/partners/requests.tsx').then((screen) => ({
        Component: screen.RequestsScreen,
        loader: screen.loadRequests,
      })),
    handle: ofAdmins(titles.qrRequests, 'src/screens/partners/requests.tsx'),
  },
  {
    path: 'partners/proposals',
    lazy: () =>
      import('./screens/partners/proposals.tsx').then((screen) => ({
        Component: screen.ProposalsScreen,
        loader: screen.loadProposals,
      })),
    handle: ofAdmins(titles.placeProposals, 'src/screens/partners/proposals.tsx'),
  },
  {
    path: 'applications',
    lazy: () =>
      import('./screens/applications/applications.tsx').then((screen) => ({
        Component: screen.ApplicationsScreen,
        loader: screen.loadApplications,
      })),
    handle: ofAdmins(titles.applications, 'src/screens/applications/applications.tsx'),
  },
  {
    path: 'content',
    lazy: () =>
      import('./screens/content/content.tsx').then((screen) => ({
        Component: screen.ContentScreen,
        loader: screen.loadContent,
      })),
    handle: ofAdmins(titles.content, 'src/screens/content/content.tsx'),
  },
  {
    path: 'content/proposals',
    lazy: () =>
      import('./screens/content/listing-proposals.tsx').then((screen) => ({
        Component: screen.ListingProposalsScreen,
        loader: screen.loadListingProposals,
      })),
    handle: ofAdmins(titles.listingProposals, 'src/screens/content/listing-proposals.tsx'),
  },
  {
    path: 'content/editor',
    lazy: () =>
      import('./screens/content/listing-editor.tsx').then((screen) => ({
        Component: screen.ListingEditorScreen,
        loader: screen.loadEditor,
      })),
    handle: ofAdmins(titles.content, 'src/screens/content/listing-editor.tsx'),
  },
  {
    path: 'knowledge',
    lazy: () =>
      import('./screens/knowledge/knowledge.tsx').then((screen) => ({
        Component: screen.KnowledgeScreen,
        loader: screen.loadKnowledge,
      })),
    handle: ofAdmins(titles.knowledge, 'src/screens/knowledge/knowledge.tsx'),
  },
  {
    path: 'locations',
    lazy: () =>
      import('./screens/locations/locations.tsx').then((screen) => ({
        Component: screen.LocationsScreen,
        loader: screen.loadLocations,
      })),
    handle: ofAdmins(titles.locations, 'src/screens/locations/locations.tsx'),
  },
  {
    path: 'locations/editor',
    lazy: () =>
      import('./screens/locations/location-editor.tsx').then((screen) => ({
        Component: screen.LocationEditorScreen,
        loader: screen.loadLocationEditor,
      })),
    handle: ofAdmins(titles.locations, 'src/screens/locations/location-editor.tsx'),
  },
  {
    path: 'locations/orphans',
    lazy: () =>
      import('./screens/locations/orphans.tsx').then((screen) => ({
        Component: screen.OrphansScreen,
        loader: screen.loadOrphans,
      })),
    handle: ofAdmins(titles.orphanScans, 'src/screens/locations/orphans.tsx'),
  },
  {
    path: 'locations/batch',
    lazy: () =>
      import('./screens/locations/batch.tsx').then((screen) => ({
        Component: screen.BatchScreen,
        loader: screen.loadBatch,
      })),
    handle: ofAdmins(titles.qrBatch, 'src/screens/locations/batch.tsx'),
  },
  {
    path: 'locations/lists',
    lazy: () =>
      import('./screens/locations/lists.tsx').then((screen) => ({
        Component: screen.ListsScreen,
        loader: screen.loadLists,
      })),
    handle: ofAdmins(titles.locationLists, 'src/screens/locations/lists.tsx'),
  },
  {
    path: 'content/import',
    lazy: () =>
      import('./screens/content/listing-import.tsx').then((screen) => ({
        Component: screen.ListingImportScreen,
        loader: screen.loadImport,
      })),
    handle: ofAdmins(titles.content, 'src/screens/content/listing-import.tsx'),
  },
  {
    path: 'security/embedded-pages',
    lazy: () =>
      import('./screens/embedded-pages/embedded-pages.tsx').then((screen) => ({
        Component: screen.EmbeddedPagesScreen,
        loader: screen.loadEmbeddedPages,
      })),
    handle: ofAdmins(titles.embeddedPages, 'src/screens/embedded-pages/embedded-pages.tsx'),
  },
  {
    path: 'campaigns',
    lazy: () =>
      import('./screens/campaigns/campaigns.tsx').then((screen) => ({
        Component: screen.CampaignsScreen,
        loader: screen.loadCampaigns,
      })),
    handle: ofCampaigns('src/screens/campaigns/campaigns.tsx'),
  },
  {
    path: 'campaigns/editor',
    lazy: () =>
      import('./screens/campaigns/campaign-editor.tsx').then((screen) => ({
        Component: screen.CampaignEditorScreen,
        loader: screen.loadCampaignEditor,
      })),
    handle: ofCampaigns('src/screens/campaigns/campaign-editor.tsx'),
  },
  guarded('manage/users', deskRefusals.security, '/security/access'),
  {
    path: 'campaigns/results',
    lazy: () =>
      import('./screens/campaigns/results.tsx').then((screen) => ({
        Component: screen.ResultsScreen,
        loader: screen.loadResults,
      })),
    handle: ofCampaignMoney(titles.campaignResults, 'src/screens/campaigns/results.tsx'),
  },
  {
    path: 'campaigns/invoices',
    lazy: () =>
      import('./screens/campaigns/invoices.tsx').then((screen) => ({
        Component: screen.InvoicesScreen,
        loader: screen.loadInvoices,
      })),
    handle: ofCampaignMoney(titles.campaignInvoices, 'src/screens/campaigns/invoices.tsx'),
  },
  {
    path: 'dev/design',
    loader: onlyInDemo,
    lazy: () => import('./screens/design/design.tsx').then((screen) => ({ Component: screen.DesignScreen })),
    handle: named(titles.design, { module: 'src/screens/design/design.tsx', needsNetwork: true }),
  },
  {
    path: 'dev/design/desk',
    loader: onlyInDemo,
    lazy: () => import('./screens/design/desk.tsx').then((screen) => ({ Component: screen.DesignDeskScreen })),
    handle: named(titles.design, { module: 'src/screens/design/desk.tsx', needsNetwork: true, wide: true }),
  },
];
