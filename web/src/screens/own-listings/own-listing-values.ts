import type { Request } from '../../../../contract/endpoint.ts';
import { type OwnListingField, ownListingFields } from '../../../../contract/own-listing-form.ts';
import type { OwnListing, updateOwnListing } from '../../../../contract/own-listings.ts';
import { degreesIn } from '../../desk/position.ts';

/** What stands in the editor, by field, as text: months by their numbers, with commas between them. */
export type OwnValues = Record<OwnListingField, string>;

/** A listing as its editor shows it; null is a new one. */
export function valuesOf(listing: OwnListing | null): OwnValues {
  const shown = ownListingFields.map((field) => [field, String(listing?.[field] ?? '')]);
  return { ...Object.fromEntries(shown), ...(!listing && { price_range: '$$' }) };
}

type Body = Omit<Request<typeof updateOwnListing>['body'], 'replaces'>;

/** The same as it is sent. The lists that some of them are chosen from are the contract's. */
export function bodyOf(values: OwnValues): Body {
  const { name, description, booking_url } = values;
  const degrees = ['latitude', 'longitude', 'meeting_latitude', 'meeting_longitude'] as const;
  return {
    ...(Object.fromEntries(ownListingFields.map((field) => [field, values[field] || null])) as unknown as Body),
    ...{ name, description, booking_url },
    ...Object.fromEntries(degrees.map((field) => [field, degreesIn(values[field]) ?? null])),
    open_months: values.open_months ? values.open_months.split(',').map(Number) : null,
  };
}
