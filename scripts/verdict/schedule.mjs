/** Minutes that each part of a verdict takes on a machine of two cores that does nothing else, in their order. */
export const minutesOf = {
  tests: 18,
  statements: 1,
  'browser tests of travelers': 6,
  'browser tests of desks': 18,
  'the rest of the tests': 17,
  'tests on the PostgreSQL of the system': 11,
};

/**
 * Which parts of a verdict will end in time, on a machine that is as fast as it was so far: a verdict that is cut off is none.
 */
export class Schedule {
  #within;
  #elapsed;
  #foreseen = 0;

  /**
   * @param within minutes for the whole; undefined where it may take as long as it does
   * @param elapsed minutes since its start
   */
  constructor(within, elapsed = () => performance.now() / 60_000) {
    this.#within = within;
    this.#elapsed = elapsed;
  }

  /** Takes note that a part has ended. */
  ended(part) {
    this.#foreseen += minutesOf[part];
  }

  /** Whether a part will end in time. */
  hasTimeFor(part) {
    if (this.#within === undefined) return true;
    const slowness = this.#foreseen > 0 ? Math.max(1, this.#elapsed() / this.#foreseen) : 1;
    return this.#elapsed() + minutesOf[part] * slowness <= this.#within;
  }
}
