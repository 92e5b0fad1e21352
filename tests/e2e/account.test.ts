import type { Page } from '@playwright/test';
import { errors } from '../../contract/errors.ts';
import { answer, at, cut, garble, hold, refuse } from './answers.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, problem, ready, signInByMail, test } from './fixtures.ts';
import { aUser } from './known-answers.ts';
import type { Product } from './product.ts';
import { becomeLegacy, signIn, signInTraveler } from './session.ts';

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
    // In no words, as of something on the way to the server; and in the server's own.
    [() => refuse(page, at.profiles, 500, 'internal'), 'Your profile could not be saved. Please try again.'],
    [() => failAt(page, product, 'unavailable', 'profiles', '/api/profiles', ['update']), errors.unavailable.words],
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
    await mendDatabase(product);
  }
  const release = await hold(page, at.profiles);
  await save.click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeDisabled();
  await release();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
});

test('another device is signed out of, once the server heard it', { tag: '@main' }, async ({
  page,
  product,
  elsewhere,
}) => {
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
  await expect(problem(page)).toHaveText(
    'No answer has come: it may be done all the same. Check your connection and try again.',
  );
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
  const email = 'tried-again-tourist@example.com';
  await signInTraveler(page, product, email);
  await page.goto('/explore');
  await ready(page);
  await becomeLegacy(product, email);
  await cut(page, at.migrateRole);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(problem(page)).toContainText('Your profile could not be updated.');
  await page.unroute(at.migrateRole);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
});

test('what a profile form leaves as it was is not taken back from another phone that has changed it', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'two-phones@example.com', { fresh: true });
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  const headers = { origin: product.url };
  const elsewhere = { location: 'Lihue town', interests: ['Food & Dining'] };
  expect((await page.request.put('/api/profiles', { data: elsewhere, headers })).ok()).toBe(true);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Phone').fill('+1 808 555 0000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('+1 808 555 0000')).toBeVisible();
  const { profile } = await (await page.request.get('/api/profiles')).json();
  expect(profile).toMatchObject({ phone: '+1 808 555 0000', ...elsewhere });
});

test.describe('a profile of one’s own', () => {
  /** Opens the first questions as somebody new. */
  async function openQuestions(page: Page, product: Product, name: string): Promise<void> {
    await signIn(page, product, `${name.replaceAll(' ', '-')}@example.com`, { fresh: true });
    await page.goto('/onboarding');
    await ready(page);
  }

  const isNotSetUp = async (page: Page, words: string) => {
    await page.getByRole('button', { name: 'Start Discovering' }).click();
    await expect(problem(page)).toContainText('Setup Failed');
    await expect(problem(page)).toContainText(words);
  };

  for (const [name, open, words] of [
    ['refused without a reason', (page) => refuse(page, at.profiles, 503, 'unavailable'), 'Failed to create profile.'],
    ['answered with nothing', (page) => garble(page, at.profiles, null), 'Unexpected error occurred.'],
    ['answered with something else', (page) => garble(page, at.profiles, {}), 'Profile setup failed.'],
  ] as [string, (page: Page) => Promise<unknown>, string][]) {
    test(`${name} is not set up, and says so`, async ({ page, product }) => {
      await openQuestions(page, product, name);
      await open(page);
      await isNotSetUp(page, words);
    });
  }

  test('without an address is not set up, and says so', async ({ page, product }) => {
    await page.goto('/auth?redirect=/onboarding');
    await ready(page);
    // No account of ours is without one.
    await answer(page, at.me, aUser({ email: '' }));
    await signInByMail(page, product, 'without-an-address@example.com');
    await isNotSetUp(page, 'User authentication data is missing');
  });
});
