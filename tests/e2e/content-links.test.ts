import type { Page } from '@playwright/test';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};

test('a broken link is told of at home, found in the list, and read with the listing', async ({ page, product }) => {
  test.slow();
  const booking_url = 'https://fareharbor.com/plumeria/items/7';
  const [id] = await addListings(product, [
    { name: 'Plumeria Walk', booking_url, website_url: 'https://walk.example/' },
  ]);
  const insert = `insert into listing_links (listing_id, field, url, checked_at, answer, failing_since, broken) values
    ($1, 'booking_url', $2, now(), '404', now(), true), ($1, 'website_url', 'https://walk.example/', now(), 'too_slow', now(), false)`;
  await ask(product, insert, [id, booking_url]);
  await signIn(page, product, 'admin@example.com');
  await at(page, '/dashboard');
  await page.getByRole('link', { name: /^Listings with broken links: \d+/ }).click();
  await expect(page.getByRole('combobox', { name: 'Links' })).toHaveValue('broken');
  await page.getByRole('link', { name: 'Plumeria Walk' }).click();
  const detail = page.getByRole('region', { name: 'About this listing' });
  await expect(detail.getByText('Broken', { exact: true })).toBeVisible();
  await expect(detail.getByText(/The server answers 404, asked for .*\. Failing since /)).toBeVisible();
  await expect(detail.getByText('Not answering', { exact: true })).toBeVisible();
  await expect(detail.getByText(/The server takes longer than ten seconds, asked for /)).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'content-links', () => detail, at);
  await ask(
    product,
    `update listing_links set answer = '200', failing_since = null, broken = false where listing_id = $1`,
    [id],
  );
  await page.reload();
  await ready(page);
  await expect(detail.getByText('Answers', { exact: true }).first()).toBeVisible();
});
