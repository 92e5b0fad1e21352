import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { contract } from '../contract/index.ts';
import { accountsRoutes } from './features/accounts/accounts.routes.ts';
import { activityRoutes } from './features/activity/activity.routes.ts';
import { analyticsRoutes } from './features/analytics/analytics.routes.ts';
import { applicationsRoutes } from './features/applications/applications.routes.ts';
import { auditLogRoutes } from './features/audit-log/audit-log.routes.ts';
import { bookingsRoutes } from './features/bookings/bookings.routes.ts';
import { campaignsRoutes } from './features/campaigns/campaigns.routes.ts';
import { SiteShares, SponsoredSlots, touchCounter } from './features/campaigns/campaigns.ts';
import { invoicesRoutes } from './features/campaigns/invoices.routes.ts';
import { resultsRoutes } from './features/campaigns/results.routes.ts';
import { codesRoutes } from './features/codes/codes.routes.ts';
import { commissionRoutes } from './features/commission/commission.routes.ts';
import { contentRoutes } from './features/content/content.routes.ts';
import { listingImportsRoutes } from './features/content/listing-imports.routes.ts';
import { curationRoutes } from './features/curation/curation.routes.ts';
import { demoRoutes } from './features/demo/demo.routes.ts';
import { embeddingRoutes } from './features/embedding/embedding.routes.ts';
import { figuresRoutes } from './features/figures/figures.routes.ts';
import { usageRoutes } from './features/figures/usage.routes.ts';
import { findRoutes } from './features/find/find.routes.ts';
import { importsRoutes } from './features/imports/imports.routes.ts';
import { invitationsRoutes } from './features/invitations/invitations.routes.ts';
import { kitsRoutes } from './features/kits/kits.routes.ts';
import { knowledgeRoutes } from './features/knowledge/knowledge.routes.ts';
import { Knowledge } from './features/knowledge/knowledge.ts';
import { listingsRoutes } from './features/listings/listings.routes.ts';
import { GuideVersion } from './features/listings/listings.ts';
import { locationsRoutes } from './features/locations/locations.routes.ts';
import { mapRoutes } from './features/map/map.routes.ts';
import { newsRoutes } from './features/news/news.routes.ts';
import { Metrics } from './features/operations/metrics.ts';
import { operationsRoutes } from './features/operations/operations.routes.ts';
import { organisationsRoutes } from './features/organisations/organisations.routes.ts';
import { ownListingsRoutes } from './features/own-listings/own-listings.routes.ts';
import { findEditions } from './features/pages/editions.ts';
import { fileBytesIn } from './features/pages/files.ts';
import { mountInstall } from './features/pages/install.routes.ts';
import { mailLanguagesOf } from './features/pages/mail-words.ts';
import { mountArrivals, mountPages } from './features/pages/pages.routes.ts';
import { partnerReportsRoutes } from './features/partner-reports/partner-reports.routes.ts';
import { partnerSettingsRoutes } from './features/partner-settings/partner-settings.routes.ts';
import { partnerViewRoutes } from './features/partner-view/partner-view.routes.ts';
import { partnersRoutes } from './features/partners/partners.routes.ts';
import { passkeysRoutes } from './features/passkeys/passkeys.routes.ts';
import { performanceRoutes } from './features/performance/performance.routes.ts';
import { placeProposalsRoutes } from './features/place-proposals/place-proposals.routes.ts';
import { placesRoutes } from './features/places/places.routes.ts';
import { KnownLists } from './features/places/places.ts';
import { platformFiguresRoutes } from './features/platform-figures/platform-figures.routes.ts';
import { platformReportsRoutes } from './features/platform-reports/platform-reports.routes.ts';
import { endSubscription } from './features/platform-reports/platform-reports.ts';
import { privacyRoutes } from './features/privacy/privacy.routes.ts';
import { profilesRoutes } from './features/profiles/profiles.routes.ts';
import { recommendationsRoutes } from './features/recommendations/recommendations.routes.ts';
import { reportsRoutes } from './features/reports/reports.routes.ts';
import { reviewsRoutes } from './features/reviews/reviews.routes.ts';
import { savedRoutes } from './features/saved/saved.routes.ts';
import { scanningRoutes } from './features/scanning/scanning.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { securityDeskRoutes } from './features/security-desk/security-desk.routes.ts';
import { todayRoutes } from './features/today/today.routes.ts';
import { uploadsRoutes } from './features/uploads/uploads.routes.ts';
import { usersRoutes } from './features/users/users.routes.ts';
import { workRoutes } from './features/work/work.routes.ts';
import type { Clock, Services } from './platform/context.ts';
import type { Database } from './platform/database/database.ts';
import type { Replica } from './platform/database/replica.ts';
import { mountContract } from './platform/http/http.ts';
import { defaultLanguage } from './platform/http/language.ts';
import { Refusal } from './platform/http/refusal.ts';
import { createServer } from './platform/http/server.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { RateLimits } from './platform/limits/rate-limits.ts';
import { measureRequests } from './platform/request-metrics/measure-requests.ts';
import { RequestMetrics } from './platform/request-metrics/request-metrics.ts';
import { flushSecurityEvents, recordRefusal } from './platform/security-events/security-events.ts';
import type { Settings } from './platform/settings.ts';
import { tidied } from './tidying.ts';

