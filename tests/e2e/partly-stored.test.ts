import { expect, test } from './fixtures.ts';
import { cached, noNetwork, workerReady } from './offline.ts';

test.use({ expectedErrors: noNetwork });

test('an application that the device has room for only in part does not pass for stored', async ({ page, product }) => {
  // The last files of it find the storage full.
  const client = await page.context().newCDPSession(page);
  await client.send('Storage.overrideQuotaForOrigin', { origin: product.url, quotaSize: 500_000 });
  await page.goto('/explore');
  await workerReady(page);
  const ofApp = async () =>
    Object.entries(await cached(page)).flatMap(([name, files]) => (name.startsWith('holoholo-app-') ? files : []));
  const stored = await ofApp();
  expect(stored.length).toBeGreaterThan(3);
  expect(stored).not.toContain('/offline');
  // Without a network the browser says so itself, instead of a page whose scripts are missing.
  await page.context().setOffline(true);
  await expect(page.goto('/scan')).rejects.toThrow(/net::ERR_/);
  await page.context().setOffline(false);
});
