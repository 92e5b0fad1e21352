/** A stream of numbers that a seed decides, so that everyone measures the same frames. */
export interface Random {
  /** At least `low`, below `high`. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** Mean 0, deviation 1. */
  normal(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32, by Tommy Ettinger (public domain).
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    between: (low, high) => low + (high - low) * next(),
    chance: (probability) => next() < probability,
    // The index stays below the length, and nobody picks from an empty list.
    pick: (choices) => choices[Math.floor(next() * choices.length)]!,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
