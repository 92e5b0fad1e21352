import type { Page } from '@playwright/test';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

/** As a browser says it that knows of no network, on a plane: its own machine is reached all the same. */
const loseNetwork = () => {
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false, configurable: true });
  dispatchEvent(new Event('offline'));
};
const offline = (page: Page) => page.getByRole('banner').getByText('Offline', { exact: true });

test('without a network the server of one’s own machine is there, and its answers are shown', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'on-a-plane@example.com');
  const [listing] = await bookable(page);
  await book(page, product, listing!.id);
  await page.addInitScript(loseNetwork);
  await openBookings(page);
  await expect(cardOf(page, listing!.name)).toContainText('Pending');
  await expect(offline(page)).toHaveCount(0);
});

test('one that goes away while a page is open takes nothing away from it', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  const asked = page.waitForResponse('**/healthz');
  await page.evaluate(loseNetwork);
  await asked;
  await expect(offline(page)).toHaveCount(0);
});

test('a server of one’s own machine that does not answer is away', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  await page.context().setOffline(true);
  await expect(offline(page)).toBeVisible();
});
