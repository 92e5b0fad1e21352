import type { CDPSession, Page, Worker } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { countScans } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { placeKept, waiting, workerReady } from './offline.ts';

test.use({ serviceWorker: true });

async function enter(page: Page, code: string): Promise<void> {
  const another = page.getByRole('button', { name: 'Scan Another QR Code' });
  if (await another.isVisible()) await another.click();
  await page.getByRole('button', { name: 'Start QR Scanner' }).click();
  await page.getByLabel('Code under the QR').fill(code);
  await page.getByRole('button', { name: 'Manual Entry' }).click();
}

/** Under which names the browser is asked to wake the worker. */
const syncTags = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return await (registration as typeof registration & { sync: { getTags(): Promise<string[]> } }).sync.getTags();
  });

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

  // Both tabs and the worker notice at once; the server would count the same scan once however often it came.
  let answered = 0;
  page.context().on('response', (response) => {
    if (response.url().endsWith('/api/qr/scan')) answered += 1;
  });
  await page.context().setOffline(false);
  await expect.poll(() => waiting(page)).toBe(0);
  await expect(page.getByText('1 scan waits on this phone.')).toBeHidden();
  await other.reload();
  await page.reload();
  await ready(page);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
  expect(answered).toBe(1);
});

test('a scan that fails after the network came back is sent at once, by a browser that wakes no worker too', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[8]!;
  const before = await countScans(product, code.qr_code_id);
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  await page.goto('/scan');
  await workerReady(page);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(
    '**/api/qr/scan',
    async (route) => {
      await promise;
      await route.abort();
    },
    { times: 1 },
  );
  const asked = page.waitForRequest('**/api/qr/scan');
  await enter(page, code.qr_code_id);
  await asked;
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  resolve();
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  await expect.poll(() => countScans(product, code.qr_code_id)).toBe(before + 1);
  await expect.poll(() => waiting(page)).toBe(0);
});

