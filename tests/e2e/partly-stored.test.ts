import type { Page } from '@playwright/test';
import { anotherBuild } from './another-build.ts';
import { expect, test } from './fixtures.ts';
import { cached, workerReady } from './offline.ts';
import { startProduct } from './product.ts';

test.use({ serviceWorker: true });

/** The files that an application in English consists of, as the worker says. */
const filesOfApp = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { port1, port2 } = new MessageChannel();
    const answer = new Promise<Record<string, string[]>>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
    });
    navigator.serviceWorker.controller!.postMessage('which-app', [port2]);
    return (await answer).en!;
  });

test('an application that the device has room for only in part does not pass for stored', async ({
  product,
  elsewhere,
}) => {
  test.slow();
  let inPart = 0;
  // Whatever does not fit: a large file in the middle or all from one on, with or without room for the page after it.
  for (let room = 150_000; room <= 950_000; room += 80_000) {
    const page = await elsewhere();
    const client = await page.context().newCDPSession(page);
    await client.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: room });
    await page.goto('/scan');
    await workerReady(page);
    const files = await filesOfApp(page);
    const stored = Object.entries(await cached(page)).flatMap(([name, all]) =>
      name.startsWith('holoholo-app-') ? all : [],
    );
    const missing = files.filter((file) => !stored.includes(file));
    inPart += Number(missing.length > 0 && missing.length < files.length);
    expect([room, stored.includes('/offline')]).toEqual([room, missing.length === 0]);
    if (room === 150_000) {
      // Without a network the browser says so itself, instead of a page whose scripts are missing.
      await page.context().setOffline(true);
      await expect(page.goto('/explore')).rejects.toThrow(/net::ERR_/);
    }
    await page.context().close();
  }
  expect(inPart).toBeGreaterThan(5);
});

test('an update that the device has no room for leaves the application that it has', async ({ browser }) => {
  test.setTimeout(180_000);
  const begun = new AsyncDisposableStack();
  try {
    const next = await anotherBuild({ 'Point your camera at the code': 'Hold your camera over the code' });
    begun.defer(next.remove);
    const first = await startProduct();
    const context = await browser.newContext({ baseURL: first.url });
    begun.defer(() => context.close());
    const page = await context.newPage();
    await page.goto('/explore');
    await workerReady(page);
    const ofApp = async () => Object.entries(await cached(page)).filter(([name]) => name.startsWith('holoholo-app-'));
    await expect.poll(async () => (await ofApp())[0]?.[1]).toContain('/offline');
    const client = await context.newCDPSession(page);
    const { usage } = await client.send('Storage.getUsageAndQuota', { origin: first.url });
    await client.send('Storage.overrideQuotaForOrigin', { origin: first.url, quotaSize: usage + 20_000 });
    await first.stop();
    const second = await startProduct({ PORT: new URL(first.url).port }, next.root);
    begun.defer(second.stop);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Use the new version' }).click();
    await loaded;
    await workerReady(page);
    await expect
      .poll(async () => (await ofApp()).map(([, files]) => files.includes('/offline')))
      .toEqual([true, false]);
    await context.setOffline(true);
    await page.goto('/scan');
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
  } finally {
    await begun.disposeAsync();
  }
});
