import type { Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';

/** Opens a page whose scripts are on their way until they are let through. */
async function openWithoutScripts(page: Page, path: string): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/main-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path);
  return release;
}

test('an address typed before the scripts are here is sent', async ({ page, product }) => {
  const release = await openWithoutScripts(page, '/auth');
  const field = page.getByLabel('Email address');
  await field.fill('early@example.com');
  release();
  await ready(page);
  await expect(field).toHaveValue('early@example.com');
  const before = product.mail.messages.length;
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('We sent a sign-in link to early@example.com.')).toBeVisible();
  await product.mail.waitFor('early@example.com', before);
});

test('a search typed before the scripts are here is searched for', async ({ page }) => {
  const release = await openWithoutScripts(page, '/explore');
  const field = page.getByLabel('Search experiences');
  await field.fill('snorkel');
  release();
  await ready(page);
  await expect(page).toHaveURL(/search=snorkel/);
  await expect(field).toHaveValue('snorkel');
});

test('a category chosen before the scripts are here is kept', async ({ page }) => {
  const release = await openWithoutScripts(page, '/explore');
  await page.getByLabel('Category').selectOption('Shopping');
  release();
  await ready(page);
  await expect(page).toHaveURL(/category=Shopping/);
});
