/** Numbers that look random and are the same for the same seed, on every machine (sfc32, Chris Doty-Humphrey's PractRand). */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed | 0;
    this.#b = (seed / 2 ** 32) | 0;
    this.#c = 0x9e3779b9 | 0;
    for (let round = 0; round < 15; round++) this.next();
  }

  /** A number from 0 to below 1. */
  next(): number {
    const sum = (((this.#a + this.#b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.next() * from.length)]!;
  }

  /** About 1, mostly between 1 / (1 + spread) and 1 + spread. */
  around(spread: number): number {
    return (1 + spread) ** (this.next() + this.next() + this.next() - 1.5);
  }
}

/** Draws from a list by weight. */
export class Weighted<T> {
  readonly #items: readonly T[];
  readonly #until: Float64Array;

  constructor(items: readonly T[], weightOf: (item: T, index: number) => number) {
    let sum = 0;
    this.#items = items;
    this.#until = Float64Array.from(items, (item, index) => {
      sum += weightOf(item, index);
      return sum;
    });
  }

  get isEmpty(): boolean {
    return this.#items.length === 0;
  }

  draw(random: Random): T {
    const target = random.next() * this.#until[this.#until.length - 1]!;
    let low = 0;
    let high = this.#until.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#until[middle]! <= target) low = middle + 1;
      else high = middle;
    }
    return this.#items[low]!;
  }
}
