import { levelLight, type Pixels } from './level-light.ts';

/** What a picture is read with. */
export interface Means {
  /** Reads one picture; `isBlackAndWhite` says that it holds no greys. */
  read(image: Pixels, isBlackAndWhite: boolean): Promise<string | null> | string | null;
  /** Reads a damaged code, with the help of the picture's levelled form. */
  repair?(image: Pixels, levelled: Pixels): string | null;
  /** How long a further try may still begin, in milliseconds. */
  budgetMs: number;
}

/** In pixels: for uneven light and faint print, then for blur. Chosen by `bench/decoding`. */
const levellingRadii = [20, 6];

/**
 * Reads a picture as it is, then with its light levelled and by repairing it, until something is read. No further try
 * begins once the budget is spent, so that a slow phone looks at the next frame instead.
 * @param now milliseconds since any time.
 */
export async function readPersistently(
  image: Pixels,
  { read, repair, budgetMs }: Means,
  now: () => number = () => performance.now(),
): Promise<string | null> {
  const end = now() + budgetMs;
  const text = await read(image, false);
  if (text !== null) return text;
  for (const radius of levellingRadii) {
    if (now() > end) return null;
    const levelled = levelLight(image, radius);
    const found = (await read(levelled, true)) ?? (now() > end ? null : repair?.(image, levelled)) ?? null;
    if (found !== null) return found;
  }
  return null;
}
