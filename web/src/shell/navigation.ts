import type { Role } from '../../../contract/roles.ts';
import { messages } from '../messages/index.ts';
import { ChartIcon, CompassIcon, HomeIcon, PortalIcon, ScanIcon, ShieldIcon } from '../ui/icons.tsx';

const words = messages.navigation;

export interface NavigationItem {
  to: string;
  label: string;
  Icon: typeof HomeIcon;
}

const home = { to: '/dashboard', label: words.home, Icon: HomeIcon };
const scan = { to: '/scan', label: words.scan, Icon: ScanIcon };
const analytics = { to: '/analytics', label: words.analytics, Icon: ChartIcon };

const guest: readonly NavigationItem[] = [
  { to: '/explore', label: words.discover, Icon: CompassIcon },
  scan,
  { to: '/', label: words.home, Icon: HomeIcon },
];

const byRole: Partial<Record<Role, readonly NavigationItem[]>> = {
  traveler: [home, scan, { to: '/explore', label: words.explore, Icon: CompassIcon }],
  partner: [
    { ...home, label: words.partnerHome },
    { to: '/partner-portal', label: words.partnerPortal, Icon: PortalIcon },
    analytics,
  ],
  admin: [{ ...home, label: words.adminHome }, { to: '/security', label: words.security, Icon: ShieldIcon }, analytics],
};

/** What the bottom navigation and the menu list for a role; one that is not named has its home only. */
export function navigationOf(role: Role | undefined): readonly NavigationItem[] {
  return role === undefined ? guest : (byRole[role] ?? [home]);
}
