import type { Locator, Page } from '@playwright/test';
import { refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { bookable } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { hearts, keptOnDevice } from './saved-pages.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

const text = 'Ask for Kai at the desk';

/** Fills what room there is, with entries of ours, which a sign-out takes away, or of somebody else's. */
const fillStorage = (page: Page, whose: 'holoholo' | 'other') =>
  page.evaluate((name) => {
    for (let size = 1 << 22; size >= 1; size = Math.floor(size / 2))
      for (let at = 0; at < 4; at++)
        try {
          localStorage.setItem(`${name}.full.${size}.${at}`, 'x'.repeat(size));
        } catch {
          break;
        }
  }, whose);

/** Signs a traveler in who has saved a place, and opens their list. */
async function openList(page: Page, product: Product, email: string): Promise<void> {
  await signInTraveler(page, product, email, { fresh: true });
  const [listing] = await bookable(page);
  const reply = await page.request.put(`/api/saved/${listing!.id}`, { data: {}, headers: { origin: product.url } });
  expect(reply.ok()).toBe(true);
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByRole('button', { name: /^Add a note/ })).toBeVisible();
}
async function writeNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Add a note/ }).click();
  await page.getByLabel('Your note').fill(text);
  await page.getByRole('button', { name: 'Save note' }).click();
}
const noteOf = async (product: Product, email: string) => {
  const rows = 'select note from saved_listings s join users u on u.id = s.user_id where email = $1';
  return (await ask<{ note: string | null }>(product, rows, [email])).map(({ note }) => note);
};
async function chooseJapanese(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog');
  await menu.getByLabel('Language').selectOption('ja');
  return menu;
}

test('a note of whose writer the session has ended is kept where that made room, and is said to be brought', async ({
  page,
  product,
}) => {
  expectErrors(page, '401 /api/saved/*', '401 /api/saved', '401 /api/users/me');
  const email = 'waits-room@example.com';
  await openList(page, product, email);
  await fillStorage(page, 'holoholo');
  await endSessions(product, email);
  await writeNote(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Authentication Required');
  await expect(page.getByText('Saved on this phone until you sign in again.')).toBeVisible();
  expect(await keptOnDevice(page, 'queue')).toContain(text);
  await page.screenshot({ path: 'test-results/waits-for-sign-in.png' });
  await signIn(page, product, email, { fresh: true });
  await page.goto('/saved');
  await ready(page);
  const list = page.getByRole('main');
  await expect(list.getByText('What waited on this phone has reached your list: 1 change.')).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page, { enlarged: true });
  await page.screenshot({ path: 'test-results/waited-brought.png' });
  expect(await noteOf(product, email)).toEqual([text]);
});

test('and stays on screen, with what to do, where there is no room; signed in elsewhere, it is sent from here', async ({
  page,
  product,
}) => {
  expectErrors(page, '401 /api/saved/*');
  const email = 'waits-no-room@example.com';
  await openList(page, product, email);
  // Not even the end of a session makes room.
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await endSessions(product, email);
  await writeNote(page);
  const told = page.getByRole('alert').filter({ hasText: 'You are signed out, and this device could not note it' });
  await expect(told).toBeVisible();
  await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page, { enlarged: true });
  await page.screenshot({ path: 'test-results/waits-signed-out.png' });
  await signIn(page, product, email, { fresh: true });
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(told).toBeHidden();
  await expect.poll(() => noteOf(product, email)).toEqual([text]);
});

test('what waits in this page alone is not lost to another language, and is said in true words', async ({
  page,
  product,
}) => {
  const email = 'waits-language@example.com';
  await openList(page, product, email);
  await fillStorage(page, 'other');
  await refuse(page, '**/api/saved/*', 503, 'unavailable');
  await writeNote(page);
  const told = page.getByRole('alert').filter({ hasText: 'It could not be sent just now, and this device could not' });
  await expect(told).toBeVisible();
  await expect(page.getByText('You are offline')).toHaveCount(0);
  const menu = await chooseJapanese(page);
  await expect(menu.getByText('What you did here is not sent yet, and would be lost.')).toBeVisible();
  await expectAccessible(page, { enlarged: true });
  await page.screenshot({ path: 'test-results/waits-language.png' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.keyboard.press('Escape');
  await page.unroute('**/api/saved/*');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => noteOf(product, email)).toEqual([text]);
  await expect(told).toBeHidden();
  await chooseJapanese(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await expect(page.getByText(text)).toBeVisible();
});

test('nor a heart, and a language is chosen where room was made meanwhile', async ({ page, product }) => {
  await signInTraveler(page, product, 'waits-heart@example.com', { fresh: true });
  await page.goto('/explore');
  await ready(page);
  await fillStorage(page, 'other');
  await refuse(page, '**/api/saved/*', 503, 'unavailable');
  await hearts(page).first().click();
  await expect(page.getByRole('alert').filter({ hasText: 'It could not be sent just now' })).toBeVisible();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('other.')) localStorage.removeItem(key);
  });
  await chooseJapanese(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(await keptOnDevice(page, 'queue')).not.toBeNull();
});
