import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import ja from '../../web/src/messages/ja.ts';
import { cut, hold, loseAnswer } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { button, dialog, expectJapanese } from './japanese-world.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

async function openProfile(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=profile');
  await ready(page);
}
async function save(page: Page, product: Product, note: string): Promise<void> {
  const [listing] = await (await page.request.get('/api/business-listings?limit=1')).json();
  const reply = await page.request.put(`/api/saved/${listing.id}`, {
    data: { note },
    headers: { origin: product.url },
  });
  expect(reply.status()).toBe(200);
}
/** What the cover says after an erasure. */
const isDone = (page: Page) => page.getByRole('status').getByText('Your account is erased.');
const accounts = async (product: Product, email: string) =>
  (await ask(product, 'select id from users where email = $1', [email])).length;

test('a traveler takes all that is kept of them along as one file', async ({ page, product }) => {
  await signInTraveler(page, product, 'takes-along@example.com', { fresh: true });
  await openProfile(page);
  await save(page, product, 'Ask for the corner table');
  await page.screenshot({ path: 'test-results/own-data-390.png', fullPage: true });
  const coming = page.waitForEvent('download');
  const answer = await hold(page, '**/api/passkeys');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await expect(page.getByRole('button', { name: 'Asking for your data...' })).toBeVisible();
  await answer();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('my-data.json');
  const { account, data } = JSON.parse(await readFile((await file.path())!, 'utf8'));
  expect(account).toBe('takes-along@example.com');
  const saved = data.find(({ what }: { what: string }) => what === 'Places you saved');
  expect(saved.rows).toMatchObject([{ note: 'Ask for the corner table' }]);
});

test('a file comes also to whoever looks at another page meanwhile', async ({ page, product }) => {
  await signInTraveler(page, product, 'looks-elsewhere@example.com', { fresh: true });
  await openProfile(page);
  const answer = await hold(page, '**/api/users/me/data');
  const asked = page.waitForRequest('**/api/users/me/data');
  await page.getByRole('button', { name: 'Download my data' }).click();
  await asked;
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Your data' })).toHaveCount(0);
  const coming = page.waitForEvent('download');
  await answer();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('my-data.json');
  expect(JSON.parse(await readFile((await file.path())!, 'utf8')).account).toBe('looks-elsewhere@example.com');
});

test('a traveler erases their account, once they have said so', async ({ page, product }) => {
  const email = 'goes-for-good@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  await openProfile(page);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase your account?' });
  await expect(sheet.getByText('Bookings stay as sums under a number that names nobody')).toBeVisible();
  await page.screenshot({ path: 'test-results/erase-390.png' });
  await sheet.getByRole('button', { name: 'Keep my account' }).click();
  await expect(sheet).toBeHidden();
  expect(await accounts(product, email)).toBe(1);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const answer = await hold(page, '**/api/users/me/erase');
  await sheet.getByRole('button', { name: 'Erase my account and my data' }).click();
  await expect(sheet.getByRole('button', { name: 'Erasing...' })).toBeVisible();
  await answer();
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(isDone(page)).toBeVisible();
  expect(await accounts(product, email)).toBe(0);
  expect((await page.request.get('/api/users/me')).status()).toBe(401);
  await expectAccessible(page, { enlarged: true });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `test-results/erased-${width}.png` });
  }
  // Once: whoever comes to the cover later did nothing.
  await page.reload();
  await ready(page);
  await expect(isDone(page)).toHaveCount(0);
});

test('whoever signed in long ago signs in again first', async ({ page, product }) => {
  expectErrors(page, '403 /api/users/me/erase');
  const email = 'came-long-ago@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  await ask(
    product,
    `update sessions set created_at = sessions.created_at - interval '11 minutes' from users where users.id = user_id and email = $1`,
    [email],
  );
  await openProfile(page);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase your account?' });
  await sheet.getByRole('button', { name: 'Erase my account and my data' }).click();
  await expect(sheet.getByText('For this, please sign in again first.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Sign in again' }).click();
  await expect(page).toHaveURL(/\/auth\?redirect=/);
  expect(await accounts(product, email)).toBe(1);
});

