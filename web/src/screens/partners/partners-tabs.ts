import { titles } from '../../messages/en/screens.ts';

const desks = {
  requests: { to: '/partners/requests?status=pending', label: titles.qrRequests },
  proposals: { to: '/partners/proposals?status=pending', label: titles.placeProposals },
};

/** The desks of what partners ask for, as links from each to the others. */
export const partnersTabs = (current: keyof typeof desks) =>
  Object.entries(desks).map(([desk, link]) => ({ ...link, current: desk === current }));
