import type { Page } from '@playwright/test';
import { test } from './behind.ts';
import { book, bookable, cardOf, openBookings, openDesk } from './bookings-world.ts';
import { ask, countScans } from './database.ts';
import { expect, problem, ready } from './fixtures.ts';
import { enterCode, keepPlace, keptNotice, placeKept, waiting, workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { countAsks, turn } from './put-aside.ts';
import { signInTraveler } from './session.ts';

const toBookings = async (page: Page) => {
  await page.getByRole('link', { name: 'My Bookings' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Bookings');
};

for (const fault of ['cut', 'shortened', 'portal', 'forbidden'] as const) {
  test(`an answer that is ${fault} counts as none: what is kept is shown, and its ticket is no live one`, async ({
    page,
    behind,
    browser,
  }) => {
    // A platform's references are one booking's each.
    const reference = `HALF-${fault}`;
    await signInTraveler(page, behind, `half-${fault}@example.com`);
    const [listing] = await bookable(page);
    const desk = await openDesk(browser, behind);
    await desk.decide(await book(page, behind, listing!.id), { status: 'confirmed', booking_reference: reference });
    await desk.close();
    await openBookings(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('holoholo.bookings'))).toContain(reference);
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page.getByRole('link', { name: 'My Bookings' })).toBeVisible();

    behind.network.spoil(fault, /^\/api\/bookings$/);
    await toBookings(page);
    await expect(page.getByText(/You see your bookings as of/)).toBeVisible();
    // The server is reached all the same, as the poll says.
    await expect(page.getByRole('main').getByText('Online', { exact: true })).toBeVisible();
    await cardOf(page, listing!.name)
      .getByRole('button', { name: /^View Ticket/ })
      .click();
    const ticket = page.getByRole('dialog', { name: 'Ticket Details' });
    await expect(ticket).toContainText('Offline Mode');
    await expect(ticket).not.toContainText('Live Ticket');
    await page.keyboard.press('Escape');

    behind.network.mend();
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText(/You see your bookings as of/)).toHaveCount(0);
    await cardOf(page, listing!.name)
      .getByRole('button', { name: /^View Ticket/ })
      .click();
    await expect(ticket).toContainText('Live Ticket');
  });

  test(`a scan whose answer is ${fault} waits, and is sent once`, async ({ page, behind }) => {
    const code = behind.codes.filter((one) => one.status === 'active')[
      { cut: 1, shortened: 2, portal: 3, forbidden: 4 }[fault]
    ]!;
    const before = await countScans(behind, code.qr_code_id);
    await page.goto('/scan');
    await ready(page);
    behind.network.spoil(fault, /^\/api\/qr\/scan$/);
    await enterCode(page, code.qr_code_id);
    await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
    // Sending what waits fares no better.
    const tried = page.waitForRequest('**/api/qr/scan');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await tried;
    await page.reload();
    await ready(page);
    expect(await waiting(page)).toBe(1);
    behind.network.mend();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(() => waiting(page)).toBe(0);
    expect(await countScans(behind, code.qr_code_id)).toBe(before + 1);
  });
}

test('a link that is asked for while answers are shortened is said not to have been', async ({ page, behind }) => {
  await page.goto('/auth');
  await ready(page);
  behind.network.spoil('shortened', /^\/api\/auth/);
  await page.getByLabel('Email address').fill('half@example.com');
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click();
  await expect(problem(page)).toHaveText('Network error. Please check your connection and try again.');
});

test('a poll that hangs is a dead network', async ({ page, behind }) => {
  await signInTraveler(page, behind, 'poll-hangs@example.com');
  await page.clock.install();
  await openBookings(page);
  await expect(page.getByText('Live from our server')).toBeVisible();
  behind.network.spoil('silent', /^\/healthz/);
  const polled = page.waitForRequest('**/healthz');
  await page.clock.fastForward(30_000);
  await polled;
  await expect(page.getByText('Live from our server')).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(page.getByText('Your tickets still open')).toBeVisible();
  behind.network.mend();
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Live from our server')).toBeVisible();
});

