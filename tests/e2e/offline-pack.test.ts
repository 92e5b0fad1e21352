import type { Request } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import { cached, workerReady } from './offline.ts';
import { signInTraveler } from './session.ts';

test.use({ serviceWorker: true });

test('the offline pack of a place: its size before, its progress, airplane mode, and away again', async ({
  page,
  product,
  request,
}) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  const path = `/location/${code.location_id}`;
  const plan = await (await request.get(`/api${path.replace('location', 'locations')}/pack`)).json();
  const sizes = await Promise.all(
    plan.files.map(async ({ path }: { path: string }) => (await (await request.get(path)).body()).length),
  );
  expect(plan.files.map(({ bytes }: { bytes: number }) => bytes)).toEqual(sizes);
  expect(plan.total_bytes).toBe(sizes.reduce((sum: number, bytes: number) => sum + bytes, 0));
  const { place, experiences } = await (await request.get(plan.files[0].path)).json();
  const pictures = [place, ...experiences].map(({ image_url }) => image_url);
  expect(plan.files.slice(1).map((one: { path: string }) => one.path)).toEqual([...new Set(pictures)]);
  const size = `${Math.round(plan.total_bytes / 1000)} kB`;

  await signInTraveler(page, product, 'keeps-packs@example.com');
  await page.goto('/scan');
  await workerReady(page);
  await page.goto(path);
  await ready(page);
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  const sheet = page.getByRole('dialog', { name: 'Offline pack' });
  await expect(sheet).toContainText(`List, texts and ${plan.files.length - 1} pictures: ${size}`);
  await expectAccessible(page);
  const fetched: Request[] = [];
  page.on('request', (one) => one.resourceType() === 'fetch' && fetched.push(one));
  await sheet.getByRole('button', { name: `Keep on this phone (${size})` }).click();
  await expect(
    sheet.getByText('On this phone, fetched just now. You can open this place in airplane mode.'),
  ).toBeVisible();
  // As everybody's: whoever asks is told by none of it.
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('signed_in');
  const own = (one: { path: string }) => fetched.find((asked) => asked.url().endsWith(one.path));
  for (const file of plan.files) expect(await own(file)!.allHeaders(), file.path).not.toHaveProperty('cookie');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: `On this phone · ${size}` })).toBeFocused();

  // In airplane mode the place is one tap from the list of what is here, with every picture.
  await page.context().setOffline(true);
  await page.goto('/offline');
  await ready(page);
  await expect(page.getByText('Offline pack')).toBeVisible();
  await page.getByRole('link', { name: code.location_name }).click();
  await expect(page.getByRole('article')).toHaveCount(experiences.length);
  for (const picture of await page.getByRole('main').locator('img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  }
  await page.getByRole('button', { name: `On this phone · ${size}` }).click();
  await expect(sheet).toContainText('You are offline. Connect to fetch the pack.');
  await sheet.getByRole('button', { name: 'Remove from this phone' }).click();
  await expect(sheet.getByRole('button', { name: 'Remove from this phone' })).toBeHidden();
  expect(Object.keys(await cached(page))).not.toContain(`holoholo-pack-${code.location_id}`);
});

test('a pack whose fetching breaks off leaves nothing half, and says so', async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await workerReady(page);
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  const keep = page.getByRole('button', { name: /^Keep on this phone/ });
  await expect(keep).toBeVisible();
  await page.context().setOffline(true);
  await keep.click();
  await expect(page.getByRole('alert')).toContainText('The pack could not be fetched.');
  expect(Object.keys(await cached(page))).not.toContain(`holoholo-pack-${code.location_id}`);
  await page.context().setOffline(false);
  await keep.click();
  await expect(page.getByText('You can open this place in airplane mode.')).toBeVisible();
});

test('where it cannot be said how large a pack is, that is asked again on request', async ({ page, product }) => {
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await workerReady(page);
  await page.route('**/api/locations/*/pack', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  const sheet = page.getByRole('dialog', { name: 'Offline pack' });
  await expect(sheet.getByRole('alert')).toContainText('The pack could not be fetched.');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Try Again' }).click();
  await expect(sheet.getByRole('button', { name: /^Keep on this phone/ })).toBeVisible();
  await expect(sheet.getByRole('alert')).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Try Again' })).toHaveCount(0);
});

test.describe('a device that keeps nothing', () => {
  test('because it is full: the pages work, and the pack says that there is no room', async ({ page, product }) => {
    const code = product.codes.find((one) => one.status === 'active')!;
    const client = await page.context().newCDPSession(page);
    await client.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: 1 });
    await page.goto(`/location/${code.location_id}`);
    await ready(page);
    await page.getByRole('button', { name: 'Keep for offline' }).click();
    await page.getByRole('button', { name: /^Keep on this phone/ }).click();
    await expect(page.getByRole('alert')).toContainText('This phone has no room left for the pack');
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Discover' }).click();
    await expect(page.getByRole('article').first()).toBeVisible();
  });

  test('because it is forbidden: the pages work, scans are still answered', async ({ page, product }) => {
    const code = product.codes.find((one) => one.status === 'active')!;
    await page.addInitScript(() => {
      const forbidden = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      for (const name of ['caches', 'indexedDB', 'localStorage', 'sessionStorage'])
        Object.defineProperty(self, name, { get: forbidden });
      navigator.serviceWorker.register = async () => forbidden();
    });
    await page.goto(`/location/${code.location_id}`);
    await ready(page);
    await page.getByRole('button', { name: 'Keep for offline' }).click();
    await page.getByRole('button', { name: /^Keep on this phone/ }).click();
    await expect(page.getByRole('alert')).toContainText('This phone has no room left for the pack');
    await page.keyboard.press('Escape');
    await page.goto('/scan');
    await ready(page);
    await page.getByRole('button', { name: 'Start QR Scanner' }).click();
    await page.getByLabel('Code under the QR').fill(code.qr_code_id);
    await page.getByRole('button', { name: 'Manual Entry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
    await page.goto('/offline');
    await ready(page);
    await expect(page.getByText('No places yet')).toBeVisible();
  });
});
