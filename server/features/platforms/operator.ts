import { bookingReference } from '../../../contract/bookings.ts';
import { referenceKey } from './booking-news.ts';
import type { Platform } from './platform.ts';

/** The site of an operator, and whatever else is nobody's whom we know. */
export const operator: Platform = {
  name: 'operator',
  bookings: 'external',
  owns: () => true,
  supplierOf: (url) => url.hostname,
  clickParameter: 'ref',
  partnerParameters: () => ({}),
  referenceOf(text) {
    const { data: reference } = bookingReference.safeParse(text);
    const key = reference && referenceKey(reference);
    return key ? { reference, keys: [key] } : undefined;
  },
  statementColumns: {},
  statementDefaults: {},
};
