import type { RecommendationReason, TimeCompatibility } from '../../../contract/recommendation-reasons.ts';
import { recommendationLimits, recommendationWeights as weights } from '../../../contract/recommendation-score.ts';
import type { Category } from '../../../contract/values.ts';
import { distanceKm, type Position } from '../../platform/distance.ts';
import { reasonsFor } from './reason.ts';
import { type Moment, type Timed, timeCompatibility } from './time-of-day.ts';

/** How well a kind goes with a booked kind: what is still missing from the day, rather than more of the same. */
const complements: Record<Category, Record<Category, number>> = {
  'Activities & Tours': row(0.3, 1, 0.1, 0.5, 0.7),
  Restaurants: row(0.9, 0.2, 0.1, 0.7, 1),
  Accommodations: row(1, 1, 0, 0.5, 0.8),
  Shopping: row(0.7, 1, 0.1, 0.3, 0.8),
  'Cultural Experiences': row(0.7, 1, 0.1, 0.8, 0.3),
};

function row(tour: number, table: number, stay: number, shop: number, culture: number): Record<Category, number> {
  return {
    'Activities & Tours': tour,
    Restaurants: table,
    Accommodations: stay,
    Shopping: shop,
    'Cultural Experiences': culture,
  };
}

const timeFits: Record<TimeCompatibility, number> = { after: 1, before: 0.8, same_day: 0.7, next_day: 0.4 };
/** What nobody has rated counts as three of five. */
const unrated = 3;
/** Of fewer bookers than this a share says little. */
const fewestBookers = 5;

/** What is known of a listing that may be recommended. */
export interface Scored extends Position, Timed {
  id: number;
  rating: number | null;
  together: number;
  bookers: number;
}

export interface Ranked<L> {
  listing: L;
  distanceKm: number;
  /** 0 to 100, one decimal. */
  score: number;
  reasons: RecommendationReason[];
  time: TimeCompatibility;
}

export interface Asked {
  moment: Moment;
  count: number;
  radiusKm: number;
  horizonHours: number;
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10;

/**
 * The listings that go best with a booked one, best first; of equal score the nearer, then the older. Pure: the same listings
 * in any order give the same answer.
 */
export function rank<L extends Scored>(booked: Position & Timed, candidates: readonly L[], asked: Asked): Ranked<L>[] {
  const ranked = candidates.flatMap((listing): Ranked<L>[] => {
    const km = distanceKm(booked, listing);
    const time = timeCompatibility(booked, listing, asked.moment, asked.horizonHours);
    if (km > asked.radiusKm || !time) return [];
    const parts = {
      complement: complements[booked.category as Category]?.[listing.category as Category] ?? 0,
      distance: 1 - km / recommendationLimits.radiusKm,
      rating: (listing.rating ?? unrated) / 5,
      time: timeFits[time],
      together: Math.min(1, listing.together / Math.max(listing.bookers, fewestBookers)),
    };
    const names = Object.keys(weights) as (keyof typeof weights)[];
    const score = oneDecimal(names.reduce((sum, part) => sum + weights[part] * parts[part], 0));
    return [{ listing, distanceKm: oneDecimal(km), score, reasons: reasonsFor(listing, km, time), time }];
  });
  return ranked
    .sort((a, b) => b.score - a.score || a.distanceKm - b.distanceKm || a.listing.id - b.listing.id)
    .slice(0, asked.count);
}
