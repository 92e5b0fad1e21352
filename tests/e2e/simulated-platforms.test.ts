import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { cardOf, openBookings } from './bookings-world.ts';
import { expect, linkName, ready } from './fixtures.ts';
import { withOwnProduct } from './own-product.ts';
import type { Product } from './product.ts';
import { signIn, signInTraveler } from './session.ts';

/** The demo as `npm start` begins it. */
const test = withOwnProduct({ DEMO_DATA: 'on' });
test.describe.configure({ timeout: 120_000 });

const inDays = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);

/** Scans a place's code as a phone's camera does, and follows a booking link there. @returns the page that opened */
async function scanAndFollow(page: Page, product: Product, place: string, experience: string): Promise<Page> {
  const code = product.codes.find((one) => one.location_name === place && one.status === 'active')!;
  await page.goto(code.url);
  await ready(page);
  const opening = page.context().waitForEvent('page');
  const recorded = page.waitForResponse('**/api/qr/booking-conversion');
  await page.getByRole('link', { name: linkName('Book Now', experience) }).click();
  const opened = await opening;
  await opened.waitForLoadState();
  await recorded;
  return opened;
}

async function bookThere(platform: Page, day = inDays(6)): Promise<string> {
  await platform.getByLabel('Date').fill(day);
  await platform.getByLabel('Guests').fill('3');
  await platform.getByLabel('Name').fill('Maya Kealoha');
  await platform.getByLabel('Email').fill('maya@elsewhere.example');
  await platform.getByRole('button', { name: 'Book, and pay nothing' }).click();
  await expect(platform.getByRole('heading', { level: 1 })).toHaveText(/^Booked: /);
  return (await platform.locator('dd').first().textContent())!;
}

/** Comes back to the page, as often as it takes until it shows something. */
const comesTrue = (page: Page, holds: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await holds();
  }).toPass({ timeout: 45_000 });

test('scan, Book Now, book on the simulated FareHarbor: the ticket turns live, its commission is explained; cancelled there, it is reversed', {
  tag: '@main',
}, async ({ page, product, elsewhere }) => {
  await signInTraveler(page, product, 'newcomer@example.com');
  const experience = 'Kaimana Reef Swims';
  const platform = await scanAndFollow(page, product, 'Kaiona Hotel Waikīkī', experience);
  expect(platform.url()).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/fareharbor\.com\/embeds\/book\/kaimanareefswims\/items\/410233\/\?full-items=yes&ref=\w{32}$/,
  );
  await expect(platform.getByText('This page stands in for FareHarbor in the demo.')).toBeVisible();

  await openBookings(page);
  await expect(cardOf(page, experience)).toContainText('Pending');
  await cardOf(page, experience).getByRole('button', { name: 'View Ticket' }).click();
  const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
  await expect(ticket).toContainText('Not confirmed');

  const reference = await bookThere(platform);
  await comesTrue(page, () => expect(ticket).toContainText('Live Ticket', { timeout: 2_000 }));
  await expect(ticket.getByText(reference).first()).toBeVisible();

  const [{ id, amount, estimated }] = await (await page.request.get('/api/bookings')).json();
  expect(estimated).toBe(false);
  const desk = await elsewhere();
  await signIn(desk, product, 'partner@example.com');
  const explain = async () => await (await desk.request.get(`/api/bookings/${id}/explanation`)).json();
  const place = 'Kaiona Hotel Waikīkī';
  expect(await explain()).toMatchObject({
    ...{ experience, platform: 'fareharbor', state: 'pending', amount, share: Math.round(amount * 15) / 100 },
    scan: { place },
    changes: [{ status: 'confirmed', told_by: 'fareharbor' }],
  });

  await page.keyboard.press('Escape');
  await platform.getByRole('button', { name: 'Cancel the booking' }).click();
  await expect(platform.getByRole('heading', { level: 1 })).toHaveText(`Cancelled: ${experience}`);
  await expect(platform.getByText(/^It was told of this at /)).toBeVisible();
  await comesTrue(page, () => expect(cardOf(page, experience)).toContainText('Cancelled', { timeout: 2_000 }));
  const { state, share, entries } = await explain();
  expect([state, share]).toEqual(['none', 0]);
  const posted = entries.filter((one: { kind: string }) => one.kind !== 'reversal').length;
  expect(posted).toBeGreaterThan(0);
  expect(entries.filter((one: { kind: string }) => one.kind === 'reversal')).toHaveLength(posted);
});

test('Viator is asked, and tells of a booking and of another day', async ({ page, product }) => {
  await signInTraveler(page, product, 'newcomer2@example.com');
  const experience = 'The Slow Road to Hāna';
  const platform = await scanAndFollow(page, product, 'Kaiona Hotel Wailea', experience);
  await openBookings(page);
  await bookThere(platform);
  await comesTrue(page, () => expect(cardOf(page, experience)).toContainText('Confirmed', { timeout: 2_000 }));
  await platform.getByLabel('Another date').fill(inDays(9));
  await platform.getByRole('button', { name: 'Move it' }).click();
  const checkIn = async () => (await (await page.request.get('/api/bookings')).json())[0].check_in_date;
  await expect.poll(checkIn, { timeout: 30_000 }).toBe(inDays(9));
});

test('its pages can be used by everybody, on the narrowest phone too', async ({ page, product }) => {
  const origin = `http://127.0.0.1:${Number(new URL(product.url).port) + 2}`;
  const other = await page.context().newPage();
  const link = `${origin}/hapunadunes.example/book`;
  await other.goto(link);
  await expectAccessible(other, { enlarged: true });
  await other.getByRole('button', { name: 'Book, and pay nothing' }).click();
  await expect(other.getByRole('alert')).toContainText('Something is missing or wrong');
  await expectAccessible(other, { enlarged: true });
  await other.goto(`${link}?ref=somebody`);
  // In a month to which none of the ninety days' bookings belongs.
  const day = inDays(180);
  await bookThere(other, day);
  await expectAccessible(other, { enlarged: true });
  await other.goto(origin);
  const operators = other.getByRole('heading', { name: `The operator's own site, ${day.slice(0, 7)}` });
  await expect(operators.locator('+ dl')).toContainText('1 of 1');
  await expectAccessible(other, { enlarged: true });
  await other.goto(`${origin}/nothing`);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('There is no such page');
});
