import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { confirmBooking, decideBooking } from '../browsers/desk.ts';
import { cardOf } from './bookings-world.ts';
import { test as base, expect, ready } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';

/** A name that the browser takes to this machine and, other than localhost, not for a secure origin: as any address of a network. */
const name = 'holoholo.test';

const test = base.extend<object, { product: Product; reached: string }>({
  reached: [
    // biome-ignore lint/correctness/noEmptyPattern: the fixture's own form
    async ({}, use) => use(`http://${name}:${await freePort()}`),
    { scope: 'worker' },
  ],
  product: [
    async ({ reached }, use) => {
      const product = await startProduct({ PORT: new URL(reached).port, PUBLIC_URL: reached });
      // Pages are asked there; the tests themselves ask where they started it.
      await use({ ...product, url: reached });
      await product.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  launchOptions: [
    async ({ launchOptions }, use) => {
      const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${name} 127.0.0.1`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
});
// The browser says that it heeds these headers from secure origins only.
test.use({
  expectedErrors: [
    'console: The Cross-Origin-Opener-Policy header has been ignored*',
    'console: Clear-Site-Data*insecure origins*',
  ],
});

const bookingOf = (page: Page): Promise<{ id: string; business_listing_name: string }[]> =>
  page.evaluate(async () => (await fetch('/api/bookings')).json());

test('without https: a place, a typed code, sign-in with a return, save, book, ticket, inquiry, review, sign-out', async ({
  page,
  product,
}) => {
  test.slow();
  const [printed, other] = product.codes.filter(({ status }) => status === 'active');
  await page.goto(printed!.url);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(printed!.location_name);
  // What this is about: else the test shows nothing.
  expect(await page.evaluate(() => [isSecureContext, 'randomUUID' in crypto, 'caches' in self])).toEqual([
    false,
    false,
    false,
  ]);

  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await expect(page.getByText('QR scanning not supported on this device.')).toBeVisible();
  await page.getByLabel('Code under the QR').fill(other!.qr_code_id);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(other!.location_name);

  await page.goto(`/auth?redirect=/location/${printed!.location_id}`);
  await ready(page);
  const since = product.mail.messages.length;
  await page.getByLabel('Email address').fill('phone@example.com');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  const { text } = await product.mail.waitFor('phone@example.com', since);
  await page.goto(text.match(/https?:\/\/\S+/)![0]);
  await page.waitForURL(`**/location/${printed!.location_id}`);
  const heart = page.getByRole('button', { name: /^Save: / }).first();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => page.evaluate(async () => (await (await fetch('/api/saved')).json()).length)).toBe(1);

  await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click();
  await expect.poll(async () => (await bookingOf(page)).length).toBe(1);
  const [booking] = await bookingOf(page);
  const listing = booking!.business_listing_name;
  const here = { ...product, url: `http://localhost:${new URL(product.url).port}` };
  await confirmBooking(here, product.url, booking!.id);
  await page.goto('/bookings');
  await ready(page);
  await cardOf(page, listing)
    .getByRole('button', { name: /^View Ticket/ })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Live Ticket');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const inquiry = page.getByRole('dialog', { name: 'My booking is missing' });
  await inquiry.getByLabel('What did you book?').fill('A sail at dusk');
  await inquiry.getByRole('button', { name: 'Ask us to find it' }).click();
  await expect(page.getByText('We are on it. The answer comes by e-mail.')).toBeVisible();

  await decideBooking(here, product.url, booking!.id, { status: 'completed' });
  await page.reload();
  await ready(page);
  await cardOf(page, listing)
    .getByRole('button', { name: /^Rate this experience/ })
    .click();
  const review = page.getByRole('dialog', { name: 'Your review' });
  await review.getByLabel('5 out of 5').check();
  await review.getByRole('button', { name: 'Save review' }).click();
  await expect(review).toBeHidden();

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  expect((await page.context().cookies()).filter((cookie) => /session|signed_in/.test(cookie.name))).toEqual([]);
});
