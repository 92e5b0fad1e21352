import { expect, type Page } from '@playwright/test';
import { ready } from './fixtures.ts';

/** Waits until the worker is at work in this page, and what the page keeps is kept. */
export async function workerReady(page: Page): Promise<void> {
  await ready(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener('controllerchange', resolve));
  });
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
