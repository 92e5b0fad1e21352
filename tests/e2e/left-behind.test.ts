import type { Page } from '@playwright/test';
import { aBooking } from './a-booking.ts';
import { answer, at, hold } from './answers.ts';
import { expect, ready, test } from './fixtures.ts';
import { signInTraveler } from './session.ts';

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(`holoholo.${name}`), key);
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
};
const reef = aBooking({ business_listing_name: 'Reef Walk at Dawn' });

test('an answer that comes after the sign-out is not kept', async ({ page, product }) => {
  await signInTraveler(page, product, 'late-bookings@example.com', { fresh: true });
  await answer(page, at.bookings, [reef]);
  await page.goto('/dashboard');
  await ready(page);
  await expect.poll(() => kept(page, 'user')).toContain('late-bookings@example.com');
  const release = await hold(page, at.bookings);
  const asked = page.waitForRequest(at.bookings);
  await page.getByRole('link', { name: 'My Bookings' }).click();
  await asked;
  // Another tab signs out; this one has not gone to the cover yet.
  await page.evaluate(() => localStorage.removeItem('holoholo.user'));
  await release();
  await expect(page.getByText('Reef Walk at Dawn').first()).toBeVisible();
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
  expect(await kept(page, 'bookings')).toBeNull();
});

test('what somebody left all the same goes with the next page of a guest’s, whose own stays', async ({ page }) => {
  await page.goto('/explore');
  await ready(page);
  const own = ['bookmarks', 'settings', 'saved.guest'];
  const left = ['bookings', 'figures.overview', 'recommendations', 'saved.account'];
  const plant = (names: string[]) =>
    page.evaluate((keys) => {
      for (const key of keys) localStorage.setItem(`holoholo.${key}`, '{}');
    }, names);
  await plant([...own, ...left]);
  await page.reload();
  await ready(page);
  for (const key of left) expect([key, await kept(page, key)]).toEqual([key, null]);
  for (const key of own) expect([key, await kept(page, key)]).toEqual([key, '{}']);
});

test.describe('a sign-out without a network, on a phone without a worker', () => {
  test.use({ serviceWorker: false });

  test('takes all of theirs off the screen and says so', async ({ page, product }) => {
    await signInTraveler(page, product, 'leaves-screen@example.com', { fresh: true });
    await answer(page, at.bookings, [reef]);
    await page.goto('/bookings');
    await ready(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    await expect(menu.getByText('leaves-screen')).toBeVisible();
    expect(await page.evaluate(() => Boolean(navigator.serviceWorker?.controller))).toBe(false);
    const hides = () =>
      page.evaluate(() => {
        const main = document.querySelector('main')!;
        main.hidden = true;
        const { display } = getComputedStyle(main);
        main.hidden = false;
        return display;
      });
    expect(await hides()).toBe('none');
    await page.context().setOffline(true);
    await menu.getByRole('button', { name: 'Sign Out' }).click();
    await expect(menu.getByRole('status').filter({ hasText: 'You are signed out on this phone' })).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/`);
    await expect(page.getByText(/Reef Walk|leaves-screen|Traveler/)).toHaveCount(0);
    await page.screenshot({ path: 'test-results/left-without-worker.png' });
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expect(menu).toHaveCount(0);
    await page.screenshot({ path: 'test-results/left-without-worker-closed.png' });
    // Nor is there a way back to it.
    await page.goBack().catch(() => {});
    await expect(page.getByText(/Reef Walk|leaves-screen|Your Bookings/)).toHaveCount(0);
  });
});

test('what waits to be sent says nothing of who has left', async ({ page, product }) => {
  await signInTraveler(page, product, 'leaves-traces@example.com', { fresh: true });
  await page.goto('/dashboard');
  await ready(page);
  await expect.poll(() => kept(page, 'user')).toContain('leaves-traces@example.com');
  await openMenu(page);
  await page.evaluate(() => {
    const { id } = JSON.parse(localStorage.getItem('holoholo.user')!);
    const event = {
      event_type: 'booking_initiated',
      user_id: id,
      business_listing_id: 1,
      timestamp: new Date().toISOString(),
      event_data: { experience_name: 'Reef Walk at Dawn', transaction_id: 'txn_1', platform: 'viator' },
    };
    const batch = { key: 'a-key-of-16-letters', at: Date.now(), events: [event] };
    localStorage.setItem('holoholo.events', JSON.stringify({ waiting: [event], batch }));
    const body = { business_listing_id: 1, booking_url: 'https://viator.com/x', conversion_timestamp: event.timestamp };
    localStorage.setItem('holoholo.conversions', JSON.stringify([{ id: '1', userId: id, body }]));
  });
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByText('You are signed out on this phone').first()).toBeVisible();
  expect(await kept(page, 'conversions')).toBeNull();
  const { waiting, batch } = JSON.parse((await kept(page, 'events'))!);
  // What has been sent with them would be refused in another form.
  expect(batch).toBeUndefined();
  expect(waiting).toMatchObject([
    { event_type: 'booking_initiated', business_listing_id: 1, event_data: { platform: 'viator' } },
  ]);
  expect(JSON.stringify(waiting)).not.toMatch(/user_id|Reef Walk|txn_1/);
});
