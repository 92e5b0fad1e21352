import type { Page } from '@playwright/test';
import type { Product } from './product.ts';

export type Refusal = 'full' | 'forbidden';
export const refusals: readonly Refusal[] = ['full', 'forbidden'];

/** From the next page on the device refuses to keep anything: what is written, or the very asking for a storage. */
export async function refuseStorage(page: Page, product: Product, how: Refusal): Promise<void> {
  if (how === 'forbidden') return void (await page.addInitScript(forbid));
  const client = await page.context().newCDPSession(page);
  await client.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: 1 });
  await page.addInitScript(fill);
}

function fill() {
  const full = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  Storage.prototype.setItem = full;
  IDBObjectStore.prototype.put = full;
  IDBObjectStore.prototype.add = full;
  Cache.prototype.put = async () => full();
}

function forbid() {
  const forbidden = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const name of ['caches', 'indexedDB', 'localStorage', 'sessionStorage'])
    Object.defineProperty(self, name, { get: forbidden });
  navigator.serviceWorker.register = async () => forbidden();
}
