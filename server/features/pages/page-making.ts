import type { MadePage } from './page-cache.ts';

/** Where somebody waits for a page to be made. */
export interface Queue {
  /** Who shares it. */
  network: string;
  /** Whether whoever asks still waits for the answer. */
  isAwaited(): boolean;
  /** Waits for work that takes its time, so that the waiting takes nobody's room. */
  outside<T>(work: () => Promise<T>): Promise<T>;
  /**
   * Does work when it is its turn. @param isWanted asked then; where it says no, nothing is done and nothing given back.
   * @throws Refusal `unavailable` where there is no room to wait.
   */
  take<T>(isWanted: () => boolean, work: () => Promise<T>): Promise<T | undefined>;
}

/**
 * A page in the making, for everybody who asks for it meanwhile. Each network waits in its own queue, and whose turn comes first
 * makes it for all: nobody waits behind what another network has asked for besides.
 */
export class PageMaking {
  readonly #made = Promise.withResolvers<MadePage | undefined>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #askers: (() => boolean)[] = [];
  readonly #onOver: () => void;
  #isBegun = false;

  /** @param onOver called when nobody who asks later can be told by this one. */
  constructor(onOver: () => void) {
    this.#onOver = onOver;
  }

  /**
   * Waits until it is made, here or by another network. Where nobody waits any more when its turn comes, it is not made.
   * @param render makes it, and says whether others may be sent the same.
   * @returns nothing where it was made for somebody else alone, or for nobody.
   */
  async pageFor(
    queue: Queue,
    render: () => Promise<{ page: MadePage; isKept: boolean }>,
  ): Promise<MadePage | undefined> {
    this.#askers.push(queue.isAwaited);
    const shared = this.#turns.get(queue.network);
    const own = shared ? shared.then(() => undefined) : this.#queueUp(queue, render);
    const made = this.#made.promise;
    // One that is not for others is for whoever made it.
    return await Promise.race([made.then((page) => page ?? own), own.then((page) => page ?? made)]);
  }

  #queueUp(queue: Queue, render: () => Promise<{ page: MadePage; isKept: boolean }>): Promise<MadePage | undefined> {
    let isMine = false;
    const turn = queue.take(
      () => !this.#isBegun && this.#askers.some((isAwaited) => isAwaited()),
      async () => {
        this.#isBegun = isMine = true;
        const { page, isKept } = await render();
        this.#settle(isKept ? page : undefined);
        return page;
      },
    );
    this.#turns.set(queue.network, turn);
    const leave = () => {
      this.#turns.delete(queue.network);
      if (this.#turns.size === 0) this.#settle(undefined);
    };
    turn.then(
      () => this.#isBegun || leave(),
      () => (isMine ? this.#settle(undefined) : leave()),
    );
    return turn;
  }

  #settle(page: MadePage | undefined): void {
    this.#made.resolve(page);
    this.#onOver();
  }
}
