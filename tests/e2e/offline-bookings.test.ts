import type { Page } from '@playwright/test';
import { at, cut, hold } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { book, bookable, cardOf, openBookings, openDesk, tile } from './bookings-world.ts';
import { failAt, mendDatabase } from './failing-database.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import { signInTraveler } from './session.ts';

test.use({ serviceWorker: true });
const kept = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.bookings'));
const toBookings = async (page: Page) => {
  await page.goto('/dashboard');
  await ready(page);
};

test('without a network the kept bookings are there, with their age and their tickets', { tag: '@main' }, async ({
  page,
  product,
  browser,
}) => {
  await signInTraveler(page, product, 'offline-one@example.com');
  const [one, two] = await bookable(page);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, one!.id), { status: 'confirmed', booking_reference: 'OFF-1' });
  await desk.decide(await book(page, product, two!.id), { status: 'completed' });
  await desk.close();
  await openBookings(page);
  await expect.poll(() => kept(page)).toContain('"version":"1.0"');
  // The list goes and comes back in the page, as with the network gone it must.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByText(/You see your bookings as of/)).toBeVisible();
  const state = page.locator('main p[role=status]', { hasText: 'Your tickets still open' });
  await expect(state).toContainText('Offline');
  // What is completed is not kept.
  await expect(page.locator('main li > article h2')).toHaveText([one!.name]);
  await expect(page.getByText('Any others are here again as soon as our server can be reached.')).toBeVisible();
  // Nor do figures and filters speak of a part as if it were all.
  const filter = page.getByRole('link', { name: 'Completed', exact: true });
  await expect(tile(page, 'Total')).toHaveCount(0);
  await expect(filter).toHaveCount(0);
  await expectAccessible(page);
  await cardOf(page, one!.name)
    .getByRole('button', { name: /^View Ticket/ })
    .click();
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
  await expect(ticket).toContainText('Offline Mode');
  await expect(ticket).toContainText(`OFFLINE-OFF-1-${one!.name}`);
  await page.keyboard.press('Escape');

  await page.context().setOffline(false);
  await expect(page.locator('main li > article h2')).toHaveCount(2);
  await expect(page.getByText(/You see your bookings as of/)).toHaveCount(0);
  await expect(tile(page, 'Total')).toHaveText('2');
  await expect(filter).toBeVisible();
});

test('who has completed bookings alone is not told that they never booked', async ({ page, product, browser }) => {
  await signInTraveler(page, product, 'offline-completed@example.com');
  const [one] = await bookable(page);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, one!.id), { status: 'completed' });
  await desk.close();
  await openBookings(page, '?status=completed');
  await expect.poll(() => kept(page)).toContain('"bookings":[]');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();
  await cut(page, at.bookings);
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByText(/You see your bookings as of/)).toBeVisible();
  // The server is reached all the same, as the poll says.
  await expect(page.getByRole('main').getByText('Online', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No bookings on this device' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No bookings yet' })).toHaveCount(0);
});

test('a ticket without an address or a contact says that they are to be found online', async ({
  page,
  product,
  browser,
}) => {
  const [id] = await addListings(product, [{ name: 'Barefoot Hour' }]);
  await signInTraveler(page, product, 'offline-bare@example.com');
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, id!), { status: 'confirmed', booking_reference: 'BARE-1' });
  await desk.close();
  await openBookings(page);
  await expect.poll(() => kept(page)).toContain('BARE-1');
  await page.context().setOffline(true);
  await expect(page.getByText('Your tickets still open')).toBeVisible();
  await cardOf(page, 'Barefoot Hour')
    .getByRole('button', { name: /^View Ticket/ })
    .click();
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
  await expect(ticket).toContainText('Address available online');
  await expect(ticket).toContainText('Contact info available online');
  await page.context().setOffline(false);
  await removeListings(product, [id!]);
});

