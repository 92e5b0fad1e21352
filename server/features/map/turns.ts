import { Refusal } from '../../platform/http/refusal.ts';

/** So many of one network are under way at once, and so many more wait for their turn. */
const mostAtOnce = 8;
const mostWaiting = 16;

/** Lets each network do so much at once: whoever waits long keeps nobody else from it. */
export class Turns {
  readonly #networks = new Map<string, { underWay: number; waiting: (() => void)[] }>();

  /** Does it once it is the network's turn. @throws Refusal `unavailable` where too much waits already */
  async take<T>(network: string, work: () => Promise<T>): Promise<T> {
    const own = this.#networks.get(network) ?? { underWay: 0, waiting: [] };
    this.#networks.set(network, own);
    if (own.underWay < mostAtOnce) own.underWay++;
    else if (own.waiting.length >= mostWaiting) throw new Refusal('unavailable');
    else await new Promise<void>((resolve) => own.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      // A place is handed on, so that nobody comes between.
      if (next) next();
      else if (--own.underWay === 0) this.#networks.delete(network);
    }
  }
}
