/** What a listing's editor and its endpoints share. */

/** What of a listing is edited, in the editor's order. */
export const listingFields = [
  'name',
  'description',
  'name_ja',
  'description_ja',
  'category',
  'subcategory',
  'address',
  'latitude',
  'longitude',
  'phone',
  'website_url',
  'booking_url',
  'price_range',
  'commission_rate',
  'is_active',
  'is_featured',
  'advertiser_id',
] as const;
export type ListingField = (typeof listingFields)[number];

/** `inactive` and `deleted` ones no guest finds. */
export const listingStates = ['active', 'inactive', 'deleted'] as const;

export const listingSorts = ['name', '-name', 'updated', '-updated'] as const;

/** A description has at least so many characters. */
export const leastDescription = 100;
/** One in Japanese, which says as much in fewer, has at least so many. */
export const leastJapaneseDescription = 40;

/** How long a description is: blanks beside each other count once. */
export const lengthOf = (description: string): number => [...description.trim().replace(/\s+/g, ' ')].length;

/** For so many days the deletion of a listing or a place can be undone. */
export const undoDays = 30;

/** A link of a listing as the database has it too: an address of another host in disguise, or one that runs a script, is none. */
export const linkForm = /^https:\/\/[^/@\s\\]+\.[^/@\s\\]+/i;

/** What can be done to many listings at once; what is so already, or cannot be, is left as it is. */
export const listingActions = ['delete', 'restore', 'activate', 'deactivate', 'feature', 'unfeature'] as const;
export type ListingAction = (typeof listingActions)[number];
