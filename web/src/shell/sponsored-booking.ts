import type { Experience } from '../../../contract/listings.ts';
import { listHere } from '../features/analytics/list-here.ts';
import { tellImpression } from '../features/analytics/tell-impression.ts';
import { track } from '../features/analytics/track.ts';
import type { CardProps } from '../features/listings/experience-card.tsx';
import { asksForPrivacy } from '../privacy.ts';

type Deeds = Pick<CardProps, 'access' | 'onBook' | 'onLearnMore' | 'onSignIn' | 'onReviews' | 'save'>;

/** What a sponsored card does: the same as any, and its campaign is told of what was opened and followed. */
export function sponsoredBooking<Booking extends Deeds>(booking: Booking, campaign: string) {
  const { onBook, onLearnMore, onSignIn, onReviews } = booking;
  const tell = (type: 'sponsored_open' | 'sponsored_click', { id }: Experience) => {
    // Who is quick follows it before it was in sight for long enough; nothing counts of what was not seen.
    if (!asksForPrivacy()) tellImpression(listHere(), id, campaign);
    track(type, { campaign, list: listHere() }, id);
  };
  const deeds: Deeds & Pick<CardProps, 'onOpen'> = {
    ...booking,
    onBook: (experience, event) => {
      tell('sponsored_click', experience);
      onBook?.(experience, event);
    },
    onLearnMore: (experience, event) => {
      tell('sponsored_click', experience);
      onLearnMore?.(experience, event);
    },
    onSignIn: (wanted, event, experience) => {
      tell('sponsored_click', experience);
      onSignIn?.(wanted, event, experience);
    },
    onReviews:
      onReviews &&
      ((experience) => {
        tell('sponsored_open', experience);
        onReviews(experience);
      }),
    onOpen: (experience) => tell('sponsored_open', experience),
  };
  return { ...booking, ...deeds };
}
