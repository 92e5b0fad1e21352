import type { Page } from '@playwright/test';
import type { Booking } from '../../contract/bookings.ts';
import { refuseOnce } from './answers.ts';
import { expect, linkName, ready, signInByMail, test } from './fixtures.ts';
import type { Product } from './product.ts';

test.use({ serviceWorker: true });

const activeCode = (product: Product, at = 0) => product.codes.filter((code) => code.status === 'active')[at]!;

const bookingsOf = (page: Page): Promise<Booking[]> => page.evaluate(async () => (await fetch('/api/bookings')).json());

async function scanWithCamera(page: Page): Promise<void> {
  await page.goto('/scan');
  await ready(page);
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByRole('button', { name: 'Start Scanning' }).click();
}

/** Follows the booking link of a card; gives the page that opened. */
async function follow(page: Page, name: string): Promise<Page> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: linkName('Book Now', name) }).click();
  const opened = await opening;
  await opened.waitForLoadState();
  return opened;
}

test('a real code before the camera, the list, sign-in by mail, and one booking with the platform open', async ({
  phone,
  product,
}) => {
  const code = activeCode(product);
  const page = await phone({ shows: code.url });
  await scanWithCamera(page);
  await expect(page.getByRole('heading', { name: code.location_name, level: 1 })).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('Scanning...')).toBeHidden();
  const cards = page.getByRole('article');
  const count = await cards.count();
  expect(count).toBeGreaterThanOrEqual(8);
  await expect(page.getByRole('heading', { name: 'Available Experiences' })).toContainText(String(count));

  // A guest signs in first, and comes back to this very experience.
  const card = page
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: /^Sign In to Book/ }) })
    .first();
  const name = (await card.getByRole('heading').textContent())!;
  await card.getByRole('link', { name: /^Sign In to Book/ }).click();
  await expect(page.getByText('Sign in to book this amazing experience!')).toBeVisible();
  await signInByMail(page, product, 'aria@example.com');
  await expect(page.getByRole('heading', { name: 'Welcome to Holoholo' })).toBeVisible();
  expect(page.url()).not.toContain('token');
  await page.waitForURL(new RegExp(`/location/${code.location_id}#experience-\\d+$`));

  const opened = await follow(page, name);
  const link = new URL(opened.url());
  const clickId = link.searchParams.get('ref') ?? link.searchParams.get('campaign') ?? link.searchParams.get('cmp');
  expect(clickId).toMatch(/^[0-9a-z]{32}$/);
  expect(await opened.evaluate(() => window.opener)).toBeNull();

  await expect.poll(async () => (await bookingsOf(page)).length).toBe(1);
  await follow(page, name);
  await page.goto('/bookings');
  await ready(page);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article')).toContainText(name);
  await expect(page.getByRole('article')).toContainText('Pending');
  await expect(page.getByRole('article')).toContainText('estimated');
  const [booking] = await bookingsOf(page);
  expect(booking).toMatchObject({
    business_listing_name: name,
    status: 'pending',
    estimated: true,
    location_name: code.location_name,
  });
});

test.describe('when the recording fails', () => {
  test('the link still opens, and the booking arrives later, once', async ({ page, product }) => {
    const code = activeCode(product, 1);
    await page.goto(`/auth?redirect=/location/${code.location_id}`);
    await ready(page);
    await signInByMail(page, product, 'kai@example.com');
    await page.waitForURL(`**/location/${code.location_id}`);

    let attempts = 0;
    await page.context().route('**/api/qr/booking-conversion', (route) => {
      attempts += 1;
      return route.abort('internetdisconnected');
    });
    const name = (await page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: /^Book Now/ }) })
      .first()
      .getByRole('heading')
      .textContent())!;
    const opened = await follow(page, name);
    expect(opened.url()).toMatch(/^https:\/\//);
    await expect.poll(() => attempts).toBeGreaterThan(0);
    expect(await bookingsOf(page)).toEqual([]);

    await page.context().unroute('**/api/qr/booking-conversion');
    await page.reload();
    await ready(page);
    await expect.poll(async () => (await bookingsOf(page)).length).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.reload();
    await ready(page);
    expect(await page.evaluate(() => localStorage.getItem('holoholo.conversions'))).toBeNull();
    const bookings = await bookingsOf(page);
    expect(bookings.map((one) => one.business_listing_name)).toEqual([name]);
  });

  test('because the server fails, it is sent again', async ({ page, product }) => {
    const code = activeCode(product, 1);
    await page.goto(`/auth?redirect=/location/${code.location_id}`);
    await ready(page);
    await signInByMail(page, product, 'noa@example.com');
    await page.waitForURL(`**/location/${code.location_id}`);
    let failures = 0;
    await page.context().route('**/api/qr/booking-conversion', async (route) => {
      failures += 1;
      if (failures > 1) return route.continue();
      // The server did record it, and its answer is lost: the hardest case.
      await route.fetch();
      return refuseOnce(route, 503, 'unavailable');
    });
    const name = (await page
      .getByRole('article')
      .filter({ has: page.getByRole('link', { name: /^Book Now/ }) })
      .first()
      .getByRole('heading')
      .textContent())!;
    await follow(page, name);
    await expect.poll(() => failures).toBe(1);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => failures).toBe(2);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.conversions'))).toBeNull();
    expect(await bookingsOf(page)).toHaveLength(1);
  });
});
