import { type ListingField, listingFields } from './listing-form.ts';

/** What the import of listings is told in words, for both sides: without zod. */

/** What a column may be: a field of the editor, its advertiser by e-mail address or name, or the number of a listing of ours. */
export type ImportField = 'id' | 'advertiser' | Exclude<ListingField, 'advertiser_id'>;
export const importFields: readonly ImportField[] = [
  'id',
  ...listingFields.map((field) => (field === 'advertiser_id' ? 'advertiser' : field)),
];

/** Without these no new listing is made. */
export const neededOfNew = ['name', 'description', 'category', 'booking_url'] as const satisfies ListingField[];

/**
 * What becomes of a row: it makes a listing, changes one, changes nothing, or cannot be taken; or somebody has changed its listing since
 * the rows were checked, and it is left as they made it.
 */
export const importOutcomes = ['new', 'changed', 'unchanged', 'wrong', 'changed_meanwhile'] as const;
export type ImportOutcome = (typeof importOutcomes)[number];

/** `unmapped` waits for a map of its columns, `checking` for what would become of each row, `checked` for an administrator. */
export const listingImportStates = ['unmapped', 'checking', 'checked', 'importing', 'imported'] as const;
export type ListingImportState = (typeof listingImportStates)[number];

/** More is refused at once; so is a file of more bytes (contract/uploads.ts). */
export const mostImportedRows = 10_000;
export const mostImportedMegabytes = 10;

/** What a file begins with that has all columns, and a row that is right. */
export const listingTemplate: readonly Readonly<Record<ImportField, string>>[] = [
  {
    ...{ id: '', name: 'Makai Sunrise Paddle', name_ja: '', category: 'Activities & Tours', subcategory: 'Kayak' },
    description:
      'Paddle out with the sunrise, past the reef and the turtles, and be back for breakfast on the beach at eight.',
    description_ja: '',
    ...{ address: '1 Beach Road, Hanalei', latitude: '22.2043', longitude: '-159.5011', phone: '+1 808 555 0100' },
    ...{ website_url: 'https://makai.example', booking_url: 'https://fareharbor.com/makai/items/7' },
    ...{ price_range: '$$', commission_rate: '12%', is_active: 'yes', is_featured: 'no', advertiser: '' },
  },
];
