import { bookingReference } from '../../../contract/bookings.ts';
import { referenceKey, referenceParts } from './booking-news.ts';
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
  // Its statements are made by hand: a stroke more is the same reference, one at another place is not.
  tellsApart: (one, other) => referenceParts(one) !== referenceParts(other),
  statementColumns: {},
  statementDefaults: {},
};
