import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { expectErrors } from './console-errors.ts';
import { countScans } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import { standInForPictures } from './map-pictures.ts';
import { refusals, refuseStorage } from './refused-storage.ts';
import { heartOf, savedOnServer } from './saved-pages.ts';
import { endSessions, signIn, signInTraveler } from './session.ts';

test.use({ serviceWorker: true });

const notKept = 'Not kept on this device. Take a screenshot of the code before you leave this page.';
const noTickets = 'This device keeps no tickets: its storage is full or closed to websites.';
const filter = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

for (const how of refusals) {
  test.describe(`on a device whose storage is ${how}`, () => {
    test.describe('a ticket', () => {
      test('shows its code, and says that it is not kept', async ({ page, product, browser }) => {
        await signInTraveler(page, product, `refused-ticket-${how}@example.com`);
        const [listing] = await bookable(page);
        const reference = `NOROOM-${how}`;
        const desk = await openDesk(browser, product);
        await desk.decide(await book(page, product, listing!.id), {
          status: 'confirmed',
          booking_reference: reference,
        });
        await desk.close();
        await refuseStorage(page, product, how);
        await openBookings(page);
        const view = cardOf(page, listing!.name).getByRole('button', { name: /^View Ticket/ });
        await view.click();
        const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
        const code = ticket.getByRole('img', { name: `QR code of the reference ${reference}` });
        await expect(ticket).toContainText('Live Ticket');
        await expect(code).toBeVisible();
        await expect(ticket).toContainText(notKept);
        await expectAccessible(page);

        // Without a network the page has what it showed, says that it alone has it, and does not lose it to a filter.
        await page.context().setOffline(true);
        await expect(ticket).toContainText('Offline Mode');
        await expect(ticket).toContainText(notKept);
        await page.keyboard.press('Escape');
        await expect(page.getByText('Keep this page open: nothing is kept on this device')).toBeVisible();
        await expect(page.getByText('Your tickets still open')).toHaveCount(0);
        await filter(page, 'Confirmed').click();
        await expect(page.getByText(/You see your bookings as of/)).toBeVisible();
        await view.click();
        await expect(code).toBeVisible();
        await page.keyboard.press('Escape');
        await page.context().setOffline(false);
        await expect(page.getByText('Live from our server')).toBeVisible();
        await expect(page.getByText(/You see your bookings as of/)).toHaveCount(0);
      });
    });

    test('the first questions are asked once, and what was answered is on the server', async ({ page, product }) => {
      await signIn(page, product, `refused-questions-${how}@example.com`, { fresh: true });
      await refuseStorage(page, product, how);
      await page.goto('/dashboard');
      await page.waitForURL('**/onboarding');
      await ready(page);
      await page.getByLabel('Location').fill('Kyōto');
      await page.getByLabel('Nightlife').check();
      await page.getByRole('button', { name: 'Start Discovering' }).click();
      await expect(page.getByRole('heading', { name: 'Your guide is ready' })).toBeVisible();
      await page.waitForURL('**/dashboard');
      await page.reload();
      await ready(page);
      await expect(page).toHaveURL(/\/dashboard$/);
      const { profile } = await (await page.request.get('/api/profiles')).json();
      expect(profile).toMatchObject({ location: 'Kyōto', interests: ['Nightlife'] });
    });

    test('and stay on screen where their session has ended, until somebody is signed in again', async ({
      page,
      product,
    }) => {
      expectErrors(page, '401 /api/profiles');
      const email = `refused-ended-${how}@example.com`;
      await signIn(page, product, email, { fresh: true });
      await refuseStorage(page, product, how);
      await page.clock.install();
      await page.goto('/onboarding');
      await ready(page);
      await page.getByLabel('Location').fill('Kyōto');
      await endSessions(product, email);
      const start = page.getByRole('button', { name: 'Start Discovering' });
      await start.click();
      await expect(page.getByText('Authentication session expired. Please sign in again.')).toBeVisible();
      await page.clock.runFor(5_000);
      await expect(page.getByLabel('Location')).toHaveValue('Kyōto');
      const tab = page.context().waitForEvent('page');
      await page.getByRole('alert').getByRole('link', { name: 'Sign In' }).click();
      await expect(await tab).toHaveURL(/\/auth\?redirect=%2Fonboarding$/);
      await signIn(page, product, email, { fresh: true });
      await start.click();
      await expect(page.getByRole('heading', { name: 'Your guide is ready' })).toBeVisible();
      const { profile } = await (await page.request.get('/api/profiles')).json();
      expect(profile).toMatchObject({ location: 'Kyōto' });
    });

    test('the list of bookings is live, with its figures and filters', async ({ page, product }) => {
      await signInTraveler(page, product, `refused-bookings-${how}@example.com`);
      const [one, two] = await bookable(page);
      for (const listing of [one!, two!]) await book(page, product, listing.id);
      await refuseStorage(page, product, how);
      await openBookings(page);
      await expect(page.getByText('Live from our server')).toBeVisible();
      await expect(page.getByText(noTickets)).toBeVisible();
      await expect(page.locator('main li > article h2')).toHaveText([two!.name, one!.name]);
      await expectAccessible(page);
      await filter(page, 'Completed').click();
      await expect(page.getByRole('heading', { name: 'Nothing is completed' })).toBeVisible();
      await filter(page, 'Pending').click();
      await expect(page.locator('main li > article h2')).toHaveCount(2);
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });

    test('the explore list searches, opens, and says that a guest’s heart could not be kept', async ({
      page,
      product,
    }) => {
      await refuseStorage(page, product, how);
      await page.goto('/explore');
      await ready(page);
      const names = page.locator('#all').locator('xpath=../..').getByRole('heading', { level: 3 });
      await expect(names.first()).toBeVisible();
      await page.getByLabel('Search experiences').fill('snorkle');
      await expect(page).toHaveURL(/search=snorkle/);
      await expect(names.first()).toContainText(/Snorkel|Swim|Reef|Cove/);
      const name = (await names.first().textContent())!;
      const heart = heartOf(page, name).first();
      await heart.click();
      await expect(page.getByRole('alert').filter({ hasText: 'This device could not keep it' })).toBeVisible();
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      await expectAccessible(page);

      // An account keeps it where the device does not.
      await signInTraveler(page, product, `refused-heart-${how}@example.com`);
      await page.reload();
      await ready(page);
      await heart.click();
      await expect.poll(() => savedOnServer(page)).toHaveLength(1);
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    });
  });
}