test('a scan without a network shows its place once there is one, and counts once', async ({ page, product }) => {
  const code = product.codes.filter((one) => one.status === 'active')[9]!;
  const before = await countScans(product, code.qr_code_id);
  await page.goto('/scan');
  await workerReady(page);
  await page.context().setOffline(true);
  await enter(page, code.qr_code_id);
  await expect(page.getByText('Sample data')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(page.getByText('Sample data')).toHaveCount(0);
  await expect(page.getByText('Your scan is kept on this phone')).toHaveCount(0);
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
});

test('a scan that was taken while its reader was elsewhere is said to wait no more on the way back', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[9]!;
  await page.goto('/scan');
  await workerReady(page);
  await page.context().setOffline(true);
  await enter(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  await page.getByRole('link', { name: 'Discover' }).first().click();
  await page.waitForURL('**/explore');
  await page.context().setOffline(false);
  await expect.poll(() => waiting(page)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(page.getByText('Your scan is kept on this phone')).toHaveCount(0);
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

/** What a woken worker does ends as `done`, or as `again` where the browser is to wake it later. */
type Woken = typeof globalThis & { ends?: Promise<string>[]; ownFetch?: typeof fetch };

/** Notes how what the worker does ends whenever the browser wakes it. */
const watchWaking = (worker: Worker) =>
  worker.evaluate(() => {
    const woken = self as Woken;
    woken.ends = [];
    const { prototype } = (self as unknown as { ExtendableEvent: { prototype: Waking } }).ExtendableEvent;
    type Waking = Event & { waitUntil(work: Promise<unknown>): void };
    const own = prototype.waitUntil;
    prototype.waitUntil = function (this: Waking, work) {
      const end = work.then(
        () => 'done',
        () => 'again',
      );
      if (this.type === 'sync') woken.ends?.push(end);
      own.call(this, work);
    };
  });

const endsOf = (worker: Worker) => worker.evaluate(async () => await Promise.all((self as Woken).ends ?? []));

/** Gives what wakes the worker as the browser does when it tries again, which is minutes later. */
async function wakerOf(client: CDPSession, origin: string): Promise<() => Promise<unknown>> {
  const registrationId = await new Promise<string>((resolve, reject) => {
    client.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find((one) => one.scopeURL === `${origin}/` && !one.isDeleted);
      if (own) resolve(own.registrationId);
    });
    client.send('ServiceWorker.enable').catch(reject);
  });
  const event = { origin, registrationId, tag: 'holoholo-scans', lastChance: false };
  return () => client.send('ServiceWorker.dispatchSyncEvent', event);
}

test('with every page closed the worker sends what waits once the network is back; where that fails, it is woken again', {
  tag: '@windows',
}, async ({ page, context, product }) => {
  const code = product.codes.filter((one) => one.status === 'active')[7]!;
  const before = await countScans(product, code.qr_code_id);
  await page.goto('/scan');
  await workerReady(page);
  // Of no site: it keeps the browser open, and can tell it to try again.
  const empty = await context.newPage();
  const client = await context.newCDPSession(empty);
  const wake = await wakerOf(client, product.url);
  const worker = context.serviceWorkers()[0]!;
  await watchWaking(worker);
  await worker.evaluate(() => {
    const woken = self as Woken;
    woken.ownFetch = fetch;
    woken.fetch = () => Promise.reject(new TypeError('the network is too weak'));
  });

  await context.setOffline(true);
  await enter(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  await expect.poll(() => syncTags(page)).toEqual(['holoholo-scans']);
  expect(await waiting(page)).toBe(1);
  await page.close();

  await context.setOffline(false);
  await expect.poll(() => endsOf(worker)).toEqual(['again']);
  expect(await countScans(product, code.qr_code_id)).toBe(before);

  await worker.evaluate(() => {
    self.fetch = (self as Woken).ownFetch!;
  });
  await wake();
  await expect.poll(() => endsOf(worker)).toEqual(['again', 'done']);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);

  const later = await context.newPage();
  await later.goto('/scan');
  await workerReady(later);
  expect(await waiting(later)).toBe(0);
  await wake();
  await expect.poll(() => endsOf(worker)).toEqual(['again', 'done', 'done']);
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

test('a scan that our server cannot take just now is kept as well, and counted once when it can', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[9]!;
  const before = await countScans(product, code.qr_code_id);
  await page.goto('/scan');
  await workerReady(page);
  await failAt(page, product, 'unavailable', 'scans', '/api/qr/scan', ['insert']);
  await enter(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  expect(await waiting(page)).toBe(1);
  await mendDatabase(product);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => waiting(page)).toBe(0);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
});

test('a scan whose answer is lost, and lost again when it is sent from the device, is one and the same to the server', async ({
  page,
  product,
}) => {
  const code = product.codes.filter((one) => one.status === 'active')[1]!;
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  await page.goto('/scan');
  await workerReady(page);
  const before = await countScans(product, code.qr_code_id);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/qr/scan', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 2) return await route.continue();
    await route.fetch();
    await route.abort();
  });
  await enter(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  // The device sends it, and the screen that shows it asks as well.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => keys.length).toBeGreaterThan(2);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => waiting(page)).toBe(0);
  expect(keys).toEqual(Array(keys.length).fill(expect.stringMatching(/^\d+-/)));
  expect(new Set(keys).size).toBe(1);
  expect(await countScans(product, code.qr_code_id)).toBe(before + 1);
});

test('a scan that has waited for more than thirty days is nobody’s any more, and is not sent', async ({ page }) => {
  await page.goto('/scan');
  await workerReady(page);
  const sent: string[] = [];
  page.on('request', (request) => request.url().endsWith('/api/qr/scan') && sent.push(request.url()));
  expect(await waiting(page)).toBe(0);
  await page.evaluate(
    (scan_timestamp) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('holoholo', 1);
        opening.onsuccess = () => {
          const entry = { id: 'old', body: { qr_code_id: 'x', device_info: {}, scan_timestamp } };
          const transaction = opening.result.transaction('outbox', 'readwrite');
          transaction.objectStore('outbox').put(entry);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    new Date(Date.now() - 31 * 86_400_000).toISOString(),
  );
  expect(await waiting(page)).toBe(1);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => waiting(page)).toBe(0);
  expect(sent).toEqual([]);
});