test('a page that is not seen asks nothing, and asks at once when it is seen again', async ({ page, behind }) => {
  await signInTraveler(page, behind, 'poll-hidden@example.com');
  await page.clock.install();
  await openBookings(page);
  await expect(page.getByText('Live from our server')).toBeVisible();
  const polls = countAsks(page, '/healthz');
  await page.clock.fastForward(30_000);
  await expect.poll(polls).toBe(1);
  await turn(page, 'hidden');
  for (const _ of [1, 2, 3]) await page.clock.fastForward(30_000);
  // What any of them would have asked is before this.
  await page.evaluate(() => fetch('/api/users/me').then((answer) => answer.text()));
  expect(polls()).toBe(1);
  behind.network.spoil('portal', /^\/healthz/);
  await turn(page, 'visible');
  await expect.poll(polls).toBe(2);
  await expect(page.getByText('Your tickets still open')).toBeVisible();
});

test('so is a page of the network’s own that answers the poll', async ({ page, behind }) => {
  await signInTraveler(page, behind, 'poll-portal@example.com');
  await page.clock.install();
  await openBookings(page);
  await expect(page.getByText('Live from our server')).toBeVisible();
  behind.network.spoil('portal', /^\/healthz/);
  await page.clock.fastForward(30_000);
  await expect(page.getByText('Your tickets still open')).toBeVisible();
});

test('a call ends with the navigation it is for', async ({ page, behind }) => {
  await page.goto('/explore');
  await ready(page);
  behind.network.spoil('silent', /^\/api\/business-listings/);
  const failed: string[] = [];
  page.on('requestfailed', (request) => failed.push(new URL(request.url()).pathname));
  const asked = page.waitForRequest('**/api/business-listings?*');
  await page.getByLabel('Search experiences').fill('reef');
  await asked;
  expect(failed).toEqual([]);
  await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
  await expect(page.getByText('Point your camera at the code')).toBeVisible();
  // Long before its own deadline.
  await expect.poll(() => failed, { timeout: 4_000 }).toContain('/api/business-listings');
});

test('a kept place is there after three seconds, and is replaced by the live answer when it comes', async ({
  page,
  behind,
}) => {
  const { name } = await keepPlace(page, behind.codes);
  behind.network.spoil('silent', /^\/api\/locations/);
  const begun = Date.now();
  await page.getByRole('link', { name }).click();
  await expect(keptNotice(page)).toBeVisible();
  expect(Date.now() - begun).toBeGreaterThanOrEqual(2_900);
  expect(Date.now() - begun).toBeLessThan(9_000);
  behind.network.mend();
  await expect(keptNotice(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('also from cold and for somebody who is signed in, where nothing at all answers', async ({ page, behind }) => {
  const { location_id: id, location_name: name } = behind.codes.find((one) => one.status === 'active')!;
  await signInTraveler(page, behind, 'silent-cold@example.com');
  await page.goto(`/location/${id}`);
  await placeKept(page, id);
  await openBookings(page);
  await page.goto('/dashboard');
  await workerReady(page);
  await page.goto('about:blank');
  behind.network.spoil('silent');
  const begun = Date.now();
  await page.goto(`/location/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(keptNotice(page)).toBeVisible();
  expect(Date.now() - begun).toBeLessThan(9_000);
  behind.network.mend();
  await expect(keptNotice(page)).toBeHidden();
  await expect(page.getByRole('link', { name: /^Book Now/ }).first()).toBeVisible();
});

test.describe('a script that does not come', () => {
  test.use({ serviceWorkers: 'block' });
  const reports = (behind: Product) => ask<{ severity: string }>(behind, 'select severity from error_reports');
  const scanScript = /^\/assets\/scan-/;

  test('while the server is away counts as a lost network, comes by itself, and is reported to nobody', async ({
    page,
    behind,
  }) => {
    // At once, before the page has come to rest.
    await page.goto('/explore');
    await ready(page);
    const before = (await reports(behind)).length;
    behind.network.spoil('gone');
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');
    behind.network.mend();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
    expect(await reports(behind)).toHaveLength(before);
  });

  test('while the server is there is had by loading once anew, and never counts as a grave error', async ({
    page,
    behind,
  }) => {
    await page.goto('/explore');
    await ready(page);
    behind.network.spoil('cut', scanScript);
    const loads: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && loads.push(new URL(request.url()).pathname));
    const came = page.waitForURL('/scan');
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await came;
    behind.network.mend();
    expect(loads).toEqual(['/scan']);
    expect((await reports(behind)).filter(({ severity }) => severity === 'high')).toEqual([]);
  });
});
