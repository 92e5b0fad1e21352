/** The first bucket ends here, in milliseconds. */
const firstEnd = 0.1;
/** How wide each other one is, as a part of where it begins. */
const width = 0.125;
const ratio = 1 + width;
const logRatio = Math.log(ratio);
/** The last one has all that took longer, some two minutes. */
export const bucketCount = 121;

/** The bucket of so many milliseconds. */
export function bucketOf(ms: number): number {
  if (!(ms > firstEnd)) return 0;
  return Math.min(bucketCount - 1, Math.ceil(Math.log(ms / firstEnd) / logRatio));
}

/** What a time in a bucket is taken for: its middle, which is off by a sixteenth at most. */
const middleOf = (bucket: number) => (bucket === 0 ? firstEnd : firstEnd * ratio ** (bucket - 0.5));

/** How many requests of each bucket: the numbers of those that have any, and how many each. */
export interface Histogram {
  buckets: readonly number[];
  counts: readonly number[];
}

/** Adds histograms up. */
export function addHistograms(all: Iterable<Histogram>): Histogram {
  const sums = new Float64Array(bucketCount);
  for (const { buckets, counts } of all) for (let at = 0; at < buckets.length; at++) sums[buckets[at]!]! += counts[at]!;
  return sparse(sums);
}

/** A histogram without the buckets that have none. */
export function sparse(sums: Uint32Array | Float64Array): Histogram {
  const buckets: number[] = [];
  for (const [bucket, count] of sums.entries()) if (count > 0) buckets.push(bucket);
  return { buckets, counts: buckets.map((bucket) => sums[bucket]!) };
}

/** Digits of each bucket in a histogram that is one number, the first bucket last. */
const digits = 12;

/** A histogram as the database adds it up. @param number in decimal digits */
export function fromNumber(number: string): Histogram {
  const sums = new Float64Array(bucketCount);
  for (let bucket = 0, end = number.length; end > 0; bucket++, end -= digits)
    sums[bucket] = Number(number.slice(Math.max(0, end - digits), end));
  return sparse(sums);
}

/** The milliseconds within which such a part of the requests was answered, to two decimals; null without any. */
export function percentileOf({ buckets, counts }: Histogram, part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  let left = Math.max(1, Math.ceil(part * total));
  for (const [at, bucket] of buckets.entries()) {
    left -= counts[at]!;
    if (left <= 0) return Math.round(middleOf(bucket) * 100) / 100;
  }
  return null;
}
