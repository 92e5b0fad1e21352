import type { ThirdPartyKind } from '../../../../contract/privacy.ts';

/** What a browser meets servers of others for: for the privacy page, and for the desk, whose words are English in every language. */
export const thirdPartyWords: Record<ThirdPartyKind, { what: string; none: string }> = {
  map: { what: 'Pictures of the map, when you open it', none: 'Pictures of the map come from this site.' },
  pictures: { what: 'Pictures of some experiences and places', none: 'Pictures of experiences come from this site.' },
  booking_pages: { what: 'Booking pages, only when you open one', none: 'No booking page opens inside the guide.' },
  sign_in: { what: 'Sign-in with Google, only when you choose it', none: 'There is no sign-in with another site.' },
};
