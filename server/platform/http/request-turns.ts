/**
 * While connections keep coming, the next request begins after so many milliseconds at the latest. Node accepts one connection
 * in a turn of its event loop: would each turn also do the work of a request, a guest's connection would wait for the work of
 * all who came before.
 */
const longestAccepting = 4;

/** Begins requests: new connections are accepted first, then one request in each turn of the event loop, networks alternating. */
export class RequestTurns {
  /** By network; the one whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #isLooking = false;
  #hasAccepted = false;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** A connection was accepted: there may be more. */
  noteConnection(): void {
    this.#hasAccepted = true;
    this.#lookLater();
  }

  /** Begins a request, at once where no connection has just come and nobody waits. */
  begin(network: string, run: () => void): void {
    if (!this.#isLooking) {
      run();
      return;
    }
    const queue = this.#waiting.get(network);
    if (queue) queue.push(run);
    else this.#waiting.set(network, [run]);
  }

  #lookLater(): void {
    if (this.#isLooking) return;
    this.#isLooking = true;
    setImmediate(() => this.#look());
  }

  #look(): void {
    const isAccepting = this.#hasAccepted;
    this.#hasAccepted = false;
    this.#isLooking = false;
    if (!isAccepting || performance.now() - this.#begunAt > longestAccepting) this.#beginNext();
    if (isAccepting || this.#waiting.size > 0) this.#lookLater();
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (!next) return;
    const [network, queue] = next;
    const run = queue.shift()!;
    // Behind all the others, if more of it waits.
    this.#waiting.delete(network);
    if (queue.length > 0) this.#waiting.set(network, queue);
    this.#begunAt = performance.now();
    run();
  }
}
