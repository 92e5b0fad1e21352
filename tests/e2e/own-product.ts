import { test as base } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

/**
 * For a test file that has a product of its own, where nobody else's rows are counted or summed with its. A fixture that two files
 * shared would give both the same product, so each file makes one.
 * @param settings what it is started with, besides the usual.
 */
export const withOwnProduct = (settings: Record<string, string> = {}) =>
  base.extend<Record<never, never>, { product: Product }>({
    product: [
      // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
      async ({}, use) => {
        const product = await startProduct(settings);
        await use(product);
        await product.stop();
      },
      { scope: 'worker', timeout: 90_000 },
    ],
  });
