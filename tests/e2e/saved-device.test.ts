import type { Page } from '@playwright/test';
import { refuseOnce } from './answers.ts';
import { expectAccessible } from './axe.ts';
import { expect, linkName, ready, test } from './fixtures.ts';
import { workerReady } from './offline.ts';
import { heartOf, hearts, keptOnDevice, openListByMenu, openPlace, savedOnServer, tapHeart } from './saved-pages.ts';
import { signIn, signInTraveler } from './session.ts';

test.use({ serviceWorker: true });

const writeNote = async (page: Page, button: RegExp, words: string) => {
  await page.getByRole('button', { name: button }).click();
  await page.getByLabel('Your note').fill(words);
  await page.getByRole('button', { name: 'Save note' }).click();
};
/** From now on the storage of this page takes nothing more. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
const onlyThisPage = 'You are offline, and this device could not note it for later. Keep this page open';

test.describe('without a network', () => {
  test('the list is read from the device with its age, and what is changed is sent once', async ({ page, product }) => {
    await signInTraveler(page, product, 'offline-saver@example.com', { fresh: true });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (/^(PUT|DELETE|POST)$/.test(request.method()) && request.url().includes('/api/saved'))
        calls.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await openPlace(page, product);
    const kept = await tapHeart(page, 0);
    const dropped = await tapHeart(page, 1);
    await expect.poll(() => savedOnServer(page)).toHaveLength(2);
    await openListByMenu(page);
    await expect(page.getByRole('article')).toHaveCount(2);
    await page.goBack();
    await expect(hearts(page).first()).toBeVisible();
    calls.length = 0;

    await page.context().setOffline(true);
    const fresh = await tapHeart(page, 2);
    await heartOf(page, dropped).click();
    // To and fro is nothing.
    await heartOf(page, kept).click();
    await heartOf(page, kept).click();
    await openListByMenu(page);
    await expect(page.getByText(/^You are offline\. This is your list as of .*\d{4}/)).toBeVisible();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([fresh, kept]);
    await page.getByRole('button', { name: linkName('Add a note', kept) }).click();
    await page.getByLabel('Your note').fill('Written in a dead spot');
    const failed = page.waitForEvent('requestfailed', (request) => /\/api\/saved\/\d/.test(request.url()));
    await page.getByRole('button', { name: 'Save note' }).click();
    await expect(page.getByText('Written in a dead spot')).toBeVisible();
    // What is still being tried when the network comes back has not waited for it.
    await failed;

    calls.length = 0;
    await page.context().setOffline(false);
    await expect.poll(() => keptOnDevice(page, 'queue')).toBeNull();
    const list = await savedOnServer(page);
    expect(list).toMatchObject([
      { note: null, experience: { name: fresh } },
      { note: 'Written in a dead spot', experience: { name: kept } },
    ]);
    const changed = calls.map((call) => call.split(' ')[0]).sort();
    expect(changed).toEqual(['DELETE', 'PUT', 'PUT']);
    const brought = page.getByRole('main').getByText('What waited on this phone has reached your list: 3 changes.');
    await expect(brought).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await page.reload();
    await ready(page);
    await expect(page.getByText('You are offline.')).toBeHidden();
    await expect(page.getByRole('article')).toHaveCount(2);
    expect(calls).toHaveLength(3);
  });

  test('a heart that a full storage cannot note waits in the page, which says so until it is sent', async ({
    page,
    product,
  }) => {
    await signInTraveler(page, product, 'offline-full@example.com', { fresh: true });
    await openPlace(page, product);
    const first = await tapHeart(page, 0);
    await expect.poll(() => savedOnServer(page)).toHaveLength(1);
    await fillStorage(page);
    await page.context().setOffline(true);
    const second = await tapHeart(page, 1);
    const told = page.getByRole('alert').filter({ hasText: onlyThisPage });
    await expect(told).toBeVisible();
    await expectAccessible(page);
    await page.context().setOffline(false);
    await expect(told).toBeHidden();
    await expect(heartOf(page, second).first()).toHaveAttribute('aria-pressed', 'true');
    expect(await savedOnServer(page)).toMatchObject([
      { experience: { name: second } },
      { experience: { name: first } },
    ]);
  });

  test('before the list was ever opened it is what was saved here, with notes; with the network it is the whole', async ({
    page,
    product,
  }) => {
    await signInTraveler(page, product, 'offline-part@example.com', { fresh: true });
    await openPlace(page, product);
    await workerReady(page);
    const here = await tapHeart(page, 0);
    await expect.poll(() => savedOnServer(page)).toHaveLength(1);
    // On another phone.
    const { experiences } = await (await page.request.get(`/api/locations/${product.codes[0]!.location_id}`)).json();
    const other = experiences.find((one: { name: string }) => one.name !== here);
    await page.request.put(`/api/saved/${other.id}`, { data: {}, headers: { origin: product.url } });

    await page.context().setOffline(true);
    await openListByMenu(page);
    await expect(page.getByText('You are offline. These are the places you saved on this device.')).toBeVisible();
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([here]);
    await expectAccessible(page);
    await writeNote(page, /^Add a note/, 'At low tide');
    await expect(page.getByText('At low tide')).toBeVisible();
    await fillStorage(page);
    await writeNote(page, /^Edit note/, 'At high tide');
    await expect(page.getByText('At high tide')).toBeVisible();
    await expect(page.getByText(onlyThisPage)).toBeVisible();

    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([other.name, here]);
    await expect(page.getByText('You are offline.')).toBeHidden();
    await expect(page.getByText(onlyThisPage)).toBeHidden();
    expect(await savedOnServer(page)).toMatchObject([{ note: null }, { note: 'At high tide' }]);
  });

  test('what a guest kept waits for the account until it is heard, and is joined once', async ({ page, product }) => {
    await openPlace(page, product);
    const name = await tapHeart(page, 0);
    let heard = 0;
    await page.route('**/api/saved/merge', async (route) => {
      heard += 1;
      if (heard === 1) return route.abort('internetdisconnected');
      if (heard > 2) return route.continue();
      // The server did join it, and its answer is lost: the hardest case.
      await route.fetch();
      return refuseOnce(route, 503, 'unavailable');
    });
    await signInTraveler(page, product, 'late-joiner@example.com', { fresh: true });
    await page.reload();
    await ready(page);
    await expect(heartOf(page, name)).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(() => heard).toBe(1);
    expect(await keptOnDevice(page, 'guest')).toContain(name);
    for (const times of [2, 3]) {
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await expect.poll(() => heard).toBe(times);
    }
    await expect.poll(() => keptOnDevice(page, 'guest')).toBeNull();
    expect(await savedOnServer(page)).toHaveLength(1);
  });
});

