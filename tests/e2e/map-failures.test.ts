import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { expectAccessible, expectReadableInDark } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import { standInForPictures } from './map-pictures.ts';

const frame = (page: Page) => page.getByRole('group', { name: 'Map of experiences' });
const shown = (page: Page) => page.getByRole('region', { name: 'On the map now' }).getByRole('listitem');
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

// Off Lānaʻi's harbor, where the demo has nothing; 0.003 degrees are 334 m.
const harbor = { latitude: 20.738, longitude: -156.888 };
const nowhere = { latitude: null, longitude: null };
let ids: number[] = [];
test.beforeAll(async ({ product }) => {
  ids = await addListings(product, [
    { name: 'Leeward Kiosk', ...harbor },
    { name: 'Leeward Pier', ...harbor, latitude: harbor.latitude + 0.003 },
    { name: 'Leeward Stroll', ...nowhere },
    { name: 'Leeward Tales', ...nowhere },
  ]);
});
test.afterAll(({ product }) => removeListings(product, ids));

test.beforeEach(async ({ context }) => {
  await standInForPictures(context);
});

async function open(page: Page): Promise<void> {
  await page.goto('/explore?search=leeward&view=map');
  await ready(page);
}

test('a map that cannot be fetched says so, names what it would show, and is fetched when asked again', async ({
  page,
}) => {
  const script = '**/assets/map-view-*.js';
  await cut(page, script);
  await open(page);
  await expect(page.getByText('The map could not be loaded. The list shows the same experiences.')).toBeInViewport();
  const row = page.getByRole('listitem').filter({ hasText: 'Leeward Pier' });
  await expect(row.getByText('Activities & Tours')).toBeVisible();
  // A row of the guide's lists, not the browser's own bare one.
  expect((await row.boundingBox())!.height).toBeGreaterThan(48);
  await page.screenshot({ path: 'test-results/map-failed.png' });
  await expectReadableInDark(page, 'map-failed');
  await expectAccessible(page);
  await page.unroute(script);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(frame(page).getByRole('button', { name: /^Leeward Pier/ })).toBeVisible();
  await expect(page.getByText('The map could not be loaded.')).toBeHidden();
});

test('details that do not arrive are asked for again from the panel', async ({ page }) => {
  await open(page);
  const details = `**/api/business-listings/${ids[1]}`;
  await cut(page, details);
  await shown(page).filter({ hasText: 'Leeward Pier' }).getByRole('button').click();
  const opened = panel(page, 'Leeward Pier');
  await expect(opened.getByRole('alert')).toHaveText('The details did not arrive. Please check your connection.');
  await expectAccessible(page);
  await opened.getByRole('button', { name: 'Try Again' }).click();
  await expect(opened.getByRole('alert')).toBeVisible();
  await page.unroute(details);
  await opened.getByRole('button', { name: 'Try Again' }).click();
  await expect(opened.getByRole('link', { name: /^Sign In to Book/ })).toBeVisible();
  await expect(opened.getByRole('alert')).toBeHidden();
});

test('a position that cannot be found is said, and found when asked again; the map can be used meanwhile', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation']);
  // The device knows nothing of where it is.
  await context.setGeolocation(null);
  await open(page);
  const told = page.getByText('Your position could not be found. Move the map by hand, or try again under open sky.');
  await expect(told).toBeInViewport();
  await expectAccessible(page);
  await shown(page).filter({ hasText: 'Leeward Kiosk' }).getByRole('button').click();
  await panel(page, 'Leeward Kiosk').getByRole('button', { name: 'Close' }).click();
  await context.setGeolocation({ ...harbor, latitude: harbor.latitude + 0.0045, accuracy: 5 });
  await page.getByRole('button', { name: 'Centre on my location' }).click();
  await expect(frame(page).getByText('You are here')).toBeVisible();
  await expect(told).toBeHidden();
});

test('what has no position is counted under the map, and is in the list', async ({ page }) => {
  await open(page);
  const told = page.getByText('2 experiences have no position; the list shows all.');
  await expect(told).toBeVisible();
  await told.scrollIntoViewIfNeeded();
  await expect(shown(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'List', exact: true }).click();
  for (const name of ['Leeward Stroll', 'Leeward Tales'])
    await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
});

test('where nothing is the map says so, and leads to the nearest', async ({ page }) => {
  await open(page);
  await expect(shown(page)).toHaveCount(2);
  await frame(page).focus();
  const nothing = page.getByText('Nothing in this part of the map.');
  // A key pressed while the map still moves is passed over.
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(nothing).toBeVisible({ timeout: 400 });
  }).toPass();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the nearest' }).click();
  await expect(frame(page).getByRole('button', { name: /^Leeward Kiosk/ })).toBeVisible();
  await expect(nothing).toBeHidden();
});

test('of more than 15 single ones the nearest are shown, and their number', async ({ page, product }) => {
  const grid = Array.from({ length: 20 }, (_, at) => ({
    name: `Gridward ${at}`,
    latitude: harbor.latitude + 0.002 * Math.floor(at / 4),
    longitude: harbor.longitude + 0.002 * (at % 4),
  }));
  const made = await addListings(product, grid);
  await page.goto('/explore?search=gridward&view=map');
  await ready(page);
  await expect(page.getByText('The 15 nearest of 20 single ones here. Zoom in to see the others.')).toBeVisible();
  await expect(shown(page)).toHaveCount(15);
  await removeListings(product, made);
});

test.describe('five hundred in one place', () => {
  let many: number[] = [];
  test.beforeAll(async ({ product }) => {
    many = await addListings(
      product,
      Array.from({ length: 500 }, (_, index) => ({ name: `Heapward ${index}`, ...harbor })),
    );
  });
  test.afterAll(({ product }) => removeListings(product, many));

  test('are one cluster; near enough the 15 first stand side by side, and open', async ({ page }) => {
    await page.goto('/explore?search=heapward&view=map');
    await ready(page);
    const cluster = frame(page).getByRole('button', { name: /^500 experiences around Heapward/ });
    await expect(cluster).toHaveText('500');
    await expectAccessible(page);
    await cluster.click();
    await expect(page.getByText('15 of 500 that stand close together here. The list shows all.')).toBeVisible();
    await expect(shown(page)).toHaveCount(15);
    const pins = frame(page).getByRole('button', { name: /^Heapward/ });
    await expect(pins).toHaveCount(15);
    for (const pin of await pins.all()) await expect(pin).toBeInViewport({ ratio: 1 });
    const row = shown(page).last().getByRole('button');
    const name = (await row.locator('span').first().textContent())!;
    await row.click();
    await expect(panel(page, name).getByRole('link', { name: /^Sign In to Book/ })).toBeInViewport();
  });
});
