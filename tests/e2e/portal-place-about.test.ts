import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { hold, loseAnswer } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expectOnEveryWidth } from './desk-pages.ts';
import { expect, ready, test } from './fixtures.ts';
import { aHost, aPlaceOf, openPlaces, place } from './own-places.ts';
import type { Product } from './product.ts';
import { signIn } from './session.ts';

const proposals = '**/api/partner-portal/places/*/proposals';
const nameField = (page: Page) => place(page).getByRole('textbox', { name: /^Name/ });
const wordsField = (page: Page) => place(page).getByRole('textbox', { name: /^Words/ });
const send = (page: Page) => place(page).getByRole('button', { name: 'Send for approval' });
const sent = (page: Page) => page.getByText('Sent for approval. Guests see the place as before until then.');
const openAbout = (page: Page, id: number) => openPlaces(page, `?open=${id}&view=about`);

/** An administrator decides about what waits for a place. */
async function decide(admin: Page, product: Product, id: number, deed: 'approve' | 'decline', data = {}) {
  await signIn(admin, product, 'admin@example.com');
  const list = await admin.request.get('/api/admin/place-proposals?status=pending&sort=-created');
  const found = (await list.json()).rows.find((one: { location_id: number }) => one.location_id === id);
  const headers = { origin: product.url };
  const reply = await admin.request.post(`/api/admin/place-proposals/${found.id}/${deed}`, { data, headers });
  expect(reply.status()).toBe(200);
}

/** The page of a place as guests are sent it. */
const guestsPage = async (product: Product, id: number) =>
  await (await fetch(`${product.url}/location/${id}`, { headers: { 'accept-language': 'en' } })).text();

test('name, words and picture are proposed, approved, and seen by guests; what is declined says why, what waits is withdrawn', async ({
  page,
  product,
  elsewhere,
}) => {
  test.slow();
  const email = 'about@places.example';
  await page.setViewportSize({ width: 390, height: 844 });
  await aHost(page, product, email);
  const { id } = await aPlaceOf(product, email);
  await openPlaces(page, `?open=${id}`);
  await place(page).getByRole('link', { name: 'Words and picture' }).click();
  await expect(nameField(page)).toHaveValue('Hale Nani, lobby');
  await expect(wordsField(page)).toHaveValue('What the people at the desk recommend.');

  await send(page).click();
  await expect(place(page).getByText('Nothing is changed yet: this is what guests see already.')).toBeVisible();
  await nameField(page).fill('');
  await wordsField(page).fill('');
  await send(page).click();
  await expect(place(page).getByText('Please fill in a name').first()).toBeVisible();
  await expect(place(page).getByText('Please fill in a few words about this place').first()).toBeVisible();
  await nameField(page).fill('Hale Nani');
  await wordsField(page).fill('A house with a garden.');
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#2a6f7f' } });
  const small = sharp({ create: { width: 90, height: 60, channels: 3, background: '#2a6f7f' } });
  const choose = async (buffer: Buffer) => {
    await place(page).locator('input[type=file]').setInputFiles({ name: 'house.jpg', mimeType: 'image/jpeg', buffer });
    await expect(place(page).getByText(/^house\.jpg, .* is here$/)).toBeVisible();
  };
  await choose(await small.jpeg().toBuffer());
  expectErrors(page, `415 /api/partner-portal/places/${id}/proposals`);
  await send(page).click();
  await expect(
    place(page)
      .getByText(/90 by 60 pixels are not 720 by 480 to/)
      .first(),
  ).toBeVisible();
  await place(page)
    .getByRole('button', { name: /Remove/ })
    .click();
  await choose(await picture.jpeg().toBuffer());
  const release = await hold(page, proposals);
  await send(page).click();
  await expect(place(page).getByRole('button', { name: 'Sending…' })).toBeVisible();
  await release();
  await expect(sent(page)).toBeVisible();
  await expect(place(page).getByText('Waits for approval', { exact: true })).toBeVisible();
  const proposed = place(page).getByRole('img', { name: 'The picture that you propose' });
  await expect.poll(() => proposed.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900);
  await expect(send(page)).toBeHidden();
  expect(await guestsPage(product, id)).toMatch(/<h1[^>]*>Hale Nani, lobby<\/h1>/);
  await expectOnEveryWidth(
    page,
    `/partner-portal/places?open=${id}&view=about`,
    'portal-place-waits',
    () => proposed,
    async (at, address) => {
      await at.goto(address);
      await ready(at);
    },
  );

  const admin = await elsewhere();
  const since = product.mail.messages.length;
  await decide(admin, product, id, 'approve');
  expect((await product.mail.waitFor(email, since)).text).toContain('what you proposed for Hale Nani was approved');
  const now = await guestsPage(product, id);
  expect(now).toMatch(/<h1[^>]*>Hale Nani<\/h1>/);
  expect(now).toContain('A house with a garden.');
  const guest = await elsewhere();
  await guest.goto(`/location/${id}`);
  await ready(guest);
  const shown = guest.locator('img[src^="/place-pictures/"]');
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(900);
  await openAbout(page, id);
  await expect(place(page).getByText('Approved', { exact: true })).toBeVisible();
  await expect(nameField(page)).toHaveValue('Hale Nani');

  await nameField(page).fill('The best house');
  await send(page).click();
  await expect(sent(page)).toBeVisible();
  await decide(admin, product, id, 'decline', { reason: 'That is not what the sign says' });
  await openAbout(page, id);
  await expect(place(page).getByText('Declined', { exact: true })).toBeVisible();
  await expect(place(page).getByText('That is not what the sign says')).toBeVisible();
  await expectOnEveryWidth(
    page,
    `/partner-portal/places?open=${id}&view=about`,
    'portal-place-about',
    () => send(page),
    async (at, address) => {
      await at.goto(address);
      await ready(at);
    },
  );

  await page.setViewportSize({ width: 390, height: 844 });
  await nameField(page).fill('Hale Nani by the sea');
  await send(page).click();
  await expect(sent(page)).toBeVisible();
  await place(page).getByRole('button', { name: 'Withdraw' }).click();
  const sheet = page.getByRole('dialog', { name: 'Withdraw: Hale Nani' });
  await expect(sheet).toContainText('What waits is taken back, and you can propose something else.');
  await sheet.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Withdrawn. Guests see the place as before.')).toBeVisible();
  await expect(place(page).getByText('Withdrawn', { exact: true })).toBeVisible();
  await expect(send(page)).toBeVisible();
});

test('a proposal that was not sent, or whose answer was lost, stands there again, and is one', async ({
  page,
  product,
}) => {
  const email = 'about-lost@places.example';
  await aHost(page, product, email);
  const { id } = await aPlaceOf(product, email);
  await openAbout(page, id);
  await nameField(page).fill('Hale Nani');
  await page.context().setOffline(true);
  await send(page).click();
  await expect(place(page).getByText('Network error.')).toBeVisible();
  await page.context().setOffline(false);
  page.on('dialog', (dialog) => dialog.accept());
  await page.reload();
  await ready(page);
  await expect(nameField(page)).toHaveValue('Hale Nani');
  await loseAnswer(page, proposals);
  await send(page).click();
  await expect(place(page).getByText('What you sent may have arrived, and be done.')).toBeVisible();
  await send(page).click();
  await expect(sent(page)).toBeVisible();
  const rows = await ask(product, 'select 1 from place_proposals where location_id = $1', [id]);
  expect(rows).toHaveLength(1);
});
