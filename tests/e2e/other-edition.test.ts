import type { Page } from '@playwright/test';
import { test } from './behind.ts';
import { expect, ready } from './fixtures.ts';
import { enterCode, keepPlace, placeKept, workerReady } from './offline.ts';
import { signInTraveler } from './session.ts';

/** Has what is kept under a name be that of an edition whose shape this one does not know. */
const asAnotherEdition = (page: Page, name: string) =>
  page.evaluate((key) => {
    const text = localStorage.getItem(key)!;
    localStorage.setItem(key, text.replaceAll('"version":1,', '"version":99,'));
    return (text.match(/"version":1,/g) ?? []).length;
  }, `holoholo.${name}`);

const isKept = (page: Page, name: string) =>
  expect.poll(() => page.evaluate((key) => localStorage.getItem(key), `holoholo.${name}`)).toContain('"version":1,');

test('what another edition kept on this phone counts as nothing', async ({ page, behind }) => {
  const { location_id: id } = behind.codes.find((one) => one.status === 'active')!;
  await signInTraveler(page, behind, 'other-edition@example.com');
  await page.goto(`/location/${id}`);
  await placeKept(page, id);
  await page.goto('/analytics');
  await ready(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.figures.overview'))).not.toBeNull();
  await page.evaluate(async (address) => {
    const key = 'holoholo.figures.overview';
    const figures = JSON.parse(localStorage.getItem(key)!);
    delete figures.answer.figures.by_category;
    localStorage.setItem(key, JSON.stringify({ ...figures, version: 99 }));
    const cache = await caches.open('holoholo-places');
    const { experiences: _lost, ...place } = await (await cache.match(address))!.json();
    await cache.put(address, new Response(JSON.stringify({ ...place, version: 99 })));
  }, `/api/locations/${id}`);
  behind.network.spoil('gone', /^\/api/);
  await page.getByRole('link', { name: 'Last 7 days' }).click();
  await expect(page.getByText('No figures on this device')).toBeVisible();
  await page.goto('/offline');
  await ready(page);
  await expect(page.getByText('No places yet')).toBeVisible();
});

test('nor do the guide and what a code led to', async ({ page, behind }) => {
  const code = behind.codes.find((one) => one.status === 'active')!;
  await page.goto('/explore');
  await ready(page);
  await isKept(page, 'explore');
  await page.goto('/scan');
  await ready(page);
  await enterCode(page, code.qr_code_id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  await isKept(page, 'scans');
  for (const name of ['explore', 'scans']) expect(await asAnotherEdition(page, name)).toBeGreaterThan(0);
  await page.goto('/offline');
  await workerReady(page);
  behind.network.spoil('gone', /^\/api/);
  const main = page.getByRole('main');
  await main.getByRole('link', { name: 'Explore Experiences' }).click();
  await expect(main.getByText('The guide could not be reached')).toBeVisible();
  await expect(page.getByText('You are seeing what we showed you on')).toHaveCount(0);
  await page.goBack();
  await main.getByRole('link', { name: 'Scan QR Code' }).click();
  await enterCode(page, code.qr_code_id);
  await expect(page.getByText('We could not reach our guide, so these are examples.')).toBeVisible();
  await expect(page.getByText('You are seeing what we showed you on')).toHaveCount(0);
});

test('what was kept before it had versions is shown without a network', async ({ page, behind }) => {
  const code = behind.codes.find((one) => one.status === 'active')!;
  await signInTraveler(page, behind, 'version-before@example.com');
  await keepPlace(page, behind.codes);
  for (const path of ['/analytics', '/explore', '/scan']) {
    await page.goto(path);
    await ready(page);
  }
  await enterCode(page, code.qr_code_id);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code.location_name);
  const keys = ['figures.overview', 'explore', 'scans'].map((name) => `holoholo.${name}`);
  const texts = () => page.evaluate((names) => names.map((name) => localStorage.getItem(name) ?? ''), keys);
  for (const at of [0, 1, 2]) await expect.poll(async () => (await texts())[at]).toContain('"version":1,');
  await page.goto('/offline');
  await workerReady(page);
  await page.evaluate(
    async ([names, address]) => {
      const unversioned = (text: string) => text.replaceAll('"version":1,', '');
      for (const name of names) localStorage.setItem(name, unversioned(localStorage.getItem(name)!));
      const cache = await caches.open('holoholo-places');
      await cache.put(address, new Response(unversioned(await (await cache.match(address))!.text())));
    },
    [keys, `/api/locations/${code.location_id}`] as const,
  );
  expect((await texts()).join()).not.toContain('version');

  behind.network.spoil('gone', /^\/api/);
  const main = page.getByRole('main');
  for (const [link, words] of [
    ['Analytics', 'You see your figures as of'],
    ['Explore Experiences', 'You are seeing what we showed you on'],
    [code.location_name, 'This is the place as your phone kept it'],
  ] as const) {
    await main.getByRole('link', { name: link }).click();
    await expect(page.getByRole('main').getByText(words)).toBeVisible();
    await page.goBack();
  }
  await main.getByRole('link', { name: 'Scan QR Code' }).click();
  await enterCode(page, code.qr_code_id);
  await expect(page.getByText('You are seeing what we showed you on')).toBeVisible();
});

test('a pack that another edition kept counts as none', async ({ page, behind }) => {
  const { location_id: id } = behind.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${id}`);
  await workerReady(page);
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  const sheet = page.getByRole('dialog', { name: 'Offline pack' });
  await sheet.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect(sheet.getByText('You can open this place in airplane mode.')).toBeVisible();
  await page.evaluate(async (name) => {
    const cache = await caches.open(name);
    const pack = await (await cache.match('/pack'))!.json();
    await cache.put('/pack', new Response(JSON.stringify({ ...pack, version: 99 })));
  }, `holoholo-pack-${id}`);
  await page.reload();
  await workerReady(page);
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  await expect(sheet.getByRole('button', { name: /^Keep on this phone/ })).toBeVisible();
});
