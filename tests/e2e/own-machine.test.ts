import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { enterCode } from './offline.ts';
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

test('a sign-in link opens there, and leads back to what was looked at', async ({ page, product }) => {
  await page.addInitScript(loseNetwork);
  await page.goto('/location/1');
  await ready(page);
  await page
    .getByRole('link', { name: /^Sign In to Book/ })
    .first()
    .click();
  await page.getByLabel('Email address').fill('link-on-a-plane@example.com');
  const since = product.mail.messages.length;
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const mail = await product.mail.waitFor('link-on-a-plane@example.com', since);
  await page.goto(mail.text.match(/https?:\/\/\S+token=\S+/)![0]);
  await expect(page).toHaveURL(/\/location\/1#experience-\d+$/);
});

test('a scan that had no answer is asked again by itself there, too', async ({ page, product }) => {
  const code = product.codes.filter((one) => one.status === 'active')[12]!;
  await page.addInitScript(loseNetwork);
  await page.clock.install();
  await page.goto('/scan');
  await ready(page);
  await expect(offline(page)).toHaveCount(0);
  await cut(page, '**/api/qr/scan');
  await enterCode(page, code.qr_code_id);
  const kept = page.getByText('Your scan is kept on this phone');
  await expect(kept).toBeVisible();
  await page.unroute('**/api/qr/scan');
  await page.clock.runFor(5_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(kept).toHaveCount(0);
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
