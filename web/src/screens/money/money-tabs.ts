import { titles } from '../../messages/en/screens.ts';

const desks = {
  news: { to: '/money/news', label: titles.news },
  reconcile: { to: '/money/reconcile', label: titles.reconcile },
  holds: { to: '/money/holds', label: titles.holds },
  payouts: { to: '/money/payouts', label: titles.payouts },
  rateCards: { to: '/money/rate-cards', label: titles.rateCards },
  ledger: { to: '/money/ledger', label: titles.ledger },
  bookings: { to: '/bookings', label: titles.platformBookings },
};

/** The desks of the administrators' money, as links from each to the others. */
export const moneyTabs = (current: keyof typeof desks) =>
  Object.entries(desks).map(([desk, link]) => ({ ...link, current: desk === current }));
