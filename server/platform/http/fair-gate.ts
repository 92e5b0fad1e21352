import { Refusal } from './refusal.ts';

export interface GateLimits {
  /** Under way at once, in all and of one network. */
  most: number;
  mostPerNetwork: number;
  /** Of one network, while others have work as well. */
  mostBesideOthers: number;
  /** Waiting at once, in all and of one network. */
  waiting: number;
  waitingPerNetwork: number;
}

/** While another network has asked within this time, room is shared with it. */
const recentMs = 1_000;

interface Waiting {
  admit: (entered: boolean) => void;
  isWanted: () => boolean;
}

/** Bounds the work under way at once, with a short queue in which networks take turns, so that none fills it alone. */
export class FairGate {
  readonly #limits: GateLimits;
  readonly #underWay = new Map<string, number>();
  /** By network; the one whose turn it is comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  #total = 0;
  #waitingTotal = 0;
  /** The network that asked last, and when; and when another one did before. */
  #last = { network: '', at: Number.NEGATIVE_INFINITY };
  #otherAt = Number.NEGATIVE_INFINITY;

  constructor(limits: GateLimits) {
    this.#limits = limits;
  }

  /**
   * Enters, or waits for room. Who entered calls `leave` when the work is over.
   * @param isWanted asked when there is room; where it says no the wait ends with false, without entering; so it does for the
   * last of the longest queue, where a network with less waiting needs its room.
   * @throws Refusal `unavailable` when the queue is full.
   */
  enter(network: string, isWanted: () => boolean): true | Promise<boolean> {
    this.#note(network);
    // A share grows with time alone, when the others are gone: those who waited until then have it, before anybody new.
    this.#admitWaiting();
    if (!this.#waiting.has(network) && this.#hasRoom(network)) {
      this.#count(network, 1);
      return true;
    }
    const queue = this.#waiting.get(network) ?? [];
    const { waiting, waitingPerNetwork } = this.#limits;
    if (queue.length >= waitingPerNetwork) throw new Refusal('unavailable');
    if (this.#waitingTotal >= waiting && !this.#takeRoom(queue.length)) throw new Refusal('unavailable');
    this.#waitingTotal += 1;
    this.#waiting.set(network, queue);
    return new Promise((admit) => queue.push({ admit, isWanted }));
  }

  leave(network: string): void {
    this.#count(network, -1);
    this.#admitWaiting();
  }

  /** Sends away the last of the longest queue, where that is longer than another would become. @returns whether it did. */
  #takeRoom(other: number): boolean {
    const longest = [...this.#waiting.values()].reduce<Waiting[]>(
      (one, two) => (two.length > one.length ? two : one),
      [],
    );
    if (longest.length <= other + 1) return false;
    longest.pop()!.admit(false);
    this.#waitingTotal -= 1;
    return true;
  }

  #admitWaiting(): void {
    for (const [next, queue] of this.#waiting) {
      if (this.#total >= this.#limits.most) return;
      if (this.#hasRoom(next)) this.#admitOne(next, queue);
    }
  }

  #admitOne(network: string, queue: Waiting[]): void {
    let next = queue.shift();
    this.#waitingTotal -= 1;
    while (next && !next.isWanted()) {
      next.admit(false);
      next = queue.shift();
      if (next) this.#waitingTotal -= 1;
    }
    // Behind all the others, if more of it waits.
    this.#waiting.delete(network);
    if (queue.length > 0) this.#waiting.set(network, queue);
    if (!next) return;
    this.#count(network, 1);
    next.admit(true);
  }

  #note(network: string): void {
    if (network !== this.#last.network) {
      this.#otherAt = this.#last.at;
      this.#last.network = network;
    }
    this.#last.at = performance.now();
  }

  #hasRoom(network: string): boolean {
    const { most, mostPerNetwork, mostBesideOthers } = this.#limits;
    const othersAt = network === this.#last.network ? this.#otherAt : this.#last.at;
    const share = performance.now() - othersAt < recentMs ? mostBesideOthers : mostPerNetwork;
    return this.#total < most && (this.#underWay.get(network) ?? 0) < share;
  }

  #count(network: string, change: number): void {
    this.#total += change;
    const count = (this.#underWay.get(network) ?? 0) + change;
    if (count > 0) this.#underWay.set(network, count);
    else this.#underWay.delete(network);
  }
}
