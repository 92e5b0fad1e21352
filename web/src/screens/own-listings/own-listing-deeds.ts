import type { OwnListing } from '../../../../contract/own-listings.ts';
import type { Api } from '../../api.ts';
import { ownListingsDesk as words } from '../../messages/en/own-listings-desk.ts';

/** What an advertiser does about a listing beside giving it another content. */
export const ownDeeds = ['submit', 'withdraw', 'pause', 'resume', 'remove'] as const;
export type OwnDoes = (typeof ownDeeds)[number];

/** What is about to be done. */
export interface OwnDeed {
  does: OwnDoes;
  listing: OwnListing;
}

/** The name of a form that asks for it. */
export const draftOf = ({ does, listing }: OwnDeed): string => `${does} own listing ${listing.id}`;

/** What can be done about one as it is. */
export function deedsOf({ state, asked }: OwnListing): readonly OwnDoes[] {
  const waits = asked?.state === 'submitted';
  return ownDeeds.filter(
    (one) =>
      ({
        submit: state === 'draft' || state === 'declined',
        withdraw: waits,
        pause: state === 'live',
        resume: state === 'paused',
        remove: ['draft', 'declined', 'submitted'].includes(state),
      })[one],
  );
}

/** Does it. @returns what is said of it then */
export async function doIt(api: Api, { does, listing }: OwnDeed): Promise<string> {
  const params = { id: String(listing.id) };
  if (does === 'remove') await api('DELETE /api/own-listings/{id}', { params });
  else await api('POST /api/own-listings/{id}/state', { params, body: { step: does } });
  return words.said[does](listing.name);
}
