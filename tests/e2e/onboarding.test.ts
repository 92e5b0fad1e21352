import { errors } from '../../contract/errors.ts';
import { at, cut, refuse } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

test('a new traveler: from the dashboard to three questions, checked, and back', { tag: '@main' }, async ({
  page,
  product,
}) => {
  await signIn(page, product, 'new@example.com', { fresh: true });
  await page.goto('/dashboard');
  await page.waitForURL('**/onboarding');
  await ready(page);
  const phone = page.getByLabel('Phone');
  const start = page.getByRole('button', { name: 'Start Discovering' });
  for (const wrong of ['call me', '0808 1234', '+1 808 555 0100 0000 000']) {
    await phone.fill(wrong);
    await start.click();
    await expect(page.getByText('Please enter a valid phone number')).toBeVisible();
  }
  await phone.fill('+1 (808) 555-0100');
  await page.getByLabel('Location').fill('X');
  await start.click();
  await expect(page.getByText('Location must be at least 2 characters')).toBeVisible();
  await expect(page.getByText('Please enter a valid phone number')).toBeHidden();
  await page.getByLabel('Location').fill('Kyōto');
  await page.getByLabel('Food & Dining').check();
  await page.getByLabel('Nightlife').check();
  await start.click();
  await expect(page.getByRole('heading', { name: 'Your guide is ready' })).toBeVisible();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  const { profile } = await (await page.request.get('/api/profiles')).json();
  expect(profile).toMatchObject({ location: 'Kyōto', interests: ['Food & Dining', 'Nightlife'], onboarded: true });
  const sql = 'select interests, phone, location from profiles join users on users.id = user_id where email = $1';
  const stored = { interests: ['Food & Dining', 'Nightlife'], phone: '+1 (808) 555-0100', location: 'Kyōto' };
  expect(await ask(product, sql, ['new@example.com'])).toEqual([stored]);
});

test('a person of the demo is at home at once', async ({ page, product }) => {
  await signIn(page, product, 'traveler@example.com');
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

test.describe('when it fails', () => {
  test('each way in its own words; an ended session goes to the cover', async ({ page, product }) => {
    expectErrors(page, '401 /api/profiles');
    const email = 'unlucky@example.com';
    await signIn(page, product, email, { fresh: true });
    await page.goto('/onboarding');
    await ready(page);
    const start = page.getByRole('button', { name: 'Start Discovering' });
    for (const [fail, words] of [
      // Nothing that the form lets through.
      [
        () => refuse(page, at.profiles, 400, 'invalid_profile'),
        'Invalid profile data. Please check your information and try again.',
      ],
      [() => cut(page, at.profiles), 'Network error. Please check your connection and try again.'],
      [
        () => failAt(page, product, 'unavailable', 'profiles', '/api/profiles', ['insert', 'update']),
        errors.unavailable.words,
      ],
      [
        async () => {
          await mendDatabase(product);
          await endSessions(product, email);
        },
        'Authentication session expired. Please sign in again.',
      ],
    ] as const) {
      await fail();
      await start.click();
      await expect(page.getByText('Setup Failed')).toBeVisible();
      await expect(page.getByText(words)).toBeVisible();
      await page.unroute(at.profiles);
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  });
});

test('what was answered is there again after signing in anew, where the session had ended', async ({
  page,
  product,
}) => {
  expectErrors(page, '401 /api/profiles');
  const email = 'ended-at-onboarding@example.com';
  await signIn(page, product, email, { fresh: true });
  await page.goto('/onboarding');
  await ready(page);
  await page.getByLabel('Location').fill('Hilo');
  await page.getByLabel('Phone').fill('808-555-0177');
  await page.getByLabel('Nightlife').check();
  await endSessions(product, email);
  await page.getByRole('button', { name: 'Start Discovering' }).click();
  await expect(page.getByText('Authentication session expired. Please sign in again.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await signIn(page, product, email, { fresh: true });
  await page.goto('/onboarding');
  await expect(page.getByLabel('Location')).toHaveValue('Hilo');
  await expect(page.getByLabel('Phone')).toHaveValue('808-555-0177');
  await expect(page.getByLabel('Nightlife')).toBeChecked();
  await page.getByRole('button', { name: 'Start Discovering' }).click();
  await expect(page.getByRole('heading', { name: 'Your guide is ready' })).toBeVisible();
});

test('the dashboard: each section, editing the profile, and every place one is signed in at', async ({
  page,
  product,
  elsewhere,
}) => {
  const email = 'editor@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  const other = await elsewhere();
  await signIn(other, product, email, { fresh: true });

  await page.goto('/dashboard');
  await ready(page);
  await expect(page.getByRole('article')).toHaveCount(2);
  const sections = page.getByRole('navigation', { name: 'Sections' });
  await sections.getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByLabel('Search experiences')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Book Now/ }).first()).toBeVisible();
  await sections.getByRole('link', { name: 'My Activity' }).click();
  await expect(page.getByText('Your journey begins here')).toBeVisible();
  await sections.getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Name').fill('Nāinoa');
  await page.getByLabel('Phone').fill('808-555-0123');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aloha, Nāinoa');
  await expect(page.getByText('808-555-0123')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  expect((await other.request.get('/api/users/me')).status()).toBe(401);
});
