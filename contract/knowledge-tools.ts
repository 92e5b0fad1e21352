/**
 * The tools that the knowledge base tells of, each with the screens it is about, its own first: a path, and the tab where a screen
 * has several. Each is described in `knowledge/{slug}.md`, and the head of each screen leads there.
 */
export const toolScreens = {
  today: ['/dashboard', '/dashboard?tab=analytics', '/dashboard?tab=reports', '/analytics', '/analytics/rows'],
  invitations: ['/dashboard?tab=stakeholders', '/dashboard?tab=advertisers', '/applications'],
  partners: ['/partners', '/partners/view'],
  'qr-requests': ['/partners/requests'],
  'place-proposals': ['/partners/proposals'],
  locations: ['/locations', '/locations/editor', '/locations/lists', '/locations/orphans', '/locations/batch'],
  listings: [
    '/content',
    '/content/editor',
    '/content/import',
    '/content/proposals',
    '/campaigns',
    '/campaigns/editor',
    '/campaigns/results',
    '/campaigns/invoices',
  ],
  'platform-bookings': ['/bookings'],
  reconciliation: ['/money/reconcile', '/money/news'],
  holds: ['/money/holds'],
  payouts: ['/money/payouts', '/money/ledger', '/money/explain', '/dashboard?tab=distributors'],
  'rate-cards': ['/money/rate-cards'],
  'access-control': ['/security/access', '/security/embedded-pages'],
  'audit-log': ['/audit', '/security', '/security/api', '/security/privacy'],
  'quality-assurance': ['/security/quality'],
  work: ['/security/work'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;
export type ToolSlug = keyof typeof toolScreens;

export const toolSlugs = Object.keys(toolScreens) as [ToolSlug, ...ToolSlug[]];

/** What is told of each tool, in this order. */
export const aspects = ['function', 'when', 'how', 'why', 'where', 'who'] as const;
export type Aspect = (typeof aspects)[number];

/** Which tool's screen an address is of; undefined where none tells of it. */
export function toolAt(pathname: string, query: URLSearchParams): ToolSlug | undefined {
  const tab = query.get('tab');
  const screens = toolSlugs.flatMap((slug) => toolScreens[slug].map((screen) => ({ slug, screen })));
  // Tabs that no tool names are parts of one screen.
  const hasTabs = screens.some(({ screen }) => screen.startsWith(`${pathname}?`));
  const address = tab && hasTabs ? `${pathname}?tab=${tab}` : pathname;
  return screens.find(({ screen }) => screen === address)?.slug;
}

/** The page of a tool. */
export const toolPage = (slug: string): string => `/knowledge?open=${slug}`;
