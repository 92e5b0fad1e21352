import { titles, deskNavigation as words } from '../messages/en/screens.ts';
import { ChartIcon, PortalIcon, ShieldIcon } from '../ui/more-icons.tsx';
import { home } from './navigation.ts';

const analytics = { to: '/analytics', label: titles.analytics, Icon: ChartIcon };

/** What the navigation lists for those who work with the guide. */
export const desks = {
  partner: [
    { ...home, label: words.partnerHome },
    { to: '/partner-portal', label: titles.partnerPortal, Icon: PortalIcon },
    analytics,
  ],
  admin: [{ ...home, label: words.adminHome }, { to: '/security', label: words.security, Icon: ShieldIcon }, analytics],
};
