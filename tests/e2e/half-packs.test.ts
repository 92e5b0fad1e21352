import type { Page } from '@playwright/test';
import { test } from './behind.ts';
import { expect } from './fixtures.ts';
import { cached, workerReady } from './offline.ts';
import type { Product } from './product.ts';

/** Opens a place and what is said of its pack; gives the addresses of its files, of which the first is its list. */
async function openPack(page: Page, behind: Product) {
  const { location_id: id } = behind.codes.find((one) => one.status === 'active')!;
  const plan: { files: { path: string }[] } = await (await page.request.get(`/api/locations/${id}/pack`)).json();
  await page.goto(`/location/${id}`);
  await workerReady(page);
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  const sheet = page.getByRole('dialog', { name: 'Offline pack' });
  const inPack = async () => (await cached(page))[`holoholo-pack-${id}`];
  return { sheet, inPack, files: plan.files.map(({ path }) => path) };
}
const says = 'The pack could not be fetched.';
const isThere = 'You can open this place in airplane mode.';

for (const fault of ['cut', 'shortened', 'portal', 'away'] as const)
  for (const which of ['list', 'last picture'] as const)
    test(`a pack whose ${which} comes ${fault} leaves nothing half, and is whole the next time`, async ({
      page,
      behind,
    }) => {
      const { sheet, inPack, files } = await openPack(page, behind);
      const keep = sheet.getByRole('button', { name: /^Keep on this phone/ });
      behind.network.spoil(fault, new RegExp(`${which === 'list' ? files[0] : files.at(-1)}$`));
      await keep.click();
      await expect(sheet.getByRole('alert')).toContainText(says);
      expect(await inPack()).toBeUndefined();
      behind.network.mend();
      await keep.click();
      await expect(sheet.getByText(isThere)).toBeVisible();
      expect((await inPack())!.toSorted()).toEqual([...files, '/pack'].toSorted());
    });

test('a pack that was whole stays so while it is fetched anew, and where that breaks off', async ({ page, behind }) => {
  const { sheet, inPack, files } = await openPack(page, behind);
  await sheet.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect(sheet.getByText(isThere)).toBeVisible();
  behind.network.spoil('cut', new RegExp(`${files[0]}$`));
  await sheet.getByRole('button', { name: 'Fetch it anew' }).click();
  await expect(sheet.getByRole('alert')).toContainText(says);
  expect((await inPack())!.toSorted()).toEqual([...files, '/pack'].toSorted());
  behind.network.spoil('gone');
  await page.goto('/offline');
  await expect(page.getByText('Offline pack')).toBeVisible();
});

test('a pack that is still being fetched goes on while its sheet is closed, and is shown by the next sheet', async ({
  page,
  behind,
}) => {
  const { sheet, inPack, files } = await openPack(page, behind);
  behind.network.spoil('silent', /^\/pictures\//);
  const keep = sheet.getByRole('button', { name: /^Keep on this phone/ });
  await keep.click();
  const progress = sheet.getByRole('progressbar', { name: 'Fetching the pack' });
  await expect.poll(() => progress.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThan(0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Fetching the pack' }).click();
  await expect(keep).toBeDisabled();
  expect(await progress.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThan(0);
  behind.network.mend();
  await expect(sheet.getByText(isThere)).toBeVisible();
  expect((await inPack())!.toSorted()).toEqual([...files, '/pack'].toSorted());
});

test('a pack that fails behind its closed sheet says so on the page, and one that is done that it is kept', async ({
  page,
  behind,
}) => {
  const { sheet, files } = await openPack(page, behind);
  const keep = sheet.getByRole('button', { name: /^Keep on this phone/ });
  const progress = sheet.getByRole('progressbar', { name: 'Fetching the pack' });
  const beginAndClose = async () => {
    behind.network.spoil('silent', /^\/pictures\//);
    await keep.click();
    await expect.poll(() => progress.evaluate((one: HTMLProgressElement) => one.value)).toBeGreaterThan(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Fetching the pack' })).toBeVisible();
  };
  await beginAndClose();
  behind.network.spoil('gone');
  await expect(page.getByRole('alert')).toContainText(says);
  behind.network.mend();
  await page.getByRole('button', { name: 'Keep for offline' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await beginAndClose();
  behind.network.mend();
  await expect(page.getByRole('button', { name: /^On this phone/ })).toBeVisible();
  expect(files.length).toBeGreaterThan(1);
});

test('two tabs fetch a pack one after the other: where the first fails, the second brings all of it', async ({
  page,
  behind,
  context,
}) => {
  const { sheet, inPack, files } = await openPack(page, behind);
  const other = await context.newPage();
  const second = await openPack(other, behind);
  behind.network.spoil('lost', new RegExp(`${files.at(-1)}$`));
  await sheet.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect.poll(async () => (await inPack())?.length).toBe(files.length - 1);
  behind.network.mend();
  await second.sheet.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect(sheet.getByRole('alert')).toContainText(says, { timeout: 15_000 });
  await expect(second.sheet.getByText(isThere)).toBeVisible();
  expect((await inPack())!.toSorted()).toEqual([...files, '/pack'].toSorted());
});

test('a pack that was taken away while it was fetched is not said to be there', async ({ page, behind }) => {
  const { sheet, inPack, files } = await openPack(page, behind);
  behind.network.spoil('stalled', new RegExp(`${files.at(-1)}$`));
  await sheet.getByRole('button', { name: /^Keep on this phone/ }).click();
  await expect.poll(async () => (await inPack())?.length).toBe(files.length - 1);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('holoholo-pack-')) await caches.delete(name);
  });
  behind.network.mend();
  await expect(sheet.getByRole('alert')).toContainText(says);
  expect(await inPack()).toBeUndefined();
});
