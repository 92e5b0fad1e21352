import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { book, bookable, tile } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { savedOnServer } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true });
const range = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Time range' }).getByRole('link', { name, exact: true });
const tileNames = ['Scans', 'Bookings', 'Saved Places'] as const;

test('the analytics of a traveler: ranges by the names they have, the chosen one in sight', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'ranges@example.com');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/analytics');
  await ready(page);
  await expect(section(page, 'Overview')).toHaveAttribute('aria-current', 'page');
  await expect(range(page, 'Last 30 days')).toHaveAttribute('aria-current', 'page');
  for (const name of ['Last year', 'Last 24 hours', 'Last 90 days', 'Last 7 days']) {
    await range(page, name).click();
    await expect(range(page, name)).toHaveAttribute('aria-current', 'page');
    await expect(range(page, name)).toBeInViewport({ ratio: 1 });
  }
  await page.goto('/analytics?time_range=1y');
  await ready(page);
  await expect(range(page, 'Last year')).toBeInViewport({ ratio: 1 });
});

test('the activity history of a traveler: nothing yet, then each thing counted and listed', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'history@example.com');
  await page.goto('/analytics');
  await ready(page);
  await section(page, 'Activity History').click();
  await expect(page).toHaveURL(/\/analytics\?tab=history$/);
  await expect(page.getByText('Your journey begins here')).toBeVisible();
  for (const name of tileNames) await expect(tile(page, name)).toHaveText('0');
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Scan QR Code' }).click();
  await expect(page).toHaveURL(/\/scan$/);

  const [first, second] = await bookable(page);
  await page.goto(product.codes.find((one) => one.status === 'active')!.url);
  await ready(page);
  await book(page, product, first!.id);
  for (const { id } of [first!, second!])
    await page.request.put(`/api/saved/${id}`, { data: {}, headers: { origin: product.url } });
  expect(await savedOnServer(page)).toHaveLength(2);
  await page.goto('/analytics?tab=history');
  await ready(page);
  await expect(section(page, 'Activity History')).toHaveAttribute('aria-current', 'page');
  for (const [at, name] of tileNames.entries()) await expect(tile(page, name)).toHaveText(String([1, 1, 2][at]));
  await expect(page.getByRole('region', { name: 'What you did' }).getByRole('listitem')).toHaveCount(4);
  await expect(page.getByRole('main').getByRole('link', { name: 'Scan QR Code' })).toBeVisible();
  await expectAccessible(page);
});
