import type { Page } from '@playwright/test';
import { at, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';

async function openModal(page: Page): Promise<void> {
  await page.goto('/');
  await ready(page);
  await page.getByRole('link', { name: 'Sign In' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
}

test('over a card: names the activity, says why, and Browse More Experiences closes it', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  const link = page.getByRole('link', { name: /^Sign In to Book/ }).first();
  await expect(link).toHaveAttribute('href', /^\/auth\?redirect=%2Fexplore%23experience-\d+$/);
  const name = (await link.textContent())!.split(': ')[1]!;
  await link.click();
  const modal = page.getByRole('dialog', { name: `Book ${name}` });
  await expect(modal).toContainText('Sign in to book this amazing experience!');
  await expectAccessible(page);
  await modal.getByRole('button', { name: 'Browse More Experiences' }).click();
  await expect(modal).toBeHidden();
  await expect(link).toBeFocused();
});

test('the form: empty and malformed addresses, sending, the confirmation, another address', async ({ page }) => {
  await openModal(page);
  const field = page.getByLabel('Email address');
  const send = page.getByRole('button', { name: 'Email me a sign-in link' });
  await expect(send).toBeDisabled();
  await field.fill('nobody');
  await send.click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await field.fill('');
  await field.blur();
  await expect(page.getByText('Please enter your email address')).toBeVisible();

  const release = await hold(page, at.magicLink);
  await field.fill('someone@example.com');
  await send.click();
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeDisabled();
  await release();
  await expect(page.getByText('We sent a sign-in link to someone@example.com.')).toBeVisible();
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await expect(field).toHaveValue('');
});

test('with a link in the mail, from the cover to the dashboard', async ({ page, product }) => {
  await openModal(page);
  await signInByMail(page, product, 'cover@example.com');
  await expect(page.getByRole('heading', { name: 'Welcome to Holoholo' })).toBeVisible();
  await page.waitForURL('**/dashboard');
  // The cover is for guests.
  await page.goto('/');
  expect(new URL(page.url()).pathname).toMatch(/dashboard|onboarding/);
});

test('who continues before it is heard who they are is known on the next screen, and is left where they go from there', async ({
  page,
  product,
}) => {
  await openModal(page);
  const releases: (() => Promise<void>)[] = [];
  const holdMe = async () => releases.push(await hold(page, at.me));
  const release = async () => await releases.pop()!();
  await page.clock.install();
  await holdMe();
  await signInByMail(page, product, 'quick-to-continue@example.com');
  await page.getByRole('link', { name: 'Continue now' }).click();
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Make it yours');

  await holdMe();
  await page.getByRole('button', { name: 'Start Discovering' }).click();
  await page.getByRole('link', { name: 'Continue now' }).click();
  await release();
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Bookings');
  await page.clock.runFor(10_000);
  await page.getByRole('button', { name: 'My booking is missing' }).click();
  await expect(page.getByRole('dialog', { name: 'My booking is missing' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Bookings');
});

test.describe('with the identity provider', () => {
  test.use({ expectedErrors: ['foreign http://127.0.0.1:*'] });

  test('there and back to where it began; code and state leave the address', async ({ page }) => {
    await page.goto('/auth?redirect=/explore');
    await ready(page);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('Maya Lindqvist').click();
    await page.waitForURL('**/auth/callback');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Completing Sign In|Welcome to Holoholo/);
    await page.waitForURL('**/explore');
    expect((await page.request.get('/api/users/me')).status()).toBe(200);
  });
});
