import type { Category } from './values.ts';

/** How a recommended experience stands to the booked one in time. */
export const timeCompatibilities = ['before', 'after', 'same_day', 'next_day'] as const;
export type TimeCompatibility = (typeof timeCompatibilities)[number];

/** Why something is recommended: a code with its values, for every language to word. */
export type RecommendationReason =
  | { code: 'goes_with'; category: Category; time: TimeCompatibility }
  | { code: 'near'; meters: number }
  | { code: 'well_rated'; rating: number }
  | { code: 'booked_together' };

/** The words of reasons in one language. */
export interface ReasonWords {
  kinds: Record<Category, string>;
  times: Record<TimeCompatibility, string>;
  goesWith: (kind: string, time: string) => string;
  near: (distance: string) => string;
  wellRated: (rating: string) => string;
  bookedTogether: string;
  /** Several reasons as one text. */
  together: (reasons: readonly string[]) => string;
}

/** The words of reasons in English; other languages have theirs in web/src/messages/<language>.ts. */
export const reasonWords: ReasonWords = {
  kinds: {
    'Activities & Tours': 'Something to do',
    Restaurants: 'A good table',
    Accommodations: 'A place to stay',
    Shopping: 'Shops to browse',
    'Cultural Experiences': 'Island culture',
  },
  times: { before: 'beforehand', after: 'afterwards', same_day: 'the same day', next_day: 'the next day' },
  goesWith: (kind, time) => `${kind} ${time}`,
  near: (distance) => `${distance} away`,
  wellRated: (rating) => `rated ${rating}`,
  bookedTogether: 'often booked together',
  together: (reasons) => reasons.join(', '),
};

/** How a language writes what stands in reasons. */
interface ReasonFigures {
  distance: (kilometers: number) => string;
  rating: (rating: number) => string;
}

/** Reasons as one text for the traveler. */
export function wordReasons(
  reasons: readonly RecommendationReason[],
  words: ReasonWords,
  { distance, rating }: ReasonFigures,
): string {
  const worded = reasons.map((reason) => {
    switch (reason.code) {
      case 'goes_with':
        return words.goesWith(words.kinds[reason.category], words.times[reason.time]);
      case 'near':
        return words.near(distance(reason.meters / 1000));
      case 'well_rated':
        return words.wellRated(rating(reason.rating));
      default:
        return words.bookedTogether;
    }
  });
  return words.together(worded);
}
