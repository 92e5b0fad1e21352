import type { Locator, Page, Route } from '@playwright/test';
import { hold } from './answers.ts';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { addDevice, addPasskey } from './device-passkeys.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { openListByMenu, openPlace, tapHeart } from './saved-pages.ts';
import { signIn, signInTraveler } from './session.ts';

/** Presses a button with the keyboard while its answer is held back: it keeps the focus, and pressed again it does nothing. */
async function pressAndWait(page: Page, button: Locator, address: string): Promise<void> {
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === new URL(address, page.url()).pathname)
      asked++;
  });
  await page.route(`**${address}`, (route) => route.abort());
  const release = await hold(page, `**${address}`);
  const element = await button.elementHandle();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => element!.getAttribute('aria-disabled')).toBe('true');
  expect(await element!.evaluate((one) => document.activeElement === one)).toBe(true);
  await page.keyboard.press('Enter');
  await release();
  await expect.poll(() => element!.getAttribute('aria-disabled')).toBeNull();
  expect(await element!.evaluate((one) => document.activeElement === one)).toBe(true);
  expect(asked).toBe(1);
  await page.unroute(`**${address}`);
}

test('a sign-in link that cannot be asked for leaves the focus on its button; sent, it is on what comes next', async ({
  page,
}) => {
  await page.goto('/');
  await ready(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  const sheet = page.getByRole('dialog', { name: 'Sign In' });
  await sheet.getByLabel('Email address').fill('focus@example.com');
  await pressAndWait(page, sheet.getByRole('button', { name: 'Email me a sign-in link' }), '/api/auth/magic-link');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('heading', { name: 'Check your email' })).toBeFocused();
});

test('nor do onboarding, an inquiry, details and a review take the focus away', async ({ page, product }) => {
  await signIn(page, product, 'focus-forms@example.com');
  await page.goto('/onboarding');
  await ready(page);
  await pressAndWait(page, page.getByRole('main').locator('button[type=submit]'), '/api/profiles');

  await signInTraveler(page, product, 'focus-forms@example.com');
  const [listing] = await bookable(page);
  const id = await book(page, product, listing!.id);
  await openBookings(page);
  await page.getByRole('button', { name: 'My booking is missing' }).click();
  const inquiry = page.getByRole('dialog', { name: 'My booking is missing' });
  await inquiry.getByLabel('What did you book?').fill('A sail at dusk');
  await pressAndWait(page, inquiry.getByRole('button', { name: 'Ask us to find it' }), '/api/bookings/inquiries');
  await page.keyboard.press('Escape');

  await cardOf(page, listing!.name)
    .getByRole('button', { name: /^I booked this/ })
    .click();
  const form = page.getByRole('dialog', { name: 'I booked this' });
  await form.getByLabel('Booking reference').fill('FOCUS-1');
  await form.getByLabel('Day').fill('2027-01-15');
  await pressAndWait(page, form.getByRole('button', { name: 'Save' }), `/api/bookings/${id}/details`);
});

test.describe('what is pressed and goes away hands the focus on', () => {
  test('“Show all experiences” of an empty search, to the screen', async ({ page }) => {
    await page.goto('/explore?search=nothing-is-called-so');
    await ready(page);
    await page.getByRole('link', { name: 'Show all experiences' }).press('Enter');
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('“Undo” of a saved place, to what took it off', async ({ page, product }) => {
    await signInTraveler(page, product, 'focus-undo@example.com');
    await openPlace(page, product);
    const name = await tapHeart(page, 0);
    await openListByMenu(page);
    const remove = page.getByRole('button', { name: linkName('Remove', name) });
    await remove.press('Enter');
    await expect(page.getByRole('button', { name: linkName('Undo', name) })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(remove).toBeFocused();
  });

  test('a passkey’s removal and another session’s end, to their lists; both are told', async ({
    page,
    product,
    elsewhere,
  }) => {
    await addDevice(page);
    const email = 'focus-profile@example.com';
    await signInTraveler(page, product, email, { fresh: true });
    await signIn(await elsewhere(), product, email, { fresh: true });
    await addPasskey(page);
    const told = await listenTo(page);
    await page.getByRole('button', { name: /^Remove the passkey/ }).press('Enter');
    await expect(page.getByText('No passkey yet.')).toBeFocused();
    expect(await told()).toMatch(/The passkey .+ is removed\.$/);

    await page.getByRole('button', { name: /^Sign out of / }).press('Enter');
    await expect(page.getByRole('button', { name: /^Sign out of / })).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Where you are signed in' })).toBeFocused();
    expect(await told()).toMatch(/You are signed out of .+\.$/);
  });

  test('“Show more” of reviews, to the first that it brought once none are left; until then it keeps it', async ({
    page,
  }) => {
    const listing = (await bookable(page)).find((one) => one.review_count > 2)!;
    // Real answers, of a review each.
    await page.route('**/reviews?**', (route) =>
      route.fallback({ url: route.request().url().replace('limit=20', 'limit=1') }),
    );
    await page.goto(`/explore?search=${encodeURIComponent(listing.name)}`);
    await ready(page);
    await cardOf(page, listing.name).getByRole('list').first().getByRole('button').click();
    const reviews = page.getByRole('dialog').getByRole('listitem');
    await expect(reviews).toHaveCount(1);
    const more = page.getByRole('dialog').getByRole('button', { name: 'Show more' });
    const failing = (route: Route) => route.abort();
    await page.route('**/reviews?**', failing);
    await more.press('Enter');
    await expect(page.getByText('The reviews could not be loaded.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try Again' })).toBeFocused();
    await page.unroute('**/reviews?**', failing);
    for (let count = 2; count <= listing.review_count; count++) {
      const release = await hold(page, '**/reviews?**');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Loading reviews')).toBeVisible();
      await expect(more).toBeFocused();
      await release();
      await expect(reviews).toHaveCount(count);
    }
    await expect(more).toHaveCount(0);
    await expect(reviews.last()).toBeFocused();
  });
});

/** Listens to what is announced from now on. @returns all of it so far */
async function listenTo(page: Page): Promise<() => Promise<string>> {
  const heard = await page.evaluateHandle(() => {
    const all: string[] = [];
    const region = document.getElementById('announcer')!;
    new MutationObserver(() => region.textContent && all.push(region.textContent)).observe(region, { childList: true });
    return all;
  });
  return async () => (await heard.jsonValue()).join(' ');
}
