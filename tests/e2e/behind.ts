import { test as base } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { type Network, openNetwork } from './bad-network.ts';
import { ConsoleErrors } from './console-errors.ts';
import { expect, wordsOfWorker } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { watchWords } from './shown-words.ts';

/** The product behind a network that the tests spoil. Its address is the network's. */
interface Behind {
  behind: Product & { network: Network };
  /** What this worker's pages have shown, for words-seen.test.ts. */
  words: Set<string>;
}

export const test = base.extend<object, Behind>({
  words: [wordsOfWorker, { scope: 'worker' }],
  behind: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const network = await openNetwork();
      const port = await freePort();
      network.leadTo(port);
      const product = await startProduct({ PORT: String(port), PUBLIC_URL: network.url });
      await use({ ...product, url: network.url, network });
      await network.close();
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ behind }, use) => use(behind.url),
  page: async ({ page, context, behind, words }, use) => {
    const errors = new ConsoleErrors();
    const before = behind.network.timesSpoiled();
    await watchWords(context, words);
    errors.watchPage(page, behind.url);
    await use(page);
    const wasSpoiled = behind.network.timesSpoiled() > before;
    behind.network.mend();
    // Which requests it meets, and how each ends, is a matter of time.
    errors.explain((line) => wasSpoiled && /^(net::ERR_\w+|401|403|50[234]) \//.test(line));
    expect(errors.problems()).toEqual([]);
  },
});
