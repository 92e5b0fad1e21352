import { BoundedMap } from '../../platform/bounded-map.ts';
import type { GuardedJson } from '../../platform/guarded-reply.ts';
import type { ListingChange, ListingNews, ListingQuery } from './discovery.store.ts';

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

interface Source {
  readNews(since: number): Promise<ListingNews>;
  lookUpWords(words: string): Promise<string[]>;
}

/**
 * Answers that are the same for every guest, kept in this process while they hold. With each request it is read what was
 * changed since the last one, and every list that a change may touch is forgotten: so an answer is never older than the
 * last write that was committed before the request came, whichever process wrote. Requests that come while that is being
 * read share the next reading.
 */
export class ListingCache {
  readonly #source: Source;
  readonly #entries: BoundedMap<string, Entry>;
  /** Lists in the making, by version and key: who asks for one meanwhile waits for it. */
  readonly #making = new Map<string, Promise<GuardedJson>>();
  #version = -1;

  constructor(source: Source, mostEntries = 1_000) {
    this.#source = source;
    this.#entries = new BoundedMap(mostEntries);
  }

  /** The kept answer if it still holds, else a fresh one. */
  async answer(query: ListingQuery, make: () => Promise<MadeList>): Promise<GuardedJson> {
    await this.#catchUp();
    const key = JSON.stringify(query);
    const kept = this.#entries.get(key);
    if (kept) return kept.reply;
    const begun = `${this.#version} ${key}`;
    let making = this.#making.get(begun);
    if (!making) {
      making = this.#make(key, query, make).finally(() => this.#making.delete(begun));
      this.#making.set(begun, making);
    }
    return await making;
  }

  async #make(key: string, query: ListingQuery, make: () => Promise<MadeList>): Promise<GuardedJson> {
    const version = this.#version;
    const words = query.words ? await this.#source.lookUpWords(query.words) : undefined;
    const made = await make();
    // Should a change have come between, it is not known whether the list has it.
    if (version === this.#version) this.#entries.set(key, { ...made, query, words });
    return made.reply;
  }

  #take({ version, changes }: ListingNews): void {
    if (version === this.#version) return;
    this.#version = version;
    if (!changes) this.#entries.clear();
    for (const [key, entry] of this.#entries) {
      if (changes?.some((change) => mayTouch(change, entry))) this.#entries.delete(key);
    }
  }

  #reading: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  /** Reads the news once more after this call: the reading under way may have begun before. */
  #catchUp(): Promise<void> {
    if (!this.#reading) return this.#read();
    this.#next ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#next = undefined;
        return this.#read();
      });
    return this.#next;
  }

  #read(): Promise<void> {
    const reading = this.#source
      .readNews(this.#version)
      .then((news) => this.#take(news))
      .finally(() => {
        if (this.#reading === reading) this.#reading = undefined;
      });
    this.#reading = reading;
    return reading;
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
