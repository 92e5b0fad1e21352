import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import type { GuardedJson } from '../../platform/http/guarded-reply.ts';
import type { GuideVersion, ListingChange } from '../listings/listings.ts';
import type { ListingQuery } from './lists.store.ts';

/** A list as it was made: its answer, and the listings in it. */
export interface MadeList {
  reply: GuardedJson;
  ids: number[];
  /** Any listing that changes may change it. */
  mayBeWidened: boolean;
}

interface Entry extends MadeList {
  query: ListingQuery;
  /** The searched words as they are looked up; undefined while nothing was searched. */
  words: string[] | undefined;
}

const usualBytes = 16 * 1024 * 1024;

/** What an entry takes beside its answer: the objects, with the ids and words as the engine holds them; about. */
const sizeOf = ({ reply, ids, query, words = [] }: Entry) =>
  reply.bytes.length +
  1_000 +
  8 * ids.length +
  2 * query.words.length +
  words.reduce((sum, { length }) => sum + 2 * length + 32, 0);

/**
 * A cache of lists that are the same for every guest, in this process. Each request reads the guide's version first, and every
 * list that a change may touch is dropped. Kept up to a number of bytes, those asked for longest ago go first.
 */
export class ListingCache {
  readonly #version: GuideVersion;
  readonly #lookUpWords: (words: string) => Promise<string[]>;
  readonly #entries: ByteBoundedCache<Entry>;
  /** Lists in the making, by version and key: who asks for one meanwhile waits for it. */
  readonly #making = new Map<string, Promise<GuardedJson>>();

  constructor(version: GuideVersion, lookUpWords: (words: string) => Promise<string[]>, mostBytes = usualBytes) {
    this.#version = version;
    this.#lookUpWords = lookUpWords;
    this.#entries = new ByteBoundedCache(mostBytes, sizeOf);
    version.onListingChanges((changes) => this.#forget(changes));
  }

  /** How many bytes the kept lists take, and how many lists that is. */
  get size(): { bytes: number; lists: number } {
    return { bytes: this.#entries.bytes, lists: this.#entries.size };
  }

  /** The kept answer if it still holds, else a fresh one. */
  async answer(query: ListingQuery, make: () => Promise<MadeList>): Promise<GuardedJson> {
    await this.#version.catchUp();
    const key = JSON.stringify(query);
    const kept = this.#entries.get(key);
    if (kept) return kept.reply;
    const begun = `${this.#version.ofListings} ${key}`;
    let making = this.#making.get(begun);
    if (!making) {
      making = this.#make(key, query, make).finally(() => this.#making.delete(begun));
      this.#making.set(begun, making);
    }
    return await making;
  }

  async #make(key: string, query: ListingQuery, make: () => Promise<MadeList>): Promise<GuardedJson> {
    const version = this.#version.ofListings;
    const words = query.words ? await this.#lookUpWords(query.words) : undefined;
    const made = await make();
    // Should a change have come between, it is not known whether the list has it.
    if (version === this.#version.ofListings) this.#entries.set(key, { ...made, query, words });
    return made.reply;
  }

  #forget(changes: readonly ListingChange[] | undefined): void {
    if (!changes) this.#entries.clear();
    for (const [key, entry] of this.#entries) {
      if (changes?.some((change) => mayTouch(change, entry))) this.#entries.delete(key);
    }
  }
}

/** Whether a list could be another one after a change. When in doubt it could. */
function mayTouch(change: ListingChange, { query, words, ids, mayBeWidened }: Entry): boolean {
  // What is shown further on depends on everything before it.
  if (mayBeWidened || query.offset > 0 || ids.includes(change.id)) return true;
  if (!change.isActive || (query.category && query.category !== change.category)) return false;
  return !words || words.every((word) => mayMatch(word, change.words));
}

/** What is not all letters may be indexed in pieces. */
const mayMatch = (word: string, indexed: readonly string[]) =>
  !/^\p{L}+$/u.test(word) || indexed.some((one) => one.startsWith(word));
