import type { Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import { newToken } from '../../server/platform/sessions/tokens.ts';
import { at, cut, refuse } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';

const someToken = newToken().token;
const withGoogle = (page: Page) => page.getByRole('button', { name: 'Continue with Google' }).click();

async function openPage(page: Page): Promise<void> {
  await page.goto('/auth');
  await ready(page);
}

async function openModal(page: Page): Promise<void> {
  await page.goto('/explore');
  await ready(page);
  await page
    .getByRole('link', { name: /^Sign In to Book/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

for (const [name, fail, words] of [
  ['no answer', (page) => cut(page, at.magicLink), 'Network error. Please check your connection and try again.'],
  [
    'a failure',
    (page, product) => failAt(page, product, 'internal', 'magic_links', '/api/auth/magic-link'),
    'Failed to send magic link',
  ],
  ['a refusal', (page) => refuse(page, at.magicLink, 400, 'invalid_email'), 'Please enter a valid email address'],
] as [string, (page: Page, product: Product) => Promise<unknown>, string][]) {
  test(`a link by mail: ${name} is said, and it can be sent again`, async ({ page, product }) => {
    await fail(page, product);
    await openPage(page);
    const field = page.getByLabel('Email address');
    const send = page.getByRole('button', { name: 'Email me a sign-in link' });
    await field.fill('someone@example.com');
    await send.click();
    await expect(problem(page)).toHaveText(words);
    await expect(field).toHaveValue('someone@example.com');
    await page.unroute(at.magicLink);
    await mendDatabase(product);
    await send.click();
    await expect(page.getByText('We sent a sign-in link to someone@example.com.')).toBeVisible();
  });
}

test('Google in the modal: no answer', async ({ page }) => {
  await cut(page, at.google);
  await openModal(page);
  await withGoogle(page);
  await expect(problem(page)).toContainText('Google sign-in failed. Please try again.');
});

test('a return without a code, or with a forged one, leads to the cover, which says so and asks again', async ({
  page,
}) => {
  expectErrors(page, '400 /api/sessions');
  for (const [query, reason] of [
    ['?code=forged&state=forged', '&reason=sign_in_failed'],
    ['', ''],
  ]) {
    await page.goto(`/auth/callback${query}`);
    await page.waitForURL(`**/?error=auth_failed${reason}`);
    await expect(problem(page)).toContainText('Sign in failed. Please check your internet connection and try again.');
  }
  await ready(page);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign In' })).toBeVisible();
});

test('a link that is wrong says why, what usually happened, and where to get a new one', { tag: '@main' }, async ({
  page,
  product,
}) => {
  expectErrors(page, '400 /api/auth/magic-link/verify');
  const open = (token?: string) => page.goto(`/auth/magic-link${token ? `?token=${token}` : ''}`);
  await open('wrong');
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(problem(page)).toHaveText('Magic link verification failed');
  expect(page.url()).not.toContain('wrong');
  for (const cause of ['works for 15 minutes', 'has been used already', 'The network dropped out'])
    await expect(page.getByText(cause)).toBeVisible();
  await open();
  await expect(problem(page)).toHaveText('No magic link token provided');
  await cut(page, at.verify);
  await open(someToken);
  await expect(problem(page)).toHaveText('Network error during verification');
  await page.unroute(at.verify);
  await failAt(page, product, 'internal', 'magic_links', '/api/auth/magic-link/verify');
  await open(someToken);
  await expect(problem(page)).toHaveText(errors.internal.words);
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('who tries a link again keeps their place on the page', async ({ page }) => {
  await cut(page, at.verify);
  await page.goto(`/auth/magic-link?token=${someToken}`);
  await page.getByRole('button', { name: 'Try Again' }).press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Verification Failed' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('a link of another browser is asked about first', async ({ page, product, elsewhere }) => {
  expectErrors(page, '409 /api/auth/magic-link/verify');
  const email = 'two-browsers@example.com';
  const since = product.mail.messages.length;
  await openPage(page);
  await page.getByLabel('Email address').fill(email);
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  const { text } = await product.mail.waitFor(email, since);
  const other = await elsewhere();
  await other.goto(text.match(/https?:\/\/\S+/)![0]);
  await expect(other.getByRole('heading', { name: 'Sign in on this device?' })).toBeVisible();
  await expect(other.getByText('The link was asked for in another browser.')).toBeVisible();
  expect((await other.request.get('/api/users/me')).status()).toBe(401);
  await other.getByRole('button', { name: 'Yes, sign me in' }).click();
  await expect(other.getByRole('heading', { name: 'Welcome to Holoholo' })).toBeVisible();
  expect((await other.request.get('/api/users/me')).status()).toBe(200);
});
