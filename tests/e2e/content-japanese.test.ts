import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { standInForPictures } from './map-pictures.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const name = '翠の入り江カヤック';
const description =
  '静かな入り江を朝の光の中で漕ぎ、リーフとウミガメを越えて、八時には浜で朝食を。初めての方もどうぞ、案内人がそばにいます。';

test('Japanese words are written beside the English, read and searched by Japanese readers, and taken away again', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [id] = await addListings(product, [{ name: 'Jade Cove Kayak' }]);
  await signIn(page, product, 'admin@example.com');
  const editor = `/content/editor?listing=${id}`;
  const field = (label: string) => page.getByLabel(label, { exact: false });
  await expectOnEveryWidth(page, editor, 'content-japanese', () => field('Name in Japanese'), at);
  await page.setViewportSize({ width: 1280, height: 900 });
  await at(page, editor);
  await expect(page.getByText('For Japanese readers. Without it they are shown the English one.')).toBeVisible();
  await field('Name in Japanese').fill(name);
  await field('Description in Japanese').fill('短い');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Minimum 40 characters, or none').first()).toBeVisible();
  await field('Description in Japanese').fill(description);
  await expect(page.getByText(`${[...description].length} of at least 40 characters.`)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Jade Cove Kayak is saved.')).toBeVisible();
  const detail = page.getByRole('region', { name: 'About this listing' });
  await expect(detail.getByText(name, { exact: true })).toHaveAttribute('lang', 'ja');
  await expect(detail.getByText(`Name in Japanese: empty → ${name}`)).toBeVisible();

  const english = await elsewhere();
  await at(english, '/explore?search=jade+cove');
  await expect(english.getByRole('heading', { name: 'Jade Cove Kayak' }).first()).toBeVisible();
  const japanese = await elsewhere();
  await japanese.context().addCookies([{ name: 'lang', value: 'ja', url: product.url }]);
  await standInForPictures(japanese.context());
  await japanese.setViewportSize({ width: 390, height: 844 });
  await at(japanese, `/explore?search=${encodeURIComponent('入り江カヤ')}`);
  const heading = japanese.getByRole('heading', { name }).first();
  await expect(heading).toHaveAttribute('lang', 'ja');
  await expect(japanese.getByText(description).first()).toHaveAttribute('lang', 'ja');
  await expectAccessible(japanese);
  await at(japanese, `/explore?search=${encodeURIComponent('翠の')}&view=map`);
  await expect(japanese.getByRole('button', { name: new RegExp(name) }).first()).toBeAttached();

  // Without them the English words stand, and say that they are English.
  await at(page, editor);
  await field('Name in Japanese').fill('');
  await field('Description in Japanese').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Jade Cove Kayak is saved.')).toBeVisible();
  await at(japanese, '/explore?search=jade+cove');
  await expect(japanese.getByRole('heading', { name: 'Jade Cove Kayak' }).first()).toHaveAttribute('lang', 'en');
});
