import type { Page } from '@playwright/test';
import { at, hold, refuse } from './answers.ts';
import { expectAccessible, expectReadableInDark } from './axe.ts';
import { test as behindTest } from './behind.ts';
import { expectErrors } from './console-errors.ts';
import { ask } from './database.ts';
import { failAt } from './failing-database.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { cached, enterCode, placeKept, waiting, workerReady } from './offline.ts';
import type { Product } from './product.ts';
import { keptOnDevice, openListByMenu, openPlace, tapHeart } from './saved-pages.ts';
import { signInTraveler, signInUnheard } from './session.ts';

test.use({ serviceWorker: true });
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
};
/** Waits until a page has what comes last. */
const atRest = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/at-rest-')));
/** Whose the device is; unknown while a page is loaded anew. */
const user = (page: Page) => page.evaluate(() => localStorage.getItem('holoholo.user')).catch(() => undefined);
const placesOf = async (page: Page) => (await cached(page))['holoholo-places'] ?? [];

/** Deleting takes its time from now on: what a page does next must wait for it. */
const slowDeleting = (page: Page) =>
  page.evaluate(() => {
    const remove = caches.delete.bind(caches);
    caches.delete = async (name) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return await remove(name);
    };
  });

/** Signs a traveler in on a phone that keeps a place; says whether their session lives. */
async function settleIn(page: Page, product: Product, email: string) {
  await signInTraveler(page, product, email, { fresh: true });
  const { location_id: id } = product.codes.find((one) => one.status === 'active')!;
  await page.goto(`/location/${id}`);
  await placeKept(page, id);
  await expect.poll(() => user(page)).toContain(email);
  const sessions = 'select 1 from sessions join users on users.id = user_id where email = $1';
  return { id, isAlive: async () => (await ask(product, sessions, [email])).length > 0 };
}

test('the device is cleared after the server has answered, not before', { tag: '@main' }, async ({ page, product }) => {
  const { id, isAlive } = await settleIn(page, product, 'asks-first@example.com');
  const release = await hold(page, at.logout);
  await slowDeleting(page);
  await signOut(page);
  await expect(page.getByRole('button', { name: 'Signing out...' })).toBeDisabled();
  expect(await user(page)).toContain('asks-first@example.com');
  expect(await placesOf(page)).toContain(`/api/locations/${id}`);
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  expect(await user(page)).toBeNull();
  expect(await placesOf(page)).toEqual([]);
  expect(await isAlive()).toBe(false);
});

test('a sign-out that the server refuses leaves all as it was', async ({ page, product }) => {
  const { id, isAlive } = await settleIn(page, product, 'refused-out@example.com');
  await failAt(page, product, 'unavailable', 'sessions', '/api/logout', ['delete', 'update']);
  await signOut(page);
  await expect(page.getByRole('alert').filter({ hasText: 'You are still signed in here' })).toBeVisible();
  expect(await user(page)).toContain('refused-out@example.com');
  expect(await placesOf(page)).toContain(`/api/locations/${id}`);
  expect(await isAlive()).toBe(true);
});

test('all tabs of the device leave with the one in which somebody signs out, also one that was a guest’s before', async ({
  page,
  product,
}) => {
  test.slow();
  const earlier = await page.context().newPage();
  await earlier.goto('/scan');
  await ready(earlier);
  await atRest(earlier);
  await settleIn(page, product, 'two-tabs@example.com');
  const other = await page.context().newPage();
  await other.goto('/bookings');
  await ready(other);
  await atRest(other);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Your Bookings');
  const before = await other.evaluate(() => history.length);
  await signOut(page);
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await expect(other).toHaveURL(`${product.url}/`);
  // There is no way back to what it showed.
  expect(await other.evaluate(() => history.length)).toBe(before);
  await expect(earlier).toHaveURL(`${product.url}/`);
});

