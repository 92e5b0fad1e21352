import { test as base } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { type Network, openNetwork } from './bad-network.ts';
import { expect, watchPage } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { watchWords } from './shown-words.ts';

/** The product behind a network that the tests spoil. Its address is the network's. */
interface Behind {
  behind: Product & { network: Network };
}

export const test = base.extend<object, Behind>({
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
  page: async ({ page, context, behind }, use) => {
    const problems: string[] = [];
    await watchWords(context);
    // Playwright blocks workers by a registration that is undefined.
    watchPage(page, behind, problems, /net::ERR|Failed to load resource|\(reading 'waiting'\)/);
    await use(page);
    behind.network.mend();
    expect(problems).toEqual([]);
  },
});
