import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { createSeen } from './seen-listings.ts';
import { notedCode, track } from './track.ts';

let seen: ReturnType<typeof createSeen> | undefined;

/**
 * Tells that a card of a list was in sight, once in ten minutes. A sponsored one counts for a visit and a day: once a code was scanned, and
 * on the next day, it is told again.
 */
export function tellImpression(list: string, listing: number, campaign?: string): void {
  seen ??= createSeen();
  const counted = campaign && `${campaign} ${notedCode()} ${hawaiiDay(new Date())}`;
  if (seen.isNew(`${list} ${listing} ${counted ?? ''}`.trim()))
    track('listing_impression', { list, campaign }, listing);
}
