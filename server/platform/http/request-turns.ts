/**
 * While connections keep coming, the next request begins after so many milliseconds at the latest. Node accepts one connection
 * in a turn of its event loop: would each turn also do the work of a request, a guest's connection would wait for the work of
 * all who came before.
 */
const longestAccepting = 2;

interface Waiting {
  requests: (() => void)[];
  connections: (() => void)[];
}

/**
 * Reads new connections and begins their first requests: after all connections that came are accepted, one of the two in each
 * turn of the event loop, networks alternating. Those that have just come go first, as new flows do in fq_codel (RFC 8290).
 */
export class RequestTurns {
  /** By network; the one whose turn it is comes first. */
  readonly #waiting = new Map<string, Waiting>();
  /** Likewise those that have just come and had no turn yet: a guest does not wait for each of many networks that flood. */
  readonly #fresh = new Map<string, Waiting>();
  #isFreshsTurn = true;
  #isLooking = false;
  #hasAccepted = false;
  #begunAt = Number.NEGATIVE_INFINITY;

  /** A connection was accepted: there may be more. */
  noteConnection(): void {
    this.#hasAccepted = true;
    this.#lookLater();
  }

  /** Reads a connection, at once where none has just come and nobody waits. */
  read(network: string, run: () => void): void {
    this.#wait(network, 'connections', run);
  }

  /** Begins a request, likewise; before its network's connections are read, as they would only add to those that wait. */
  begin(network: string, run: () => void): void {
    this.#wait(network, 'requests', run);
  }

  #wait(network: string, kind: keyof Waiting, run: () => void): void {
    if (!this.#isLooking) {
      run();
      return;
    }
    const waiting = this.#waiting.get(network) ?? this.#fresh.get(network) ?? { requests: [], connections: [] };
    waiting[kind].push(run);
    if (!this.#waiting.has(network)) this.#fresh.set(network, waiting);
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
    if (isAccepting || this.#waiting.size > 0 || this.#fresh.size > 0) this.#lookLater();
  }

  /** Of those that have just come and the others alternately, so that neither keep the other waiting. */
  #beginNext(): void {
    const [fresh] = this.#fresh;
    const [other] = this.#waiting;
    const next = this.#isFreshsTurn ? (fresh ?? other) : (other ?? fresh);
    if (!next) return;
    this.#isFreshsTurn = next !== fresh;
    const [network, waiting] = next;
    const run = (waiting.requests.shift() ?? waiting.connections.shift())!;
    // Behind all the others, if more of it waits.
    this.#fresh.delete(network);
    this.#waiting.delete(network);
    if (waiting.requests.length + waiting.connections.length > 0) this.#waiting.set(network, waiting);
    this.#begunAt = performance.now();
    run();
  }
}
