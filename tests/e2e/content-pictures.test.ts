import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings } from './guide-rows.ts';
import { setRole } from './payouts-world.ts';
import { signIn, signInTraveler } from './session.ts';

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

test('of two administrators who change a picture at once one wins; the other is told, sees theirs, and can show the other all the same', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const [id] = await addListings(product, [{ name: 'Plover Point' }]);
  const other = await elsewhere();
  await signIn(page, product, 'admin@example.com');
  await signInTraveler(other, product, 'second@pictures.example', { fresh: true });
  await setRole(product, 'second@pictures.example', 'admin');
  const picture = (by: Page) => by.getByRole('region', { name: 'Picture', exact: true });
  const send = async (by: Page, background: string) =>
    await picture(by)
      .locator('input[type=file]')
      .setInputFiles({ name: 'plover.jpg', mimeType: 'image/jpeg', buffer: await photo(background) });
  const isShown = (by: Page) =>
    expect(picture(by).getByText('The picture is shown to guests.')).toBeVisible({ timeout: 60_000 });
  for (const by of [page, other]) await at(by, `/content/editor?listing=${id}`);
  await send(page, '#2a6f7f');
  await isShown(page);
  const url = async () =>
    (await ask<{ image_url: string | null }>(product, 'select image_url from listings where id = $1', [id]))[0]!
      .image_url;
  const first = await url();
  expectErrors(other, '409 /api/admin/listings/*/picture');
  await send(other, '#aa3300');
  await expect(picture(other).getByText('This picture was changed meanwhile.')).toBeVisible();
  // What the first has made of it is what the other sees now.
  await expect(picture(other).locator(`img[src="${first}"]`)).toBeVisible();
  expect(await url()).toBe(first);
  await expectOnEveryWidth(
    other,
    other.url(),
    'content-picture-meanwhile',
    () => picture(other),
    async () => {},
  );
  await picture(other).getByRole('button', { name: 'Show mine all the same' }).click();
  await isShown(other);
  expect(await url()).not.toBe(first);

  expectErrors(page, '409 /api/admin/listings/*/picture');
  await picture(page).getByRole('button', { name: 'Remove the picture' }).click();
  await expect(picture(page).getByText('This picture was changed meanwhile.')).toBeVisible();
  await picture(page).getByRole('button', { name: 'Remove it all the same' }).click();
  await expect(picture(page).getByText('The picture is removed.')).toBeVisible();
  expect(await url()).toBeNull();
});
