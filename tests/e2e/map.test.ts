import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, type Row, removeListings } from './guide-rows.ts';
import { pictureHost, standInForPictures } from './map-pictures.ts';
import { signInTraveler } from './session.ts';

const frame = (page: Page) => page.getByRole('group', { name: 'Map of experiences' });
const pin = (page: Page, name: string | RegExp) => frame(page).getByRole('button', { name });
const coasts = (page: Page) => frame(page).locator('.leaflet-coast-pane path');
const shown = (page: Page) => page.getByRole('region', { name: 'On the map now' }).getByRole('listitem');
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const isMapScript = (url: string) => /\/assets\/map-view-.*\.js$/.test(url);

// Off Lānaʻi's harbor, where the demo has nothing. A degree of latitude is 111,195 m: 0.0003 is 33 m, 0.003 is 334 m.
const harbor = { latitude: 20.738, longitude: -156.888 };
const north = (degrees: number) => ({ ...harbor, latitude: harbor.latitude + degrees });
const rows: Row[] = [
  { name: 'Mapward Kiosk', ...harbor, is_featured: true },
  { name: 'Mapward Bench', ...north(0.0003) },
  { name: 'Mapward Pier', ...north(0.003), category: 'Restaurants' },
  { name: 'Mapward Cloud', latitude: null, longitude: null },
];
const address = '/explore?search=mapward&view=map';

let ids: number[] = [];
test.beforeAll(async ({ product }) => {
  ids = await addListings(product, rows);
});
test.afterAll(({ product }) => removeListings(product, ids));

let asked: Awaited<ReturnType<typeof standInForPictures>>;
test.beforeEach(async ({ context }) => {
  asked = await standInForPictures(context);
});

async function open(page: Page, path = address): Promise<void> {
  await page.goto(path);
  await ready(page);
  await expect(frame(page).locator('.leaflet-marker-pane')).toBeAttached();
}

test('the map comes only when it is opened, and Back leads to the list', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => isMapScript(request.url()) && scripts.push(request.url()));
  await page.goto('/explore?search=mapward');
  await ready(page);
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual([]);
  await page.getByRole('link', { name: 'Map', exact: true }).click();
  await expect(page).toHaveURL(/search=mapward&view=map$/);
  await expect(pin(page, /Mapward Pier/)).toBeVisible();
  // Fetched, and then imported from the cache.
  expect(new Set(scripts).size).toBe(1);
  await expect(page.getByText('1 experience has no position; the list shows all.')).toBeVisible();
  await page.getByLabel('Category').selectOption('Restaurants');
  await expect(page).toHaveURL(/search=mapward.*category=Restaurants.*view=map/);
  await expect(shown(page)).toHaveCount(1);
  await page.goBack();
  await expect(shown(page)).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'All Experiences' })).toBeVisible();
});

test('from a cluster to its pins, to the panel, to the platform', { tag: '@main' }, async ({ page, product }) => {
  await signInTraveler(page, product, 'mapper@example.com');
  await open(page);
  // 33 m apart: one cluster at zoom 15, whose radius is 50 m.
  const cluster = pin(page, '2 experiences around Mapward Kiosk');
  await expect(cluster).toHaveText('2');
  await expect(pin(page, /Mapward Bench/)).toHaveCount(0);
  await cluster.click();
  await expect(cluster).toHaveCount(0);
  await expect(pin(page, /Mapward Bench/)).toBeVisible();
  await pin(page, /Mapward Kiosk/).click();
  const opened = panel(page, 'Mapward Kiosk');
  await expect(opened.getByRole('heading', { name: 'Mapward Kiosk' })).toBeFocused();
  await expect(opened).toContainText('4.5');
  const link = opened.getByRole('link', { name: /^Book Experience/ });
  const opening = page.context().waitForEvent('page');
  await link.click();
  expect((await opening).url()).toMatch(/^https:\/\/fareharbor\.com\/.*ref=[0-9a-z]{32}/);
  await expect
    .poll(async () =>
      (await (await page.request.get('/api/bookings')).json()).map(
        (one: { business_listing_name: string }) => one.business_listing_name,
      ),
    )
    .toEqual(['Mapward Kiosk']);
  await opened.getByRole('button', { name: 'Close' }).click();
  await expect(opened).toBeHidden();
});

test('a guest signs in from the panel and comes back to the same listing on the map', async ({ page }) => {
  await open(page);
  await shown(page).filter({ hasText: 'Mapward Pier' }).getByRole('button').click();
  await panel(page, 'Mapward Pier')
    .getByRole('link', { name: /^Sign In to Book/ })
    .click();
  await expect(page.getByText('Sign in to book this amazing experience!')).toBeVisible();
  await page.getByRole('button', { name: 'Browse More Experiences' }).click();
  await open(page, `${address}#experience-${ids[2]}`);
  await expect(panel(page, 'Mapward Pier')).toBeVisible();
});

