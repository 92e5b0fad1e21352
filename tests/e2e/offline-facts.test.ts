import { expectAccessible } from './axe.ts';
import { book, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { ask } from './database.ts';
import { expect, ready, test } from './fixtures.ts';
import { addListings, removeListings } from './guide-rows.ts';
import { workerReady } from './offline.ts';
import { keptOnDevice } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

test.use({ serviceWorker: true, viewport: { width: 390, height: 844 } });

test('where one meets and what is asked of who comes is read without a network, of what was saved and what was booked', async ({
  page,
  product,
  browser,
}) => {
  const name = 'Blue Boat Morning';
  const [id] = await addListings(product, [{ name }]);
  await ask(
    product,
    `update listings set steps = 'few', transfer = 'helped', sensory = 'calm', meeting_point = 'At the blue boat on the pier',
      meeting_latitude = 21.28, meeting_longitude = -157.83 where id = $1`,
    [id],
  );
  await signInTraveler(page, product, 'offline-facts@example.com');
  const saved = await page.request.put(`/api/saved/${id}`, { data: {}, headers: { origin: product.url } });
  expect(saved.status()).toBe(200);
  const desk = await openDesk(browser, product);
  await desk.decide(await book(page, product, id!), { status: 'confirmed', booking_reference: 'BLUE-1' });
  await desk.close();
  await page.goto('/saved');
  await workerReady(page);
  await expect.poll(() => keptOnDevice(page, 'account')).toContain('At the blue boat on the pier');
  await openBookings(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.bookings'))).toContain('BLUE-1');

  await page.context().setOffline(true);
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByText(/^You are offline\. This is your list as of/)).toBeVisible();
  await cardOf(page, name)
    .getByRole('button', { name: /^Read more/ })
    .click();
  const told = page.getByRole('region', { name: 'Good to know' });
  for (const fact of ['A few', 'You change to a seat, with help', 'Calm', 'At the blue boat on the pier'])
    await expect(told.getByText(fact, { exact: true })).toBeVisible();
  // The maps of the phone itself work without a network as well.
  const map = told.getByRole('link', { name: 'Meeting point on a map' });
  await expect(map).toHaveAttribute('href', 'geo:21.28,-157.83?q=21.28,-157.83');
  await expectAccessible(page, { enlarged: true });
  await cardOf(page, name).screenshot({ path: 'test-results/offline-facts-saved-390.png' });

  await page.goto('/bookings');
  await ready(page);
  await cardOf(page, name)
    .getByRole('button', { name: /^View Ticket/ })
    .click();
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
  await expect(ticket).toContainText('Offline Mode');
  for (const fact of ['A few', 'Calm', 'At the blue boat on the pier'])
    await expect(ticket.getByText(fact, { exact: true })).toBeVisible();
  await expect(ticket.getByRole('link', { name: 'Meeting point on a map' })).toHaveAttribute('href', /^geo:/);
  await expectAccessible(page, { enlarged: true });
  await map.scrollIntoViewIfNeeded();
  await page.screenshot({ path: 'test-results/offline-facts-ticket-390.png' });
  await page.context().setOffline(false);
  await removeListings(product, [id!]);
});
