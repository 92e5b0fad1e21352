import type { Page, Route } from '@playwright/test';
import { at, hold, refuseOnce } from './answers.ts';
import { expectReadableInDark } from './axe.ts';
import { book, bookable } from './bookings-world.ts';
import { expect, ready, test } from './fixtures.ts';
import { expectNothingHidden } from './nothing-hidden.ts';
import type { Product } from './product.ts';
import { openListByMenu } from './saved-pages.ts';
import { signInTraveler } from './session.ts';
import { withoutImpressions } from './stored-events.ts';

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(`holoholo.${name}`), key);
const openMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
};

/** Books something as the page's user. @returns its name. */
async function bookSomething(page: Page, product: Product): Promise<string> {
  const [listing] = await bookable(page);
  await book(page, product, listing!.id);
  return listing!.name;
}

const note = 'Ask for the table by the door';

/** Saves an experience with a private note, as whoever the page is signed in as. @returns the note. */
async function saveWithNote(page: Page, product: Product): Promise<string> {
  const [listing] = await (await page.request.get('/api/business-listings')).json();
  const headers = { origin: product.url };
  const reply = await page.request.put(`/api/saved/${listing.id}`, { data: { note }, headers });
  expect(reply.ok()).toBe(true);
  return note;
}

for (const { what, key, endpoint, keep, open } of [
  {
    what: 'bookings',
    key: 'bookings',
    endpoint: at.bookings,
    keep: bookSomething,
    open: (page: Page) => page.getByRole('link', { name: 'My Bookings' }).click(),
  },
  { what: 'saved places', key: 'saved.account', endpoint: '**/api/saved', keep: saveWithNote, open: openListByMenu },
])
  test(`an answer that comes after the sign-out is not kept: ${what}`, async ({ page, product }) => {
    const email = `late-${key}@example.com`;
    await signInTraveler(page, product, email, { fresh: true });
    const shown = await keep(page, product);
    await page.goto('/dashboard');
    await ready(page);
    await expect.poll(() => kept(page, 'user')).toContain(email);
    const release = await hold(page, endpoint);
    const asked = page.waitForRequest(endpoint);
    const opened = open(page);
    await asked;
    // Another tab signs out; this one has not gone to the cover yet.
    await page.evaluate(() => localStorage.removeItem('holoholo.user'));
    await release();
    await opened;
    await expect(page.getByText(shown).first()).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
    expect(await kept(page, key)).toBeNull();
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

test('whose device it is, it knows without their telephone number and where they live', async ({ page, product }) => {
  await signInTraveler(page, product, 'known-here@example.com', { fresh: true });
  const data = { phone: '+1 (808) 555-0134', location: 'Laupāhoehoe' };
  const changed = await page.request.put('/api/profiles', { data, headers: { origin: product.url } });
  expect(await changed.json()).toMatchObject(data);
  await page.goto('/dashboard');
  await ready(page);
  await expect.poll(() => kept(page, 'user')).toContain('known-here@example.com');
  const all = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(all).not.toMatch(/555-0134|Laupāhoehoe/);
});

test.describe('a sign-out without a network, on a phone without a worker', () => {
  test.use({ serviceWorker: false });

  test('takes all of theirs off the screen and says so', { tag: '@main' }, async ({ page, product }) => {
    await signInTraveler(page, product, 'leaves-screen@example.com', { fresh: true });
    const name = await bookSomething(page, product);
    const traces = page.getByText(name).or(page.getByText('leaves-screen'));
    await page.goto('/bookings');
    await ready(page);
    // All that is to go is there.
    await expect(page.getByRole('article').getByRole('heading', { name })).toBeVisible();
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog');
    await expect(menu.getByText('leaves-screen')).toBeVisible();
    await expect(menu.getByText('Traveler').first()).toBeVisible();
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
    await expect(traces).toHaveCount(0);
    await expect(page.getByText('Traveler')).toHaveCount(0);
    await page.screenshot({ path: 'test-results/left-without-worker.png' });
    await page.getByRole('button', { name: 'Close' }).first().click();
    await expect(menu).toHaveCount(0);
    await page.screenshot({ path: 'test-results/left-without-worker-closed.png' });
    // Nor is there a way back to it.
    await page.goBack().catch(() => {});
    await expect(traces).toHaveCount(0);
    await expect(page.getByText('Your Bookings')).toHaveCount(0);
  });
});

test.describe('a sign-out whose menu is closed before it comes to anything', () => {
  test.use({ serviceWorker: false });

  /** Signs out, and closes the menu while the server is asked. Gives the request. */
  async function leaveAndClose(page: Page, product: Product, email: string): Promise<Route> {
    await signInTraveler(page, product, email, { fresh: true });
    await page.goto('/explore');
    await ready(page);
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/device-watch-')),
    );
    const asked = Promise.withResolvers<Route>();
    await page.route(at.logout, asked.resolve);
    await openMenu(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    const request = await asked.promise;
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.evaluate(() => {
      for (const region of document.querySelectorAll('[role=status]')) region.setAttribute('data-before', '');
    });
    return request;
  }

  test('says so where there is no network', async ({ page, product }) => {
    const request = await leaveAndClose(page, product, 'closes-offline@example.com');
    await page.context().setOffline(true);
    await request.abort();
    const said = page.locator('[data-before]').getByText('You are signed out on this phone');
    await expect(said).toBeVisible();
    expect(await kept(page, 'user')).toBeNull();
    await page.screenshot({ path: 'test-results/left-menu-closed.png' });
    // Until the server knows, which is said too: that it could not, and that it is done.
    await page.unroute(at.logout);
    await page.route(at.logout, (route) => refuseOnce(route, 503, 'unavailable'), { times: 1 });
    await page.context().setOffline(false);
    await expect(page.locator('[data-before]').getByText('Our server could not end your session there')).toBeVisible();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    const done = page.locator('[data-before]').getByText('Your sign-out is complete');
    await expect(done).toBeVisible();
    await expect(said).toHaveCount(0);
    await page.screenshot({ path: 'test-results/left-complete.png' });
    await expectReadableInDark(page, 'left-complete');
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
    await expect(done).toHaveCount(0);
  });

  test('says that it was refused, until one goes on', async ({ page, product }) => {
    const request = await leaveAndClose(page, product, 'closes-refused@example.com');
    await refuseOnce(request, 503, 'unavailable');
    const said = page.locator('[data-before]').getByText('You are still signed in here');
    await expect(said).toBeVisible();
    await page.screenshot({ path: 'test-results/refused-menu-closed.png' });
    await expectReadableInDark(page, 'refused-menu-closed');
    await expectNothingHidden(
      page,
      page.locator('[data-before] > div').filter({ hasText: 'still signed in' }),
      'refused-enlarged',
    );
    await page.getByRole('link', { name: 'Scan QR', exact: true }).click();
    await expect(page.getByText('Point your camera at the code')).toBeVisible();
    await expect(said).toHaveCount(0);
  });
});

test('what waits to be sent says nothing of who has left', async ({ page, product }) => {
  await withoutImpressions(page.context());
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
