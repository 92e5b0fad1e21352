import type { Page, Route } from '@playwright/test';
import { expectReadableInDark } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';

// Without a worker, as at a first visit.
test.use({ serviceWorker: false });
test.beforeEach(({ consoleErrors }) => {
  // The browser says so of a screen's own script, at some of the times when it does not come.
  consoleErrors.explain((line) => line.startsWith('uncaught: Failed to fetch dynamically imported module: '));
});

const scripts = '**/assets/*.js';
const ofScreen = '**/assets/scan-*.js';
const words = (page: Page) => page.getByText('You seem to be offline. Connect to WiFi or mobile data, then try again.');

async function expectAlive(page: Page): Promise<void> {
  await expect(page.locator('html[data-ready=true]')).toBeAttached({ timeout: 20_000 });
  await expect(words(page)).toBeHidden();
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

for (const [name, address] of [
  ['all scripts', scripts],
  ['the screen’s own script', ofScreen],
] as const) {
  test(`a first visit for which ${name} failed says so, and comes to life once they can be had, without a word from the browser`, async ({
    page,
  }) => {
    await page.route(address, (route) => route.abort());
    await page.goto('/scan');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scan QR Code');
    await expect(words(page)).toBeVisible({ timeout: 15_000 });
    await page.screenshot({ path: 'test-results/scripts-later.png' });
    await expectReadableInDark(page, 'scripts-later');
    await page.unroute(address);
    await expectAlive(page);
  });

  test(`a first visit for which ${name} never came does the same`, async ({ page }) => {
    test.slow();
    const held: Route[] = [];
    await page.route(address, (route) => void held.push(route));
    // The load event does not wait for scripts.
    await page.goto('/scan');
    await expect(words(page)).toBeVisible({ timeout: 25_000 });
    await page.unroute(address);
    await expectAlive(page);
  });
}

test('the browser’s word that the network is back is enough, and so is a return to the page', async ({ page }) => {
  for (const wake of ['online', 'visibilitychange']) {
    await page.route(scripts, (route) => route.abort());
    await page.goto('/scan');
    await page.waitForFunction(() => document.querySelector('script[src]'));
    await page.unroute(scripts);
    const since = Date.now();
    await page.evaluate((name) => (name === 'online' ? window : document).dispatchEvent(new Event(name)), wake);
    await ready(page);
    // Sooner than the next time that it would ask by itself.
    expect(Date.now() - since).toBeLessThan(9_000);
  }
});

test('scripts that are on their way are waited for, and a page that is alive is never loaded anew', async ({
  page,
}) => {
  let documents = 0;
  page.on('request', (request) => request.isNavigationRequest() && documents++);
  await page.goto('/scan');
  await ready(page);
  await page.evaluate(() => {
    dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(documents).toBe(1);
});
