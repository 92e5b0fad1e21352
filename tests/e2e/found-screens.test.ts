import type { Page } from '@playwright/test';
import { expect, ready, test } from './fixtures.ts';
import { signIn } from './session.ts';

// The table of screens is no part of a place's first script (docs/decisions/031). Without a worker, which would keep it.
test.use({ serviceWorker: false });

const table = '**/assets/routes-*.js';
const placeOf = ({ codes }: { codes: readonly { location_id: number; status: string }[] }) =>
  `/location/${codes.find(({ status }) => status === 'active')!.location_id}`;
/** Names of the scripts that a page has asked for. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => name.match(/(?<=\/assets\/)[\w-]+?(?=-[\w-]{7}\.js$)/) ?? []),
  );

test('a step to a screen before the table of screens is here waits for it, and finds the screen', async ({
  page,
  product,
}) => {
  let letIt = () => {};
  const held = new Promise<void>((resolve) => {
    letIt = resolve;
  });
  await page.route(table, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(placeOf(product));
  await ready(page);
  const place = await page.getByRole('heading', { level: 1 }).textContent();
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(place!);
  letIt();
  await expect(page.getByText('Point your camera at the code')).toBeVisible();
  await expect(page).toHaveTitle(/^Scan QR Code · /);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(place!);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page).toHaveURL('/');
  await expect(page).toHaveTitle(/^Go somewhere good today · /);
});

test('a step without that table says that the screen could not be loaded, in the frame, and comes by itself once it can be', async ({
  page,
  product,
}) => {
  await page.clock.install();
  await page.route(table, (route) => route.abort());
  await page.goto(placeOf(product));
  await ready(page);
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen could not be loaded');
  await expect(page.getByRole('link', { name: 'Scan QR', exact: true })).toBeVisible();
  await expect(page).toHaveURL('/scan');
  await page.unroute(table);
  // It asks again every half minute, from when it is shown.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByText('Point your camera at the code')).toBeVisible({ timeout: 2_000 });
  }).toPass();
});

test('of two steps that wait for that table the last one counts', async ({ page, product }) => {
  await page.clock.install();
  // Hangs.
  await page.route(table, () => {});
  await page.goto(placeOf(product));
  await ready(page);
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeVisible();
  await page.getByRole('link', { name: 'Discover', exact: true }).click();
  await page.clock.fastForward(11_000);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This screen could not be loaded');
  await expect(page).toHaveURL('/explore');
});

test('a guest’s phone fetches the table at rest, and nothing of a desk', async ({ page, product }) => {
  await page.goto(placeOf(product));
  await ready(page);
  await expect.poll(() => scriptsOf(page)).toContain('routes');
  expect(await scriptsOf(page)).not.toContain('desk-navigation');
});

test('an administrator’s navigation is there from the first, also on the page of a place', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'admin@example.com');
  for (const path of [placeOf(product), '/dashboard']) {
    await page.goto(path);
    await ready(page);
    const main = page.getByRole('navigation', { name: 'Main' });
    await expect(main.getByRole('link')).toHaveText(['Admin Home', 'Security', 'Analytics']);
    expect(await scriptsOf(page)).toContain('desk-navigation');
  }
});