// The network itself is gone: what a page sends as it goes leaves a browser also while it plays that there is none.
behindTest(
  'without a network the device is cleared, the person told, and the session ends at the next contact',
  async ({ page, behind }) => {
    const { id, isAlive } = await settleIn(page, behind, 'leaves-offline@example.com');
    behind.network.spoil('gone');
    await page.context().setOffline(true);
    await signOut(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
    await expect(page.getByText('You are signed out on this phone')).toBeVisible();
    await expectAccessible(page);
    await page.screenshot({ path: 'test-results/left.png' });
    await expectReadableInDark(page, 'left');
    // It covers nothing of the navigation, and is said by a region that was there before it.
    const bar = page.getByRole('status').filter({ hasText: 'You are signed out on this phone' });
    await expect(bar.getByRole('status')).toHaveCount(0);
    const [said, navigation] = await Promise.all([
      bar.locator('> div').boundingBox(),
      page.getByRole('navigation', { name: 'Main' }).boundingBox(),
    ]);
    expect(said!.y + said!.height).toBeLessThanOrEqual(navigation!.y);
    // Nor does it cover what the cover offers.
    for (const name of ['Get Started', 'Sign In']) {
      const link = await page.getByRole('main').getByRole('link', { name }).first().boundingBox();
      expect(said!.y + said!.height).toBeLessThanOrEqual(link!.y);
    }
    // The cover's picture has left the device with the rest: its colour stands there, not the mark of a broken one.
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            [...document.images].filter(
              (one) => one.complete && !one.naturalWidth && getComputedStyle(one).visibility !== 'hidden',
            ).length,
        ),
      )
      .toBe(0);
    expect(await user(page)).toBeNull();
    expect(await placesOf(page)).toEqual([]);
    expect(await isAlive()).toBe(true);
    // Nothing of theirs opens any more, from cold either.
    await page.goto('/dashboard');
    await ready(page);
    await expect(page).toHaveURL('/');
    await expect(page.getByText('You are signed out on this phone')).toBeVisible();
    await page.goto(`/location/${id}`);
    await ready(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('No connection here');

    behind.network.mend();
    await page.context().setOffline(false);
    await expect(page.getByText('You are signed out on this phone')).toBeHidden();
    await expect.poll(isAlive).toBe(false);
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('signed_in');
  },
);