test('a server that cannot be reached counts as offline within 30 seconds, and back again', async ({
  page,
  product,
}) => {
  await signInTraveler(page, product, 'offline-poll@example.com');
  await page.clock.install();
  await openBookings(page);
  await expect(page.getByText('Live from our server')).toBeVisible();
  await page.route('**/healthz', (route) => route.abort());
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Your tickets still open')).toBeVisible();
  await page.unroute('**/healthz');
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Live from our server')).toBeVisible();
});

test('signing out takes the kept bookings away', { tag: '@main' }, async ({ page, product }) => {
  await signInTraveler(page, product, 'offline-out@example.com', { fresh: true });
  await book(page, product, (await bookable(page))[0]!.id);
  await openBookings(page);
  await expect.poll(() => kept(page)).not.toBeNull();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  expect(await kept(page)).toBeNull();
});

test('another user of the same phone sees nothing of them', async ({ page, product }) => {
  await signInTraveler(page, product, 'offline-first@example.com');
  const [listing] = await bookable(page);
  await book(page, product, listing!.id);
  await openBookings(page);
  await expect.poll(() => kept(page)).toContain(listing!.name);
  // Their session ends without a sign-out, and somebody else signs in.
  await page.context().clearCookies();
  await signInTraveler(page, product, 'offline-second@example.com');
  await toBookings(page);
  await expect.poll(() => kept(page)).toBeNull();
  await page.route('**/api/bookings', (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByRole('heading', { name: 'Your Bookings' })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
});

test('when the call fails and nothing was kept, three samples say that they are samples', async ({ page, product }) => {
  await signInTraveler(page, product, 'offline-sample@example.com');
  await toBookings(page);
  await failAt(page, product, 'internal', 'bookings', '/api/bookings');
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByText('Sample data')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('article').getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('article').getByRole('link')).toHaveCount(0);
  await expect(page.getByText('Live from our server')).toHaveCount(0);
  expect(await kept(page)).toBeNull();
  await expectAccessible(page);
  // Nor does the page ask again by itself meanwhile.
  await hold(page, '**/healthz');
  await mendDatabase(product);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No bookings yet' })).toBeVisible();
  await expect(page.getByText('Sample data')).toHaveCount(0);
});

test('when the call fails and something was kept, that is shown', async ({ page, product }) => {
  await signInTraveler(page, product, 'offline-kept@example.com');
  const [listing] = await bookable(page);
  await book(page, product, listing!.id);
  await openBookings(page);
  await expect.poll(() => kept(page)).toContain(listing!.name);
  await toBookings(page);
  await failAt(page, product, 'unavailable', 'bookings', '/api/bookings');
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await expect(page.getByText(/You see your bookings as of/)).toBeVisible();
  await expect(page.getByText('Live from our server')).toHaveCount(0);
  await expect(cardOf(page, listing!.name)).toBeVisible();
});

test('a phone that forbids its storage shows the list, says so, and logs a warning', async ({ page, product }) => {
  await signInTraveler(page, product, 'offline-forbidden@example.com');
  await book(page, product, (await bookable(page))[0]!.id);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    });
  });
  const warnings: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
  await openBookings(page);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByText('This device keeps no tickets')).toBeVisible();
  expect(warnings).toContain('Offline cache unavailable: offline mode is disabled');
});

test('without a network what is not confirmed names no button that is not there', async ({ page, product }) => {
  const [id] = await addListings(product, [{ name: 'Unconfirmed Hour' }]);
  await signInTraveler(page, product, 'offline-unconfirmed@example.com');
  await book(page, product, id!);
  await openBookings(page);
  await expect.poll(() => kept(page)).toContain('Unconfirmed Hour');
  const open = cardOf(page, 'Unconfirmed Hour').getByRole('button', { name: /^View Ticket/ });
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
  await open.click();
  await expect(ticket).toContainText('Tap “I booked this”');
  await expect(ticket.getByRole('button', { name: 'I booked this' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.context().setOffline(true);
  await expect(page.getByText('Your tickets still open')).toBeVisible();
  await open.click();
  await expect(ticket).toContainText('Once you have a connection, you can add the reference');
  await expect(ticket).not.toContainText('I booked this');
  await page.context().setOffline(false);
  await removeListings(product, [id!]);
});
