import type { Permission } from '../../../../contract/permissions.ts';
import { portalDesk as words } from '../../messages/en/portal-desk.ts';

const sections = {
  overview: '/partner-portal',
  codes: '/partner-portal/qr-codes',
  places: '/partner-portal/places',
  performance: '/partner-portal/performance',
  earnings: '/partner-portal/earnings',
  team: '/partner-portal/team',
  settings: '/partner-portal/settings',
};
type Section = keyof typeof sections;

/** Sections that only some of a team have, with what they must have been allowed. */
const needs: Partial<Record<Section, Permission>> = {
  codes: 'qr_code_management',
  places: 'partner_content_management',
  performance: 'performance_analytics',
  earnings: 'commission_tracking',
};

/** The sections of the partners' portal, as links, for those who may. @param permissions the reader's */
export const portalTabs = (current: Section, permissions: readonly Permission[]) =>
  (Object.keys(sections) as Section[])
    .filter((section) => {
      const needed = needs[section];
      return !needed || permissions.includes(needed);
    })
    .map((section) => ({ to: sections[section], label: words.tabs[section], current: section === current }));
