import type { Locator, Page } from '@playwright/test';
import { ask } from './database.ts';
import { expect, ready } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import type { Product } from './product.ts';

/** A place that shows at least five experiences, with a code. */
export async function aLongPlace(product: Product): Promise<Product['codes'][number]> {
  const [{ id }] = (await ask<{ id: number }>(
    product,
    `select location_id as id from curated_listings group by 1 having count(*) >= 5 order by 1 limit 1`,
  )) as [{ id: number }];
  return product.codes.find((one) => one.status === 'active' && one.location_id === id)!;
}

/** What Explore begins with, so that whatever else is added is further down. @returns the listings, to be removed again */
export const fillExplore = (product: Product): Promise<number[]> =>
  addListings(
    product,
    Array.from({ length: 24 }, (_, n) => ({ name: `Featured ${n}`, is_featured: true })),
  );

/** The card that is shown for a campaign. */
export const sponsoredCard = (page: Page, campaign: string): Locator =>
  page.locator(`article[data-campaign="${campaign}"]`);

/** Opens a page once the server shows the campaign to this guest, within seconds of its start; in Explore, to whoever has scanned a code. */
export async function openShown(page: Page, path: string, campaign: string): Promise<void> {
  await expect
    .poll(async () => (await (await page.request.get(path)).text()).includes(campaign), {
      timeout: 50_000,
    })
    .toBe(true);
  await page.goto(path);
  await ready(page);
}
