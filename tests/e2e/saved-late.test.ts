import type { Page } from '@playwright/test';
import { test } from './behind.ts';
import { expect, linkName, ready } from './fixtures.ts';
import { workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { keptOnDevice, openListByMenu, savedOnServer, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

/** The list as the device keeps it: what is saved, and the notes. */
const onDevice = async (page: Page) =>
  (JSON.parse((await keptOnDevice(page, 'account'))!).items as { listing_id: number; note: string | null }[]).map(
    ({ listing_id, note }) => ({ listing_id, note }),
  );

interface Listed {
  id: number;
  name: string;
}

const isLive = (page: Page) => expect(page.getByText(/This is your list as of/)).toHaveCount(0);

/** A traveler with two saved places before their kept list, whose live answer stands still half-way. @returns both names */
async function openWhileLate(
  page: Page,
  behind: Product & { network: { spoil(fault: 'stalled', what: RegExp): void } },
  email: string,
): Promise<string[]> {
  await signInTraveler(page, behind, email);
  const listings: { id: number }[] = await (await page.request.get('/api/business-listings')).json();
  for (const { id } of listings.slice(0, 2)) {
    const headers = { origin: behind.url };
    await page.request.put(`/api/saved/${id}`, { data: { note: 'old words' }, headers });
  }
  await page.goto('/saved');
  await ready(page);
  await workerReady(page);
  await expect.poll(async () => (await onDevice(page)).length).toBe(2);
  await page.goto('/explore');
  await ready(page);
  behind.network.spoil('stalled', /^\/api\/saved$/);
  await openListByMenu(page);
  await expect(page.getByText(/This is your list as of/)).toBeVisible();
  return await page.getByRole('heading', { level: 3 }).allTextContents();
}

test('a list that comes late takes back no note that was written meanwhile', async ({ page, behind }) => {
  test.setTimeout(120_000);
  const [name] = await openWhileLate(page, behind, 'late-note@example.com');
  await page.getByRole('button', { name: linkName('Edit note', name!) }).click();
  await page.getByLabel('Your note').fill('new long words');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('new long words')).toBeVisible();
  await expect
    .poll(async () => (await onDevice(page)).map(({ note }) => note).sort())
    .toEqual(['new long words', 'old words']);
  behind.network.mend();
  await isLive(page);
  await expect(page.getByText('new long words')).toBeVisible();
  await expect
    .poll(async () => (await savedOnServer(page)).map(({ note }) => note).sort())
    .toEqual(['new long words', 'old words']);
  expect((await onDevice(page)).map(({ note }) => note).sort()).toEqual(['new long words', 'old words']);
  // The next writing begins with the newer words, also without a network.
  await page.context().setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: linkName('Edit note', name!) }).click();
  await expect(page.getByLabel('Your note')).toHaveValue('new long words');
  await page.context().setOffline(false);
});

test('nor does it bring back a place that was taken off, and the way back stands', async ({ page, behind }) => {
  test.setTimeout(120_000);
  const [name] = await openWhileLate(page, behind, 'late-removal@example.com');
  const isTaken = page.waitForResponse((answer) => answer.request().method() === 'DELETE' && answer.ok());
  await page.getByRole('button', { name: linkName('Remove', name!) }).click();
  const wayBack = page.getByRole('button', { name: linkName('Undo', name!) });
  await expect(wayBack).toBeVisible();
  await isTaken;
  behind.network.mend();
  await isLive(page);
  await expect(wayBack).toBeVisible();
  expect(await onDevice(page)).toHaveLength(1);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await openListByMenu(page);
  await expect(page.getByRole('heading', { level: 3, name: name! })).toHaveCount(0);
});

test('a place whose heart still waits for the server is on the list beside what the server has', async ({
  page,
  behind,
}) => {
  await signInTraveler(page, behind, 'waiting-heart@example.com');
  await page.goto('/explore');
  await ready(page);
  await tapHeart(page, 1);
  await expect.poll(async () => (await savedOnServer(page)).length).toBe(1);
  behind.network.spoil('away', /^\/api\/saved\/\d/);
  const name = await tapHeart(page, 0);
  await openListByMenu(page);
  await expect.poll(async () => (await onDevice(page)).length).toBe(2);
  await expect(page.getByRole('heading', { level: 3 })).toHaveCount(2);
  await isLive(page);
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText(name);
  expect(await savedOnServer(page)).toHaveLength(1);
  behind.network.mend();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(async () => (await savedOnServer(page)).length).toBe(2);
});

test('a tab that is seen again shows what another has saved, and the next note goes on from that', async ({
  page,
  behind,
}) => {
  await signInTraveler(page, behind, 'two-tabs@example.com');
  const [{ id, name }] = (await (await page.request.get('/api/business-listings')).json()) as [Listed];
  const headers = { origin: behind.url };
  await page.request.put(`/api/saved/${id}`, { data: { note: 'First' }, headers });
  const other = await page.context().newPage();
  for (const one of [page, other]) {
    await one.goto('/saved');
    await ready(one);
    await expect(one.getByText('First', { exact: true })).toBeVisible();
  }
  await page.getByRole('button', { name: linkName('Edit note', name) }).click();
  await page.getByLabel('Your note').fill('First. Ask for Kimo');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(async () => (await savedOnServer(page)).map(({ note }) => note)).toEqual(['First. Ask for Kimo']);

  await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(other.getByText('First. Ask for Kimo')).toBeVisible();
  await other.getByRole('button', { name: linkName('Edit note', name) }).click();
  await expect(other.getByLabel('Your note')).toHaveValue('First. Ask for Kimo');
});
