import type { Locator, Page } from '@playwright/test';
import { test } from './behind.ts';
import { book, bookable, openBookings } from './bookings-world.ts';
import { expect, ready } from './fixtures.ts';
import { workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { heartOf, keptOnDevice, openListByMenu, savedOnServer, tapHeart } from './saved-pages.ts';
import { signInTraveler } from './session.ts';

// Each begins with a phone that has something of every screen.
test.beforeEach(() => test.setTimeout(120_000));

/** Three seconds of patience with room for a crowded machine, and less than the ten of one call. */
const soonMs = 9_500;

const toHome = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).click();
const toBookings = (page: Page) => page.getByRole('link', { name: 'My Bookings' }).first().click();
const toExplore = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Explore' }).click();
const toActivity = (page: Page) =>
  page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'My Activity' }).click();
const toAnalytics = (page: Page) => page.getByRole('main').locator('a[href="/analytics"]').click();
const unreached = (page: Page) => page.getByText('Our server does not answer just now.');

interface Screen {
  /** Where at home the way there begins; its overview unless told. */
  from?: (page: Page) => Promise<unknown>;
  go: (page: Page) => Promise<unknown>;
  says: (page: Page) => Locator;
}

/** What each screen says of what is kept, and how one goes there in the page. */
const screens = {
  '/bookings': { go: toBookings, says: (page: Page) => page.getByText(/You see your bookings as of/) },
  '/saved': { go: openListByMenu, says: (page: Page) => page.getByText(/This is your list as of/) },
  '/analytics': {
    from: toActivity,
    go: toAnalytics,
    says: (page: Page) => page.getByText(/You see your figures as of/),
  },
  '/explore': { go: toExplore, says: (page: Page) => page.getByText(/You are seeing what we showed you on/) },
  '/dashboard': { go: toHome, says: (page: Page) => page.getByText('What opens without a connection.') },
} satisfies Record<string, Screen>;

/** A traveler whose phone has something of every screen, at home. */
async function useOnline(page: Page, behind: Product, email: string): Promise<void> {
  await signInTraveler(page, behind, email);
  const [listing] = await bookable(page);
  await book(page, behind, listing!.id);
  await page.goto('/explore');
  await ready(page);
  await page.goto(`/location/${behind.codes[0]!.location_id}`);
  await ready(page);
  await tapHeart(page, 0);
  await expect.poll(() => savedOnServer(page)).toHaveLength(1);
  for (const path of ['/saved', '/analytics', '/bookings', '/dashboard']) {
    await page.goto(path);
    await ready(page);
  }
  await workerReady(page);
  await expect.poll(() => keptOnDevice(page, 'account')).not.toBeNull();
}

test('in the page, what is kept is there after three seconds of silence, and the live answer replaces it', async ({
  page,
  behind,
}) => {
  await useOnline(page, behind, 'silent-inside@example.com');
  // The scripts of each are here.
  for (const { from, go } of Object.values<Screen>(screens)) {
    await from?.(page);
    await go(page);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await toHome(page);
    await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
  }
  for (const [path, { from, go, says }] of Object.entries<Screen>(screens)) {
    await test.step(path, async () => {
      if (path === '/dashboard') await toExplore(page);
      await from?.(page);
      if (from) await expect(page.getByRole('main').locator('a[href="/analytics"]')).toBeVisible();
      behind.network.spoil('silent', /^\/(api|healthz)/);
      const begun = Date.now();
      await go(page);
      await expect(says(page)).toBeVisible({ timeout: 30_000 });
      expect(Date.now() - begun).toBeLessThan(soonMs);
      behind.network.mend();
      await expect(says(page)).toHaveCount(0);
      await toHome(page);
      await expect(page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    });
  }
});

test('from cold just so, on every screen of which something is kept', async ({ page, behind }) => {
  await useOnline(page, behind, 'silent-outside@example.com');
  for (const [path, { says }] of Object.entries(screens)) {
    await test.step(path, async () => {
      await page.goto('about:blank');
      behind.network.spoil('silent');
      const begun = Date.now();
      // Pictures that do not come hold up nobody.
      await page.goto(path, { waitUntil: 'commit' });
      await expect(says(page)).toBeVisible({ timeout: 30_000 });
      expect(Date.now() - begun).toBeLessThan(soonMs);
      behind.network.mend();
      await expect(says(page)).toHaveCount(0, { timeout: 20_000 });
    });
  }
});

test('a wish that waits keeps nobody waiting', async ({ page, behind }) => {
  await useOnline(page, behind, 'silent-wish@example.com');
  await page.goto(`/location/${behind.codes[0]!.location_id}`);
  await ready(page);
  behind.network.spoil('silent', /^\/(api|healthz)/);
  const heart = page.getByRole('button', { name: /^Save: / }).nth(1);
  const name = (await heart.textContent())!.replace('Save: ', '');
  await heart.click();
  await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'true');
  const begun = Date.now();
  await openListByMenu(page);
  await expect(screens['/saved'].says(page)).toBeVisible({ timeout: 40_000 });
  expect(Date.now() - begun).toBeLessThan(soonMs);
  await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
  behind.network.mend();
  await expect(screens['/saved'].says(page)).toHaveCount(0, { timeout: 20_000 });
  await expect.poll(() => savedOnServer(page)).toHaveLength(2);
});

