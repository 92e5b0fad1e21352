import type { Engine } from './engine.ts';
import { loadQrReader } from './qr-reader.ts';

/** The small engine, there at once. Rejects if its script cannot be loaded. */
export async function loadQrEngine(): Promise<Engine> {
  const { read } = await loadQrReader();
  return { name: 'qr', decode: read };
}
