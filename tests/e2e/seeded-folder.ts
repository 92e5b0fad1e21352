import { rm } from 'node:fs/promises';
import { newDataDir, seededFolder, startProduct } from './product.ts';

/**
 * Once a run, before its tests: a data folder as the first start leaves it, with its cluster, schema and guide, for the products
 * of the tests to begin from. The first start itself is proven by `npm run prove-start`.
 * @returns what takes it away after the tests
 */
export default async function makeSeededFolder(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  const product = await startProduct({ DATA_DIR: dataDir });
  await product.stop();
  process.env[seededFolder] = dataDir;
  return () => rm(dataDir, { recursive: true, force: true });
}
