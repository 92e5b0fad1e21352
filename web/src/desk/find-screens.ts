import type { Found } from '../../../contract/find.ts';
import { adminDesk } from '../messages/en/admin-desk.ts';
import { contentDesk } from '../messages/en/content-desk.ts';
import { titles } from '../messages/en/screens.ts';

const { tabs } = adminDesk;
const screen = (name: string, path: string): Found => ({ kind: 'tool', name, note: null, path });

/** Screens that are no tool of the knowledge base, or not the one by which it is called. */
const screens: readonly Found[] = [
  screen(titles.knowledge, '/knowledge'),
  screen(tabs.stakeholders, '/dashboard?tab=stakeholders'),
  screen(tabs.distributors, '/dashboard?tab=distributors'),
  screen(tabs.advertisers, '/dashboard?tab=advertisers'),
  screen(titles.content, '/content'),
  screen(titles.campaigns, '/campaigns'),
  screen(titles.campaignResults, '/campaigns/results'),
  screen(titles.campaignInvoices, '/campaigns/invoices'),
  screen(tabs.reports, '/dashboard?tab=reports'),
  screen(titles.analytics, '/analytics'),
  screen(titles.applications, '/applications'),
  screen(titles.locationLists, '/locations/lists'),
  screen(titles.orphanScans, '/locations/orphans'),
  screen(titles.qrBatch, '/locations/batch'),
  screen(contentDesk.bulkImport, '/content/import'),
  screen(titles.news, '/money/news'),
  screen(titles.ledger, '/money/ledger'),
  screen(titles.securityMonitoring, '/security'),
  screen(titles.apiSecurity, '/security/api'),
  screen(titles.embeddedPages, '/security/embedded-pages'),
];

/** Those in whose name a search stands. */
export function findScreens(typed: string): Found[] {
  const search = typed.trim().toLowerCase();
  return screens.filter(({ name }) => name.toLowerCase().includes(search));
}
