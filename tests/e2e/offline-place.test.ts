import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';
import { cached, placeKept, workerReady } from './offline.ts';

test.use({ serviceWorker: true });

test('a place that was visited opens without a network: its list, the pictures that were seen, its age', {
  tag: '@main',
}, async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  const count = await page.getByRole('article').count();
  await placeKept(page, code.location_id);
  await page.context().setOffline(true);
  await page.reload();
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(page.getByRole('article')).toHaveCount(count);
  await expect(page.getByRole('main').getByText('This is the place as your phone kept it on')).toBeVisible();
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Discover Limited' })).toBeVisible();
  const first = page.getByRole('main').locator('img').first();
  expect(await first.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page);

  // Back on the network the page is the server's again by itself.
  await page.context().setOffline(false);
  await expect(page.getByRole('main').getByText('This is the place as your phone kept it')).toBeHidden();
  await expect(page.getByText('Offline', { exact: true })).toBeHidden();
});

test('a place that was never opened says what this phone has instead', async ({ page, product }) => {
  const here = product.codes.find((one) => one.status === 'active');
  const other = product.codes.find(({ location_id }) => location_id !== here!.location_id);
  await page.goto(`/location/${here!.location_id}`);
  await placeKept(page, here!.location_id);
  await page.context().setOffline(true);
  await page.goto(`/location/${other!.location_id}`);
  await ready(page);
  await expect(page.getByText('You seem to be offline.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: here!.location_name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(here!.location_name);
  await expect(page.getByRole('main').getByText('This is the place as your phone kept it')).toBeVisible();
});

for (const path of ['/', '/scan', '/explore', '/offline']) {
  test(`${path} opens without a network`, async ({ page }) => {
    await page.goto('/explore');
    await workerReady(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.explore'))).not.toBeNull();
    const count = await page.getByRole('article').count();
    await page.context().setOffline(true);
    await page.goto(path);
    await ready(page);
    await expect(page.getByText('Offline mode - Limited functionality')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Oops')).toBeHidden();
    if (path === '/explore') {
      await expect(page.getByText('You are seeing what we showed you on')).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(count);
      await page.getByLabel('Search experiences').fill('kaimuki');
      await expect(page).toHaveURL(/search=kaimuki/);
      await expect.poll(() => page.getByRole('article').count()).toBeLessThan(count);
      expect(await page.getByRole('article').count()).toBeGreaterThan(0);
    }
    await expectAccessible(page);
  });
}

test('on a network that does not answer, a place that is kept is there after three seconds', async ({
  page,
  product,
}) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  // The connection is made and nothing comes, as on a crowded mast.
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 20_000,
    downloadThroughput: 1,
    uploadThroughput: 1,
  });
  const begun = Date.now();
  await page.goto(`/location/${code.location_id}`);
  await ready(page);
  await expect(page.getByRole('main').getByText('This is the place as your phone kept it')).toBeVisible();
  expect(Date.now() - begun).toBeGreaterThanOrEqual(2_900);
  expect(Date.now() - begun).toBeLessThan(10_000);
});

test('pictures are kept within their bound, the least recently seen go first', async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  const [kept] = (await cached(page))['holoholo-pictures']!;
  await page.evaluate(async () => {
    const cache = await caches.open('holoholo-pictures');
    for (let at = 0; at < 130; at += 1) await cache.put(`/pictures/filler-${at}.avif`, new Response('x'));
  });
  // Seen again, it is the most recent; the next new one makes the bound hold.
  await page.evaluate((src) => Object.assign(new Image(), { src }), kept!);
  await page.evaluate(() => Object.assign(new Image(), { src: '/pictures/landing.avif' }));
  await expect.poll(async () => (await cached(page))['holoholo-pictures']!.length).toBe(120);
  await expect.poll(async () => (await cached(page))['holoholo-pictures']).toContain('/pictures/landing.avif');
  const left = (await cached(page))['holoholo-pictures']!;
  expect(left).toContain(kept);
  expect(left).not.toContain('/pictures/filler-0.avif');
  expect(left).toContain('/pictures/filler-129.avif');
});

test('a picture that is not there is not kept in its place', async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  expectErrors(page, '404 /pictures/*');
  const shows = (name: string) =>
    page.evaluate(
      (src) =>
        new Promise<boolean>((tell) => {
          const picture = new Image();
          picture.onload = () => tell(true);
          picture.onerror = () => tell(false);
          picture.src = src;
        }),
      `/pictures/${name}`,
    );
  expect(await shows('nowhere.avif')).toBe(false);
  expect(await shows('landing.avif')).toBe(true);
  await expect.poll(async () => (await cached(page))['holoholo-pictures']).toContain('/pictures/landing.avif');
  expect((await cached(page))['holoholo-pictures']).not.toContain('/pictures/nowhere.avif');
});
