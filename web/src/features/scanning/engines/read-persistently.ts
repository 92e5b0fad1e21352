import { levelLight, type Pixels } from './level-light.ts';

/** What a picture is read with. */
export interface Means {
  /** Reads one picture; `isBlackAndWhite` says that it holds no greys. */
  read(image: Pixels, isBlackAndWhite: boolean): Promise<string | null> | string | null;
  /** Reads what of a picture is left, with the help of its levelled form. */
  repair?(image: Pixels, levelled: Pixels): string | null;
  /** How long a further try may still begin, in milliseconds. */
  budgetMs: number;
}

/** In pixels: for uneven light and faint print, then for blur. Chosen by `bench/decoding`. */
const levellingRadii = { light: 20, blur: 6 };

/**
 * Reads a picture as it is, then with its light levelled, then what is left of it, until something is read. No further
 * try begins once the budget is spent, so that a slow phone looks at the next frame instead.
 * @param now milliseconds since any time.
 */
export async function readPersistently(
  image: Pixels,
  { read, repair, budgetMs }: Means,
  now: () => number = () => performance.now(),
): Promise<string | null> {
  const end = now() + budgetMs;
  let text = await read(image, false);
  if (text !== null || now() > end) return text;
  const levelled = levelLight(image, levellingRadii.light);
  text = await read(levelled, true);
  if (text !== null || now() > end) return text;
  text = repair?.(image, levelled) ?? null;
  if (text !== null || now() > end) return text;
  return read(levelLight(image, levellingRadii.blur), true);
}
