import type { Platform } from './platform.ts';

/** The site of an operator, and whatever else is nobody's whom we know. */
export const operator: Platform = {
  name: 'operator',
  bookings: 'external',
  owns: () => true,
  supplierOf: (url) => url.hostname,
  clickParameter: 'ref',
  partnerParameters: () => ({}),
  statementColumns: {},
};
