/**
 * The tools that the knowledge base tells of, each with the screens it is about, its own first: a path, and the tab where a screen
 * has several. Each is described in `knowledge/{slug}.md`, and the head of each screen leads there.
 */
export const toolScreens = {
  today: ['/dashboard'],
  invitations: ['/dashboard?tab=invitations'],
  partners: ['/partners'],
  'qr-requests': ['/partners/requests'],
  'place-proposals': ['/partners/proposals'],
  listings: ['/content', '/content/editor'],
  'platform-bookings': ['/bookings'],
  'platform-news': ['/money/news'],
  reconciliation: ['/money/reconcile'],
  holds: ['/money/holds'],
  payouts: ['/money/payouts'],
  'rate-cards': ['/money/rate-cards'],
  ledger: ['/money/ledger', '/money/explain'],
  'access-control': ['/security'],
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
  const address = tab ? `${pathname}?tab=${tab}` : pathname;
  return toolSlugs.find((slug) => (toolScreens[slug] as readonly string[]).includes(address));
}

/** The page of a tool. */
export const toolPage = (slug: string): string => `/knowledge?open=${slug}`;
