import { hawaiiOffsetMs } from '../../../contract/hawaii-time.ts';
import { studentBeyond } from './student.ts';

/** Fewer pairs than these say nothing. */
export const fewestSamples = 6;

const oneIn = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** What there was of one day or hour, and of one like it in the span before. */
export type Pair<Sample> = readonly [now: Sample, before: Sample];

/** Which way a figure differs by more than it would by chance: up, down or not at all; null where there are too few pairs to say. */
export type Beyond = 1 | 0 | -1 | null;

/** The day of the week of a day of Hawaiʻi, or the hour of the day: by these samples differ anyhow. */
const likeness = {
  day: (at: Date) => Math.floor((at.getTime() - hawaiiOffsetMs) / dayMs) % 7,
  hour: (at: Date) => Math.floor(at.getTime() / hourMs) % 24,
};

/** Each day with one of the same day of the week of the span before, or each hour with the same one, the newest first; what is left over is in none. */
export function pairsOf<Sample extends { at: Date }>(
  now: readonly Sample[],
  before: readonly Sample[],
  grain: keyof typeof likeness,
): Pair<Sample>[] {
  const newestFirst = (samples: readonly Sample[]) =>
    Map.groupBy(
      samples.toSorted((one, other) => other.at.getTime() - one.at.getTime()),
      ({ at }) => likeness[grain](at),
    );
  const alike = newestFirst(before);
  return [...newestFirst(now)].flatMap(([like, samples]) => {
    const others = alike.get(like) ?? [];
    return samples.slice(0, others.length).map((sample, at): Pair<Sample> => [sample, others[at]!]);
  });
}

/** Of counts, by Student's test of their differences. */
export const beyondChance = (pairs: readonly Pair<number>[]): Beyond =>
  pairs.length < fewestSamples ? null : directionOf(pairs.map(([now, before]) => now - before));

/** A part of a whole, as of scans that were followed. */
export interface Part {
  part: number;
  whole: number;
}

/**
 * Of the rates of both spans, in which each day weighs as much as it has. Of few, chance is at least that of each for itself, which few
 * days may not show.
 */
export function rateBeyondChance(pairs: readonly Pair<Part>[]): Beyond {
  const [now, before] = [sumOf(pairs.map(([one]) => one)), sumOf(pairs.map(([, other]) => other))];
  if (pairs.length < fewestSamples || now.whole === 0 || before.whole === 0) return null;
  const [rate, rateBefore] = [now.part / now.whole, before.part / before.whole];
  const count = pairs.length;
  // What each pair leaves of the difference of the rates, to first order.
  const differences = pairs.map(
    ([one, other]) =>
      rate -
      rateBefore +
      (count * (one.part - rate * one.whole)) / now.whole -
      (count * (other.part - rateBefore * other.whole)) / before.whole,
  );
  const pooled = Math.min(1, (now.part + before.part) / (now.whole + before.whole));
  return directionOf(differences, pooled * (1 - pooled) * (1 / now.whole + 1 / before.whole));
}

const sumOf = (parts: readonly Part[]): Part => ({
  part: parts.reduce((sum, { part }) => sum + part, 0),
  whole: parts.reduce((sum, { whole }) => sum + whole, 0),
});

/** Whether a mean is above or below zero. @param leastError its variance is no less than that */
function directionOf(differences: readonly number[], leastError = 0): Exclude<Beyond, null> {
  const count = differences.length;
  const mean = differences.reduce((sum, one) => sum + one, 0) / count;
  const isSame = differences.every((one) => one === differences[0]);
  // A sum of equal differences, divided, may miss them by a last digit; such leave nothing to chance.
  const squares = isSame ? 0 : differences.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const error = Math.max(squares / (count - 1) / count, leastError);
  if (error === 0) return Math.sign(mean) as 1 | 0 | -1;
  return studentBeyond(mean / Math.sqrt(error), count - 1) < 1 / oneIn ? (Math.sign(mean) as 1 | -1) : 0;
}
