import type { Page } from '@playwright/test';
import { answer, answerByMethod, at, cut, garble, hold, refuse } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { expect, problem, ready, test } from './fixtures.ts';
import { aProfile, aUser } from './known-answers.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

async function openProfile(page: Page, product: Product): Promise<void> {
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await page.goto('/dashboard?tab=profile');
  await ready(page);
}

test('a profile that cannot be saved stays as typed, and says why', async ({ page, product }) => {
  await openProfile(page, product);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await page.getByLabel('Name').fill('Kalani');
  for (const [fail, words] of [
    [() => refuse(page, at.profiles, 500, 'internal'), 'Your profile could not be saved. Please try again.'],
    [() => cut(page, at.profiles), 'Network error. Please check your connection and try again.'],
    [() => refuse(page, at.profiles, 400, 'invalid_phone', 'From the server.'), 'Please enter a valid phone number'],
    [
      () => refuse(page, at.profiles, 400, 'invalid_location', 'From the server.'),
      'Location must be at least 2 characters',
    ],
  ] as const) {
    await fail();
    await save.click();
    await expect(problem(page).filter({ hasText: words })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Kalani');
    await page.unroute(at.profiles);
  }
  const release = await hold(page, at.profiles);
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await release();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
});

test('another device is signed out of, once the server heard it', async ({ page, product, elsewhere }) => {
  const email = 'two-devices@example.com';
  const other = await elsewhere();
  await signIn(other, product, email, { fresh: true });
  await signInTraveler(page, product, email, { fresh: true });
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  const signOut = page.getByRole('button', { name: /^Sign out of / });
  await expect(signOut).toHaveCount(1);
  await cut(page, '**/api/sessions/*');
  await signOut.click();
  await expect(problem(page)).toHaveText('That did not work. Check your connection and try again.');
  await page.unroute('**/api/sessions/*');
  await signOut.click();
  await expect(signOut).toHaveCount(0);
  await expect(problem(page)).toBeHidden();
  expect((await other.request.get('/api/users/me')).status()).toBe(401);
  expect((await page.request.get('/api/users/me')).status()).toBe(200);
});

test('the open section is in sight where not all fit into one line', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openProfile(page, product);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('link', { name: 'Overview' })).not.toBeInViewport({ ratio: 1 });
  await expect(sections.getByRole('link', { name: 'Profile' })).toBeInViewport({ ratio: 1 });
});

test('an account of an earlier system that cannot be brought up to date is tried again', async ({ page, product }) => {
  await signInTraveler(page, product, 'shell-traveler@example.com');
  await page.goto('/explore');
  await ready(page);
  await answer(page, at.profiles, { profile: null, legacy_role: 'tourist' });
  await cut(page, at.migrateRole);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(problem(page)).toContainText('Your profile could not be updated.');
  await page.unroute(at.migrateRole);
  await answer(page, at.migrateRole, aProfile());
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
});

test.describe('a profile of one’s own', () => {
  for (const [name, open, words] of [
    [
      'without an address',
      (page) => answerByMethod(page, at.profiles, { POST: aProfile(), GET: { profile: null, legacy_role: null } }),
      'User authentication data is missing',
    ],
    ['refused without a reason', (page) => refuse(page, at.profiles, 503, 'unavailable'), 'Failed to create profile.'],
    ['answered with nothing', (page) => garble(page, at.profiles, null), 'Unexpected error occurred.'],
    ['answered with something else', (page) => garble(page, at.profiles, {}), 'Profile setup failed.'],
  ] as [string, (page: Page) => Promise<unknown>, string][]) {
    test(`${name} is not set up, and says so`, async ({ page, product }) => {
      await page.goto('/auth');
      await page.context().addCookies([{ name: 'signed_in', value: '1', url: product.url }]);
      await ready(page);
      const email = name === 'without an address' ? '' : 'new@example.com';
      const user = aUser({ email });
      expectErrors(page, '401 /api/saved/ids');
      await answer(page, at.me, user);
      await answer(page, at.verify, { user, redirect: '/onboarding' });
      await answer(page, at.profiles, { profile: null, legacy_role: null });
      await page.goto('/auth/magic-link?token=abcdefghijklmnopqrstuvwxyz');
      await page.getByRole('link', { name: 'Continue now' }).click();
      await expect(page.getByRole('button', { name: 'Start Discovering' })).toBeVisible();
      await page.unroute(at.profiles);
      await open(page);
      await page.getByRole('button', { name: 'Start Discovering' }).click();
      await expect(problem(page)).toContainText('Setup Failed');
      await expect(problem(page)).toContainText(words);
    });
  }
});
