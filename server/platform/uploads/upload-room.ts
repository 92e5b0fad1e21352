import { Refusal } from '../http/refusal.ts';

/** Uploads on their way at once. Each holds some 300 kB, with what the kernel and the parser have of it. */
const most = { person: 3, network: 8, all: 16 };

/** Bounds the uploads on their way at once: of one person, of one network, and in all. */
export class UploadRoom {
  readonly #underWay = new Map<string, number>();

  /** @returns what ends its stay. @throws Refusal `unavailable` where there is no room. */
  enter(person: string, network: string): () => void {
    const counts: [string, number][] = [
      [`person ${person}`, most.person],
      [`network ${network}`, most.network],
      ['all', most.all],
    ];
    if (counts.some(([name, limit]) => this.#of(name) >= limit)) throw new Refusal('unavailable');
    for (const [name] of counts) this.#underWay.set(name, this.#of(name) + 1);
    return () => {
      for (const [name] of counts) {
        const left = this.#of(name) - 1;
        if (left > 0) this.#underWay.set(name, left);
        else this.#underWay.delete(name);
      }
    };
  }

  #of(name: string): number {
    return this.#underWay.get(name) ?? 0;
  }
}
