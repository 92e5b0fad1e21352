import { type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import type { Pixels } from './level-light.ts';
import { readPersistently } from './read-persistently.ts';
import { readDamaged } from './repair/read-damaged.ts';

const options: ReaderOptions = { formats: ['QRCodeModel2'], maxNumberOfSymbols: 1, textMode: 'Plain' };
/**
 * Reads a code with ZXing, whose module must have been prepared, with all that helps. Runs wherever WebAssembly does.
 * @param now milliseconds since any time.
 */
export function readWithZxing(image: Pixels, now?: () => number): Promise<string | null> {
  return readPersistently(image, { read: readOnceWithZxing, repair: readDamaged, budgetMs: 100 }, now);
}

/** One try; a picture without greys needs no threshold of its own. */
export async function readOnceWithZxing(image: Pixels, isBlackAndWhite: boolean): Promise<string | null> {
  // It takes any object with a canvas's pixels, though its type asks for what only browsers make.
  const source = image as Parameters<typeof readBarcodes>[0];
  const [code] = await readBarcodes(source, isBlackAndWhite ? { ...options, binarizer: 'FixedThreshold' } : options);
  return code?.text ?? null;
}
