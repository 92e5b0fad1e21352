import { titles } from '../../messages/en/screens.ts';
import { securityDesk as words } from '../../messages/en/security-desk.ts';

const sections = {
  quality: { to: '/security/quality', label: titles.quality },
  access: { to: '/security', label: words.tabs.access },
  audit: { to: '/audit', label: titles.audit },
  work: { to: '/security/work', label: titles.work },
};

/** The sections of the security desk that there are, as links. */
export const securityTabs = (current: keyof typeof sections) =>
  Object.entries(sections).map(([section, link]) => ({ ...link, current: section === current }));
