import { expectAccessible } from './axe.ts';
import { book, bookable, openBookings, openDesk, tile } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { startProduct } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test('Platform Bookings: everybody’s, with commission and QR reference, in pages', async ({
  page,
  product,
  browser,
}) => {
  // Two browsers, and every state measured in both themes at both widths.
  test.slow();
  await signInTraveler(page, product, 'platform-traveler@example.com');
  const [listing] = await bookable(page);
  const desk = await openDesk(browser, product);
  const admin = desk.page;
  await openBookings(admin);
  await expect(admin.getByRole('heading', { name: 'Platform Bookings', level: 1 })).toBeVisible();
  await expect(admin).toHaveTitle(/^Platform Bookings/);
  const before = Number((await tile(admin, 'Total').textContent())!);
  expect(before).toBeGreaterThan(100);

  // Booked from a place's printed code, so it carries the code.
  const code = product.codes.find((one) => one.status === 'active')!;
  const headers = { origin: product.url };
  await page.request.post('/api/qr/scan', { data: { qr_code_id: code.qr_code_id }, headers });
  const id = await book(page, product, listing!.id);
  await openBookings(admin);
  await expect(tile(admin, 'Total')).toHaveText(String(before + 1));
  const rates = await (await admin.request.get('/api/business-listings')).json();
  const rate = rates.find((one: { id: number }) => one.id === listing!.id).commission_rate;
  const card = admin.getByRole('article').filter({ hasText: 'platform-traveler@example.com' });
  await expect(card).toContainText(code.qr_code_id);
  await expect(card).toContainText(code.location_name);
  await desk.decide(id, { status: 'confirmed', amount: 100 });
  await openBookings(admin);
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(card).toContainText(dollars(100 * rate));
  const held = Number((await tile(admin, 'Confirmed + completed').textContent())!);

  // A correction of what is final is said to be one.
  await desk.decide(id, { status: 'cancelled' });
  await openBookings(admin);
  await expect(tile(admin, 'Confirmed + completed')).toHaveText(String(held - 1));
  await card.getByRole('button', { name: /^Decide/ }).click();
  await expect(admin.getByText('What you save is a correction')).toBeVisible();
  await admin.keyboard.press('Escape');

  const last = Math.ceil((before + 1) / 50);
  const pages = admin.getByRole('navigation', { name: 'Pages' });
  await expect(pages).toContainText(`Page 1 of ${last}`);
  await expect(admin.getByRole('article')).toHaveCount(50);
  await pages.getByRole('link', { name: 'Older' }).click();
  await expect(pages).toContainText(`Page 2 of ${last}`);
  await expect(admin).toHaveURL(/page=2/);
  await expect(card).toHaveCount(0);

  for (const view of ['?status=confirmed', '?view=inquiries', '?view=reviews']) {
    await openBookings(admin, view);
    await expectAccessible(admin);
    await admin.setViewportSize({ width: 1280, height: 900 });
    expect(await admin.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await desk.close();
});

test('before anybody booked, each view says what will stand in it', async ({ browser, consoleErrors }) => {
  // A product of its own.
  test.setTimeout(150_000);
  const empty = await startProduct({ DEMO_DATA: 'off', ADMIN_EMAILS: 'admin@example.com' });
  const desk = await openDesk(browser, empty);
  consoleErrors.watchPage(desk.page, empty.url);
  await openBookings(desk.page);
  await expect(desk.page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  await desk.page.getByRole('link', { name: 'Pending' }).click();
  await expect(desk.page.getByRole('heading', { name: 'Nothing is pending' })).toBeVisible();
  await desk.page.getByRole('main').getByRole('link', { name: 'All' }).last().click();
  await expect(desk.page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  const views = desk.page.getByRole('navigation', { name: 'What to look at' });
  for (const [view, words, text] of [
    ['Missing bookings', 'Nobody is missing a booking', 'the question waits here for your answer'],
    ['Reviews', 'Nobody has reviewed anything yet', 'Travelers can once their booking is completed.'],
  ] as const) {
    await views.getByRole('link', { name: view }).click();
    await expect(desk.page.getByRole('heading', { name: words })).toBeVisible();
    await expect(desk.page.getByText(text)).toBeVisible();
    await expectAccessible(desk.page);
  }
  await views.getByRole('link', { name: 'Bookings', exact: true }).click();
  await expect(desk.page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  await desk.close();
  await empty.stop();
});

test.describe('partners and advertisers', () => {
  test.use({ expectedErrors: ['403 /bookings'] });

  test('are told that bookings are not theirs', async ({ page, product }) => {
    for (const email of ['partner@example.com', 'advertiser@example.com']) {
      await page.context().clearCookies();
      await signIn(page, product, email);
      await page.goto('/bookings');
      await ready(page);
      await expect(page.getByRole('heading', { name: 'Access Restricted' })).toBeVisible();
    }
  });
});
