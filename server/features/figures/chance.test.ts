import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hours as rhythm } from '../../../db/seed/generated-rhythm.ts';
import { beyondChance, fewestSamples, type Pair, type Part, pairsOf, rateBeyondChance } from './chance.ts';

/** Marsaglia's xorshift: the same numbers at every run. */
function aRandom(seed: number) {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
type Random = ReturnType<typeof aRandom>;
const normal = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
/** So many as come one by one, where so many are to be expected. */
function poisson(random: Random, mean: number): number {
  if (mean > 100) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  let [count, left] = [-1, 1];
  for (const until = Math.exp(-mean); left > until; count++) left *= random();
  return count;
}
const someOf = (random: Random, whole: number, rate: number) =>
  Array.from({ length: whole }, random).filter((one) => one < rate).length;

const week = [0.8, 0.7, 0.9, 1, 1.3, 1.8, 1.5];
/** A day of so many scans more or less, as days differ among themselves by a third. */
const aDay = (random: Random, at: number, mean: number) =>
  poisson(random, week[at % 7]! * mean * Math.exp(0.3 * normal(random)));
const pairsBy = <Sample>(count: number, sample: (at: number, span: 'now' | 'before') => Sample) =>
  Array.from({ length: count }, (_, at): Pair<Sample> => [sample(at, 'now'), sample(at, 'before')]);
/** In which part of so many trials something was said to be beyond chance. */
const partOfTrials = (trials: number, trial: () => number | null) =>
  Array.from({ length: trials }, trial).filter((beyond) => beyond !== 0 && beyond !== null).length / trials;

test.each([
  [6, 1],
  [6, 40],
  [6, 2000],
  [28, 1],
  [28, 40],
  [84, 40],
])(
  'of %i pairs of days of about %i scans that nothing sets apart at most one in twenty is said to be',
  (pairs, mean) => {
    const random = aRandom(pairs * 1000 + mean);
    const trials = 2000;
    const said = partOfTrials(trials, () => beyondChance(pairsBy(pairs, (at) => aDay(random, at, mean))));
    // Three times what so many trials miss one in twenty by.
    expect(said).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials));
  },
);

test.each([
  [6, 1, 0.3],
  [6, 1, 0.9],
  [6, 20, 0.3],
  [6, 20, 0.03],
  [28, 2, 0.3],
  [28, 40, 0.1],
])('of %i pairs of days, %i scans and a rate of %f likewise', (pairs, mean, rate) => {
  const random = aRandom(pairs * 1000 + mean);
  const trials = 2000;
  const part = (at: number): Part => {
    const whole = aDay(random, at, mean);
    return { whole, part: someOf(random, whole, rate) };
  };
  const said = partOfTrials(trials, () => rateBeyondChance(pairsBy(pairs, part)));
  expect(said).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / trials));
});

test('half as many again is found: of a day by its hours, of a month by its days, and so is a rate', () => {
  const random = aRandom(16);
  const of = (span: 'now' | 'before') => (span === 'now' ? 1.5 : 1);
  const found = (trial: () => number | null) => partOfTrials(300, trial);
  const byHours = () => beyondChance(pairsBy(24, (hour, span) => poisson(random, of(span) * rhythm[hour]! * 8)));
  const byDays = () => beyondChance(pairsBy(28, (at, span) => Math.round(of(span) * aDay(random, at, 50))));
  const byRate = () =>
    rateBeyondChance(
      pairsBy(28, (at, span) => {
        const whole = aDay(random, at, 50);
        return { whole, part: someOf(random, whole, 0.2 * of(span)) };
      }),
    );
  for (const trial of [byHours, byDays, byRate]) expect(found(trial), trial.name).toBeGreaterThan(0.9);
  // The course of a day is no chance.
  expect(beyondChance(rhythm.map((one): Pair<number> => [one * 1.5, one]))).toBe(1);
  expect(beyondChance(rhythm.map((one): Pair<number> => [one, one * 1.5]))).toBe(-1);
});

test('of a rate each day weighs as much as it has', () => {
  // Six quiet days of which all were followed, beside busy ones by which the whole rate went down.
  const day = (part: number, whole: number): Part => ({ part, whole });
  const now = [day(1, 1), day(2, 2), day(1, 1), day(2, 2), day(10, 1000), day(12, 1000), day(11, 1000)];
  const before = [day(0, 1), day(0, 2), day(0, 1), day(0, 2), day(300, 1000), day(310, 1000), day(290, 1000)];
  expect(rateBeyondChance(now.map((one, at): Pair<Part> => [one, before[at]!]))).toBe(-1);
  expect(rateBeyondChance(now.map((one): Pair<Part> => [one, day(0, 0)]))).toBe(null);
});

const dayMs = 86_400_000;
const counts = fc.array(fc.tuple(fc.nat(10_000), fc.nat(10_000)), { minLength: fewestSamples, maxLength: 90 });

test('says nothing of few, no of what is alike, and the contrary of spans exchanged', () => {
  fc.assert(
    fc.property(counts, (pairs) => {
      expect(beyondChance(pairs.slice(0, fewestSamples - 1))).toBe(null);
      expect(beyondChance(pairs.map(([one]) => [one, one]))).toBe(0);
      expect(beyondChance(pairs.map(([one]) => [one + 1, one]))).toBe(1);
      const exchanged = beyondChance(pairs.map(([one, other]) => [other, one]));
      expect(exchanged! + 0).toBe(0 - beyondChance(pairs)!);
      const parts = pairs.map(
        ([one, other]): Pair<Part> => [
          { part: one, whole: 20_000 },
          { part: other, whole: 20_000 },
        ],
      );
      const said = rateBeyondChance(parts);
      // Of wholes that are all alike a rate says no more than its counts do.
      if (said) expect(said).toBe(beyondChance(pairs));
    }),
  );
});

test('each day is beside one of the same day of the week, each hour beside the same one, and none twice', () => {
  const start = Date.parse('2026-11-21T10:00:00Z');
  const samples = (from: number, count: number, lengthMs: number) =>
    Array.from({ length: count }, (_, at) => ({ at: new Date(from + at * lengthMs) }));
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 365 }), fc.nat(6), (days, missing) => {
      const pairs = pairsOf(
        samples(start, days - 1, dayMs),
        samples(start - (days - missing) * dayMs, days - missing, dayMs),
        'day',
      );
      for (const [now, before] of pairs) expect(((now.at.getTime() - before.at.getTime()) / dayMs) % 7).toBe(0);
      for (const side of [0, 1] as const)
        expect(new Set(pairs.map((pair) => pair[side].at.getTime())).size).toBe(pairs.length);
      expect(pairs.length).toBeGreaterThan(days - 1 - 7 - missing);
    }),
  );
  const hours = pairsOf(samples(start, 23, dayMs / 24), samples(start - dayMs, 24, dayMs / 24), 'hour');
  expect(hours.map(([now, before]) => now.at.getTime() - before.at.getTime())).toEqual(Array(23).fill(dayMs));
});
