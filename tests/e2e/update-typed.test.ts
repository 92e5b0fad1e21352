import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { freePort } from '../../scripts/free-port.mjs';
import { anotherBuild } from './another-build.ts';
import { refuse } from './answers.ts';
import { openNetwork } from './bad-network.ts';
import { bookable } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { workerReady } from './offline.ts';
import { newDataDir, startProduct } from './product.ts';
import { signInTraveler } from './session.ts';
import { watchWords } from './shown-words.ts';

test.use({ serviceWorker: true });

const take = (page: Page) => page.getByRole('button', { name: 'Use the new version' });

test('the button of a new version takes nothing away that was typed, whenever that was', async ({
  browser,
  consoleErrors,
}) => {
  test.setTimeout(180_000);
  const begun = new AsyncDisposableStack();
  try {
    const next = await anotherBuild({
      'Saved Places': 'Places of yours',
      'Point your camera at the code': 'Hold your camera over the code',
    });
    begun.defer(next.remove);
    const DATA_DIR = await newDataDir();
    begun.defer(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 }));
    const network = await openNetwork();
    begun.defer(network.close);
    const settings = { DATA_DIR, PORT: String(await freePort()), PUBLIC_URL: network.url };
    network.leadTo(Number(settings.PORT));
    const first = { ...(await startProduct(settings)), url: network.url };
    const open = async (path: string, prepare?: (page: Page) => Promise<unknown>): Promise<Page> => {
      const context = await browser.newContext({ baseURL: network.url });
      begun.defer(() => context.close());
      await watchWords(context);
      const page = await context.newPage();
      consoleErrors.watchPage(page, network.url);
      await prepare?.(page);
      await page.goto(path);
      await workerReady(page);
      return page;
    };
    consoleErrors.explain((line) => /^(net::ERR_\w+ \/|404 \/assets\/never-made)/.test(line));
    const saved = await open('/saved', async (page) => {
      await signInTraveler(page, first, 'typed-at-update@example.com', { fresh: true });
      const [listing] = await bookable(page);
      await page.request.put(`/api/saved/${listing!.id}`, { data: {}, headers: { origin: network.url } });
    });
    const searching = await open('/explore');
    const signingIn = await open('/auth');

    // A note that waits in this page alone, as neither the server nor the device took it.
    await saved.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await refuse(saved, '**/api/saved/*', 503, 'unavailable');
    await saved.getByRole('button', { name: /^Add a note/ }).click();
    await saved.getByLabel('Your note').fill('Ask for Kai at the desk');
    await saved.getByRole('button', { name: 'Save note' }).click();
    const told = saved.getByRole('alert').filter({ hasText: 'It could not be sent just now' });
    await expect(told).toBeVisible();

    await first.stop();
    const second = await startProduct(settings, next.root);
    begun.defer(second.stop);
    for (const page of [saved, searching, signingIn]) {
      await page.evaluate(async () => await (await navigator.serviceWorker.getRegistration())!.update());
      await expect(take(page)).toBeVisible({ timeout: 20_000 });
    }

    await take(saved).click();
    await expect(saved.getByText('What you did here is not sent yet, and would be lost.')).toBeVisible();
    await expect(saved.getByText('Ask for Kai at the desk')).toBeVisible();
    await saved.screenshot({ path: 'test-results/update-waits.png' });
    await saved.unroute('**/api/saved/*');
    await saved.evaluate(() => dispatchEvent(new Event('online')));
    await expect(told).toBeHidden();
    await expect(saved.getByRole('heading', { level: 1 })).toHaveText('Saved Places');
    await take(saved).click();
    await expect(saved.getByRole('heading', { level: 1 })).toHaveText('Places of yours');
    await expect(saved.getByText('Ask for Kai at the desk')).toBeVisible();

    // A search is kept by the address.
    await searching.getByLabel('Search experiences').fill('reef');
    await expect(searching).toHaveURL(/search=reef/);
    const loaded = searching.waitForEvent('load');
    await take(searching).click();
    await loaded;
    await ready(searching);
    await expect(searching.getByLabel('Search experiences')).toHaveValue('reef');
    await expect(take(searching)).toHaveCount(0);

    // What is typed after the button was pressed, while the version before has still to answer something.
    network.spoil('silent', /never-made/);
    await signingIn.evaluate(() => void fetch('/assets/never-made-0000000.js').catch(() => {}));
    await signingIn.evaluate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        document.documentElement.dataset.changed = 'true';
      });
    });
    await take(signingIn).click();
    const email = signingIn.getByLabel('Email address');
    await email.fill('somebody@example.com');
    await expect(signingIn.locator('html')).not.toHaveAttribute('data-changed');
    network.mend();
    await expect(signingIn.locator('html')).toHaveAttribute('data-changed');
    await signingIn.waitForLoadState('networkidle');
    await expect(email).toHaveValue('somebody@example.com');
    await expect(take(signingIn)).toBeHidden();
    // The page is of the version before until it is asked again.
    await signingIn.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(signingIn.getByText('Point your camera at the code')).toBeVisible();
    await take(signingIn).click();
    await expect(signingIn.getByText('Hold your camera over the code')).toBeVisible();
    await expect(take(signingIn)).toHaveCount(0);
  } finally {
    await begun.disposeAsync();
  }
});
