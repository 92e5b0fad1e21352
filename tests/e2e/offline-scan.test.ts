import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { countScans } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { noNetwork, placeKept, workerReady } from './offline.ts';

test.use({ expectedErrors: noNetwork });

async function enter(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: /Start QR Scanner|Scan Another QR Code/ }).click();
  await page.getByLabel('Code under the QR').fill(code);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
}

/** Scans that wait on this device. */
const waiting = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('holoholo', 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore('outbox', { keyPath: 'id' });
        opening.onsuccess = () => {
          const count = opening.result.transaction('outbox').objectStore('outbox').count();
          count.onsuccess = () => {
            opening.result.close();
            resolve(count.result);
          };
        };
      }),
  );

test('a scan without a network is kept over a reload, said so, and sent once, with two tabs open', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[3]!;
  const before = await countScans(product, code.qr_code_id);
  await page.goto('/scan');
  await workerReady(page);
  const other = await page.context().newPage();
  await other.goto('/explore');
  await workerReady(other);

  await page.context().setOffline(true);
  await enter(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  await expect(page.getByText('Sample data')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await ready(page);
  await expect(page.getByText('1 scan waits on this phone.')).toBeVisible();
  await expectAccessible(page);
  expect(await waiting(page)).toBe(1);
  expect(await countScans(product, code.qr_code_id)).toBe(before);

  // Both tabs and the worker notice at once.
  await page.context().setOffline(false);
  await expect.poll(() => waiting(page)).toBe(0);
  await expect(page.getByText('1 scan waits on this phone.')).toBeHidden();
  await other.reload();
  await page.reload();
  await ready(page);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
});

test('a code of a place that this phone has shows the place, and is sent when a page is opened later', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[4]!;
  const before = await countScans(product, code.qr_code_id);
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  await page.goto('/scan');
  await ready(page);
  await page.context().setOffline(true);
  await enter(page, JSON.stringify({ qr_code_id: code.qr_code_id, location_id: code.location_id }));
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(page.getByText('Sample data')).toBeHidden();
  await page.goto('about:blank');
  await page.context().setOffline(false);
  await page.goto('/');
  await ready(page);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
});

test("a printed code opened by the phone's camera: counted once through the worker, kept without a network", async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[5]!;
  const before = await countScans(product, code.qr_code_id);
  await page.goto('/');
  await workerReady(page);
  await page.goto(code.url);
  await placeKept(page, code.location_id);
  expect(page.url()).toBe(`${product.url}/location/${code.location_id}`);
  expect((await page.context().cookies()).map(({ name }) => name)).toContain('visit');
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);

  const next = product.codes.filter((one) => one.status === 'active' && one.location_id !== code.location_id)[6]!;
  const nextBefore = await countScans(product, next.qr_code_id);
  await page.context().setOffline(true);
  await page.goto(next.url);
  await ready(page);
  expect(new URL(page.url()).search).toBe('');
  await expect(page.getByText('You seem to be offline.')).toBeVisible();
  expect(await waiting(page)).toBe(1);
  await page.context().setOffline(false);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(product, next.qr_code_id)).toBe(nextBefore + 1);
});
