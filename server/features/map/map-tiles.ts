import { ByteBoundedCache } from '../../platform/byte-bounded-cache.ts';
import type { Clock } from '../../platform/context.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { Turns } from './turns.ts';

export interface Tile {
  type: string;
  bytes: Buffer;
}
export interface TileName {
  layer: 'standard' | 'satellite';
  z: number;
  x: number;
  y: number;
}

/** All that is kept, and the largest picture that is taken. */
const mostBytes = 64_000_000;
export const mostTileBytes = 1_000_000;
/** The map changes slowly; what is asked for again after this is asked for anew. */
const keptMs = 86_400_000;
/** So long nobody asks again for what the server answers without a picture, and for what it did not answer. */
const missKeptMs = 3_600_000;
const faultKeptMs = 60_000;
const timeoutMs = 5_000;
/** As many pictures are fetched at once; who asks for more is told to wait. */
const mostAtOnce = 64;

/**
 * Pictures of the map, fetched in the browsers' stead: their server learns nothing of a visitor, who is not named to it in any header. The
 * newest are kept in memory, the same one is fetched once however many ask, and a redirect leads nowhere.
 */
export class MapTiles {
  readonly #sources: Readonly<Record<TileName['layer'], string>> | undefined;
  readonly #clock: Clock;
  readonly #kept = new ByteBoundedCache<Kept>(mostBytes, ({ tile }) => tile?.bytes.length ?? 0);
  readonly #fetched = new Map<string, Promise<Kept>>();
  readonly #turns = new Turns();

  constructor(sources: Readonly<Record<TileName['layer'], string>> | undefined, clock: Clock) {
    this.#sources = sources;
    this.#clock = clock;
  }

  /**
   * @param network who asks; it has so many fetched at once
   * @throws Refusal `not_found` where there is no such square or browsers ask by themselves, `unavailable`
   */
  async get({ layer, z, x, y }: TileName, network: string): Promise<Tile> {
    const source = this.#sources?.[layer];
    if (!source || x >= 2 ** z || y >= 2 ** z) throw new Refusal('not_found');
    const address = source.replace('{z}', String(z)).replace('{x}', String(x)).replace('{y}', String(y));
    const known = () => this.#known(address);
    return pictureOf(await (known() ?? this.#turns.take(network, async () => await (known() ?? this.#fetch(address)))));
  }

  /** What is kept of an address, or is being fetched for somebody else. */
  #known(address: string): Kept | Promise<Kept> | undefined {
    const kept = this.#kept.get(address);
    return kept && kept.until > this.#clock.now().getTime() ? kept : this.#fetched.get(address);
  }

  async #fetch(address: string): Promise<Kept> {
    if (this.#fetched.size >= mostAtOnce) throw new Refusal('unavailable');
    const fetching = fetchTile(address)
      .then(({ tile, ms }) => ({ ...(tile && { tile }), until: this.#clock.now().getTime() + ms }))
      .finally(() => this.#fetched.delete(address));
    this.#fetched.set(address, fetching);
    const kept = await fetching;
    this.#kept.set(address, kept);
    return kept;
  }
}

/** A picture, if there was one, and until when that is believed. */
interface Kept {
  tile?: Tile;
  until: number;
}

/** A picture, if there was one, and how long that is to be believed. */
interface Fetched {
  tile?: Tile;
  ms: number;
}

function pictureOf({ tile }: { tile?: Tile | undefined }): Tile {
  if (!tile) throw new Refusal('unavailable');
  return tile;
}

async function fetchTile(address: string): Promise<Fetched> {
  try {
    const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
    const tile = await readTile(response);
    if (tile) return { tile, ms: keptMs };
    await response.body?.cancel();
    return { ms: response.status >= 500 || response.status === 429 ? faultKeptMs : missKeptMs };
  } catch {
    return { ms: faultKeptMs };
  }
}

async function readTile({ ok, headers, body }: Response): Promise<Tile | undefined> {
  const type = /^image\/(?:png|jpe?g|webp)(?=;|$)/.exec(headers.get('content-type') ?? '')?.[0];
  if (!ok || !type || !body) return undefined;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  // What is left of it is refused as the loop ends.
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > mostTileBytes) return undefined;
    pieces.push(piece);
  }
  return { type: type === 'image/jpg' ? 'image/jpeg' : type, bytes: Buffer.concat(pieces) };
}
