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
