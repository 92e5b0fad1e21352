/** What an entry costs beside its key and value: the map's own slots and the object's header, in bytes. */
const entryBytes = 128;

/** Keeps values under text keys up to a number of bytes in all; the entries asked for longest ago go first. */
export class ByteBoundedCache<V> {
  readonly #mostBytes: number;
  readonly #sizeOf: (value: V) => number;
  readonly #entries = new Map<string, { value: V; bytes: number }>();
  #bytes = 0;

  /**
   * @param mostBytes of all keys and values together
   * @param sizeOf bytes of a value; asked once, when it is put in
   */
  constructor(mostBytes: number, sizeOf: (value: V) => number) {
    this.#mostBytes = mostBytes;
    this.#sizeOf = sizeOf;
  }

  /** Bytes kept now; never more than the bound. */
  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Put in again at the end: a map gives its keys back in the order they were put in.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value, in place of an older one of the key; one that is larger than the bound is not kept at all. */
  set(key: string, value: V): void {
    this.delete(key);
    const bytes = this.#sizeOf(value) + key.length * 2 + entryBytes;
    if (bytes > this.#mostBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    while (this.#bytes > this.#mostBytes) this.delete(this.#entries.keys().next().value!);
  }

  delete(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /** All that is kept, longest not asked for first; to look at it here counts as asking for none. */
  *[Symbol.iterator](): Generator<[key: string, value: V]> {
    for (const [key, { value }] of this.#entries) yield [key, value];
  }

  /** The value of a key, made now where it is not kept. */
  getOrMake(key: string, make: () => V): V {
    const kept = this.get(key);
    if (kept !== undefined) return kept;
    const made = make();
    this.set(key, made);
    return made;
  }
}
