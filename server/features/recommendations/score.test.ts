import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recommendationWeights as weights } from '../../../contract/recommendation-score.ts';
import { categories } from '../../../contract/values.ts';
import { boxAround, distanceKm } from '../../platform/distance.ts';
import { inEnglish } from './reason.ts';
import { type Asked, rank, type Scored } from './score.ts';
import { timeCompatibility } from './time-of-day.ts';

const booked = {
  name: 'Reef walk',
  category: 'Activities & Tours',
  subcategory: null,
  latitude: 21.28,
  longitude: -157.83,
};
const asked: Asked = { moment: { daysAhead: 1, hourNow: 9 }, count: 5, radiusKm: 10, horizonHours: 48 };

/** A listing with a rate of commission, as the database gives it. */
interface Rated extends Scored {
  commission_rate: number;
}

const aListing = (given: Partial<Rated> = {}): Rated => ({
  id: 1,
  name: 'Plain name',
  category: 'Restaurants',
  subcategory: null,
  latitude: 21.28,
  longitude: -157.83,
  rating: 4,
  together: 0,
  bookers: 0,
  commission_rate: 0.12,
  ...given,
});
/** So many kilometres to the north. */
const north = (km: number) => ({ latitude: 21.28 + (km * 180) / (Math.PI * 6371) });

describe('the score', () => {
  test('has weights that add up to 100', () => {
    expect(Object.values(weights).reduce<number>((sum, weight) => sum + weight, 0)).toBe(100);
  });

  // Worked out by hand: 35 complement + 25 (1 - km/10) + 15 rating/5 + 15 time + 10 together/bookers.
  test.each<[string, Partial<Rated>, number]>([
    ['dinner next door after a tour, rated 5, booked by all', { rating: 5, together: 10, bookers: 10 }, 100],
    ['dinner next door after a tour, rated 4', {}, 87],
    ['the same 4 km away', north(4), 77],
    ['the same unrated, which counts as 3', { rating: null }, 84],
    ['booked together by 2 of 8', { together: 2, bookers: 8 }, 89.5],
    ['booked together by 1 of 1, which counts as 1 of 5', { together: 1, bookers: 1 }, 89],
    ['another tour, at the same time, so the next day', { category: 'Activities & Tours' }, 53.5],
    ['a shop, the same day', { category: 'Shopping' }, 65],
    ['a breakfast, over when the tour has begun, so the next day', { subcategory: 'Breakfast' }, 78],
  ])('of %s', (_, given, score) => {
    expect(rank(booked, [aListing(given)], asked).map((one) => one.score)).toEqual([score]);
  });

  test('says its reason in words', () => {
    const reasons = (given: Partial<Rated>) => inEnglish(rank(booked, [aListing(given)], asked)[0]?.reasons ?? []);
    expect(reasons({})).toBe('A good table afterwards, 0 m away');
    expect(reasons({ ...north(0.42), rating: 4.8 })).toBe('A good table afterwards, 420 m away, rated 4.8');
    expect(reasons({ ...north(4), category: 'Shopping', together: 3, bookers: 9 })).toBe(
      'Shops to browse the same day, 4.0 km away, often booked together',
    );
    // Two travelers at least, and a fifth of those who booked the one before.
    const isHabit = (together: number, bookers: number) =>
      reasons({ together, bookers }).includes('often booked together');
    expect([isHabit(2, 10), isHabit(2, 11), isHabit(3, 16), isHabit(1, 1)]).toEqual([true, false, false, false]);
  });
});

describe('the order', () => {
  test('is by score, of equal score the nearer and then the older, whatever order they come in', () => {
    const listings = [
      aListing({ id: 4 }),
      aListing({ id: 2 }),
      aListing({ id: 9, rating: 5 }),
      aListing({ id: 7, rating: 5, ...north(1.2) }),
      aListing({ id: 3, ...north(0.0001) }),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray(listings, { minLength: 5, maxLength: 5 }), (shuffled) => {
        // 9: 90; 7: 90 - 3 = 87; 2, 3, 4: 87, next door all of them.
        expect(rank(booked, shuffled, asked).map((one) => one.listing.id)).toEqual([9, 2, 3, 4, 7]);
      }),
    );
  });

  test('holds at most so many, all within the radius', () => {
    const listings = Array.from({ length: 30 }, (_, at) => aListing({ id: at + 1, ...north(at) }));
    expect(rank(booked, listings, asked).map((one) => one.listing.id)).toEqual([1, 2, 3, 4, 5]);
    expect(
      rank(booked, listings, { ...asked, count: 99 })
        .map((one) => one.distanceKm)
        .at(-1),
    ).toBeLessThanOrEqual(10);
    expect(rank(booked, listings, { ...asked, count: 0 })).toEqual([]);
    expect(rank(booked, listings, { ...asked, radiusKm: 2.5 })).toHaveLength(3);
  });
});

