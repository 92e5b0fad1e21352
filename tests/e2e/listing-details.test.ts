import type { Locator, Page } from '@playwright/test';
import ja from '../../web/src/messages/ja.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';

test.use({ viewport: { width: 390, height: 844 } });

/** The place of a code, and its first listing, which is closed in the month that Hawaiʻi has now. */
async function aClosedListing(product: Product): Promise<{ place: string; id: number; name: string }> {
  const { location_id } = product.codes.find((one) => one.status === 'active')!;
  const [row] = await ask<{ id: number; name: string }>(
    product,
    `update listings set open_months = array_remove(array[1,2,3,4,5,6,7,8,9,10,11,12],
        extract(month from now() at time zone 'Pacific/Honolulu')::integer), steps = 'few'
      where id = (select listing_id from curated_listings where location_id = $1 and not is_hidden order by position limit 1)
      returning id, name`,
    [location_id],
  );
  return { place: `/location/${location_id}`, ...row! };
}
const cardOf = (page: Page, { id }: { id: number }): Locator => page.locator(`#experience-${id}`);

for (const [locale, closed] of [
  ['en-US', 'Closed this month'],
  ['ja-JP', ja.first.experience.closed],
] as const)
  test.describe(`read in ${locale}`, () => {
    test.use({ locale });

    test('a card says by itself that it is closed this month, at its place and in Explore', async ({
      page,
      product,
    }) => {
      const listing = await aClosedListing(product);
      for (const address of [listing.place, `/explore?search=${encodeURIComponent(listing.name)}`]) {
        await page.goto(address);
        await ready(page);
        await expect(cardOf(page, listing).getByText(closed, { exact: true })).toBeVisible();
        await expectAccessible(page, { enlarged: true });
      }
      await cardOf(page, listing).screenshot({ path: `test-results/closed-card-${locale}.png` });
    });
  });

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('it is said as well, and there is no button that does nothing', async ({ page, product }) => {
    const listing = await aClosedListing(product);
    await page.goto(listing.place);
    const card = cardOf(page, listing);
    await expect(card.getByText('Closed this month', { exact: true })).toBeVisible();
    await expect(card.getByRole('button', { name: /^Read more/ })).toBeHidden();
    await expect(card.getByRole('link', { name: /^Sign In to Book/ })).toBeVisible();
  });
});

test.describe('without a worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('details whose script does not come, or whose answer does not, say so and can be asked for again', async ({
    page,
    product,
  }) => {
    const listing = await aClosedListing(product);
    await page.goto(listing.place);
    await ready(page);
    const card = cardOf(page, listing);
    const details = card.getByRole('region', { name: 'Good to know' });
    const failed = card.getByText('The details could not be loaded. Please check your connection.');
    const again = card.getByRole('button', { name: 'Try Again' });
    expectErrors(page, 'net::ERR_INTERNET_DISCONNECTED /assets/*');
    await page.context().setOffline(true);
    await card.getByRole('button', { name: /^Read more/ }).click();
    await expect(failed).toBeVisible();
    await expectAccessible(page, { enlarged: true });
    await page.context().setOffline(false);
    await again.click();
    await expect(card.getByRole('button', { name: /^Show less/ })).toBeFocused();
    await expect(details.getByText('A few', { exact: true })).toBeVisible();
    // The script is there by now, and the answer does not come.
    await card.getByRole('button', { name: /^Show less/ }).click();
    await page.context().setOffline(true);
    await card.getByRole('button', { name: /^Read more/ }).click();
    await expect(failed).toBeVisible();
    await page.context().setOffline(false);
    await again.click();
    await expect(details.getByText('A few', { exact: true })).toBeVisible();
  });
});