test('signing out takes the list off the device, and so does another user', async ({ page, product }) => {
  await signInTraveler(page, product, 'leaver@example.com', { fresh: true });
  const openAndKeep = async () => {
    await page.goto('/saved');
    await ready(page);
    await expect.poll(() => keptOnDevice(page, 'account')).not.toBeNull();
  };
  await openPlace(page, product);
  await tapHeart(page, 0);
  await openAndKeep();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Go somewhere good today');
  expect(await keptOnDevice(page, 'account')).toBeNull();
  await page.goto('/saved');
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();

  await signInTraveler(page, product, 'leaver@example.com', { fresh: true });
  await openAndKeep();
  await signIn(page, product, 'partner@example.com');
  await page.goto('/dashboard');
  await ready(page);
  await expect.poll(() => keptOnDevice(page, 'account')).toBeNull();
});

for (const [what, script] of [
  [
    'full',
    () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    },
  ],
  [
    'forbidden',
    () =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('no', 'SecurityError');
        },
      }),
  ],
] as const) {
  test(`a storage that is ${what}: a guest is told what to do, a traveler saves all the same`, async ({
    page,
    product,
  }) => {
    await page.addInitScript(script);
    await openPlace(page, product);
    await hearts(page).first().click();
    await expect(page.getByRole('alert').filter({ hasText: 'This device could not keep it' })).toBeVisible();
    await expect(hearts(page).first()).toHaveAttribute('aria-pressed', 'false');
    if (what === 'full') await expectAccessible(page);
    await page.goto('/saved');
    await ready(page);
    await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible();
    await signInTraveler(page, product, `storage-${what}@example.com`);
    await openPlace(page, product);
    const name = await tapHeart(page, 0);
    await expect.poll(() => savedOnServer(page)).toHaveLength(1);
    await page.goto('/saved');
    await ready(page);
    await expect(page.getByRole('heading', { name, level: 3 })).toBeVisible();
  });
}

test.describe('a heart whose script does not come', () => {
  test('turns back and says so; tapped again with a network, it keeps', async ({ page, product }) => {
    // A browser without workers, as some are in private: scripts come from the network alone.
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    await openPlace(page, product);
    const scripts = '**/assets/*.js';
    await page.route(scripts, (route) => route.abort('internetdisconnected'));
    const heart = hearts(page).first();
    await heart.click();
    const problem = page.getByRole('alert').filter({ hasText: 'This could not be saved. Please check your' });
    await expect(problem).toBeInViewport({ ratio: 1 });
    // What lies below the last picture in sight may lie under the navigation.
    const { y, height } = (await problem.boundingBox())!;
    const navigation = await page.getByRole('navigation').last().boundingBox();
    expect(y + height).toBeLessThanOrEqual(navigation!.y);
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
    await expectAccessible(page);
    await page.unroute(scripts);
    const name = await tapHeart(page, 0);
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeHidden();
    await expect.poll(() => keptOnDevice(page, 'guest')).toContain(name);
  });
});
