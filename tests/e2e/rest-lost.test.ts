import type { Page } from '@playwright/test';
import { book, bookable } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { signInTraveler } from './session.ts';

/** What comes last, when a page has nothing better to do. */
const rest = '**/assets/at-rest-*.js';
const cover = 'Go somewhere good today';

const signOut = async (page: Page) => {
  await page.goto('/explore');
  await ready(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(cover);
};

/** Another tab, which does not get what comes last. */
async function openWithoutRest(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage();
  const lost = other.waitForEvent('requestfailed', (request) => request.url().includes('/at-rest-'));
  await other.route(rest, (route) => route.abort('connectionreset'));
  await other.goto(path);
  await ready(other);
  await lost;
  return other;
}

/** Books something as a new traveler. @returns its name. */
async function bookAs(page: Page, product: Product, email: string): Promise<string> {
  await signInTraveler(page, product, email, { fresh: true });
  const [listing] = await bookable(page);
  await book(page, product, listing!.id);
  return listing!.name;
}

test('whoever signs out leaves a tab, too, that never got its last script', async ({ page, product }) => {
  const name = await bookAs(page, product, 'rest-lost@example.com');
  const other = await openWithoutRest(page, '/bookings');
  await expect(other.getByText(name).first()).toBeVisible();
  await signOut(page);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(cover);
  await expect(other.getByText(name)).toHaveCount(0);
});

test('and a form that was open in it', async ({ page, product }) => {
  await signInTraveler(page, product, 'rest-lost-form@example.com', { fresh: true });
  const other = await openWithoutRest(page, '/dashboard?tab=profile');
  await other.getByRole('button', { name: 'Edit Profile' }).click();
  await other.getByLabel('Location').fill('Hilo, in private');
  await signOut(page);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText(cover);
});

test('what one person sees in it leaves where another signs in beside it', async ({ page, product }) => {
  const name = await bookAs(page, product, 'rest-lost-first@example.com');
  const other = await openWithoutRest(page, '/bookings');
  await expect(other.getByText(name).first()).toBeVisible();
  await signInTraveler(page, product, 'rest-lost-second@example.com', { fresh: true });
  await page.goto('/bookings');
  await ready(page);
  await expect(other).toHaveURL(`${product.url}/dashboard`);
  await expect(other.getByRole('heading', { name: 'Your Bookings' })).toHaveCount(0);
});

test('what is typed in it is not lost to another language', async ({ page }) => {
  const typing = await openWithoutRest(page, '/auth');
  await typing.getByLabel('Email address').fill('somebody.long@example.com');
  await typing.getByRole('button', { name: 'Menu' }).click();
  await typing.getByRole('dialog').getByLabel('Language').selectOption('ja');
  await expect(typing.getByText('What you have written here would be lost.')).toBeVisible();
  await expect(typing.getByLabel('Email address')).toHaveValue('somebody.long@example.com');
});

test('it is asked for again when the network is back', async ({ page }) => {
  const other = await openWithoutRest(page, '/explore');
  await other.unroute(rest);
  const came = other.waitForResponse(rest);
  await other.context().setOffline(true);
  await other.waitForFunction(() => !navigator.onLine);
  await other.context().setOffline(false);
  expect((await came).status()).toBe(200);
});
