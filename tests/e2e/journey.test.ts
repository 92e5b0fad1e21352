import { cardOf, openBookings, openDesk } from './bookings-world.ts';
import { ask, countScans } from './database.ts';
import { expect, linkName, ready, signInByMail, test } from './fixtures.ts';
import { placeKept, workerReady } from './offline.ts';
import { heartOf, hearts, openListByMenu, savedOnServer, tapHeart } from './saved-pages.ts';

test.use({ serviceWorker: true });
test('the whole journey: scan, save, sign in, book, ticket, airplane mode, and back', async ({
  page,
  product,
  browser,
}) => {
  test.slow();
  const email = 'journey@example.com';
  const [code, other] = product.codes.filter((one) => one.status === 'active');

  // A guest opens the printed code with the phone's camera, and keeps something.
  await page.goto(code!.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code!.location_name);
  await placeKept(page, code!.location_id);
  const saved = await tapHeart(page, 0);
  expect(await page.request.get('/api/saved').then((reply) => reply.status())).toBe(401);

  // Booking asks who they are, and leads back to this experience.
  const wanted = page.getByRole('article').filter({ has: page.getByRole('link', { name: /^Sign In to Book/ }) });
  const booked = (await wanted.nth(1).getByRole('heading').textContent())!;
  await cardOf(page, booked)
    .getByRole('link', { name: /^Sign In to Book/ })
    .click();
  await signInByMail(page, product, email);
  await page.waitForURL(new RegExp(`/location/${code!.location_id}#experience-\\d+$`));
  await ready(page);
  await expect(heartOf(page, saved)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => savedOnServer(page)).toMatchObject([{ experience: { name: saved } }]);

  // The platform opens beside the guide, and the booking is noted.
  const opening = page.context().waitForEvent('page');
  await page.getByRole('link', { name: linkName('Book Now', booked) }).click();
  await (await opening).close();
  const own = async () => await (await page.request.get('/api/bookings')).json();
  await expect.poll(own).toMatchObject([{ business_listing_name: booked, status: 'pending' }]);
  const [{ id }] = await own();

  const desk = await openDesk(browser, product);
  await desk.decide(id, { status: 'confirmed', booking_reference: 'JOURNEY-1' });
  await desk.close();
  await openListByMenu(page);
  await expect(page.getByRole('article')).toHaveCount(1);
  await openBookings(page);
  await workerReady(page);
  const openTicket = async () => {
    await cardOf(page, booked)
      .getByRole('button', { name: /^View Ticket/ })
      .click();
    return page.getByRole('dialog', { name: 'Ticket Details' });
  };
  await expect(await openTicket()).toContainText('Live Ticket');

  // Airplane mode, and the app is opened anew.
  await page.context().setOffline(true);
  await openBookingsAnew(page);
  const ticket = await openTicket();
  await expect(ticket).toContainText('Offline Mode');
  await expect(ticket).toContainText(`OFFLINE-JOURNEY-1-${booked}`);
  await page.keyboard.press('Escape');
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([saved]);
  await page.goto(`/location/${code!.location_id}`);
  await ready(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(code!.location_name);

  // What is done now waits: a heart, and a code that the camera opened.
  const second = await tapHeart(page, 2);
  const scansBefore = await countScans(product, other!.qr_code_id);
  await page.goto(other!.url);
  await ready(page);

  // Back on the ground it is sent, once.
  await page.context().setOffline(false);
  await expect.poll(() => countScans(product, other!.qr_code_id)).toBe(scansBefore + 1);
  await expect.poll(async () => (await savedOnServer(page)).length).toBe(2);
  expect((await savedOnServer(page)).map((one) => one.listing_id)).toHaveLength(2);
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([second, saved]);
  await page.goto(`/location/${code!.location_id}`);
  await ready(page);
  await expect(hearts(page).nth(2)).toHaveAttribute('aria-pressed', 'true');
  expect(await countScans(product, other!.qr_code_id)).toBe(scansBefore + 1);
  const [counted] = await ask<{ bookings: number }>(
    product,
    'select count(*)::int as bookings from bookings join users on users.id = user_id where email = $1',
    [email],
  );
  expect(counted!.bookings).toBe(1);
});

async function openBookingsAnew(page: Parameters<typeof openBookings>[0]): Promise<void> {
  await openBookings(page);
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible();
}
