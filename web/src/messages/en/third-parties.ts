import type { ThirdPartyKind } from '../../../../contract/privacy.ts';

/** What a browser meets servers of others for: for the privacy page, and for the desk, whose words are English in every language. */
export const thirdPartyWords: Record<ThirdPartyKind, { what: string; none: string; more?: string }> = {
  map: { what: 'Pictures of the map, when you open it', none: 'Pictures of the map come from this site.' },
  pictures: { what: 'Pictures of some experiences and places', none: 'Pictures of experiences come from this site.' },
  booking_pages: {
    what: 'Booking pages that open inside the guide, only when you open one',
    none: 'No booking page opens inside the guide.',
  },
  links: {
    what: 'Sites that “Book Now” leads to outside the guide, only when you follow it',
    more: 'A booking link takes a number of your click along, by which its platform tells us of your booking. “Learn More” leads to an operator’s own site.',
    none: 'No booking link leaves the guide; “Learn More” leads to an operator’s own site.',
  },
  sign_in: { what: 'Sign-in with Google, only when you choose it', none: 'There is no sign-in with another site.' },
};
