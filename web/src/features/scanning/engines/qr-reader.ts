import type { Pixels } from './level-light.ts';
import { readPersistently } from './read-persistently.ts';

/** It reads in the page's own thread, where longer tries would be felt. */
const budgetMs = 25;

export interface QrReader {
  /** With all that helps; `now` is in milliseconds since any time. */
  read(image: Pixels, now?: () => number): Promise<string | null>;
  /** One try. */
  readOnce(image: Pixels): string | null;
}

/** Loads the small reader, which is a script only. Runs anywhere. */
export async function loadQrReader(): Promise<QrReader> {
  const { decodeQR } = await import('qr/decode.js');
  const readOnce = (image: Pixels) => {
    try {
      return decodeQR(image);
    } catch {
      // It throws where there is nothing to read.
      return null;
    }
  };
  return { read: (image, now) => readPersistently(image, { read: readOnce, budgetMs }, now), readOnce };
}
