import { expect, type Page } from '@playwright/test';
import { ready } from './fixtures.ts';

/** Waits until the worker is at work in this page, and what the page keeps is kept. */
export async function workerReady(page: Page): Promise<void> {
  await ready(page);
  const isControlled = () => page.evaluate(() => navigator.serviceWorker.controller !== null);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  // A page that was on its way while the worker took over those that were there is without it until it is loaded again.
  await expect
    .poll(isControlled)
    .toBe(true)
    .catch(() => page.reload());
  await ready(page);
  expect(await isControlled()).toBe(true);
}

/** Addresses in each cache of this device. */
export const cached = (page: Page): Promise<Record<string, string[]>> =>
  page.evaluate(async () => {
    const found: Record<string, string[]> = {};
    for (const name of await caches.keys()) {
      const keys = await (await caches.open(name)).keys();
      found[name] = keys.map(({ url }) => url.replace(location.origin, ''));
    }
    return found;
  });

/** Waits until this device has a place, and the pictures of it that were on screen. */
export async function placeKept(page: Page, id: number): Promise<void> {
  await workerReady(page);
  await expect.poll(async () => (await cached(page))['holoholo-places']).toContain(`/api/locations/${id}`);
  const shown = () =>
    page.evaluate(() =>
      [...document.images]
        .filter((one) => one.complete && one.naturalWidth > 0)
        .map((one) => one.currentSrc.replace(location.origin, '')),
    );
  await expect
    .poll(async () => {
      const kept = new Set(Object.values(await cached(page)).flat());
      return (await shown()).filter((one) => !kept.has(one));
    })
    .toEqual([]);
}

/** What is said of a place that is shown as this device kept it. */
export const keptNotice = (page: Page) => page.getByRole('main').getByText('This is the place as your phone kept it');

/** How every notice writes when something was kept. */
export const keptMoment = /[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M \(Hawaiʻi time\)/;

/** Has a place kept on this device, and goes to the list of what is. */
export async function keepPlace(
  page: Page,
  codes: readonly { location_id: number; location_name: string; status: string }[],
): Promise<{ id: number; name: string }> {
  const { location_id: id, location_name: name } = codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${id}`);
  await placeKept(page, id);
  await page.goto('/offline');
  await workerReady(page);
  await expect(page.getByRole('link', { name })).toBeVisible();
  return { id, name };
}

/** Scans a code by its letters, from the screen that scans. */
export async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByLabel('Code under the QR').fill(code);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
}

/** Scans that wait on this device. */
export const waiting = (page: Page): Promise<number> =>
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