describe('commission has no influence', () => {
  const rates = fc.integer({ min: 8, max: 30 }).map((percent) => percent / 100);
  const listings = fc.uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 1_000 }),
      name: fc.constantFrom('Plain name', 'Sunset sail', 'Breakfast porch'),
      category: fc.constantFrom(...categories),
      subcategory: fc.constantFrom(null, 'Lūʻau', 'Lunch'),
      latitude: fc.double({ min: 21.2, max: 21.36, noNaN: true }),
      longitude: fc.double({ min: -157.9, max: -157.75, noNaN: true }),
      rating: fc.option(fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10)),
      together: fc.integer({ min: 0, max: 9 }),
      bookers: fc.integer({ min: 9, max: 20 }),
      commission_rate: rates,
    }),
    { selector: (listing) => listing.id, minLength: 2, maxLength: 12 },
  );
  const shown = (ranked: ReturnType<typeof rank<Rated>>) =>
    ranked.map(({ listing, score, reasons, time }) => [listing.id, score, reasons, time]);

  /** Permutes the rates among the listings: order, scores and reasons must stay. */
  const holdsFor = (ranking: typeof rank<Rated>) =>
    fc.assert(
      fc.property(
        listings.chain((given) =>
          fc.tuple(
            fc.constant(given),
            fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
          ),
        ),
        ([given, shuffled]) => {
          const permuted = given.map((one, at) => ({ ...one, commission_rate: shuffled[at]!.commission_rate }));
          expect(shown(ranking(booked, permuted, asked))).toEqual(shown(ranking(booked, given, asked)));
        },
      ),
      { numRuns: 500, seed: 1974 },
    );

  test('when the rates are permuted', () => {
    holdsFor(rank);
  });

  test('and the test would find it, were the rate only to settle ties', () => {
    const greedy: typeof rank<Rated> = (...given) =>
      rank(...given).sort((a, b) => b.score - a.score || b.listing.commission_rate - a.listing.commission_rate);
    const alike: typeof rank<Rated> = (place, given, limits) =>
      greedy(
        place,
        given.map((one) => ({ ...aListing(), id: one.id, commission_rate: one.commission_rate })),
        limits,
      );
    expect(() => holdsFor(alike)).toThrow(/Property failed/);
  });

  test('or to add a hundredth to the score', () => {
    const greedy: typeof rank<Rated> = (...given) =>
      rank(...given)
        .map((one) => ({ ...one, score: one.score + one.listing.commission_rate / 100 }))
        .sort((a, b) => b.score - a.score);
    expect(() => holdsFor(greedy)).toThrow(/Property failed/);
  });
});

describe('time', () => {
  const at = (daysAhead: number, hourNow: number, own: string, other: string, subcategory: string | null = null) =>
    timeCompatibility(
      { name: '', category: own, subcategory: null },
      { name: '', category: other, subcategory },
      { daysAhead, hourNow },
      48,
    );

  test.each([
    [1, 9, 'Activities & Tours', 'Restaurants', 'after'],
    [1, 9, 'Restaurants', 'Activities & Tours', 'before'],
    [1, 9, 'Activities & Tours', 'Shopping', 'same_day'],
    [1, 9, 'Accommodations', 'Restaurants', 'same_day'],
    [1, 9, 'Activities & Tours', 'Activities & Tours', 'next_day'],
    // Today, once its hour has come, is too late.
    [0, 7, 'Restaurants', 'Activities & Tours', 'before'],
    [0, 8, 'Restaurants', 'Activities & Tours', 'next_day'],
    [0, 18, 'Activities & Tours', 'Restaurants', 'next_day'],
    [0, 17.9, 'Activities & Tours', 'Restaurants', 'after'],
    // What is over leaves the day free.
    [-3, 7, 'Activities & Tours', 'Activities & Tours', 'same_day'],
    [-3, 20, 'Activities & Tours', 'Shopping', 'next_day'],
  ] as const)('%d days ahead at %d, %s beside %s: %s', (daysAhead, hourNow, own, other, expected) => {
    expect(at(daysAhead, hourNow, own, other)).toBe(expected);
  });

  test('is told by words in any spelling', () => {
    expect(at(1, 9, 'Activities & Tours', 'Cultural Experiences', 'Lūʻau')).toBe('after');
    expect(at(1, 9, 'Restaurants', 'Restaurants', 'Poke')).toBe('before');
  });

  test('beyond the horizon is left out', () => {
    const [tour, table] = ['Activities & Tours', 'Restaurants'].map((category) => ({
      name: '',
      category,
      subcategory: null,
    }));
    const moment = { daysAhead: 1, hourNow: 9 };
    expect(timeCompatibility(tour!, table!, moment, 10)).toBe('after');
    expect(timeCompatibility(tour!, table!, moment, 9)).toBeUndefined();
    expect(timeCompatibility(tour!, tour!, moment, 23)).toBeUndefined();
    expect(timeCompatibility(tour!, tour!, moment, 24)).toBe('next_day');
  });
});

describe('distance', () => {
  test('from Honolulu to Hilo is 338 km, and a degree of latitude 111.19 km', () => {
    expect(
      distanceKm({ latitude: 21.3069, longitude: -157.8583 }, { latitude: 19.7071, longitude: -155.0885 }),
    ).toBeCloseTo(339, -1);
    expect(distanceKm({ latitude: 21, longitude: -157 }, { latitude: 22, longitude: -157 })).toBeCloseTo(111.195, 2);
  });

  test('within the radius is within the box', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.2, max: 0.2, noNaN: true }),
        fc.double({ min: -0.2, max: 0.2, noNaN: true }),
        (up, aside) => {
          const other = { latitude: booked.latitude + up, longitude: booked.longitude + aside };
          const { south, north, west, east } = boxAround(booked, 10);
          const isInside =
            other.latitude >= south && other.latitude <= north && other.longitude >= west && other.longitude <= east;
          if (distanceKm(booked, other) <= 10) expect(isInside).toBe(true);
        },
      ),
    );
  });
});