test('a scan that waits goes with whoever made it: it is sent for nobody who comes after', async ({
  page,
  product,
}) => {
  await settleIn(page, product, 'scan-waits@example.com');
  const code = product.codes.filter((one) => one.status === 'active')[2]!;
  await page.goto('/scan');
  await workerReady(page);
  await atRest(page);
  await page.context().setOffline(true);
  await enterCode(page, code.qr_code_id);
  await expect(page.getByText('Your scan is kept on this phone')).toBeVisible();
  expect(await waiting(page)).toBe(1);
  await signOut(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await expect.poll(() => waiting(page)).toBe(0);
});

behindTest('a page that is opened is such a contact, and is a guest’s', async ({ page, behind, browser }) => {
  const { isAlive } = await settleIn(page, behind, 'leaves-quietly@example.com');
  behind.network.spoil('gone');
  await page.context().setOffline(true);
  await signOut(page);
  // The page that was left says it too: it is gone once the cover is there, and nothing is under way any more.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await ready(page);
  await expect(page.getByText('You are signed out on this phone')).toBeVisible();
  // No script runs that could ask for it.
  const mark = (await page.context().cookies()).filter(({ name }) => name === 'signed_in');
  expect(mark).toMatchObject([{ value: '0' }]);
  const cookies = await page.context().cookies();
  // With it goes its worker, which would still be heard once there is a network.
  await page.context().close();
  behind.network.mend();
  expect(await isAlive()).toBe(true);
  const plain = await browser.newContext({ baseURL: behind.url, javaScriptEnabled: false, serviceWorkers: 'block' });
  await plain.addCookies(cookies);
  const opened = await plain.newPage();
  await opened.goto('/dashboard');
  await expect(opened).toHaveURL('/');
  await expect(opened.getByRole('main').getByRole('link', { name: 'Sign In' })).toBeVisible();
  expect(await isAlive()).toBe(false);
  expect((await plain.cookies()).map(({ name }) => name)).toEqual(['device']);
  await plain.close();
});

test('without a worker, too, the person is told', async ({ browser, product }) => {
  const context = await browser.newContext({ baseURL: product.url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await signInTraveler(page, product, 'no-worker@example.com', { fresh: true });
  await page.goto('/explore');
  await ready(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  // The menu's script is here.
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu.getByRole('status').filter({ hasText: 'You are signed out on this phone' })).toBeVisible();
  expect(await user(page)).toBeNull();
  await context.close();
});

test('a session that ended elsewhere clears the device with the next call', async ({ page, product }) => {
  expectErrors(page, '401 /api/profiles', '401 /api/users/me');
  const email = 'ended-call@example.com';
  const { id } = await settleIn(page, product, email);
  await page.evaluate(() => localStorage.setItem('holoholo.figures.overview', '{}'));
  await endAll(page, product);
  expect(await placesOf(page)).toContain(`/api/locations/${id}`);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  // A guest's again, for whom Home is the cover.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  await expect.poll(() => user(page)).toBeNull();
  await expect.poll(() => placesOf(page)).toEqual([]);
  expect(await page.evaluate(() => localStorage.getItem('holoholo.figures.overview'))).toBeNull();
});

/** Another tab in which the profile is being written. */
async function writeBeside(page: Page): Promise<Page> {
  const other = await page.context().newPage();
  await other.goto('/dashboard?tab=profile');
  await ready(other);
  await atRest(other);
  await other.getByRole('button', { name: 'Edit Profile' }).click();
  await other.getByLabel('Location').fill('Hilo');
  return other;
}

test('what one person was writing leaves with them where another signs in beside it', async ({ page, product }) => {
  await settleIn(page, product, 'first-beside@example.com');
  const other = await writeBeside(page);
  await signInTraveler(page, product, 'second-beside@example.com', { fresh: true });
  await page.goto('/bookings');
  await ready(page);
  await expect.poll(() => user(page)).toContain('second-beside@example.com');
  await expect(other).not.toHaveURL(/tab=profile/);
  await expect(other.getByLabel('Location')).toHaveCount(0);
});

const profileOf = (product: Product, email: string) =>
  ask<{ location: string | null }>(
    product,
    'select p.location from profiles p join users u on u.id = p.user_id where u.email = $1',
    [email],
  );

test('where no tab hears of it, what one person was writing is taken from nobody else', async ({ page, product }) => {
  await settleIn(page, product, 'first-unheard@example.com');
  const other = await writeBeside(page);
  await signInUnheard(page, product, 'second-unheard@example.com');
  const refused = other.waitForResponse((answer) => answer.status() === 412);
  await other.getByRole('button', { name: 'Save' }).click();
  expect(new URL((await refused).url()).pathname).toBe('/api/profiles');
  // The cover leads on to the home of who is signed in.
  await expect(other).toHaveURL(`${product.url}/dashboard`);
  await expect(other.getByText('first-unheard@example.com')).toHaveCount(0);
  expect(await profileOf(product, 'second-unheard@example.com')).toEqual([{ location: null }]);
});

test('a page that asks anew who is here does not become another’s with what one was writing', async ({
  page,
  product,
}) => {
  await settleIn(page, product, 'first-anew@example.com');
  const other = await writeBeside(page);
  await signInUnheard(page, product, 'second-anew@example.com');
  await other.getByRole('link', { name: 'Profile', exact: true }).click();
  await expect(other).toHaveURL(`${product.url}/dashboard`);
  await expect(other.getByLabel('Location')).toHaveCount(0);
});

test('a booking link that is followed on a page of somebody else’s becomes nobody’s booking', async ({
  page,
  product,
}) => {
  await settleIn(page, product, 'first-link@example.com');
  expectErrors(page, '412 /api/qr/booking-conversion');
  await signInUnheard(page, product, 'second-link@example.com');
  const refused = page.waitForResponse((answer) => answer.status() === 412);
  await page
    .getByRole('link', { name: /^Book Now/ })
    .first()
    .click();
  await refused;
  await expect(page).toHaveURL(`${product.url}/dashboard`);
  const booked =
    "select b.id from bookings b join users u on u.id = b.user_id where u.email = 'second-link@example.com'";
  expect(await ask(product, booked, [])).toEqual([]);
});

for (const how of ['opened', 'loaded anew'] as const)
  test(`a page that is ${how}, and whose scripts come after another has signed in, takes nothing of theirs`, async ({
    page,
    product,
  }) => {
    const emails = ['first', 'second'].map((who) => `${who}-${how.replace(' ', '-')}@example.com`) as [string, string];
    const slow = await page.context().newPage();
    await signInTraveler(slow, product, emails[0], { fresh: true });
    if (how === 'loaded anew') {
      await slow.goto('/dashboard?tab=profile');
      await ready(slow);
    }
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await slow.route('**/assets/main-*.js', async (route) => {
      await released;
      await route.continue();
    });
    await (how === 'opened' ? slow.goto('/dashboard?tab=profile') : slow.reload());
    await signInTraveler(page, product, emails[1], { fresh: true });
    const writing = await writeBeside(page);
    release();
    await expect.poll(() => user(slow)).toContain(emails[1]);
    await expect(slow.getByText(emails[0])).toHaveCount(0);
    await expect(writing.getByLabel('Location')).toHaveValue('Hilo');
  });

test('with full storage, too, signing out everywhere takes what is being written off the other tabs', async ({
  page,
  product,
}) => {
  await settleIn(page, product, 'full-tabs@example.com');
  const other = await writeBeside(page);
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  await page.evaluate(() => {
    for (let size = 1 << 22; size >= 1; size = Math.floor(size / 2))
      for (let at = 0; at < 4; at++)
        try {
          localStorage.setItem(`holoholo.full.${size}.${at}`, 'x'.repeat(size));
        } catch {
          break;
        }
  });
  await page.getByRole('button', { name: /everywhere/i }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(other).toHaveURL(`${product.url}/`);
});

test('and with the next page', async ({ page, product }) => {
  expectErrors(page, '401 /api/users/me');
  await settleIn(page, product, 'ended-page@example.com');
  await endAll(page, product);
  await page.goto('/offline');
  await workerReady(page);
  await expect.poll(() => user(page)).toBeNull();
  await expect.poll(() => placesOf(page)).toEqual([]);
});

test('and a page of a guest’s that the server sends', async ({ page, product }) => {
  await settleIn(page, product, 'ended-guest@example.com');
  await endAll(page, product);
  await page.route('**/api/users/me', (route) => route.abort());
  await page.goto('/explore');
  await ready(page);
  await expect.poll(() => user(page)).toBeNull();
  await expect.poll(() => placesOf(page)).toEqual([]);
});

test('a server that cannot tell who is here takes nothing away', async ({ page, product }) => {
  const email = 'cannot-tell@example.com';
  const { id } = await settleIn(page, product, email);
  await refuse(page, at.me, 503, 'unavailable');
  await page.goto('/offline');
  await ready(page);
  await page.getByRole('link', { name: /^Explore Experiences/ }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await user(page)).toContain(email);
  expect(await placesOf(page)).toContain(`/api/locations/${id}`);
});

test('signing out everywhere waits until the device is cleared', async ({ page, product }) => {
  const { id } = await settleIn(page, product, 'everywhere@example.com');
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  expect(await placesOf(page)).toContain(`/api/locations/${id}`);
  await slowDeleting(page);
  await page.getByRole('button', { name: /everywhere/i }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await ready(page);
  expect(await placesOf(page)).toEqual([]);
  expect(await user(page)).toBeNull();
});

test('signing out everywhere whose answer is lost says that it may be done, and leads out when pressed again', async ({
  page,
  product,
}) => {
  expectErrors(page, '401 /api/sessions/end-all');
  const { id, isAlive } = await settleIn(page, product, 'everywhere-lost@example.com');
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  expect(await placesOf(page)).toContain(`/api/locations/${id}`);
  // It arrives, and its answer is lost on the way back.
  await page.route(
    '**/api/sessions/end-all',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: /everywhere/i }).click();
  const said = 'No answer has come: it may be done all the same. Check your connection and try again.';
  await expect(page.getByRole('alert')).toHaveText(said);
  expect(await isAlive()).toBe(false);
  await page.screenshot({ path: 'test-results/everywhere-lost-390.png' });
  await page.getByRole('button', { name: /everywhere/i }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect.poll(() => user(page)).toBeNull();
  await expect.poll(() => placesOf(page)).toEqual([]);
});

test('signing out everywhere takes what is being written off the other tabs too', async ({ page, product }) => {
  await settleIn(page, product, 'everywhere-tabs@example.com');
  const other = await writeBeside(page);
  await page.goto('/dashboard?tab=profile');
  await ready(page);
  await page.getByRole('button', { name: /everywhere/i }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await expect(other).toHaveURL(`${product.url}/`);
});

test('a private note that waits is gone when it is a week old and its writer has left; that of who is here is not', async ({
  page,
  product,
}) => {
  const email = 'note-waits@example.com';
  await signInTraveler(page, product, email, { fresh: true });
  await openPlace(page, product);
  const name = await tapHeart(page, 0);
  await openListByMenu(page);
  await workerReady(page);
  await page.context().setOffline(true);
  await page.getByRole('button', { name: linkName('Add a note', name) }).click();
  await page.getByLabel('Your note').fill('With Grandma, in secret');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => keptOnDevice(page, 'queue')).toContain('in secret');
  const aged = (days: number) =>
    page.evaluate((ms) => {
      const key = 'holoholo.saved.queue';
      const wishes = JSON.parse(localStorage.getItem(key)!) as { id: string }[];
      for (const wish of wishes) wish.id = wish.id.replace(/^\d+/, (at) => String(Number(at) - ms));
      localStorage.setItem(key, JSON.stringify(wishes));
    }, days * 86_400_000);

  // Their own is kept however long they have no network.
  await aged(8);
  await page.goto('/saved');
  await ready(page);
  await expect(page.getByText('With Grandma, in secret')).toBeVisible();
  expect(await keptOnDevice(page, 'queue')).toContain('in secret');

  await signOut(page);
  await expect(page).toHaveURL('/');
  await ready(page);
  await expect.poll(() => user(page)).toBeNull();
  await page.goto('/scan');
  await ready(page);
  await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
});

/** Ends all sessions of the page's user, from another browser of theirs. */
async function endAll(page: Page, product: Product): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const other = await page.context().browser()!.newContext();
  const reply = await other.request.post(`${product.url}/api/sessions/end-all`, {
    headers: { cookie, origin: product.url },
  });
  expect(reply.status()).toBe(200);
  await other.close();
}
