import type { changeMatchingListings, ListingWithHistory } from '../../../../contract/content.ts';
import type { Request } from '../../../../contract/endpoint.ts';
import { type ListingAction, listingActions } from '../../../../contract/listing-form.ts';
import { isSameDeed, matchingDraft } from '../../desk/matching-draft.ts';

/** Which listings a list shows. */
export type ListingFilter = Pick<
  Request<typeof changeMatchingListings>['body'],
  'search' | 'status' | 'category' | 'links'
>;

/** What is about to be done, and to which listings. */
export type Deed = { does: ListingAction } & (
  | { kind: 'one'; listing: ListingWithHistory }
  | { kind: 'these'; ids: readonly string[] }
  | { kind: 'matching'; count: number; filter: ListingFilter; seen: string }
);

/** The name of a form that asks for it. */
export function draftOf(deed: Deed): string {
  if (deed.kind === 'one') return `delete listing ${deed.listing.id}`;
  if (deed.kind === 'matching') return matchingDraft(`${deed.does} listings`, deed.seen, deed.filter);
  return `${deed.does} listings ${deed.ids.join()}`;
}

interface OnScreen {
  open: ListingWithHistory | null;
  filter: ListingFilter;
  total: number;
  digest: string | null;
}

/** What a form of this name is about, where that is on screen. */
export function deedOfDraft(draft: string, { open, filter, total, digest }: OnScreen): Deed | null {
  if (open && draft === draftOf({ kind: 'one', listing: open, does: 'delete' }))
    return { kind: 'one', listing: open, does: 'delete' };
  const does = listingActions.find((one) => draft.startsWith(`${one} listings `));
  if (!does) return null;
  if (digest && draft === matchingDraft(`${does} listings`, digest, filter))
    return { kind: 'matching', does, count: total, filter, seen: digest };
  const [, ids] = /^\w+ listings (\d+(?:,\d+)*)$/.exec(draft) ?? [];
  return ids ? { kind: 'these', does, ids: ids.split(',') } : null;
}

/** Whether a form of this name does something to all that match this filter, whichever they were. */
export const isOfMatching = (draft: string, filter: ListingFilter): boolean =>
  listingActions.some((does) => isSameDeed(draft, `${does} listings`, filter));

/** What can be done with ticked rows: of deleted ones, that this is undone. */
export const actionsOf = (status: string | null): readonly ListingAction[] =>
  status === 'deleted' ? ['restore'] : ['delete', 'activate', 'deactivate', 'feature', 'unfeature'];
