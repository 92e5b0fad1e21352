import type { Page } from '@playwright/test';
import { standIn } from './answers.ts';
import { test } from './behind.ts';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { expect, ready } from './fixtures.ts';
import { cached, placeKept, workerReady } from './offline.ts';
import { heartOf, keptOnDevice, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

const stored = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(`holoholo.${key}`), name);
const isBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')));

test('a gateway whose server is away hides nothing of what this phone has', async ({ page, behind }) => {
  const { location_id: id, location_name: name } = behind.codes.find((one) => one.status === 'active')!;
  await signInTraveler(page, behind, 'gateway@example.com');
  const [listing] = await bookable(page);
  await book(page, behind, listing!.id);
  await page.goto(`/location/${id}`);
  await placeKept(page, id);
  const saved = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  for (const path of ['/explore', '/saved', '/analytics', '/bookings', '/dashboard']) {
    await page.goto(path);
    await ready(page);
  }
  await workerReady(page);
  await expect.poll(() => keptOnDevice(page, 'account')).toContain(saved);
  await page.goto('about:blank');

  behind.network.spoil('away');
  const heading = page.getByRole('heading', { level: 1 });
  for (const [path, title] of [
    ['/', /^Aloha/],
    ['/dashboard', /^Aloha/],
    ['/scan', 'Scan QR Code'],
    ['/explore', 'Explore Experiences'],
    ['/saved', 'Saved Places'],
    ['/analytics', 'Analytics'],
    [`/location/${id}`, name],
    ['/bookings', 'Your Bookings'],
  ] as const) {
    await page.goto(path);
    await expect(heading).toHaveText(title);
  }
  await cardOf(page, listing!.name)
    .getByRole('button', { name: /^View Ticket/ })
    .click();
  await expect(page.getByRole('dialog', { name: 'Ticket Details' })).toContainText(listing!.name);
  // Of a screen that needs the server, and of an address that is none of ours, the gateway's own word stands.
  for (const path of ['/auth', '/nowhere']) {
    await page.goto(path);
    await expect(page.getByText('Bad gateway')).toBeVisible();
  }
});

test('a refusal that is not ours loses neither a saved place nor a booking report', async ({ page, behind }) => {
  await signInTraveler(page, behind, 'challenged@example.com');
  await openPlace(page, behind);
  await workerReady(page);
  behind.network.spoil('forbidden', /^\/api\//);
  const name = await tapHeart(page, 0);
  await expect(page.getByText('Checking your browser.')).toHaveCount(0);
  const reported = page.waitForResponse('**/api/qr/booking-conversion');
  const opened = page.waitForEvent('popup');
  await standIn(page.context(), /^https:\/\//, { contentType: 'text/html', body: '' });
  await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click();
  await (await opened).close();
  expect((await reported).status()).toBe(403);
  await expect.poll(() => keptOnDevice(page, 'queue')).toContain('listingId');
  expect(await stored(page, 'conversions')).toContain('business_listing_id');
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'true');

  behind.network.mend();
  await isBack(page);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  await expect
    .poll(async () => await (await page.request.get('/api/bookings')).json(), { timeout: 15_000 })
    .toHaveLength(1);
  await expect.poll(() => stored(page, 'conversions')).toBeNull();
});

test('a stranger’s 401 takes nothing away from this phone', async ({ page, behind }) => {
  const { location_id: id } = behind.codes.find((one) => one.status === 'active')!;
  await signInTraveler(page, behind, 'hotel-wifi@example.com');
  await book(page, behind, (await bookable(page))[0]!.id);
  await page.goto(`/location/${id}`);
  await placeKept(page, id);
  await openBookings(page);
  await expect.poll(() => stored(page, 'bookings')).not.toBeNull();
  behind.network.spoil('unauthorized', /^\/api\//);
  const refused = page.waitForResponse('**/api/profiles');
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  expect((await refused).status()).toBe(401);
  await expect(page.getByText('What opens without a connection.')).toBeVisible();
  expect(await stored(page, 'user')).not.toBeNull();
  expect(await stored(page, 'bookings')).not.toBeNull();
  expect((await cached(page))['holoholo-places']).toContain(`/api/locations/${id}`);
});
