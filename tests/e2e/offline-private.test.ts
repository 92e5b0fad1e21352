import type { Page } from '@playwright/test';
import { cut } from './answers.ts';
import { expect, ready, test } from './fixtures.ts';
import { cached, enterCode, placeKept, workerReady } from './offline.ts';
import { signIn, signInTraveler } from './session.ts';
import { withoutImpressions } from './stored-events.ts';

test.use({ serviceWorker: true });
/** Everything in every cache of this device, as one text. */
const allCached = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) {
        const answer = await cache.match(key);
        // A picture that is seen again is put in anew.
        if (!answer && name === 'holoholo-pictures') continue;
        texts.push(`${key.url} ${JSON.stringify([...answer!.headers])} ${await answer!.text()}`);
      }
    }
    return texts.join('\n');
  });

/** Everything in every database of this device, as one text. */
const allInDatabases = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const texts: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames)
        texts.push(JSON.stringify(await done(database.transaction(store).objectStore(store).getAll())));
      database.close();
    }
    return texts.join('\n');
  });

/** Click ids in the booking links of a page. */
const clickIds = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.links].flatMap(({ href }) => new URL(href).search.match(/(?<==)[0-9a-z]{32}(?=&|$)/g) ?? []),
  );

test('nothing of a signed-in traveler is in any cache: no address, no click id, no booking', async ({
  page,
  product,
}) => {
  const email = 'private@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(code.url);
  await placeKept(page, code.location_id);
  const ids = await clickIds(page);
  expect(ids.length).toBeGreaterThan(3);
  const headers = { origin: product.url };
  const link = await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .getAttribute('href');
  const data = { business_listing_id: 0, booking_url: link, conversion_timestamp: new Date().toISOString() };
  const { experiences } = await (await page.request.get(`/api/locations/${code.location_id}`)).json();
  data.business_listing_id = experiences.find((one: { booking_url: string | null }) => one.booking_url).id;
  const booked = await (await page.request.post('/api/qr/booking-conversion', { data, headers })).json();
  expect(booked.transaction_id).toBeTruthy();

  await page.getByRole('button', { name: 'Keep for offline' }).click();
  await page.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect(page.getByText('You can open this place in airplane mode.')).toBeVisible();
  for (const path of ['/explore', '/dashboard', '/bookings', '/scan', `/location/${code.location_id}`]) {
    await page.goto(path);
    await workerReady(page);
    ids.push(...(await clickIds(page)));
  }
  await page.getByRole('link', { name: 'Explore' }).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.explore'))).not.toBeNull();
  ids.push(...(await clickIds(page)));

  const text = await allCached(page);
  expect(text).toContain(code.location_name);
  expect(text).not.toContain(email);
  expect(text).not.toContain(booked.transaction_id);
  expect(text).not.toContain('/api/bookings"');
  expect(text).not.toContain('/api/users/me ');
  expect(ids.filter((id) => text.includes(id))).toEqual([]);
  expect(text).not.toMatch(/"commission_rate"/);
});

test('what an administrator sees of commission is in no storage of the device', async ({ page, product }) => {
  await signIn(page, product, 'admin@example.com', { fresh: true });
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto('/scan');
  await ready(page);
  await enterCode(page, code.qr_code_id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await expect(page.getByText(/commission/i).first()).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.scans'))).toContain(code.location_name);
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  await page.goto('/explore');
  await workerReady(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.explore'))).not.toBeNull();
  // A scan whose answer does not come waits on the device.
  await page.goto('/scan');
  await ready(page);
  await cut(page, '**/api/qr/scan');
  await enterCode(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  const inDatabases = await allInDatabases(page);
  expect(inDatabases).toContain(code.qr_code_id);
  expect(inDatabases).not.toMatch(/commission/i);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(kept).not.toMatch(/commission/i);
  expect(await allCached(page)).not.toMatch(/"commission_rate"/);
});

test('their own screens open without a network, for them alone', async ({ page, product }) => {
  await signInTraveler(page, product, 'airplane@example.com', { fresh: true });
  await page.goto('/dashboard');
  await workerReady(page);
  await page.context().setOffline(true);
  for (const path of ['/dashboard', '/bookings', '/saved']) {
    await page.goto(path);
    await ready(page);
    await expect(page.getByText('Offline mode - Limited functionality')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Home Limited' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Go somewhere good today' })).toBeHidden();
  }
  await page.context().setOffline(false);
});

test('signing out takes all of them off the device', async ({ page, product }) => {
  await withoutImpressions(page.context());
  await signInTraveler(page, product, 'leaves-all@example.com', { fresh: true });
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  await page.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect(page.getByText('You can open this place in airplane mode.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await ready(page);
  const left = await cached(page);
  expect(left['holoholo-places'] ?? []).toEqual([]);
  expect(Object.keys(left).filter((name) => name.startsWith('holoholo-pack-'))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.context().setOffline(true);
  await page.goto('/dashboard');
  await ready(page);
  await expect(page.getByRole('link', { name: 'Discover Limited' })).toBeVisible();
  await expect(page.getByText(code.location_name)).toBeHidden();
});

test('another user on the same device finds nothing of the one before', async ({ page, product }) => {
  await signInTraveler(page, product, 'first-here@example.com', { fresh: true });
  const code = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${code.location_id}`);
  await placeKept(page, code.location_id);
  await page.evaluate(() => localStorage.setItem('holoholo.scans', '{"x":1}'));
  // The first one's session ends elsewhere, and the second signs in here.
  await page.context().clearCookies();
  await signInTraveler(page, product, 'second-here@example.com', { fresh: true });
  await page.goto('/dashboard');
  await ready(page);
  await expect.poll(async () => (await cached(page))['holoholo-places'] ?? []).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('holoholo.scans'))).toBeNull();
  expect(await page.evaluate(() => localStorage.getItem('holoholo.user'))).toContain('second-here@example.com');
});
