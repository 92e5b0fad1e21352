import type { Page } from '@playwright/test';
import { at, cut, hold } from './answers.ts';
import { expectErrors } from './console-errors.ts';
import { expect, ready, test } from './fixtures.ts';
import type { Product } from './product.ts';
import { endSessions, signIn } from './session.ts';

const form = (page: Page) => page.getByRole('button', { name: 'Start Discovering' });

/** What another tab or phone of the same person has answered meanwhile. */
const answerElsewhere = (page: Page, product: Product, data: object) =>
  page.request.post('/api/profiles', { data, headers: { origin: product.url } });

test('whether one has answered already is asked again where no answer came, before any form is shown', async ({
  page,
  product,
}) => {
  await signIn(page, product, 'answered-elsewhere@example.com', { fresh: true });
  await cut(page, at.profiles);
  await page.goto('/dashboard');
  await page.waitForURL('**/onboarding');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');
  await expect(form(page)).toHaveCount(0);
  await answerElsewhere(page, product, { location: 'Hilo' });
  await page.unroute(at.profiles);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
});

test('whose session has ended is at the cover, as a guest, and not at a form', async ({ page, product }) => {
  expectErrors(page, '401 /api/profiles', '401 /api/users/me');
  const email = 'ended-before@example.com';
  await signIn(page, product, email, { fresh: true });
  const release = await hold(page, at.profiles);
  const asked = page.waitForRequest(at.profiles);
  await page.goto('/dashboard');
  await asked;
  await endSessions(product, email);
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await expect(form(page)).toHaveCount(0);
});

test('what was typed is kept where the profile has been made meanwhile, and only what was typed', async ({
  page,
  product,
}) => {
  expectErrors(page, '409 /api/profiles');
  await signIn(page, product, 'twice-at-once@example.com', { fresh: true });
  await page.goto('/onboarding');
  await ready(page);
  await answerElsewhere(page, product, { phone: '808-555-0123', location: 'Hilo' });
  await page.getByLabel('Location').fill('Kyōto');
  await page.getByLabel('Nightlife').check();
  await form(page).click();
  await expect(page.getByRole('heading', { name: 'Your guide is ready' })).toBeVisible();
  const { profile } = await (await page.request.get('/api/profiles')).json();
  expect(profile).toMatchObject({ phone: '808-555-0123', location: 'Kyōto', interests: ['Nightlife'] });
});

test('who has left the screen is not taken to the cover by an ended session', async ({ page, product }) => {
  expectErrors(page, '401 /api/profiles');
  const email = 'left-in-time@example.com';
  await signIn(page, product, email, { fresh: true });
  await page.clock.install();
  await page.goto('/onboarding');
  await ready(page);
  await endSessions(product, email);
  await page.clock.pauseAt(Date.now() + 60_000);
  await form(page).click();
  await expect(page.getByText('Setup Failed')).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Explore' }).first().click();
  await page.waitForURL('**/explore');
  await expect(page.getByLabel('Search experiences')).toBeVisible();
  await page.clock.fastForward(4_000);
  // A call after it is not answered to a page that is leaving.
  await page.evaluate(async () => await (await fetch('/api/business-listings')).text());
  await expect(page.getByLabel('Search experiences')).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/explore');
});
