import { portalDesk as words } from '../../messages/en/portal-desk.ts';

const sections = {
  overview: '/partner-portal',
  codes: '/partner-portal/qr-codes',
  places: '/partner-portal/places',
  performance: '/partner-portal/performance',
  team: '/partner-portal/team',
  settings: '/partner-portal/settings',
};

/** The sections of the partners' portal, as links. */
export const portalTabs = (current: keyof typeof sections) =>
  (Object.keys(sections) as (keyof typeof sections)[]).map((section) => ({
    to: sections[section],
    label: words.tabs[section],
    current: section === current,
  }));
