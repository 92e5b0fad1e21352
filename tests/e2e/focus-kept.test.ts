import type { Locator, Page } from '@playwright/test';
import { hold } from './answers.ts';
import { book, bookable, cardOf, openBookings } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
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
