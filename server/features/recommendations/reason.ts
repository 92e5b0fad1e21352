import {
  type RecommendationReason,
  reasonWords,
  type TimeCompatibility,
  wordReasons,
} from '../../../contract/recommendation-reasons.ts';
import type { Category } from '../../../contract/values.ts';

/** A rating or a habit is worth a word from here on. */
const fineRating = 4.5;
const habit = { travelers: 2, share: 0.2 };

interface Reasoned {
  category: string;
  rating: number | null;
  together: number;
  bookers: number;
}

/** Why a listing is recommended. */
export function reasonsFor(listing: Reasoned, km: number, time: TimeCompatibility): RecommendationReason[] {
  const { category, rating, together, bookers } = listing;
  const isHabit = together >= habit.travelers && together / bookers >= habit.share;
  return [
    // The table's own check holds it to the contract's list.
    { code: 'goes_with', category: category as Category, time },
    { code: 'near', meters: Math.round(km * 100) * 10 },
    ...(rating !== null && rating >= fineRating ? [{ code: 'well_rated' as const, rating }] : []),
    ...(isHabit ? [{ code: 'booked_together' as const }] : []),
  ];
}

/** Reasons in one English sentence, for callers that have no words of their own. */
export const inEnglish = (reasons: readonly RecommendationReason[]): string =>
  wordReasons(reasons, reasonWords, {
    distance: (km) => (km < 1 ? `${Math.round(km * 1000)} m` : `${km.toFixed(1)} km`),
    rating: (rating) => rating.toFixed(1),
  });
