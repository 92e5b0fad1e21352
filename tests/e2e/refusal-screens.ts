import { expect, type Page } from '@playwright/test';
import { answer, at, cut, garble, refuse } from './answers.ts';
import { type ExpectedError, expectErrors } from './console-errors.ts';
import { ready } from './fixtures.ts';
import { begin, goHome, heading, openAs, traveler } from './home-screens.ts';
import { aUser } from './known-answers.ts';
import type { Product } from './product.ts';
import type { Open } from './sign-in-screens.ts';

async function openError(page: Page, product: Product): Promise<void> {
  await begin(page, product);
  await refuse(page, at.profiles, 500, 'internal');
  await goHome(page);
  await heading(page, 'Oops! Something went wrong');
}

async function openReport(page: Page, product: Product): Promise<void> {
  await openError(page, product);
  await page.getByRole('button', { name: 'Report This Issue' }).click();
  await expect(page.getByLabel(/What were you doing/)).toBeVisible();
}

/** A screen that the server itself refuses. */
const refused =
  (expected: ExpectedError, open: Open): Open =>
  async (page, product) => {
    expectErrors(page, expected);
    await open(page, product);
  };

/** What stands in a screen's place, in each of its states. */
export const refusalScreens: Record<string, Open> = {
  'without a network': async (page, product) => {
    await begin(page, product);
    await page.context().setOffline(true);
    await expect(page.getByText('Offline mode - Limited functionality')).toBeVisible();
  },
  loading: async (page, product) => {
    // The server knows of no session.
    expectErrors(page, '401 /api/bookings');
    await page.goto('/auth?redirect=/bookings');
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: product.url }]);
    await ready(page);
    await refuse(page, at.me, 503, 'unavailable');
    await answer(page, at.verify, { user: aUser(), redirect: '/bookings' });
    await page.goto('/auth/magic-link?token=abcdefghijklmnopqrstuvwxyz');
    await expect(page.getByText('Loading Holoholo')).toBeVisible();
  },
  'a session that ended': async (page, product) => {
    await begin(page, product);
    await refuse(page, at.profiles, 401, 'unauthenticated');
    await goHome(page);
    await heading(page, 'Sign In Required');
  },
  'a session that ended, on a screen for travelers': async (page, product) => {
    await begin(page, product);
    await goHome(page);
    await refuse(page, at.bookings, 401, 'unauthenticated');
    await page.getByRole('link', { name: 'My Bookings' }).click();
    await heading(page, 'Authentication Required');
  },
  'no profile': async (page, product) => {
    expectErrors(page, '401 /api/saved/ids');
    await page.goto('/auth');
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: product.url }]);
    const bare = aUser({ email: 'bare@example.com' });
    await answer(page, at.me, bare);
    await answer(page, at.verify, { user: bare, redirect: '/bookings' });
    await page.goto('/auth/magic-link?token=abcdefghijklmnopqrstuvwxyz');
    await answer(page, at.bookings, []);
    await heading(page, 'Profile Setup Required');
  },
  restricted: refused('403 /bookings', openAs('advertiser@example.com', '/bookings')),
  'for partners': async (page, product) => {
    expectErrors(page, '403 /partner-portal');
    await openAs(traveler, '/partner-portal')(page, product);
    await heading(page, 'Partner Access Required');
    await expect(page.getByText('The portal is for partners.')).toBeVisible();
  },
  'for administrators': refused('403 /security', openAs(traveler, '/security')),
  'not found': refused('404 /nothing', (page) => page.goto('/nothing')),
  'an error': openError,
  'an error, reporting': openReport,
  'an error, reported': async (page, product) => {
    await openReport(page, product);
    await answer(page, at.reportError, { error_id: 'an-error' });
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Error report sent successfully.')).toBeVisible();
  },
  'an error of the frame around the screens': async (page, product) => {
    const thrown = 'TypeError: * is not a function or its return value is not iterable';
    expectErrors(page, '401 /api/saved/ids', `console: ${thrown}`);
    expectErrors(page, `console: React Router caught the following error during render ${thrown}`);
    await page.goto('/auth');
    await page.context().addCookies([{ name: 'signed_in', value: '1', url: product.url }]);
    // Somebody without an address, whom the menu cannot name.
    await garble(page, at.me, { id: aUser().id, profile: null });
    await answer(page, at.verify, { user: aUser(), redirect: '/explore' });
    await page.goto('/auth/magic-link?token=abcdefghijklmnopqrstuvwxyz');
    await page.getByRole('link', { name: 'Continue now' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await heading(page, 'Oops! Something went wrong');
    await expect(page.getByRole('banner')).toBeHidden();
  },
  'an error for want of a network': async (page, product) => {
    await begin(page, product);
    await goHome(page);
    // A list of which this device has no copy.
    await cut(page, '**/api/saved');
    await page.getByRole('link', { name: 'Saved Places' }).click();
    await expect(page.getByText('You seem to be offline.')).toBeVisible();
  },
};
