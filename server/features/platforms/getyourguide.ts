import { isOf } from '../../../contract/booking-links.ts';
import { referenceKey } from './booking-news.ts';
import type { Platform } from './platform.ts';

const supplier = 'getyourguide.com';

/** It sends no news: what was booked there is told by its statements. */
export const getyourguide: Platform = {
  name: 'getyourguide',
  bookings: 'external',
  owns: (url) => isOf(url, 'getyourguide.com'),
  // It numbers all of its own, on whichever of its hosts they are booked.
  supplierOf: () => supplier,
  clickParameter: 'cmp',
  partnerParameters: ({ getyourguide: { partnerId } }) => ({
    partner_id: partnerId,
    utm_medium: partnerId && 'online_publisher',
  }),
  referenceOf(text) {
    const reference = text.toUpperCase();
    return /^[A-Z0-9][A-Z0-9-]*$/.test(reference) ? { reference, keys: [referenceKey(reference)] } : undefined;
  },
  statementColumns: {
    reference: ['Booking Reference'],
    click_id: ['Campaign'],
    status: ['Status'],
    travel_date: ['Activity Date'],
    item: ['Activity ID'],
    amount: ['Booking Value'],
    currency: ['Currency'],
    commission: ['Commission'],
  },
  statementDefaults: { supplier },
};
