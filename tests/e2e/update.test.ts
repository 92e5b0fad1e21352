import type { Page } from '@playwright/test';
import { anotherBuild } from './another-build.ts';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { expectNothingHidden } from './nothing-hidden.ts';
import { cached, workerReady } from './offline.ts';
import { startProduct } from './product.ts';
import { watchWords } from './shown-words.ts';
import { withoutImpressions } from './stored-events.ts';

test.use({ serviceWorker: true });

const bar = (page: Page) => page.getByText('A new version is ready');
/** What the browser does by itself at every visit, and the page every hour. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => await (await navigator.serviceWorker.getRegistration())!.update());

test('a new version asks before it loads, never over a form; other tabs go on with the old one', async ({
  browser,
  consoleErrors,
}) => {
  test.setTimeout(180_000);
  const next = await anotherBuild({ 'Point your camera at the code': 'Hold your camera over the code' });
  const first = await startProduct();
  const context = await browser.newContext({ baseURL: first.url });
  await watchWords(context);
  await withoutImpressions(context);
  const [page, other] = [await context.newPage(), await context.newPage()];
  for (const one of [page, other]) consoleErrors.watchPage(one, first.url);
  await other.goto('/explore');
  await workerReady(other);
  await page.goto('/scan');
  await workerReady(page);
  await expect(page.getByText('Point your camera at the code')).toBeVisible();

  await first.stop();
  const second = await startProduct({ PORT: new URL(first.url).port }, next.root);
  await lookForUpdate(page);
  await expect(bar(page)).toBeVisible({ timeout: 20_000 });
  await expect(bar(other)).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByText('Point your camera at the code')).toBeVisible();
  await expectNothingHidden(
    other,
    other.getByRole('status').locator('> div').filter({ hasText: 'A new version' }),
    'update-enlarged',
  );

  // In the middle of a form nothing is said; afterwards it is.
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Sign In' }).click();
  // An open sheet is enough, before anything is typed into it.
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await page.getByLabel('Email address').fill('somebody@example.com');
  await expect(bar(page)).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeVisible();
  await page.getByRole('link', { name: 'Scan QR' }).click();
  await expect(page.getByText('Point your camera at the code')).toBeVisible();

  await page.getByRole('button', { name: 'Use the new version' }).click();
  await expect(page.getByText('Hold your camera over the code')).toBeVisible();
  await ready(page);
  await expect(bar(page)).toBeHidden();
  // Both builds are on the device: this one, and the last one for tabs that are still open.
  expect(Object.keys(await cached(page)).filter((name) => name.startsWith('holoholo-app-'))).toHaveLength(2);

  // The other tab was not reloaded, and finds the scripts of its own build, which the server has no more.
  await other.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(other.getByText('Point your camera at the code')).toBeVisible();
  await other.getByRole('button', { name: 'Use the new version' }).click();
  await expect(other.getByText('Hold your camera over the code')).toBeVisible();
  await context.close();
  await second.stop();
  await next.remove();
});
