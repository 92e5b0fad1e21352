/** An address, or a request for it. */
type Asked = string | { url: string };

interface Entry {
  body: ArrayBuffer;
  headers: [string, string][];
}

const origin = 'https://holoholo.example';
const addressOf = (asked: Asked) => new URL(typeof asked === 'string' ? asked : asked.url, origin).href;

/**
 * The caches of a browser for tests of what is kept in them, as much as the product uses of them: entries and caches are listed
 * in the order they came.
 * @param room.bytes how much all that is kept may weigh; what has no room is refused as by a browser
 */
export function createCacheStorage(room: { bytes: number } = { bytes: Number.POSITIVE_INFINITY }) {
  const all = new Map<string, Map<string, Entry>>();
  const weight = () =>
    [...all.values()].flatMap((one) => [...one.values()]).reduce((sum, { body }) => sum + body.byteLength, 0);
  const cacheOf = (entries: Map<string, Entry>) => ({
    async match(asked: Asked) {
      const found = entries.get(addressOf(asked));
      return found && new Response(found.body.slice(0), { headers: found.headers });
    },
    async put(asked: Asked, answer: Response) {
      const body = await answer.arrayBuffer();
      const before = entries.get(addressOf(asked))?.body.byteLength ?? 0;
      if (weight() - before + body.byteLength > room.bytes) throw new DOMException('full', 'QuotaExceededError');
      entries.set(addressOf(asked), { body, headers: [...answer.headers] });
    },
    delete: async (asked: Asked) => entries.delete(addressOf(asked)),
    keys: async () => [...entries.keys()].map((address) => new Request(address)),
  });
  return {
    async open(name: string) {
      const entries = all.get(name) ?? new Map<string, Entry>();
      all.set(name, entries);
      return cacheOf(entries);
    },
    async match(asked: Asked) {
      for (const entries of all.values()) if (entries.has(addressOf(asked))) return await cacheOf(entries).match(asked);
      return undefined;
    },
    has: async (name: string) => all.has(name),
    delete: async (name: string) => all.delete(name),
    keys: async () => [...all.keys()],
    /** The addresses in a cache, without the host; undefined where there is none of this name. */
    kept: (name: string) => all.get(name) && [...all.get(name)!.keys()].map((address) => address.slice(origin.length)),
  };
}
