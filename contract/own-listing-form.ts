import { listingFacts } from './listing-facts.ts';

/** What of a published listing changes only once an administrator has approved it. */
export const approvedFields = ['booking_url', 'website_url', 'price_range'] as const;
export type ApprovedField = (typeof approvedFields)[number];

/** What an advertiser edits of a listing, in the editor's order. */
export const ownListingFields = [
  ...(['name', 'description', 'name_ja', 'description_ja', 'category', 'subcategory'] as const),
  ...approvedFields,
  ...(['address', 'latitude', 'longitude', 'phone'] as const),
  ...listingFacts,
] as const;
export type OwnListingField = (typeof ownListingFields)[number];

/** `hidden` ones are hidden by administrators; no guest finds any that is not live. */
export const ownListingStates = ['draft', 'submitted', 'declined', 'live', 'paused', 'hidden'] as const;
export type OwnListingState = (typeof ownListingStates)[number];

export const listingProposalStates = ['submitted', 'approved', 'declined', 'withdrawn'] as const;
export type ListingProposalState = (typeof listingProposalStates)[number];

/** What an advertiser does about a listing, beside giving it another content. */
export const ownListingSteps = ['submit', 'withdraw', 'pause', 'resume'] as const;
export type OwnListingStep = (typeof ownListingSteps)[number];

/** A listing has so many pictures at most. */
export const mostListingPictures = 8;
/** So many pictures of an organisation wait to be drawn at most: those of three listings. */
export const mostWaitingPictures = 24;
