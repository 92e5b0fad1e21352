import { adminDesk as words } from '../messages/en/admin-desk.ts';
import { titles } from '../messages/en/screens.ts';

const home = (tab: keyof typeof words.tabs) => ({ to: `/dashboard?tab=${tab}`, label: words.tabs[tab] });

/** By the specification's names and in its order; what is a desk of its own stands among those of the home. */
const tabs = {
  overview: { to: '/dashboard', label: words.tabs.overview },
  stakeholders: home('stakeholders'),
  partners: { to: '/partners', label: titles.partnerManagement },
  distributors: home('distributors'),
  advertisers: home('advertisers'),
  knowledge: { to: '/knowledge', label: titles.knowledge },
  content: { to: '/content', label: titles.content },
  analytics: home('analytics'),
  reports: home('reports'),
};

/** The tabs of administration, as links from each to all others. */
export const adminTabs = (current: keyof typeof tabs) =>
  Object.entries(tabs).map(([tab, link]) => ({ ...link, current: tab === current }));