test('where nothing answered nobody is called online', async ({ page, behind }) => {
  await useOnline(page, behind, 'not-online@example.com');
  const main = page.getByRole('main');
  behind.network.spoil('silent', /^\/(api|healthz)/);
  await toBookings(page);
  await expect(screens['/bookings'].says(page)).toBeVisible();
  await expect(main.getByText('Offline', { exact: true })).toBeVisible();
  await expect(main.getByText('Online', { exact: true })).toHaveCount(0);
  behind.network.mend();
  await expect(main.getByText('Online', { exact: true })).toBeVisible();
  await expect(page.getByText('Live from our server')).toBeVisible();
});

test('a filter of the bookings asks nobody: where nothing answers the list stays', async ({ page, behind }) => {
  await useOnline(page, behind, 'filter-silent@example.com');
  await toBookings(page);
  const live = page.getByText('Live from our server');
  await expect(live).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  behind.network.spoil('silent');
  const filter = page.getByRole('navigation', { name: 'Filter by status' });
  await filter.getByRole('link', { name: 'Pending' }).click();
  await expect(page).toHaveURL(/status=pending$/);
  await expect(filter.getByRole('link', { name: 'Pending' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('article')).toHaveCount(1);
  await filter.getByRole('link', { name: 'Confirmed' }).click();
  await expect(page.getByText('Nothing is confirmed')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(asked.filter((path) => path === '/api/bookings')).toEqual([]);
  await expect(live).toBeVisible();
});

test('while an answer is late nobody is called online', async ({ page, behind }) => {
  await useOnline(page, behind, 'late-not-online@example.com');
  await toBookings(page);
  await expect(page.getByText('Live from our server')).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('Offline', { exact: true }).first()).toBeVisible();
  behind.network.spoil('silent', /^\/(api|healthz)/);
  await page.context().setOffline(false);
  await expect(screens['/bookings'].says(page)).toBeVisible();
  await expect(page.getByRole('main').getByText('Online', { exact: true })).toHaveCount(0, { timeout: 2_000 });
  behind.network.mend();
  await expect(page.getByText('Live from our server')).toBeVisible({ timeout: 20_000 });
});

const lost = {
  bookings: { ...screens['/bookings'], at: '**/api/bookings' },
  home: { ...screens['/dashboard'], at: '**/api/profiles' },
  figures: { ...screens['/analytics'], at: '**/api/analytics/traveler*' },
};

for (const [what, { from, go, says, at }] of Object.entries<Screen & { at: string }>(lost)) {
  const toItsWay = async (page: Page) => {
    if (what !== 'home') await toHome(page);
    await from?.(page);
  };

  const begin = async (page: Page, behind: Product, again: string) => {
    await useOnline(page, behind, `lost-${what}-${again}@example.com`);
    await from?.(page);
    await go(page);
    await toExplore(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Explore Experiences');
  };

  test(`one lost answer about ${what} is asked for again by itself`, async ({ page, behind }) => {
    await begin(page, behind, 'alone');
    await page.route(at, (route) => route.abort(), { times: 1 });
    await toItsWay(page);
    await go(page);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Explore Experiences');
    await expect(says(page)).toHaveCount(0);
    if (what === 'bookings') await expect(page.getByText('Live from our server')).toBeVisible();
  });

  test(`and on request, where nothing is heard of the server: ${what}`, async ({ page, behind }) => {
    await begin(page, behind, 'asked');
    await page.route(at, (route) => route.abort());
    await page.route('**/healthz', (route) => route.abort());
    await toItsWay(page);
    await go(page);
    await expect(says(page)).toBeVisible();
    await expect(unreached(page)).toBeVisible();
    await page.unroute(at);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(says(page)).toHaveCount(0);
    await expect(unreached(page)).toHaveCount(0);
  });
}

test('what stays away is asked for again every half minute', async ({ page, behind }) => {
  await useOnline(page, behind, 'lost-long@example.com');
  await openBookings(page);
  await toHome(page);
  await page.clock.install();
  await page.route('**/api/bookings', (route) => route.abort());
  await page.route('**/healthz', (route) => route.abort());
  await toBookings(page);
  await expect(screens['/bookings'].says(page)).toBeVisible();
  await page.unroute('**/api/bookings');
  await page.unroute('**/healthz');
  await page.clock.fastForward(30_000);
  await expect(screens['/bookings'].says(page)).toHaveCount(0);
});
