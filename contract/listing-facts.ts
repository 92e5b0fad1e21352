/** What a listing says of itself that helps to decide, in the order of its editor. */
export const listingFacts = [
  'open_months',
  'steps',
  'transfer',
  'hearing',
  'sensory',
  'meeting_point',
  'meeting_latitude',
  'meeting_longitude',
] as const;
export type ListingFact = (typeof listingFacts)[number];

/** How many steps there are on the way. */
export const stepsChoices = ['none', 'few', 'many'] as const;
/** How somebody in a wheelchair changes to a seat: not asked, with help, alone. */
export const transferChoices = ['none', 'helped', 'unaided'] as const;
/** What there is for those who hear little. */
export const hearingChoices = ['captions', 'loop', 'written', 'none'] as const;
/** What it is like for those whom much light or noise tires. */
export const sensoryChoices = ['calm', 'loud', 'bright', 'dark'] as const;
