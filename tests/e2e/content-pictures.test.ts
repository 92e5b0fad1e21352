import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { signIn } from './session.ts';

const at = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await ready(page);
};
const photo = (background: string) =>
  sharp({ create: { width: 1_200, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer();

test('a picture is sent, drawn, seen by guests in a small size, replaced, removed and shown again', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [id] = await addListings(product, [{ name: 'Heron Lagoon' }]);
  await ask(product, 'update listings set commission_rate = 0.08 where id = $1', [id]);
  await signIn(page, product, 'admin@example.com');
  const editor = `/content/editor?listing=${id}`;
  const picture = page.getByRole('region', { name: 'Picture', exact: true });
  const send = async (name: string, mimeType: string, buffer: Buffer) =>
    await picture.locator('input[type=file]').setInputFiles({ name, mimeType, buffer });
  await at(page, editor);
  await expect(
    picture.getByText('There is no picture. Guests see the pattern of the house in its place.'),
  ).toBeVisible();
  await page.getByLabel('Subcategory').fill('Birds');
  await send('heron.jpg', 'image/jpeg', await photo('#2a6f7f'));
  await expect(picture.getByText('The picture is shown to guests.')).toBeVisible({ timeout: 60_000 });
  // What was typed beside it stays.
  await expect(page.getByLabel('Subcategory')).toHaveValue('Birds');
  await expect(page.getByText('Picture changed', { exact: true })).toBeVisible();

  const guest = await elsewhere();
  await guest.setViewportSize({ width: 390, height: 844 });
  await at(guest, '/explore?search=heron+lagoon');
  const shown = guest.locator('img[src^="/listing-pictures/"]').last();
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  expect(await shown.evaluate((img: HTMLImageElement) => img.currentSrc)).toMatch(/\/(640|960|1200)\.avif$/);

  // A cut one is refused in words, and guests see what they saw.
  const cut = await photo('#aa3300');
  await send('cut.jpg', 'image/jpeg', cut.subarray(0, cut.length - 500));
  await expect(
    picture.getByText('The picture that was sent cannot be used: it is cut off, or cannot be read.'),
  ).toBeVisible({ timeout: 60_000 });
  await picture.getByRole('button', { name: 'Remove the picture' }).click();
  await expect(picture.getByText('There is no picture.', { exact: false })).toBeVisible();
  await picture.getByRole('button', { name: 'Show earlier picture 1 again' }).click();
  await expect(picture.getByRole('button', { name: 'Remove the picture' })).toBeVisible();
  // It is there where the listing is open, too.
  page.once('dialog', (dialog) => void dialog.accept());
  await at(page, `/content?open=${id}`);
  await expect(picture.getByRole('button', { name: 'Remove the picture' })).toBeVisible();
  await expect(picture.locator('input[type=file]')).toBeAttached();
  await expect(
    page.getByText(/^Its commission rate does not carry the partner’s share: standard 15\.0%\./),
  ).toBeVisible();
  await expectOnEveryWidth(page, page.url(), 'content-open', () => picture, at);
  await at(page, editor);
  await expect(
    page.getByText(/^Its commission rate does not carry the partner’s share: standard 15\.0%\./),
  ).toBeVisible();
  await page.getByLabel('Subcategory').fill('');
  await expectOnEveryWidth(page, editor, 'content-picture', () => picture, at);
});
