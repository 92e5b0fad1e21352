import type { ListingContent, updateListing } from '../../../../contract/content.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import {
  type ListingField,
  leastDescription,
  leastJapaneseDescription,
  lengthOf,
  linkForm,
  listingFields,
} from '../../../../contract/listing-form.ts';
import type { Category, PriceRange } from '../../../../contract/values.ts';
import { degreesIn } from '../../desk/position.ts';

/** What stands in the editor, by field, as text. */
export type ListingValues = Record<ListingField, string>;

const newListing: ListingValues = {
  ...{
    name: '',
    description: '',
    name_ja: '',
    description_ja: '',
    category: '',
    subcategory: '',
    address: '',
    latitude: '',
    longitude: '',
    phone: '',
  },
  ...{
    website_url: '',
    booking_url: '',
    price_range: '$$',
    commission_rate: '12',
    is_active: 'yes',
    is_featured: 'no',
    advertiser_id: '',
  },
};

/** A listing as its editor shows it. */
export function valuesOf(listing: ListingContent | null): ListingValues {
  if (!listing) return newListing;
  const shown = listingFields.map((field) => {
    const value = listing[field];
    if (field === 'commission_rate') return [field, String(Math.round(Number(value) * 100))];
    if (typeof value === 'boolean') return [field, value ? 'yes' : 'no'];
    return [field, String(value ?? '')];
  });
  return Object.fromEntries(shown);
}

/** Whether it is a commission rate that there can be, in whole percent. */
export const isRate = (value: string): boolean => /^(?:[89]|[12]\d|30)$/.test(value);

type Body = Omit<Request<typeof updateListing>['body'], 'replaces'>;

/** The same as it is sent. The lists that two of them are chosen from are the contract's. */
export function bodyOf(values: ListingValues): Body {
  return {
    ...{ name: values.name, description: values.description, booking_url: values.booking_url },
    ...{ name_ja: values.name_ja || null, description_ja: values.description_ja || null },
    ...{ category: values.category as Category, price_range: values.price_range as PriceRange },
    ...{ subcategory: values.subcategory || null, address: values.address || null, phone: values.phone || null },
    ...{ website_url: values.website_url || null, commission_rate: Number(values.commission_rate) / 100 },
    ...{ is_active: values.is_active === 'yes', is_featured: values.is_featured === 'yes' },
    advertiser_id: values.advertiser_id || null,
    ...{ latitude: degreesIn(values.latitude) ?? null, longitude: degreesIn(values.longitude) ?? null },
  };
}

export const isLongEnough = (description: string) => lengthOf(description) >= leastDescription;

export const isLongEnoughInJapanese = (description: string) => [...description].length >= leastJapaneseDescription;

/** As the server asks it of a link; it has the last word. */
export const isLink = (value: string) => linkForm.test(value);
