import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { keptOnDevice, openPlace, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

const email = 'in-a-second-tab@example.com';

/** Asks for a sign-in link in a page, and follows it in another tab of the same browser. */
async function followBeside(page: Page, product: Product): Promise<void> {
  const since = product.mail.messages.length;
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByText('Check your email')).toBeVisible();
  const { text } = await product.mail.waitFor(email, since, /token=/);
  const other = await page.context().newPage();
  await other.goto(text.match(/https?:\/\/\S+/)![0]);
  await ready(other);
  await expect.poll(async () => (await page.request.get('/api/users/me')).status()).toBe(200);
}

const already = (page: Page) => page.getByRole('main').getByText(`You are signed in as ${email}.`).first();
const seenAgain = (page: Page, by: 'focus' | 'visibilitychange') =>
  page.evaluate((type) => {
    if (type === 'focus') dispatchEvent(new Event(type));
    else document.dispatchEvent(new Event(type, { bubbles: true }));
  }, by);

test('the page that asked for the link learns of the sign-in in another tab, and goes on', async ({
  page,
  product,
}) => {
  await page.goto('/auth?redirect=/scan');
  await ready(page);
  await followBeside(page, product);
  await expect(already(page)).toBeVisible();
  await expect(page.getByText('Check your email')).toBeHidden();
  await page.screenshot({ path: 'test-results/signed-in-elsewhere-390.png' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.screenshot({ path: 'test-results/signed-in-elsewhere-1280.png' });
  await page.getByRole('main').getByRole('link', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/\/scan$/);
});

test('so does the sheet over a place, which then books', async ({ page, product }) => {
  await page.goto(`/location/${product.codes.find((one) => one.status === 'active')!.location_id}`);
  await ready(page);
  const asks = page.getByRole('link', { name: /^Sign In to Book/ });
  await asks.first().click();
  await followBeside(page, product);
  const sheet = page.getByRole('dialog');
  await expect(already(page)).toBeVisible();
  await page.screenshot({ path: 'test-results/signed-in-elsewhere-sheet-390.png' });
  await expectAccessible(page, { enlarged: true });
  await sheet.getByRole('button', { name: 'Continue' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('link', { name: /^Book/ }).first()).toBeVisible();
  await expect(asks).toHaveCount(0);
});

for (const by of ['focus', 'visibilitychange'] as const)
  test(`a sign-in that the storage does not tell of is met by ${by}`, async ({ page, product }) => {
    await page.goto('/auth');
    await ready(page);
    await signInTraveler(page, product, email);
    await expect(page.getByLabel('Email address')).toBeVisible();
    await seenAgain(page, by);
    await expect(already(page)).toBeVisible();
  });

test('a note that a guest is writing stays until it is saved', async ({ page, product }) => {
  await openPlace(page, product);
  const name = await tapHeart(page, 0);
  await expect.poll(() => keptOnDevice(page, 'guest')).toContain(name);
  const rest = page.waitForResponse(/\/assets\/at-rest-/);
  await page.goto('/saved');
  await (await rest).finished();
  await page.getByRole('button', { name: /^Add a note/ }).click();
  await page.getByLabel('Your note').fill('Before the wind comes up');
  const other = await page.context().newPage();
  await signInTraveler(other, product, 'writes-as-guest@example.com');
  await other.goto('/dashboard');
  await ready(other);
  await expect.poll(() => other.evaluate(() => localStorage.getItem('holoholo.user'))).toContain('writes-as-guest');
  await seenAgain(page, 'focus');
  await expect(page.getByLabel('Your note')).toHaveValue('Before the wind comes up');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByLabel('Your note')).toHaveCount(0);
  await seenAgain(page, 'focus');
  await expect(page.getByRole('main').getByRole('link', { name: /Sign In/ })).toHaveCount(0);
  await expect(page.getByText('Before the wind comes up')).toBeVisible();
});
