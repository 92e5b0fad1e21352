import type { Page } from '@playwright/test';
import { anotherBuild } from './another-build.ts';
import { at, cut, hold, standIn } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import { type Product, startProduct } from './product.ts';
import { signInTraveler } from './session.ts';
import { watchWords } from './shown-words.ts';

// Without a worker, which would have the scripts of its own build.
test.use({ serviceWorkers: 'block' });

/** How many documents this page has loaded so far, and which. */
function countLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
  return loads;
}
/** Waits until the page has what it needs to notice an update, which comes last. */
async function atRest(page: Page): Promise<void> {
  await ready(page);
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/at-rest-')),
  );
}
/** Waits until a server gives a page: of one that has just begun on a crowded machine the first ones are refused as too late. */
const givesPage = ({ url }: Product, path: string) =>
  expect
    .poll(async () => (await fetch(url + path)).status, { timeout: 60_000, message: `the server gives ${path}` })
    .toBe(200);
const scan = (page: Page) => page.getByRole('link', { name: 'Scan QR', exact: true });

test('a page that is open across an update loads anew where the new version has other scripts', async ({
  browser,
  consoleErrors,
}) => {
  test.setTimeout(180_000);
  const begun = new AsyncDisposableStack();
  try {
    const next = await anotherBuild({ 'Point your camera at the code': 'Hold your camera over the code' });
    begun.defer(next.remove);
    const first = await startProduct();
    let isStopped = false;
    const stopFirst = async () => {
      if (!isStopped) await first.stop();
      isStopped = true;
    };
    begun.defer(stopFirst);
    const context = await browser.newContext({ baseURL: first.url, serviceWorkers: 'block' });
    begun.defer(() => context.close());
    await watchWords(context);
    const page = await context.newPage();
    consoleErrors.watchPage(page, first.url);
    // While there is no server, also of what was looked at, and then of the scripts of the earlier version.
    consoleErrors.explain((line) =>
      /^((net::ERR_CONNECTION_REFUSED|404) \/assets\/[\w-]+\.js|net::ERR_CONNECTION_REFUSED \/api\/analytics\/events)$/.test(
        line,
      ),
    );
    const loads = countLoads(page);
    await givesPage(first, '/explore');
    await page.goto('/explore');
    await atRest(page);

    await stopFirst();
    const second = await startProduct({ PORT: new URL(first.url).port }, next.root);
    begun.defer(second.stop);
    await givesPage(second, '/scan');
    await scan(page).click();
    await expect(page.getByText('Hold your camera over the code')).toBeVisible();
    await atRest(page);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL('/');
    expect(loads).toEqual(['/explore', '/scan']);
  } finally {
    await begun.disposeAsync();
  }
});

test.describe('a script that is gone', () => {
  // A worker would have it.
  test.use({ serviceWorkers: 'block' });
  const gone = (page: Page, name: string) => standIn(page, `**/assets/${name}-*.js`, { status: 404, body: '' });

  test('and stays gone makes the page load anew once, and then says that it failed', async ({ page }) => {
    expectErrors(page, 'uncaught: Failed to fetch dynamically imported module: */assets/scan-*.js');
    await gone(page, 'scan');
    await page.goto('/explore');
    await atRest(page);
    const loads = countLoads(page);
    // The page that comes cannot be taken over either.
    const failed = page.waitForEvent('pageerror');
    await scan(page).click();
    await failed;
    await page.goto('/explore');
    await atRest(page);
    const report = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/errors/track');
    await scan(page).click();
    await expect(page.getByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    // No fault of ours that somebody has to be called for.
    expect((await report).postDataJSON()).toMatchObject({ severity: 'low' });
    expect(loads).toEqual(['/scan', '/explore']);
  });

  test('for a part of the page loads it anew, but not while somebody fills in a form', async ({ page }) => {
    await page.goto('/auth');
    await atRest(page);
    const loads = countLoads(page);
    await gone(page, 'menu');
    const email = page.getByLabel('Email address');
    await email.fill('somebody@example.com');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByText('The menu could not be loaded. Please try again.')).toBeVisible();
    await expect(email).toHaveValue('somebody@example.com');
    expect(loads).toEqual([]);

    await email.fill('');
    await scan(page).click();
    await expect(page).toHaveURL('/scan');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => loads).toEqual(['/scan']);
    await atRest(page);
  });

  test('loads it anew though somebody has searched, which the address keeps', async ({ page }) => {
    await page.goto('/explore');
    await atRest(page);
    await page.getByLabel('Search experiences').fill('reef');
    await expect(page).toHaveURL(/search=reef/);
    const loads = countLoads(page);
    await gone(page, 'menu');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect.poll(() => loads).toEqual(['/explore']);
    await expect(page.getByLabel('Search experiences')).toHaveValue('reef');
    await atRest(page);
  });

  test('never takes away what was typed before the page was at rest', async ({ page }) => {
    const release = await hold(page, '**/assets/at-rest-*.js');
    await gone(page, 'menu');
    await page.goto('/auth');
    await ready(page);
    const loads = countLoads(page);
    const email = page.getByLabel('Email address');
    await email.fill('somebody@example.com');
    await release();
    await atRest(page);
    const told = page.waitForResponse(/\/assets\/menu-/);
    await page.getByRole('button', { name: 'Menu' }).click();
    await told;
    await expect(page.getByText('The menu could not be loaded. Please try again.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(email).toHaveValue('somebody@example.com');
    expect(loads).toEqual([]);
  });

  test('never takes away what was typed and could not be sent, until it is', async ({ page, product }) => {
    await signInTraveler(page, product, 'gone-after-refusal@example.com');
    await page.goto('/dashboard?tab=profile');
    await atRest(page);
    await gone(page, 'menu');
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    const place = page.getByLabel('Location');
    await place.fill('Hilo, by the bay');
    await cut(page, at.profiles);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(problem(page)).toBeVisible();
    const loads = countLoads(page);
    const tapMenu = async () => {
      const told = page.waitForResponse(/\/assets\/menu-/);
      await page.getByRole('button', { name: 'Menu' }).click();
      await told;
    };
    await tapMenu();
    await expect(page.getByText('The menu could not be loaded. Please try again.')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(place).toHaveValue('Hilo, by the bay');
    expect(loads).toEqual([]);

    await page.unroute(at.profiles);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
    await tapMenu();
    await expect.poll(() => loads).toEqual(['/dashboard']);
  });

  test('for want of a network is said to be that, and nothing loads', async ({ page, context }) => {
    await page.goto('/explore');
    await atRest(page);
    const loads = countLoads(page);
    await context.setOffline(true);
    await scan(page).click();
    await expect(
      page.getByText('You seem to be offline. Connect to WiFi or mobile data, then try again.'),
    ).toBeVisible();
    // The screen comes by itself.
    await context.setOffline(false);
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
    expect(loads).toEqual([]);
  });
});

test('the offline pack whose script is gone says so, and opens when tapped again', async ({ page, product }) => {
  await page.goto(`/location/${product.codes[0]!.location_id}`);
  await atRest(page);
  await cut(page, '**/assets/pack-sheet-*.js');
  const keep = page.getByRole('button', { name: 'Keep for offline' });
  await keep.click();
  await expect(problem(page)).toHaveText('The pack could not be fetched. Check your connection and try again.');
  await page.unroute('**/assets/pack-sheet-*.js');
  await keep.click();
  await expect(page.getByRole('dialog', { name: 'Offline pack' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(problem(page)).toHaveCount(0);
});