export interface Deps {
  settings: Settings;
  database: Database;
  /** The connections of what is done beside requests, where this process does that: the metrics tell of them. */
  background?: Database;
  /** A copy that follows the database, for what is only read; none unless told. */
  replica?: Replica | undefined;
  jobs: Jobs;
  clock: Clock;
  logger: Logger;
  /** Folder of the built web side; without one only the API answers. */
  webFolder?: string;
  /** Without a web folder: an address of a code records its scan all the same, and shows nothing. */
  opensCodes?: boolean;
  /** Memory for cached pages of guests, in bytes; 0 caches none. */
  pageCacheBytes?: number;
}

/** Room for some 2,000 pages. */
const defaultPageCacheBytes = 32 * 1024 * 1024;

/** A worker obeys the policy of its own script: it may load our own files and compile WebAssembly, nothing else. */
const scriptPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; frame-ancestors 'none'";
const immutable = 'public, max-age=31536000, immutable';

/** The whole product behind one HTTP server, not yet listening. Refuses to be made when an endpoint of the contract is unanswered. */
export async function createApp(deps: Deps): Promise<FastifyInstance> {
  const {
    settings,
    database,
    background,
    replica,
    jobs,
    clock,
    logger,
    webFolder,
    opensCodes,
    pageCacheBytes = defaultPageCacheBytes,
  } = deps;
  const app = createServer(settings, logger, (request) =>
    recordRefusal(database.db, clock.now(), new Refusal('cross_site'), {
      method: request.method,
      path: request.routeOptions.url ?? '(no route)',
      address: request.ip,
      requestId: request.id,
    }),
  );
  const metrics = new RequestMetrics(database.db, clock, app.log);
  // What invented visitors ask for at moments of the past was never waited for.
  const exposed = new Metrics({
    db: database.aside,
    pools: { requests: database.pool, ...(background && { work: background.pool }) },
    replica,
    settings,
    clock,
  });
  if (!opensCodes) measureRequests(app, metrics, (...answered) => exposed.note(...answered));
  const limits = new RateLimits(database.aside, settings.rateLimits);
  app.addHook('onClose', () => Promise.all([flushSecurityEvents(database.db), limits.close()]));
  const editions = webFolder ? findEditions(webFolder) : undefined;
  const services: Services = {
    db: database.db,
    replica,
    settings,
    clock,
    jobs,
    limits,
    log: app.log,
    ...mailLanguagesOf(editions),
  };
  const knowledge = new Knowledge(settings);
  const guideVersion = new GuideVersion(services.db);
  const lists = new KnownLists(services.db, guideVersion);
  const shares = new SiteShares(services.limits);
  const sponsored = new SponsoredSlots({ db: services.db, version: guideVersion, lists, shares, log: app.log });
  const answers = [
    ...operationsRoutes({
      db: database.aside,
      settings,
      contract,
      exposed,
      isDraining: () => (app as unknown as { draining: boolean }).draining,
    }),
    ...listingsRoutes,
    ...searchRoutes({ db: services.db, guideVersion }),
    ...mapRoutes(services),
    ...placesRoutes({ fileBytes: fileBytesIn(join(webFolder ?? '.', 'client')) }),
    ...scanningRoutes,
    ...accountsRoutes,
    ...privacyRoutes({ tidied }),
    ...profilesRoutes,
    ...invitationsRoutes,
    ...organisationsRoutes,
    ...codesRoutes,
    ...contentRoutes,
    ...locationsRoutes,
    ...listingImportsRoutes,
    ...curationRoutes,
    ...ownListingsRoutes,
    ...placeProposalsRoutes,
    ...kitsRoutes,
    ...performanceRoutes,
    ...partnerSettingsRoutes,
    ...partnersRoutes,
    ...partnerViewRoutes,
    ...auditLogRoutes,
    ...partnerReportsRoutes({ endSubscription }),
    ...passkeysRoutes,
    ...reportsRoutes,
    ...securityDeskRoutes({ metrics, contract }),
    ...analyticsRoutes({ db: services.db, counter: touchCounter({ ...services, sponsored, shares }) }),
    ...campaignsRoutes({ sponsored }),
    ...resultsRoutes,
    ...invoicesRoutes,
    ...applicationsRoutes,
    ...bookingsRoutes,
    ...commissionRoutes,
    ...importsRoutes,
    ...savedRoutes,
    ...todayRoutes,
    ...knowledgeRoutes({ knowledge }),
    ...findRoutes({ knowledge }),
    ...platformFiguresRoutes({ metrics }),
    ...figuresRoutes,
    ...usageRoutes({ metrics }),
    ...platformReportsRoutes,
    ...activityRoutes,
    ...reviewsRoutes,
    ...recommendationsRoutes,
    ...newsRoutes,
    ...usersRoutes,
    ...workRoutes,
    ...uploadsRoutes,
    ...embeddingRoutes,
    ...demoRoutes,
  ];
  mountContract(app, contract, answers, services);
  if (webFolder && editions) {
    const client = join(webFolder, 'client');
    await serveFiles(app, client);
    mountInstall(app, settings, client, editions);
    // The one most readers want is there before the first of them.
    await editions.open(defaultLanguage);
    mountPages(app, services, { editions, answers, guideVersion, lists, sponsored, pageCacheBytes });
  } else if (opensCodes) mountArrivals(app, services);
  return app;
}

async function serveFiles(app: FastifyInstance, client: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: client,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    globIgnore: ['manifest.*.json', 'sw.js', '**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('cache-control', /\/(assets|fonts)\//.test(path) ? immutable : 'public, max-age=86400');
      if (/\.js(\.br|\.gz)?$/.test(path)) reply.header('content-security-policy', scriptPolicy);
    },
  });
}
