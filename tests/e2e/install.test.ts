import { chromium } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { cached, workerReady } from './offline.ts';
import { startProduct } from './product.ts';

test.use({ serviceWorker: true });

test('Chromium finds nothing that hinders installing, and every icon and shortcut is there', async ({
  request,
  product,
  launchOptions,
  contextOptions,
}, testInfo) => {
  // A window like a visitor's own: in a private one nothing can be installed.
  const options = { ...launchOptions, ...contextOptions, baseURL: product.url };
  const context = await chromium.launchPersistentContext(testInfo.outputPath('profile'), options);
  const page = context.pages()[0] ?? (await context.newPage());
  await page.goto('/');
  await workerReady(page);
  const client = await context.newCDPSession(page);
  expect((await client.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  const { errors, url } = await client.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${product.url}/manifest.webmanifest`);
  const manifest = await (await request.get('/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({ name: 'Holoholo', start_url: '/dashboard', display: 'standalone' });
  expect(manifest.shortcuts.map((one: { url: string }) => one.url)).toEqual(['/scan', '/bookings']);
  expect(manifest.icons.map((one: { purpose: string }) => one.purpose)).toContain('maskable');
  const icons = [manifest, ...manifest.shortcuts].flatMap(
    (one: { icons: { src: string; type: string }[] }) => one.icons,
  );
  for (const { src, type } of icons) {
    const reply = await request.get(src);
    expect([src, reply.status(), reply.headers()['content-type']]).toEqual([src, 200, type]);
  }
  await context.close();
});

test('the menu offers to install where the browser does, once', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('link', { name: 'Home' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Install' })).toBeHidden();
  await page.keyboard.press('Escape');
  await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true });
    const state = { asked: 0, event: offer };
    const prompt = async () => {
      state.asked += 1;
      return { outcome: 'accepted' };
    };
    Object.assign(offer, { prompt });
    Object.assign(self, { offerState: state });
    dispatchEvent(offer);
  });
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu.getByRole('button', { name: 'Install' })).toBeVisible();
  await expectAccessible(page);
  await menu.getByRole('button', { name: 'Install' }).click();
  await expect(menu.getByRole('button', { name: 'Install' })).toBeHidden();
  const state = () =>
    page.evaluate(() => {
      const { asked, event } = (self as unknown as { offerState: { asked: number; event: Event } }).offerState;
      return { asked, prevented: event.defaultPrevented };
    });
  expect(await state()).toEqual({ asked: 1, prevented: true });
});

test('the shell is small, complete, and its worker is sent to be asked anew with a policy of its own', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await workerReady(page);
  const app = Object.entries(await cached(page)).find(([name]) => name.startsWith('holoholo-app-'))![1];
  expect(app).toContain('/offline');
  expect(app).toContain('/fonts/newsreader-600.woff2');
  const sizes = await Promise.all(
    app.map(async (path) => {
      const reply = await fetch(new URL(path, page.url()), { headers: { 'accept-encoding': 'identity' } });
      return (await reply.arrayBuffer()).byteLength;
    }),
  );
  const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
  test.info().annotations.push({ type: 'figures', description: `${app.length} files, ${total} bytes unpacked` });
  expect(total).toBeLessThan(1_000_000);
  const worker = await request.get('/sw.js');
  expect(worker.headers()['cache-control']).toBe('no-cache');
  expect(worker.headers()['content-security-policy']).toContain("default-src 'none'; connect-src 'self'");
});

test('switched off by the operator, the worker takes itself and all it kept away', async ({ browser }) => {
  const first = await startProduct();
  const context = await browser.newContext({ baseURL: first.url });
  const page = await context.newPage();
  await page.goto('/explore');
  await workerReady(page);
  await first.stop();
  const off = await startProduct({ SERVICE_WORKER: 'off', PORT: new URL(first.url).port });
  await page.goto('/explore');
  await ready(page);
  const state = () =>
    page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: await caches.keys(),
    }));
  await page.evaluate(async () => await (await navigator.serviceWorker.getRegistration())?.update().catch(() => {}));
  await expect.poll(async () => (await state()).workers).toBe(0);
  await expect.poll(async () => (await state()).caches.filter((name) => name.startsWith('holoholo-'))).toEqual([]);
  await context.close();
  await off.stop();
});
