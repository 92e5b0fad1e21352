import type { Page } from '@playwright/test';
import { type LimitName, limitOf } from '../../server/platform/limits/limits.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { test as base } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

let networks = 0;

interface LimitedFixtures {
  /**
   * Nothing is left of this limit for so many seconds, for whoever is behind the page's network; or of a person's own share.
   * What was refused before is asked for again from another network (`moveOn`).
   * @param refused the address that the page meets the refusal at, which must occur; `*` stands for anything.
   */
  useUp: (limit: LimitName, seconds: number, refused: string, person?: string) => Promise<void>;
  /** Takes the page to a network of its own, which has spent nothing yet. */
  moveOn: () => Promise<void>;
}

/** The product with its limits on, behind a proxy that says which network each page is in. */
export const test = base.extend<LimitedFixtures, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => {
      const product = await startProduct({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  page: async ({ page }, use) => {
    await moveOn(page);
    await use(page);
  },
  useUp: async ({ page, product }, use) => {
    await use(async (limit, seconds, refused, person) => {
      expectErrors(page, `429 ${refused}`);
      await ask(
        product,
        `insert into rate_counters (key, spent, granted, ends_at)
          values (sha256(convert_to($1, 'utf8')), $2, 0, now() + $3 * interval '1 second')
          on conflict (key) do update set spent = excluded.spent, granted = 0, ends_at = excluded.ends_at`,
        [`${limit} ${person ?? networkOf(page)}`, limitOf(limit).amount, seconds],
      );
    });
  },
  moveOn: async ({ page }, use) => use(() => moveOn(page)),
});

const inNetwork = new WeakMap<Page, string>();
/** The network that a page is in. */
export const networkOf = (page: Page): string => inNetwork.get(page)!;

async function moveOn(page: Page): Promise<void> {
  networks += 1;
  const address = `203.0.${Math.floor(networks / 250)}.${(networks % 250) + 1}`;
  inNetwork.set(page, address);
  await page.setExtraHTTPHeaders({ 'x-forwarded-for': address });
}
