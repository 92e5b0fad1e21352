import { securityDesk as words } from '../../messages/en/security-desk.ts';

export const securityTabNames = ['access'] as const;
export type SecurityTab = (typeof securityTabNames)[number];

/** The sections of the security desk that there are, as links. */
export const securityTabs = (current: SecurityTab) =>
  securityTabNames.map((tab) => ({
    to: tab === 'access' ? '/security' : `/security?tab=${tab}`,
    label: words.tabs[tab],
    current: tab === current,
  }));
