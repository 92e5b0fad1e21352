import type { changeMatchingListings, ListingWithHistory } from '../../../../contract/content.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import { type ListingAction, listingActions } from '../../../../contract/listing-form.ts';
import { type Deed, deedsOf } from '../../desk/deeds.ts';

/** Which listings a list shows. */
export type ListingFilter = Pick<
  Request<typeof changeMatchingListings>['body'],
  'search' | 'status' | 'category' | 'links'
>;

/** What is about to be done, and to which listings. */
export type ListingDeed = Deed<ListingAction, ListingWithHistory, ListingFilter>;

export const listingDeeds = deedsOf<ListingAction, ListingWithHistory, ListingFilter>(
  listingActions,
  'listing',
  'listings',
);

/** What can be done with ticked rows: of deleted ones, that this is undone. */
export const actionsOf = (status: string | null): readonly ListingAction[] =>
  status === 'deleted' ? ['restore'] : ['delete', 'activate', 'deactivate', 'feature', 'unfeature'];
