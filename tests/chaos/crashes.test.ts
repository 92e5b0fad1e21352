import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { prepareWriters, surviveCrashes } from './crash-rounds.ts';
import { ProductProcess, rounds } from './product-process.ts';
import type { Writers } from './writers.ts';

let product: ProductProcess;
let writers: Writers;
beforeAll(async () => {
  product = await ProductProcess.make();
  await product.start();
  writers = await prepareWriters(product);
});
afterAll(() => product.dispose());

describe('kill -9 under eight writers loses nothing, doubles nothing, and it is soon ready again', () => {
  test('of the server', { timeout: 240_000 }, async () => {
    await surviveCrashes('kill -9 of the server', product, writers, async () => {
      await product.kill();
      return await product.start();
    });
  });

  test('of the database, which the server starts again', { timeout: 240_000 }, async () => {
    const { pid } = product;
    const linesBefore = product.output.split('\n').length;
    await surviveCrashes('kill -9 of the database', product, writers, async () => {
      const begun = performance.now();
      product.killDatabase();
      await product.untilReady();
      return performance.now() - begun;
    });
    expect([product.isRunning, product.pid]).toEqual([true, pid]);
    // A crash is told in a few lines, however many requests meet it.
    expect(product.output.split('\n').length - linesBefore).toBeLessThan(rounds * 15);
  });
});
