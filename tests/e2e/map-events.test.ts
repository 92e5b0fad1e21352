import type { Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import { standInForPictures } from './map-pictures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';
import { openEvents, type StoredEvent, typesOf, userIdOf } from './stored-events.ts';

// Off Lānaʻi's harbor, where the demo has nothing: two 33 m apart are a cluster at zoom 15, the third stands 334 m off.
const harbor = { latitude: 20.738, longitude: -156.888 };
const north = (degrees: number) => ({ ...harbor, latitude: harbor.latitude + degrees });
const frame = (page: Page) => page.getByRole('group', { name: 'Map of experiences' });
const pin = (page: Page, name: RegExp) => frame(page).getByRole('button', { name });
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

let ids: number[] = [];
let events: Awaited<ReturnType<typeof openEvents>>;
test.beforeAll(async ({ product }) => {
  ids = await addListings(product, [
    { name: 'Tollward Kiosk', ...harbor, is_featured: true },
    { name: 'Tollward Bench', ...north(0.0003) },
    { name: 'Tollward Pier', ...north(0.003), category: 'Restaurants' },
  ]);
  events = await openEvents(product);
});
test.afterAll(async ({ product }) => {
  await events.close();
  await removeListings(product, ids);
});
test.beforeEach(async ({ context }) => {
  await standInForPictures(context);
});

/** Somebody with a map of their own before them, and all that was stored of them. */
async function openMap(page: Page, product: Product, email: string) {
  await page.clock.install();
  await signInTraveler(page, product, email, { fresh: true });
  const user = await userIdOf(page);
  await page.goto('/explore?search=tollward&view=map');
  await ready(page);
  await expect(pin(page, /Tollward Pier/)).toBeVisible();
  return { stored: () => storedOnce(page, user) };
}

/** Lets what waits be sent, and another page send what it would send twice. */
async function storedOnce(page: Page, user: string): Promise<StoredEvent[]> {
  await expect
    .poll(async () => {
      await page.clock.runFor(4_000);
      return await page.evaluate(() => localStorage.getItem('holoholo.events'));
    })
    .toBeNull();
  await page.goto('/scan');
  await ready(page);
  await page.clock.runFor(4_000);
  return await events.ofUser(user);
}

test('opening the map, a pin, a booking: each is stored once, with what is told of it', async ({ page, product }) => {
  const { stored } = await openMap(page, product, 'map-events@example.com');
  await pin(page, /Tollward Pier/).click();
  const opened = panel(page, 'Tollward Pier');
  const opening = page.context().waitForEvent('page');
  await opened.getByRole('link', { name: /^Book Experience/ }).click();
  await (await opening).close();
  await opened.getByRole('button', { name: 'Close' }).click();
  // Moving about is nothing that is told.
  await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
  await page.getByRole('button', { name: 'Show the satellite picture' }).click();
  const found = await stored();
  expect(typesOf(found)).toEqual([
    'booking_initiated',
    'external_navigation',
    'map_booking_initiated',
    'map_initialized',
    'map_pin_clicked',
  ]);
  const of = (type: string) => found.find((event) => event.event_type === type)!;
  expect(of('map_initialized')).toMatchObject({
    listing_id: null,
    data: { pins_count: 1, clusters_count: 1, has_user_location: false, map_mode: 'standard' },
  });
  expect(of('map_pin_clicked')).toMatchObject({
    listing_id: ids[2],
    data: { is_featured: false, zoom_level: 15 },
  });
  expect(of('map_booking_initiated')).toMatchObject({
    listing_id: ids[2],
    data: { listing_name: 'Tollward Pier', category: 'Restaurants' },
  });
  expect(of('booking_initiated')).toMatchObject({ listing_id: ids[2], data: { user_authenticated: true } });
});

test('a guest who begins to book on the map is told as one who does', async ({ page }) => {
  await page.clock.install();
  await page.goto('/explore?search=tollward&view=map');
  await ready(page);
  await pin(page, /Tollward Pier/).click();
  await panel(page, 'Tollward Pier')
    .getByRole('link', { name: /^Sign In to Book/ })
    .click();
  const kept = () => page.evaluate(() => localStorage.getItem('holoholo.events') ?? '');
  for (const type of ['map_booking_initiated', 'booking_initiated']) await expect.poll(kept).toContain(`"${type}"`);
});

test('a position that is allowed, and how far a pin is from it', async ({ page, context, product }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ ...north(0.0045), accuracy: 5 });
  const { stored } = await openMap(page, product, 'map-events-granted@example.com');
  await expect(frame(page).getByText('You are here')).toBeVisible();
  // Known already: the button asks nobody again.
  await page.getByRole('button', { name: 'Centre on my location' }).click();
  await pin(page, /Tollward Pier/).click();
  const found = await stored();
  expect(typesOf(found)).toEqual(['location_permission_granted', 'map_initialized', 'map_pin_clicked']);
  const of = (type: string) => found.find((event) => event.event_type === type)!.data;
  expect(of('location_permission_granted')).toEqual({ accuracy: 5 });
  expect(of('map_pin_clicked').distance).toBeCloseTo(0.167, 3);
});

test('a position that is denied, once for each time it is asked for', async ({ page, product }) => {
  const { stored } = await openMap(page, product, 'map-events-denied@example.com');
  const locate = page.getByRole('button', { name: 'Centre on my location' });
  await locate.click();
  await expect(page.getByText(/Your position is switched off for this site/)).toBeVisible();
  const found = await stored();
  expect(typesOf(found)).toEqual(['location_permission_denied', 'map_initialized']);
  expect(found.find((event) => event.event_type === 'location_permission_denied')!.data.error).toMatch(/denied/i);
});
