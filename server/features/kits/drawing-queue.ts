import { Refusal } from '../../platform/http/refusal.ts';

/** Beside the one that is drawn: what waits of one organisation, and of all. */
const mostOfOne = 2;
const mostOfAll = 16;
/** Seconds after which a queue that was full has room again. */
const roomAfter = 5;

/**
 * Kits are drawn one after another. Drawing lets other work go on between two pages, but ten at once would take ten pages of time between
 * any two answers to everybody else.
 */
export class DrawingQueue {
  readonly #begun = new Map<string, number>();
  #all = 0;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Does a drawing when all that came before it are done.
   * @throws Refusal `unavailable` where too many of this organisation, or of all, wait already
   */
  async draw<T>(organisationId: string, work: () => Promise<T>): Promise<T> {
    const own = this.#begun.get(organisationId) ?? 0;
    if (own > mostOfOne || this.#all > mostOfAll) throw new Refusal('unavailable', {}, roomAfter);
    this.#count(organisationId, 1);
    const drawing = this.#last.then(work).finally(() => this.#count(organisationId, -1));
    this.#last = drawing.catch(() => {});
    return await drawing;
  }

  #count(organisationId: string, by: 1 | -1): void {
    const own = (this.#begun.get(organisationId) ?? 0) + by;
    if (own > 0) this.#begun.set(organisationId, own);
    else this.#begun.delete(organisationId);
    this.#all += by;
  }
}
