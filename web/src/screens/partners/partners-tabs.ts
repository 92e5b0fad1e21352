import { titles } from '../../messages/en/screens.ts';
import { number } from '../../messages/format.ts';

const desks = {
  partners: { to: '/partners', label: titles.partners },
  requests: { to: '/partners/requests?status=pending', label: titles.qrRequests },
  proposals: { to: '/partners/proposals?status=pending', label: titles.placeProposals },
};

/**
 * The desks of partners and of what they ask for, as links from each to the others.
 * @param pendingRequests how many requests wait, where that is known
 */
export const partnersTabs = (current: keyof typeof desks, pendingRequests = 0) =>
  Object.entries(desks).map(([desk, { to, label }]) => ({
    to,
    label: desk === 'requests' && pendingRequests > 0 ? `${label} (${number(pendingRequests)})` : label,
    current: desk === current,
  }));