test('a partner is told to hand over first', async ({ page, product }) => {
  expectErrors(page, '409 /api/users/me/erase');
  await signIn(page, product, 'partner@example.com', { fresh: true });
  await openProfile(page);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase your account?' });
  await sheet.getByRole('button', { name: 'Erase my account and my data' }).click();
  await expect(sheet.getByText('Others depend on this account.')).toBeVisible();
  expect(await accounts(product, 'partner@example.com')).toBe(1);
});

test('without an answer it is said that it may be done', async ({ page, product }) => {
  await signInTraveler(page, product, 'hears-nothing@example.com', { fresh: true });
  await openProfile(page);
  await cut(page, '**/api/users/me/erase');
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase your account?' });
  await sheet.getByRole('button', { name: 'Erase my account and my data' }).click();
  await expect(sheet.getByText('No answer has come: your account may be erased all the same.')).toBeVisible();
});

test('an account that was erased though the answer was lost is known to be gone at the next try', async ({
  page,
  product,
}) => {
  const email = 'answer-was-lost@example.com';
  expectErrors(page, '401 /api/users/me/erase');
  await signInTraveler(page, product, email, { fresh: true });
  await openProfile(page);
  await loseAnswer(page, '**/api/users/me/erase');
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase your account?' });
  const erase = sheet.getByRole('button', { name: 'Erase my account and my data' });
  await erase.click();
  await expect(sheet.getByText('Try again to see.')).toBeVisible();
  expect(await accounts(product, email)).toBe(0);
  await erase.click();
  await expect(page).toHaveURL(`${product.url}/`);
  await expect(isDone(page)).toBeVisible();
});

test.describe('in Japanese', () => {
  test.use({ locale: 'ja-JP' });

  test('a traveler is told that their account is erased', async ({ page, product }) => {
    await signInTraveler(page, product, 'sayonara@example.com', { fresh: true });
    await openProfile(page);
    await button(page, ja.ownData.erase).click();
    const sheet = dialog(page, ja.ownData.eraseTitle);
    await expectJapanese(page, ['sayonara@example.com', 'JSON'], 'erase');
    await button(sheet, ja.ownData.eraseNow).click();
    await expect(page.getByRole('status').getByText(ja.landing.erased)).toBeVisible();
    await expectJapanese(page, [], 'erased');
    await page.screenshot({ path: 'test-results/erased-ja-390.png' });
  });
});

test('whoever only signs out is told of no erasure', async ({ page, product }) => {
  await signInTraveler(page, product, 'only-leaves@example.com', { fresh: true });
  await openProfile(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${product.url}/`);
  await ready(page);
  await expect(isDone(page)).toHaveCount(0);
});

test('without a network nothing is sent, and it is said so', async ({ page, product }) => {
  const email = 'has-no-network@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  await openProfile(page);
  await page.getByRole('button', { name: 'Erase my account' }).click();
  const sheet = page.getByRole('dialog', { name: 'Erase your account?' });
  const erase = sheet.getByRole('button', { name: 'Erase my account and my data' });
  await page.context().setOffline(true);
  await erase.click();
  await expect(sheet.getByText('There is no network, so nothing was sent.')).toBeVisible();
  await page.screenshot({ path: 'test-results/erase-offline-390.png' });
  await page.context().setOffline(false);
  expect(await accounts(product, email)).toBe(1);
  await erase.click();
  await expect(page).toHaveURL(`${product.url}/`);
  expect(await accounts(product, email)).toBe(0);
});

test('on a laptop the parts of a profile are no narrower than on a phone', async ({ page, product }) => {
  await signInTraveler(page, product, 'sits-at-a-laptop@example.com', { fresh: true });
  await page.setViewportSize({ width: 1280, height: 900 });
  await openProfile(page);
  const part = page.getByRole('region', { name: 'Your data' });
  expect((await part.boundingBox())!.width).toBeGreaterThan(320);
  await page.screenshot({ path: 'test-results/profile-1280.png', fullPage: true });
  await signIn(page, product, 'partner@example.com', { fresh: true });
  await openProfile(page);
  const box = async (name: string) => (await page.getByRole('region', { name }).boundingBox())!;
  const [data, passkeys] = [await box('Your data'), await box('Passkeys')];
  expect(data.width).toBeGreaterThan(320);
  expect(data.x).toBe(passkeys.x);
  await page.screenshot({ path: 'test-results/profile-partner-1280.png', fullPage: true });
});
