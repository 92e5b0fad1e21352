import type { Experience } from '../../../contract/listings.ts';

/**
 * What a device may keep of an experience: a link to book carries the click id of whoever was signed in then, and a rate of
 * commission is for administrators. Neither is kept.
 */
export const withoutVisitor = <E extends Experience>({ commission_rate, ...experience }: E) => ({
  ...experience,
  booking_url: null,
});
