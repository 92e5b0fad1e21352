import { titles } from '../../messages/en/screens.ts';

const desks = {
  requests: { to: '/partners/requests', label: titles.qrRequests },
  proposals: { to: '/partners/proposals', label: titles.placeProposals },
};

/** The desks of what partners ask for, as links from each to the others. */
export const partnersTabs = (current: keyof typeof desks) =>
  Object.entries(desks).map(([desk, link]) => ({ ...link, current: desk === current }));
