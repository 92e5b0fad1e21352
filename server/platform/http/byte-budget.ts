/** The part of one request that is in memory. */
export interface HeldBytes {
  /** Counts bytes that have come. @returns false when there is no room for them; they are then not counted. */
  take(bytes: number): boolean;
  /** How many bytes have come. */
  readonly received: number;
  /** Gives all of it back; more than once is once. */
  release(): void;
}

/**
 * Bounds the bytes of requests that the process holds at once, in all and per network. Bytes count as they come and not as they
 * are announced, so that room cannot be taken without sending anything.
 */
export class ByteBudget {
  readonly #total: number;
  readonly #perNetwork: number;
  readonly #free: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  /** @param limits in bytes; the first `free` ones of each request are not counted. */
  constructor({ total, perNetwork, free = 0 }: { total: number; perNetwork: number; free?: number }) {
    this.#total = total;
    this.#perNetwork = perNetwork;
    this.#free = free;
  }

  /** Whether so many bytes of one request would fit now. */
  hasRoom(network: string, bytes: number): boolean {
    return this.#fits(network, bytes - this.#free);
  }

  /** Begins to count one request. */
  hold(network: string): HeldBytes {
    let received = 0;
    let counted = 0;
    return {
      get received() {
        return received;
      },
      take: (bytes) => {
        const more = Math.max(0, received + bytes - this.#free) - counted;
        if (more > 0 && !this.#fits(network, more)) return false;
        this.#count(network, more);
        received += bytes;
        counted += more;
        return true;
      },
      release: () => {
        this.#count(network, -counted);
        received = 0;
        counted = 0;
      },
    };
  }

  #fits(network: string, bytes: number): boolean {
    return this.#held + bytes <= this.#total && (this.#heldBy.get(network) ?? 0) + bytes <= this.#perNetwork;
  }

  #count(network: string, bytes: number): void {
    this.#held += bytes;
    const held = (this.#heldBy.get(network) ?? 0) + bytes;
    // Nothing is kept of a network that holds nothing.
    if (held > 0) this.#heldBy.set(network, held);
    else this.#heldBy.delete(network);
  }
}