test.describe('one’s own position', () => {
  test('allowed before is found at once: You are here, and distances count from it', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ ...north(0.0045), accuracy: 5 });
    await open(page);
    await expect(frame(page).getByText('You are here')).toBeVisible();
    // 0.0045 - 0.003 = 0.0015 degrees are 167 m.
    await expect(shown(page).filter({ hasText: 'Mapward Pier' })).toContainText('167 m away');
    await expect(pin(page, /Mapward Pier, Restaurants, 167 m away/)).toBeVisible();
    await context.setGeolocation({ ...north(0.03), accuracy: 5 });
    await expect(frame(page).getByText('You are here')).toBeInViewport();
  });

  test('is asked for with its button, with high accuracy, 10 seconds and 5 minutes', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ ...north(0.0045), accuracy: 5 });
    await page.addInitScript(() => {
      const real = Geolocation.prototype.getCurrentPosition;
      Geolocation.prototype.getCurrentPosition = function (found, failed, options) {
        Object.assign(window, { askedWith: options });
        real.call(this, found, failed, options);
      };
      // As somebody whom the browser would ask first.
      Object.defineProperty(navigator, 'permissions', { value: { query: async () => ({ state: 'prompt' }) } });
    });
    await open(page);
    await expect(frame(page).getByText('You are here')).toHaveCount(0);
    await page.getByRole('button', { name: 'Centre on my location' }).click();
    await expect(frame(page).getByText('You are here')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { askedWith: object }).askedWith)).toEqual({
      enableHighAccuracy: true,
      timeout: 10_000,
      maximumAge: 300_000,
    });
  });

  test('denied: the map says so and goes on', async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Centre on my location' }).click();
    await expect(page.getByText(/Your position is switched off for this site/)).toBeVisible();
    await expect(pin(page, /Mapward Pier/)).toBeVisible();
    await expectAccessible(page);
  });

  test('far from the islands: the map stays', async ({ page, context }) => {
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation({ latitude: 40.7, longitude: -74, accuracy: 5 });
    await open(page);
    await expect(page.getByText(/You are far from the islands/)).toBeVisible();
    await expect(pin(page, /Mapward Pier/)).toBeVisible();
  });
});

test('standard and satellite pictures, and zoom from 10 to 18', async ({ page }) => {
  await open(page);
  await expect.poll(() => asked.USGSTopo).toBeGreaterThan(0);
  expect(asked.USGSImageryOnly).toBe(0);
  await page.getByRole('button', { name: 'Show the satellite picture' }).click();
  await expect.poll(() => asked.USGSImageryOnly).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Show the standard map' }).click();
  await expect(page.getByText('Map pictures: USGS The National Map.')).toBeVisible();
  const nearer = page.getByRole('button', { name: 'Zoom in', exact: true });
  const farther = page.getByRole('button', { name: 'Zoom out', exact: true });
  for (const _ of [16, 17, 18]) {
    await expect(nearer).toBeEnabled();
    await nearer.click();
  }
  await expect(nearer).toBeDisabled();
  for (let zoom = 17; zoom >= 10; zoom -= 1) {
    await farther.click();
  }
  await expect(farther).toBeDisabled();
  // 334 m at most between all three: still not one cluster with a radius of 200 m.
  await expect(shown(page)).toHaveCount(2);
});

test('by keyboard: arrows move the map, pins open, Escape gives the focus back', async ({ page }) => {
  await open(page);
  const target = pin(page, /Mapward Pier/);
  await frame(page).focus();
  const before = await target.boundingBox();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await target.boundingBox())!.y).toBeLessThan(before!.y - 40);
  await page.keyboard.press('+');
  await expect(pin(page, /Mapward Bench/)).toBeAttached();
  await page.keyboard.press('-');
  await target.focus();
  await page.keyboard.press('Enter');
  await expect(panel(page, 'Mapward Pier').getByRole('heading')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page, 'Mapward Pier')).toBeHidden();
  await expect(
    frame(page)
      .locator(':focus')
      .or(frame(page).and(page.locator(':focus'))),
  ).toBeAttached();
  // The same from the list below.
  const row = shown(page).filter({ hasText: 'Mapward Pier' }).getByRole('button');
  await row.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

test.describe('without pictures', () => {
  test('the coast of the islands stands under the pins, not a grey square', async ({ page, context }) => {
    await context.unroute(`${pictureHost}**`);
    await context.route(`${pictureHost}**`, (route) => route.abort());
    await open(page);
    await expect(page.getByText(/The map pictures did not arrive/)).toBeVisible();
    await expect(coasts(page)).toHaveCount(8);
    await expect(frame(page).getByText('Lānaʻi')).toBeVisible();
    const drawn = await coasts(page).evaluateAll(
      (paths) => paths.filter((path) => path.getBoundingClientRect().width > 20).length,
    );
    expect(drawn).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test('offline, what the device kept is on the map, over the coast', async ({ page }) => {
    await page.goto('/explore?search=mapward');
    await ready(page);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await expect(pin(page, /Mapward Pier/)).toBeVisible();
    await page.getByRole('link', { name: 'List', exact: true }).click();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('holoholo.explore') ?? ''))
      .toContain('Mapward Pier');
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await expect(page.getByText(/You are seeing what we showed you/)).toBeVisible();
    await expect(shown(page).filter({ hasText: 'Mapward Pier' })).toHaveCount(1);
    await expect(coasts(page)).toHaveCount(8);
    await shown(page).filter({ hasText: 'Mapward Pier' }).getByRole('button').click();
    await expect(panel(page, 'Mapward Pier').getByRole('link', { name: 'Learn More' })).toBeVisible();
    await page.context().setOffline(false);
  });
});

test('the map and its panel are accessible', async ({ page }) => {
  await open(page);
  await expectAccessible(page);
  await shown(page).filter({ hasText: 'Mapward Pier' }).getByRole('button').click();
  await expect(panel(page, 'Mapward Pier').getByRole('link', { name: /^Sign In to Book/ })).toBeVisible();
  await expectAccessible(page);
});
