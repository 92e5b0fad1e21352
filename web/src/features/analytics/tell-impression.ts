import { createSeen } from './seen-listings.ts';
import { track } from './track.ts';

let seen: ReturnType<typeof createSeen> | undefined;

/** Tells that a card of a list was in sight, once in ten minutes. */
export function tellImpression(list: string, listing: number, campaign?: string): void {
  seen ??= createSeen();
  if (seen.isNew(`${list} ${listing} ${campaign ?? ''}`.trim()))
    track('listing_impression', { list, campaign }, listing);
}