for (const how of refusals)
  test(`a scan that a device whose storage is ${how} cannot keep is said to wait on its page, and is sent from there`, async ({
    page,
    product,
  }) => {
    const { qr_code_id: code } = product.codes.filter(({ status }) => status === 'active')[2]!;
    await refuseStorage(page, product, how);
    await page.goto('/scan');
    await ready(page);
    // The decoder is fetched as the camera opens.
    const decoder = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.wasm'));
    await page.getByRole('button', { name: 'Start QR Scanner' }).click();
    await decoder;
    await page.getByLabel('Code under the QR').fill(code);
    const before = await countScans(product, code);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Manual Entry' }).click();
    await expect(page.getByText('Your scan waits on this page')).toBeVisible();
    await expect(page.getByText('This device could not note it for later. Keep this page open')).toBeVisible();
    await expect(page.getByText('kept on this phone')).toHaveCount(0);
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expect.poll(() => countScans(product, code)).toBe(before + 1);
  });

test.describe('the map', () => {
  let ids: number[] = [];
  test.beforeAll(async ({ product }) => {
    ids = await addListings(product, [
      { name: 'Refusal Kiosk', latitude: 20.738, longitude: -156.888 },
      { name: 'Refusal Pier', latitude: 20.741, longitude: -156.888, category: 'Restaurants' },
    ]);
  });
  test.afterAll(({ product }) => removeListings(product, ids));

  for (const how of refusals) {
    test(`opens with its pins and their panels on a device whose storage is ${how}`, async ({ page, product }) => {
      await standInForPictures(page.context());
      await refuseStorage(page, product, how);
      await page.goto('/explore?search=refusal');
      await ready(page);
      await page.getByRole('link', { name: 'Map', exact: true }).click();
      const frame = page.getByRole('group', { name: 'Map of experiences' });
      await frame.getByRole('button', { name: /Refusal Pier/ }).click();
      const panel = page.getByRole('region', { name: 'Refusal Pier', exact: true });
      await expect(panel.getByRole('heading', { name: 'Refusal Pier' })).toBeFocused();
      await expect(panel.getByRole('link', { name: /^Sign In to Book/ })).toBeVisible();
      await expectAccessible(page);
      await panel.getByRole('button', { name: 'Close' }).click();
      await page.getByLabel('Category').selectOption('Restaurants');
      await expect(page.getByRole('region', { name: 'On the map now' }).getByRole('listitem')).toHaveCount(1);
      // The address alone opens it as well.
      await page.reload();
      await ready(page);
      await expect(frame.getByRole('button', { name: /Refusal Pier/ })).toBeVisible();
      await expect(frame.getByRole('button', { name: /Refusal Kiosk/ })).toHaveCount(0);
    });
  }
});
