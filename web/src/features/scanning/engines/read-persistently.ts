import { levelLight, type Pixels } from './level-light.ts';

/** Reads one picture; `isBlackAndWhite` says that it holds no greys. */
export type Reader = (image: Pixels, isBlackAndWhite: boolean) => Promise<string | null> | string | null;

/** In pixels: for uneven light and faint print, then for blur. Chosen by `bench/decoding`. */
const levellingRadii = [20, 6];

/**
 * Reads a picture as it is, then with its light levelled, until something is read. No further try begins once
 * `budgetMs` have passed, so that a slow phone looks at the next frame instead.
 */
export async function readPersistently(image: Pixels, read: Reader, budgetMs: number): Promise<string | null> {
  const start = performance.now();
  let text = await read(image, false);
  for (const radius of levellingRadii) {
    if (text !== null || performance.now() - start > budgetMs) return text;
    text = await read(levelLight(image, radius), true);
  }
  return text;
}
