/** While in doubt the database is asked every `askEvery` ms. */
const askEvery = 250;

/**
 * Whether the database can be reached, so that requests are refused at once while it cannot, instead of each waiting for
 * its own time-out and all of them for a connection. Nothing is asked until somebody meets trouble and says so.
 */
export class Availability {
  readonly #reaches: () => Promise<boolean>;
  readonly #onChange: (isAway: boolean) => void;
  #watch: NodeJS.Timeout | undefined;
  #lastReached = Number.NEGATIVE_INFINITY;
  #isClosed = false;
  #isAway = false;
  #absences = 0;

  /**
   * @param reaches makes a connection of its own and uses it; never throws. It decides how long a silent database is waited for:
   * one that is merely slow must not count as away, as all its connections would be given up. Several may be under way at once,
   * as one that was begun before the database's return can be lost.
   */
  constructor(reaches: () => Promise<boolean>, onChange: (isAway: boolean) => void) {
    this.#reaches = reaches;
    this.#onChange = onChange;
  }

  get isAway(): boolean {
    return this.#isAway;
  }

  /** Whether it is being found out at the moment. */
  get isInDoubt(): boolean {
    return this.#watch !== undefined;
  }

  /** How often it has been away: connections made before the last time are not to be trusted. */
  get absences(): number {
    return this.#absences;
  }

  /** Something failed that can mean that the database is away: finds out, and goes on asking until it is back. */
  suspect(): void {
    if (this.#watch || this.#isClosed) return;
    const begun = performance.now();
    // A database that is merely too busy fails often; being asked each time would not help it.
    if (begun - this.#lastReached < askEvery) return;
    const ask = async () => {
      const reached = await this.#reaches();
      if (this.#watch !== watch) return;
      this.#become(!reached);
      if (!reached) return;
      this.#lastReached = performance.now();
      clearInterval(watch);
      this.#watch = undefined;
    };
    const watch = setInterval(ask, askEvery).unref();
    this.#watch = watch;
    void ask();
  }

  /** Asks no more. */
  close(): void {
    this.#isClosed = true;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #become(isAway: boolean): void {
    if (isAway === this.#isAway) return;
    this.#isAway = isAway;
    if (isAway) this.#absences++;
    this.#onChange(isAway);
  }
}
