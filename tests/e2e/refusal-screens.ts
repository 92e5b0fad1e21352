import { expect, type Page } from '@playwright/test';
import { at, cut, garble, refuse } from './answers.ts';
import { type ExpectedError, expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt } from './failing-database.ts';
import { ready, signInByMail } from './fixtures.ts';
import { begin, goHome, heading, openAs, traveler } from './home-screens.ts';
import type { Product } from './product.ts';
import { endSessionsAtForm, signIn, signInTraveler, withoutProfile } from './session.ts';
import type { Open } from './sign-in-screens.ts';

async function openError(page: Page, product: Product): Promise<void> {
  await begin(page, product);
  await page.goto('/dashboard?tab=activity');
  await ready(page);
  await failAt(page, product, 'internal', 'saved_listings', '/api/analytics/traveler');
  await page.getByRole('link', { name: 'Your figures over time' }).click();
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
    await page.goto('/auth?redirect=/bookings');
    await ready(page);
    await refuse(page, at.me, 503, 'unavailable');
    await signInByMail(page, product, 'loading-screen@example.com');
    await expect(page.getByText('Loading Holoholo')).toBeVisible();
  },
  'a session that ended': async (page, product) => {
    expectErrors(page, '401 /api/profiles');
    const email = 'ended-screen@example.com';
    await signInTraveler(page, product, email);
    await endSessionsAtForm(page, product, email);
    await goHome(page);
    await heading(page, 'Sign In Required');
  },
  'a session that ended, on a screen for a role': async (page, product) => {
    expectErrors(page, '401 /api/organisation');
    await signIn(page, product, 'partner@example.com');
    await endSessionsAtForm(page, product, 'partner@example.com');
    await page.getByRole('link', { name: 'Partner Portal' }).click();
    await heading(page, 'Authentication Required');
  },
  'no profile': async (page, product) => {
    const email = 'bare-screen@example.com';
    await signInTraveler(page, product, email);
    await withoutProfile(product, email);
    expectErrors(page, '403 /bookings');
    await page.goto('/bookings');
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
    await page.getByRole('button', { name: 'Send report' }).click();
    await expect(page.getByText('Error report sent successfully.')).toBeVisible();
  },
  'an error of the frame around the screens': async (page, product) => {
    const thrown = 'TypeError: * is not a function or its return value is not iterable';
    expectErrors(page, `console: ${thrown}`);
    expectErrors(page, `console: React Router caught the following error during render ${thrown}`);
    await page.goto('/auth?redirect=/explore');
    await ready(page);
    // Somebody without an address, whom the menu cannot name.
    const [made] = await ask<{ id: string }>(
      product,
      "insert into users (email) values ('nameless@example.com') on conflict (email) do update set name = null returning id",
      [],
    );
    await garble(page, at.me, { id: made!.id, profile: null });
    await signInByMail(page, product, 'nameless@example.com');
    // It leads on by itself.
    await page.waitForURL('**/explore');
    await ready(page);
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
