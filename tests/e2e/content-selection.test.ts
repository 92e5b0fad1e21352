import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const names = (word: string, many: number) => Array.from({ length: many }, (_, n) => ({ name: `${word} ${n}` }));
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Presses the button of the sheet, which names the deed. */
async function confirm(page: Page, title: string, deed = 'Delete'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('button', { name: deed, exact: true }).click();
  await expect(sheet).toHaveCount(0);
}
const count = async (product: Product, word: string) => {
  const [row] = await ask<{ deleted: number }>(
    product,
    'select count(deleted_at)::int as deleted from listings where name like $1',
    [`${word} %`],
  );
  return row!.deleted;
};

for (const width of [390, 1280])
  test(`several listings are deleted at once at ${width} px, and all of that is undone at once`, async ({
    page,
    product,
  }) => {
    const word = `Vireo${width}`;
    await addListings(product, names(word, 3));
    await signIn(page, product, 'admin@example.com');
    await page.setViewportSize({ width, height: 900 });
    await at(page, `/content?search=${word}`);
    for (const n of [0, 1]) await page.getByLabel(`Select ${word} ${n}`).check();
    await page.screenshot({ path: `test-results/content-selection-${width}.png`, fullPage: true });
    await button(page, 'Delete').click();
    const sheet = page.getByRole('dialog', { name: 'Delete 2 listings' });
    await expect(sheet.getByText('Are you sure you want to delete these 2 listings?')).toBeVisible();
    await expect(sheet.getByText(/^No guest finds them any more\./)).toBeVisible();
    await confirm(page, 'Delete 2 listings');
    await expect(page.getByText('2 listings are deleted.')).toBeVisible();
    expect(await count(product, word)).toBe(2);
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await button(page, 'Undo this deletion').click();
    await expect(page.getByText('2 listings are as before.')).toBeVisible();
    await expect(button(page, 'Undo this deletion')).toHaveCount(0);
    expect(await count(product, word)).toBe(0);

    // One alone, in the specification's words.
    await page.getByLabel(`Select ${word} 2`).check();
    await button(page, 'Delete').click();
    await expect(page.getByText('Are you sure you want to delete this listing?')).toBeVisible();
    await confirm(page, 'Delete a listing');
    await expect(page.getByText('1 listing is deleted.')).toBeVisible();
    await at(page, `/content?search=${word}&status=deleted`);
    await page.getByLabel(`Select ${word} 2`).check();
    await button(page, 'Undo').click();
    await confirm(page, 'Undo the deletion of 1 listing', 'Undo');
    await expect(page.getByText('1 listing is as before.')).toBeVisible();
  });

test('they are shown to guests or hidden, and featured or not', async ({ page, product }) => {
  await addListings(product, names('Tanager', 2));
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/content?search=Tanager');
  for (const [what, title, said] of [
    ['Hide from guests', 'Hide 2 listings', '2 listings are hidden from guests.'],
    ['Show to guests', 'Show 2 listings', '2 listings are shown to guests.'],
    ['Feature', 'Feature 2 listings', '2 listings are featured.'],
    ['No longer feature', 'No longer feature 2 listings', '2 listings are no longer featured.'],
  ] as const) {
    await page.getByLabel('Select all shown').check();
    await button(page, what).click();
    await confirm(page, title, what);
    await expect(page.getByText(said)).toBeVisible();
  }
  await page.getByLabel('Select all shown').check();
  await button(page, 'Show to guests').click();
  await confirm(page, 'Show 2 listings', 'Show to guests');
  await expect(page.getByText('Nothing was changed: all of them were so already.')).toBeVisible();
});

test('all that match are deleted as long work, which is undone whole', { tag: '@main' }, async ({ page, product }) => {
  test.slow();
  await addListings(product, names('Oriole', 60));
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/content?search=Oriole');
  await page.getByLabel('Select all shown').check();
  await button(page, 'Select all 60 that match').click();
  await button(page, 'Delete').click();
  await confirm(page, 'Delete 60 listings');
  await expect(button(page, 'Undo this deletion')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('No listing is like that')).toBeVisible();
  expect(await count(product, 'Oriole')).toBe(60);
  await page.reload();
  await ready(page);
  await button(page, 'Undo this deletion').click();
  await expect(page.getByText('60 listings found.')).toBeVisible({ timeout: 60_000 });
  expect(await count(product, 'Oriole')).toBe(0);
});
