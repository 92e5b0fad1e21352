import type { Page } from '@playwright/test';
import { hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, test } from './fixtures.ts';
import { workerReady } from './offline.ts';
import { keptOnDevice, openListByMenu, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

test.use({ serviceWorker: true });
/** Goes to the guide, and waits until the screen that was there has gone. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Experiences');
}

test('a list that the server does not give is the copy of this device, with its age, until it is asked again', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'unreached@example.com');
  await openPlace(page, product);
  const name = await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  await openListByMenu(page);
  await expect.poll(() => keptOnDevice(page, 'account')).not.toBeNull();
  await leave(page);
  await failAt(page, product, 'unavailable', 'saved_listings', '/api/saved*');
  await openListByMenu(page);
  await expect(page.getByText('Our server does not answer just now.')).toBeVisible();
  await expect(page.getByText(/^This is your list as of .*\d{4}/)).toBeVisible();
  await expect(page.getByText('You are offline')).toHaveCount(0);
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
  await expectAccessible(page);
  // Nor does the page ask again by itself meanwhile.
  await hold(page, '**/healthz');
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText('Our server does not answer just now.')).toHaveCount(0);
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
});

test('what was shown without a network is asked for by itself when it is back: the list, and home', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'back-online@example.com');
  await openPlace(page, product);
  await tapHeart(page, 0);
  await openListByMenu(page);
  await expect.poll(() => keptOnDevice(page, 'account')).not.toBeNull();
  // The scripts of home are here before the network goes.
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  await leave(page);

  await page.context().setOffline(true);
  await openListByMenu(page);
  await expect(page.getByText(/^You are offline\. This is your list as of/)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText(/^You are offline\. This is your list as of/)).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.context().setOffline(true);
  await page.getByRole('link', { name: /^Home/ }).click();
  await expect(page.getByText('What opens without a connection.')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
});

test('figures that this phone has never had are said not to be here', async ({ page, product }) => {
  await signInTraveler(page, product, 'no-figures@example.com');
  await page.goto('/saved');
  await workerReady(page);
  await page.context().setOffline(true);
  await page.goto('/analytics');
  await expect(page.getByRole('heading', { name: 'No figures on this device' })).toBeVisible();
  await expect(page.getByText('Once you are online again, your figures appear here by themselves.')).toBeVisible();
});
