import { expectAccessible } from './axe.ts';
import { book, bookable, openBookings, openDesk, openRow, rowOf, tile } from './bookings-world.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { startProduct } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

test('Platform Bookings: everybody’s, with commission and QR reference, in pages', { tag: '@main' }, async ({
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
  const email = 'platform-traveler@example.com';
  const row = rowOf(admin, email);
  await expect(row).toContainText(code.qr_code_id);
  await expect(await openRow(admin, email)).toContainText(code.location_name);
  await desk.decide(id, { status: 'confirmed', amount: 100 });
  await openBookings(admin);
  const dollars = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  await expect(row.locator('td[data-label="Commission"]')).toHaveText(dollars(100 * rate));
  const held = Number((await tile(admin, 'Confirmed + completed').textContent())!);

  // A correction of what is final is said to be one.
  await desk.decide(id, { status: 'cancelled' });
  await openBookings(admin);
  await expect(tile(admin, 'Confirmed + completed')).toHaveText(String(held - 1));
  const detail = await openRow(admin, email);
  await expect(admin).toHaveURL(new RegExp(`open=${id}`));
  await detail.getByRole('button', { name: 'Decide' }).click();
  await expect(admin.getByText('What you save is a correction')).toBeVisible();
  await admin.keyboard.press('Escape');
  // What is open survives a reload.
  await admin.reload();
  await ready(admin);
  await expect(detail).toContainText(email);
  await admin.getByRole('link', { name: 'Back to the list' }).click();

  await expect(admin.getByText(`${(before + 1).toLocaleString('en-US')} bookings`, { exact: true })).toBeVisible();
  const rows = admin.locator('tbody tr');
  await expect(rows).toHaveCount(50);
  await admin.getByRole('link', { name: 'Next page' }).click();
  await expect(admin).toHaveURL(/after=/);
  await expect(row).toHaveCount(0);
  await admin.getByRole('link', { name: 'First page' }).click();
  await expect(row).toHaveCount(1);

  // Search and filter stand in the address; both together find nothing where one does.
  await admin.getByRole('searchbox', { name: 'Search by experience, traveler or number' }).fill(email);
  await expect(rows).toHaveCount(1);
  await expect(admin).toHaveURL(/search=platform-traveler/);
  await admin.getByLabel('Filter by status').selectOption('Confirmed');
  await expect(admin.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await admin.getByLabel('Filter by status').selectOption('Cancelled');
  await expect(rows).toHaveCount(1);
  await admin.reload();
  await ready(admin);
  await expect(rows).toHaveCount(1);
  await expect(admin.getByLabel('Filter by status')).toHaveValue('cancelled');

  // From row to row and into one by keyboard alone, and back to where it was.
  await openBookings(admin);
  await rows.first().locator('a[data-row]').focus();
  await admin.keyboard.press('ArrowDown');
  await expect(rows.nth(1).locator('a[data-row]')).toBeFocused();
  await admin.keyboard.press('Enter');
  await expect(admin.getByRole('region', { name: 'The booking' }).getByRole('heading')).toBeFocused();
  await admin.getByRole('link', { name: 'Back to the list' }).press('Enter');
  await expect(rows.nth(1).locator('a[data-row]')).toBeFocused();

  // The others are searched as well.
  for (const experience_name of ['A lantern walk', 'A sail at dusk']) {
    const data = { experience_name, booking_platform: 'viator' };
    expect((await page.request.post('/api/bookings/inquiries', { data, headers })).status()).toBe(201);
  }
  for (const [view, search, words] of [
    ['inquiries', 'Search by experience, traveler or reference', 'missing booking'],
    ['reviews', 'Search by experience, author or words', 'review'],
  ] as const) {
    await openBookings(admin, `?view=${view}`);
    const all = await rows.count();
    expect(all).toBeGreaterThan(1);
    const title = (await rows.last().locator('td').first().innerText()).replace(/^\d of 5: /, '');
    await admin.getByRole('searchbox', { name: search }).fill(title);
    await expect(admin).toHaveURL(/search=/);
    await expect.poll(() => rows.count()).toBeLessThan(all);
    for (const row of await rows.all()) await expect(row).toContainText(title);
    await admin.getByRole('searchbox', { name: search }).fill('nobody has said this');
    await expect(admin.getByText(`0 ${words}s`, { exact: true })).toBeVisible();
    await expect(admin.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
    await admin.getByRole('main').getByRole('link', { name: 'All', exact: true }).click();
    await expect(rows).toHaveCount(all);
  }
  await openBookings(admin, '?view=inquiries&search=lantern+walk');
  await expect(admin.getByText('1 missing booking', { exact: true })).toBeVisible();

  await desk.close();
});

test('each view, and a booking that is open, reads on every width', async ({ browser, product }) => {
  test.slow();
  const desk = await openDesk(browser, product);
  const admin = desk.page;
  for (const view of ['status=completed', 'view=inquiries', 'view=reviews'])
    await expectOnEveryWidth(
      admin,
      `?${view}`,
      `platform-${view.replace(/.*=/, '')}`,
      () => admin.getByRole('heading', { level: 1 }),
      openBookings,
    );
  await openBookings(admin);
  await admin.locator('a[data-row]').first().click();
  await expect(admin).toHaveURL(/open=/);
  const opened = new URL(admin.url()).search;
  for (const width of [390, 1280]) {
    await admin.setViewportSize({ width, height: 900 });
    await openBookings(admin, opened);
    await expect(admin.getByRole('region', { name: 'The booking' })).toBeVisible();
    await expectAccessible(admin, { enlarged: true });
    await admin.screenshot({ path: `test-results/platform-booking-${width}.png`, fullPage: true });
  }
  await desk.close();
});

test('before anybody booked, each view says what will stand in it', { tag: '@main' }, async ({
  browser,
  consoleErrors,
}) => {
  // A product of its own.
  test.setTimeout(150_000);
  const empty = await startProduct({ DEMO_DATA: 'off', ADMIN_EMAILS: 'admin@example.com' });
  const desk = await openDesk(browser, empty);
  consoleErrors.watchPage(desk.page, empty.url);
  await openBookings(desk.page);
  await expect(desk.page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  await desk.page.getByLabel('Filter by status').selectOption('Pending');
  await expect(desk.page.getByRole('heading', { name: 'Nothing is pending' })).toBeVisible();
  await desk.page.getByRole('main').getByRole('link', { name: 'All' }).last().click();
  await expect(desk.page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  const views = desk.page.getByRole('navigation', { name: 'Sections' });
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
