import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
async function confirm(page: Page, title: string, deed = 'Delete'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await sheet.getByRole('button', { name: deed, exact: true }).click();
  await expect(sheet).toHaveCount(0);
}
/** Some places with a word of their own; codes lead to the last of them. */
async function addPlaces(product: Product, word: string, many: number, codes: readonly string[]): Promise<void> {
  await ask(
    product,
    `insert into locations (name, description, address, island)
     select $1 || ' ' || n, '', '', '' from generate_series(0, $2::integer - 1) n`,
    [word, many],
  );
  await ask(
    product,
    `insert into qr_codes (code, location_id) select code, l.id from unnest($1::text[]) code, locations l where l.name = $2`,
    [codes, `${word} ${many - 1}`],
  );
}
const deleted = async (product: Product, word: string) => {
  const asked = 'select count(deleted_at)::int as deleted from locations where name like $1';
  const [row] = await ask<{ deleted: number }>(product, asked, [`${word} %`]);
  return row!.deleted;
};

for (const width of [390, 1280])
  test(`several places are deleted at once at ${width} px, but for those with codes, and all of that is undone at once`, async ({
    page,
    product,
  }) => {
    const word = `Wattle${width}`;
    const codes = ['A', 'B'].map((last) => `WATT-${String(width).padStart(4, '0')}-0000-000${last}`);
    await addPlaces(product, word, 4, codes);
    await signIn(page, product, 'admin@example.com');
    await page.setViewportSize({ width, height: 900 });
    await at(page, `/locations?search=${word}`);
    for (const n of [0, 1, 3]) await page.getByLabel(`Select ${word} ${n}`).check();
    await page.screenshot({ path: `test-results/locations-selection-${width}.png`, fullPage: true });
    await button(page, 'Delete').click();
    const sheet = page.getByRole('dialog', { name: 'Delete 3 places' });
    await expect(sheet.getByText('Are you sure you want to delete these 3 places?')).toBeVisible();
    await expect(sheet.getByText(/^No guest can open them any more/)).toBeVisible();
    await confirm(page, 'Delete 3 places');
    await expect(page.getByText('2 places are deleted.')).toBeVisible();
    await expect(page.getByText('1 place stays')).toBeVisible();
    await expect(page.getByText(`${word} 3: the codes ${codes.join(', ')} lead to it.`)).toBeVisible();
    expect(await deleted(product, word)).toBe(2);
    await page.screenshot({ path: `test-results/locations-kept-${width}.png`, fullPage: true });
    await expectAccessible(page, { enlarged: true });
    await page.setViewportSize({ width, height: 900 });
    await button(page, 'Undo this deletion').click();
    await expect(page.getByText('2 places are as before.')).toBeVisible();
    await expect(button(page, 'Undo this deletion')).toHaveCount(0);
    await expect(page.getByText('1 place stays')).toHaveCount(0);
    expect(await deleted(product, word)).toBe(0);

    // One alone, in the words of its own form; then one that stays.
    await page.getByLabel(`Select ${word} 2`).check();
    await button(page, 'Delete').click();
    await expect(page.getByText('Are you sure you want to delete this place?')).toBeVisible();
    await confirm(page, 'Delete a place');
    await expect(page.getByText('1 place is deleted.')).toBeVisible();
    await page.getByLabel(`Select ${word} 3`).check();
    await button(page, 'Delete').click();
    await confirm(page, 'Delete a place');
    await expect(page.getByText('No place was deleted.')).toBeVisible();
    await page
      .getByRole('listitem')
      .getByRole('link', { name: `${word} 3` })
      .click();
    await expect(page.getByRole('region', { name: 'About this place' })).toBeVisible();

    await at(page, `/locations?search=${word}&deleted=true`);
    await page.getByLabel(`Select ${word} 2`).check();
    await button(page, 'Undo').click();
    await confirm(page, 'Undo the deletion of 1 place', 'Undo');
    await expect(page.getByText('1 place is as before.')).toBeVisible();
  });

test('all places that match are deleted as long work, which tells what stays and is undone whole', {
  tag: '@main',
}, async ({ page, product }) => {
  test.slow();
  await addPlaces(product, 'Sandpiper', 60, ['SAND-0000-0000-000A']);
  await signIn(page, product, 'admin@example.com');
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, '/locations?search=Sandpiper');
  await page.getByLabel('Select all shown').check();
  await button(page, 'Select all 60 that match').click();
  await button(page, 'Delete').click();
  await confirm(page, 'Delete 60 places');
  await expect(button(page, 'Undo this deletion')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('1 place found.')).toBeVisible();
  await expect(page.getByText('Sandpiper 59: the code SAND-0000-0000-000A leads to it.')).toBeVisible();
  expect(await deleted(product, 'Sandpiper')).toBe(59);
  await page.reload();
  await ready(page);
  await expect(page.getByText('Sandpiper 59: the code SAND-0000-0000-000A leads to it.')).toBeVisible();
  await page.screenshot({ path: 'test-results/locations-work-1280.png', fullPage: true });
  await button(page, 'Undo this deletion').click();
  await expect(page.getByText('60 places found.')).toBeVisible({ timeout: 60_000 });
  expect(await deleted(product, 'Sandpiper')).toBe(0);
});
