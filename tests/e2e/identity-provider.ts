import type { Page } from '@playwright/test';
import { EvilProvider } from '../evil-provider.ts';
import { standIn } from './answers.ts';
import { test as base } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

/** The product with an identity provider of the test's own, whose word about an address is no proof: it runs no mailbox. */
export const test = base.extend<object, { provider: EvilProvider; product: Product }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const provider = new EvilProvider(() => new Date());
      await provider.start();
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ provider }, use) => {
      const product = await startProduct({
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
      });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

/** This browser's person at the provider, who agrees to everything. */
export async function be(page: Page, provider: EvilProvider, product: Product, email: string): Promise<void> {
  const person = { sub: email, email, email_verified: true, name: 'Nalu Keawe', given_name: 'Nalu' };
  await standIn(page, `${provider.issuer}/authorize?**`, (route) => {
    const brought = new URLSearchParams(provider.agree(route.request().url(), person));
    return { status: 302, headers: { location: `${product.url}/auth/callback?${brought}` } };
  });
}
