/** Jobs of a queue that one process has in hand at once: at a tenth of a second for each, more than a hundred a second. */
export const placesPerQueue = 12;
/** Of these, jobs of one group whose last ones were quick; the rest stays for others, should it become slow all at once. */
const mostOfQuickGroup = 10;
const mostOfOtherGroup = 2;
const slowMs = 1_000;
const mostQuickGroups = 1_000;

/**
 * Says of which groups (for mail: the recipients' domains) another job may be begun. One whose jobs take long would soon hold every
 * place, as the quick ones give theirs back: so a group has many places only after a quick job, until one takes more than a second.
 */
export class JobPlaces {
  /** When each job in hand was begun, by group. */
  readonly #inHand = new Map<string, number[]>();
  readonly #quick = new Set<string>();
  readonly #places: number;
  readonly #mostOfGroup: number | undefined;
  #taken = 0;

  /**
   * @param places without a number those of mail, fairly among the groups.
   * @param mostOfGroup how many of one group may be had with a number of places: all of them where it is left out.
   */
  constructor(places?: number, mostOfGroup = places) {
    this.#places = places ?? placesPerQueue;
    this.#mostOfGroup = mostOfGroup;
  }

  get free(): boolean {
    return this.#taken < this.#places;
  }

  /** Groups of which no other job may be begun now. */
  full(): string[] {
    const slowBefore = performance.now() - slowMs;
    const full: string[] = [];
    for (const [group, begun] of this.#inHand) {
      if (begun.some((at) => at <= slowBefore)) this.#quick.delete(group);
      const most = this.#mostOfGroup ?? (this.#quick.has(group) ? mostOfQuickGroup : mostOfOtherGroup);
      if (begun.length >= most) full.push(group);
    }
    return full;
  }

  /** Does work on a place, which is given back however it ends. */
  async hold(group: string, work: () => Promise<void>): Promise<void> {
    const at = performance.now();
    const begun = this.#inHand.get(group) ?? [];
    begun.push(at);
    this.#inHand.set(group, begun);
    this.#taken += 1;
    try {
      await work();
    } finally {
      this.#taken -= 1;
      begun.splice(begun.indexOf(at), 1);
      if (begun.length === 0) this.#inHand.delete(group);
      this.#quick.delete(group);
      if (performance.now() - at < slowMs) this.#quick.add(group);
      // A set keeps the order of adding: the one that was quick longest ago goes.
      if (this.#quick.size > mostQuickGroups) this.#quick.delete(this.#quick.values().next().value as string);
    }
  }
}
