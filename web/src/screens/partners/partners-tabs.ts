import { titles } from '../../messages/en/screens.ts';

const desks = {
  partners: { to: '/partners', label: titles.partners },
  requests: { to: '/partners/requests?status=pending', label: titles.qrRequests },
  proposals: { to: '/partners/proposals?status=pending', label: titles.placeProposals },
};

/** The desks of partners and of what they ask for, as links from each to the others. */
export const partnersTabs = (current: keyof typeof desks) =>
  Object.entries(desks).map(([desk, link]) => ({ ...link, current: desk === current }));
