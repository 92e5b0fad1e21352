import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { expect, ready, signInByMail, test } from './fixtures.ts';

const begin = /\/redirect_url(\?|$)/;
const beginOtherwise = /\/redirect_url\/fallback/;

const failing = (code: string) => ({ status: 503, json: { error: code, code } });

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

  await page.route('**/api/auth/magic-link', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ status: 202, json: { message: '' } });
  });
  await field.fill('someone@example.com');
  await send.click();
  await expect(page.getByRole('button', { name: 'Sending your link...' })).toBeDisabled();
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

test.describe('with the identity provider', () => {
  test.use({ expectedErrors: /foreign request: http:\/\/127\.0\.0\.1|favicon/ });

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

test.describe('when it fails', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('a code that is not ours, or none, leads to the cover, which says so', async ({ page }) => {
    for (const query of ['?code=forged&state=forged', '']) {
      await page.goto(`/auth/callback${query}`);
      await page.waitForURL('**/?error=auth_failed');
      await expect(
        page.getByText('Sign in failed. Please check your internet connection and try again.'),
      ).toBeVisible();
    }
    await expectAccessible(page);
  });

  test('the service: the alternative way is tried, then its failure told, and Try Again tries again', async ({
    page,
  }) => {
    let calls = 0;
    await page.route(begin, (route) => {
      calls += 1;
      return route.fulfill(failing('sign_in_unavailable'));
    });
    await page.route(beginOtherwise, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.fulfill(failing('sign_in_all_failed'));
    });
    await openModal(page);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(
      page.getByText('Authentication service temporarily unavailable. Trying fallback method...'),
    ).toBeVisible();
    const failed = page.getByText('All authentication methods failed. Please try again later or contact support.');
    await expect(failed).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(failed).toBeHidden();
    await expect(failed).toBeVisible();
    expect(calls).toBe(2);
  });

  test('the configuration, or anything else, in its own words', async ({ page }) => {
    await page.route(begin, (route) => route.fulfill(failing('sign_in_misconfigured')));
    await page.goto('/auth');
    await ready(page);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByText('OAuth configuration error. Please contact support or try again later.')).toBeVisible();

    await page.unroute(begin);
    await page.route(begin, (route) => route.abort());
    await page.goto('/explore');
    await ready(page);
    await page
      .getByRole('link', { name: /^Sign In to Book/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(page.getByText('Google sign-in failed. Please try again.')).toBeVisible();
  });

  test('a sign-in link that is wrong says why, and what to do', async ({ page }) => {
    await page.goto('/auth/magic-link?token=wrong');
    await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
    expect(page.url()).not.toContain('wrong');
    await expectAccessible(page);
    await page.goto('/auth/magic-link');
    await expect(page.getByText('No magic link token provided')).toBeVisible();
  });
});

test('the page of its own is accessible', async ({ page }) => {
  await page.goto('/auth');
  await ready(page);
  await expectAccessible(page);
});
