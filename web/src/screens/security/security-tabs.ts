import { titles } from '../../messages/en/screens.ts';

const sections = {
  monitoring: { to: '/security', label: titles.securityMonitoring },
  api: { to: '/security/api', label: titles.apiSecurity },
  privacy: { to: '/security/privacy', label: titles.privacyManagement },
  quality: { to: '/security/quality', label: titles.quality },
  access: { to: '/security/access', label: titles.accessControl },
  audit: { to: '/audit', label: titles.audit },
  work: { to: '/security/work', label: titles.work },
};

type Section = keyof typeof sections;

/** The section at an address. */
export const sectionAt = (pathname: string): Section =>
  (Object.keys(sections) as Section[]).find((section) => sections[section].to === pathname) ?? 'monitoring';

/** The sections of the security desk that there are, as links. */
export const securityTabs = (current: Section) =>
  Object.entries(sections).map(([section, link]) => ({ ...link, current: section === current }));
